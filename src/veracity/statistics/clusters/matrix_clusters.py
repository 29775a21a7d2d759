"""A sparse axis of units (patients, recordings, folds) under a statistic."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.clusters.random_groups import alike
from veracity.statistics.labels import Label, ordered

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Units:
    """What each unit adds to each cell: entries (unit, cell, weight), ordered by unit and cell.

    `cell` is truth · K + called. Only occupied entries are kept, so that 100,000 patients
    with three cells each cost 300,000 numbers whatever K is.
    """

    ids: tuple[Label, ...]
    unit: Ints
    cell: Ints
    weight: Floats
    squares: Floats | None = None

    def __len__(self) -> int:
        return len(self.ids)

    def placed(self, places: Ints, size_before: int, size: int) -> Units:
        """The same entries after the classes moved to other places."""
        truth, called = np.divmod(self.cell, size_before)
        return gathered(self.ids, self.unit, places[truth] * size + places[called], *self._sums())

    def plus(self, other: Units) -> Units:
        """Both together; units with equal ids are one unit.

        Where one side has random groups of clusters, the clusters of the other side join them.
        Ids come in order, so that redraws do not depend on how the whole was divided; tuples,
        the numbers that files give to their units, stay in the order of merging.
        """
        grouped = alike((self.ids, other.ids))
        if grouped is not None and (self.ids, other.ids) != tuple(ids for ids, _ in grouped):
            first, second = map(Units.renamed, (self, other), grouped)
            return first.plus(second)
        ids = tuple(dict.fromkeys((*self.ids, *other.ids)))
        if grouped is not None or not any(isinstance(label, tuple) for label in ids):
            ids = ordered(ids)
        place = {label: i for i, label in enumerate(ids)}
        mine, yours = (np.array([place[v] for v in part.ids], np.int64) for part in (self, other))
        squares = None
        if self.squares is not None or other.squares is not None:
            squares = np.concatenate([self.sum_of_squares, other.sum_of_squares])
        return gathered(
            ids,
            np.concatenate([mine[self.unit], yours[other.unit]]),
            np.concatenate([self.cell, other.cell]),
            np.concatenate([self.weight, other.weight]),
            squares,
        )

    def renamed(self, names: tuple[tuple[Label, ...], Ints]) -> Units:
        """The same entries under other ids: which, and the place of each old one among them."""
        ids, place = names
        return gathered(ids, place[self.unit], self.cell, *self._sums())

    def transposed(self, size: int) -> Units:
        """Truth and prediction exchanged."""
        truth, called = np.divmod(self.cell, size)
        return gathered(self.ids, self.unit, called * size + truth, *self._sums())

    def scaled(self, factor: Floats) -> Units:
        """Each true class multiplied by its factor, (K,)."""
        times = factor[self.cell // len(factor)]
        squares = self.sum_of_squares * times**2
        return Units(self.ids, self.unit, self.cell, self.weight * times, squares)

    def among(self, places: Ints, size: int, *, rest: bool) -> Units:
        """Entries of these classes only; with `rest`, all others together before them."""
        moved = np.full(size, 0 if rest else -1)
        moved[places] = np.arange(len(places)) + rest
        truth, called = (moved[part] for part in np.divmod(self.cell, size))
        kept = (truth >= 0) & (called >= 0)
        cell = truth[kept] * (len(places) + rest) + called[kept]
        squares = None if self.squares is None else self.squares[kept]
        return gathered(self.ids, self.unit[kept], cell, self.weight[kept], squares)

    def dense(self, cells: int) -> Floats:
        """What each unit adds to each cell, (units, cells)."""
        table = np.zeros((len(self), cells))
        table[self.unit, self.cell] = self.weight
        return table

    def redrawn(self, times: Floats, cells: int) -> Floats:
        """Cell sums after taking each unit as often as `times[..., unit]` says."""
        from scipy.sparse import csr_array

        table = csr_array((self.weight, (self.unit, self.cell)), (len(self), cells))
        return np.asarray((table.T @ times.reshape(-1, len(self)).T).T).reshape(
            *times.shape[:-1], cells
        )

    def same(self, other: Units) -> bool:
        """Whether both know the same units with the same entries."""
        parts = ("unit", "cell", "weight", "sum_of_squares")
        return self.ids == other.ids and all(
            np.array_equal(getattr(self, part), getattr(other, part)) for part in parts
        )

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each entry; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    def _sums(self) -> tuple[Floats, Floats | None]:
        return self.weight, self.squares


def gathered(
    ids: tuple[Label, ...], unit: Ints, cell: Ints, weight: Floats, squares: Floats | None
) -> Units:
    """Units from entries in any order; entries of one unit and cell are summed."""
    order = np.lexsort((cell, unit))
    unit, cell = unit[order], cell[order]
    new = np.ones(len(unit), dtype=bool)
    new[1:] = (unit[1:] != unit[:-1]) | (cell[1:] != cell[:-1])
    starts = np.flatnonzero(new)
    return Units(
        ids,
        unit[starts],
        cell[starts],
        np.add.reduceat(weight[order], starts) if len(starts) else weight[:0],
        None
        if squares is None
        else (np.add.reduceat(squares[order], starts) if len(starts) else squares[:0]),
    )
