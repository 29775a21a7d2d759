"""What each unit (patient, recording, fold) adds to a table of scores.

The entries are those of `Units`; the cell of class k and score t is k · T + t.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.clusters.matrix_clusters import Units
from veracity.statistics.clusters.random_groups import alike
from veracity.statistics.labels import Label, ordered

Ints = NDArray[np.int64]


def gathered(
    ids: tuple[Label, ...], unit: Ints, cell: Ints, weight: Floats, squares: Floats | None
) -> Units:
    """Units from entries in any order; entries of one unit and cell are summed.

    One key for unit and cell together sorts several times faster than two.
    """
    if not len(unit):
        return Units(ids, unit, cell, weight, squares)
    size = int(cell.max()) + 1
    key = unit * size + cell
    if (key[1:] > key[:-1]).all():
        return Units(ids, unit, cell, weight, squares)
    order = np.argsort(key, kind="stable")
    key = key[order]
    first = np.flatnonzero(np.concatenate(([True], key[1:] != key[:-1])))
    kept = order[first]
    return Units(
        ids,
        unit[kept],
        cell[kept],
        np.add.reduceat(weight[order], first),
        None if squares is None else np.add.reduceat(squares[order], first),
    )


def moved(units: Units, classes: Ints, scores: Ints, size: int) -> Units:
    """The same entries in another table.

    Class k becomes classes[k] and score t becomes scores[t], of `size` scores; entries of
    classes that become -1 are left out.
    """
    truth, score = np.divmod(units.cell, len(scores))
    truth = classes[truth]
    kept = truth >= 0
    cell = truth * size + scores[score]
    squares = units.squares
    if kept.all():
        return gathered(units.ids, units.unit, cell, units.weight, squares)
    return gathered(
        units.ids,
        units.unit[kept],
        cell[kept],
        units.weight[kept],
        None if squares is None else squares[kept],
    )


def together(parts: Sequence[Units]) -> Units:
    """Units of several tables that have the same cells; units with equal ids are one.

    Where one has random groups of clusters, the clusters of the others join them. Ids come in
    order, as they do in a merged matrix; tuples, the numbers that files give to their units,
    stay in the order of merging.
    """
    grouped = alike([part.ids for part in parts])
    if grouped is not None:
        parts = list(map(Units.renamed, parts, grouped))
    ids = tuple(dict.fromkeys(label for part in parts for label in part.ids))
    if grouped is not None or not any(isinstance(label, tuple) for label in ids):
        ids = ordered(ids)
    place = {label: i for i, label in enumerate(ids)}
    numbers = [np.array([place[label] for label in part.ids], np.int64) for part in parts]
    squares = None
    if any(part.squares is not None for part in parts):
        squares = np.concatenate([part.sum_of_squares for part in parts])
    return gathered(
        ids,
        np.concatenate([n[part.unit] for n, part in zip(numbers, parts, strict=True)]),
        np.concatenate([part.cell for part in parts]),
        np.concatenate([part.weight for part in parts]),
        squares,
    )
