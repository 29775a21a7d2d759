"""Entries of a paired statistic, and the cells that each has in the statistic of every model.

Everything that compares any metric is written once in these terms: a derivative by cell, a resample
of the entries, an exchange of two models within a row.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.entries import in_groups, one_key, summed_groups
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells, Ints, SparseCells, tallied

FEW_CLASSES = 16  # dense cells are faster up to here


@dataclass(frozen=True, eq=False)
class Layout:
    """T entries; `cells[m, :, t]` are the cells of entry t in the statistic of model m.

    An entry has one cell among labels or in one column of scores, and one in each column where
    there are several. `build(m, flat)` makes that statistic from the weight of each of the
    `size` cells, (..., size). `squares` is Σw² of each entry, None for counts; `cluster` its
    cluster, `truth` the index of its true class.
    """

    names: tuple[Label, ...]
    cells: Ints
    size: int
    build: Callable[[int, Floats], Any]
    weight: Floats
    truth: Ints
    squares: Floats | None = None
    cluster: Ints | None = None
    clusters: int = 0

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def independent(self) -> float:
        """How many independent pieces of evidence there are: clusters, or effective rows."""
        if self.cluster is not None:
            return float(self.clusters)
        total = self.weight.sum()
        return float(total if self.squares is None else ratio(total**2, self.squares.sum()))

    def flat(self, model: int, weight: Floats) -> Floats:
        """The weight of each cell of a model, where entries weigh `weight[..., t]`."""
        first, *more = self.cells[model]
        flat = tallied(first, weight, self.size)
        for cells in more:
            flat += tallied(cells, weight, self.size)
        return flat

    @property
    def cell(self) -> Ints:
        """The one cell of each entry, (M, T), where it has one."""
        assert self.cells.shape[1] == 1
        return self.cells[:, 0]

    def statistic(self, model: int) -> Any:
        """The statistic of one model, as coarse as the layout is."""
        return self.build(model, self.flat(model, self.weight))


def of_labels(table: PairedTable) -> Layout:
    """The layout of labels: cells are those of the confusion matrix that any model fills."""
    size = table.classes
    every = np.stack([table.cells(name) for name in table.names])
    occupied, indices = np.unique(every, return_inverse=True)
    truth, predicted = np.divmod(occupied, size)

    def build(_: int, flat: Floats) -> ConfusionMatrix:
        if size > FEW_CLASSES:
            cells: Any = SparseCells(truth, predicted, flat, size)
        else:
            full = np.zeros((*flat.shape[:-1], size * size))
            full[..., occupied] = flat
            cells = DenseCells(full.reshape(*flat.shape[:-1], size, size))
        return ConfusionMatrix.made(cells, table.labels, table.pos_label)

    return gathered(
        Layout(
            table.names,
            indices.reshape(every.shape).astype(np.int64)[:, None],
            len(occupied),
            build,
            table.weight,
            table.truth,
            table.squares,
            table.cluster,
            len(table.cluster_labels),
        ),
    )


def gathered(layout: Layout) -> Layout:
    """Entries that have the same cells for every model, one class and one cluster as one."""
    keys = [(cells, layout.size) for of_model in layout.cells for cells in of_model]
    keys.append((layout.truth, int(layout.truth.max(initial=0)) + 1))
    if layout.cluster is not None:
        keys.append((layout.cluster, layout.clusters))
    order, first = in_groups(one_key(keys))
    if len(first) == len(layout.weight):
        return layout
    kept, squares = order[first], layout.squares
    return replace(
        layout,
        cells=layout.cells[..., kept],
        weight=summed_groups(layout.weight, order, first),
        truth=layout.truth[kept],
        squares=None if squares is None else summed_groups(squares, order, first),
        cluster=None if layout.cluster is None else layout.cluster[kept],
    )
