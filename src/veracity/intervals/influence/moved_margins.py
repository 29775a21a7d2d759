"""A matrix of very many cells moved a little: only its margins and its diagonal follow.

Most metrics read nothing else, and a matrix of K classes has 3K of these numbers where it may have
millions of cells. A direction moves few cells, so what it does to them is kept sparse.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.resampling.parts import Margins, Parts
from veracity.statistics.matrix.cells import Ints, tallied

BATCH_BYTES = 2**20  # of one margin, near the processor


@dataclass(frozen=True, slots=True, eq=False)
class _Moved:
    """One margin, and by how much directions move its classes: (direction, class, amount)."""

    base: Floats
    direction: Ints
    index: Ints
    amount: Floats

    def both_ways(self, start: int, stop: int, step: float, everything: int) -> Floats:
        """A little further and a little back in some directions, (2, directions, classes).

        Behind the directions comes `everything`, which moves all rows, and one that moves none.
        """
        first, last = np.searchsorted(self.direction, (start, stop))
        both = np.empty((2, stop - start, len(self.base)))
        both[:] = self.base
        at = self.direction[first:last] - start, self.index[first:last]
        moved = self.amount[first:last] * step  # each at an index of its own
        both[0][at] += moved
        both[1][at] -= moved
        if start <= everything < stop:
            both[0, everything - start] += self.base * step
            both[1, everything - start] -= self.base * step
        return both


@dataclass(frozen=True, slots=True, eq=False)
class MovedMargins:
    """Margins and diagonal of a matrix in every direction; of Σw² too, where rows have weights."""

    parts: Parts
    weight: tuple[_Moved, ...]
    squares: tuple[_Moved, ...] | None
    number: int

    @classmethod
    def of(
        cls, parts: Parts, direction: Ints, cell: Ints, share: Floats, number: int
    ) -> MovedMargins:
        """From which direction moves which cell, and by what share of it."""
        truth, predicted = parts.truth, parts.predicted
        assert truth is not None
        assert predicted is not None
        size, every = parts.width, np.ones(len(parts), bool)

        def moved(weight: Floats, index: Ints, among: Any) -> _Moved:
            kept = among[cell]
            spot = direction[kept] * np.int64(size) + index[cell[kept]]
            code, entry = np.unique(spot, return_inverse=True)
            amount = tallied(entry.reshape(-1), (share * weight[cell])[kept], len(code))
            base = tallied(index[among], weight[among], size)
            return _Moved(base, *np.divmod(code, size), amount)

        def of_all(weight: Floats) -> tuple[_Moved, ...]:
            columns = ((truth, every), (predicted, every), (truth, truth == predicted))
            return tuple(moved(weight, index, among) for index, among in columns)

        squares = None if parts.squares is None else of_all(parts.squares)
        return cls(parts, of_all(parts.weight), squares, number)

    def batches(self, step: float) -> Iterator[Any]:
        """The matrix a little further and a little back in each direction, (2, directions)."""
        assert self.parts.put_margins is not None
        rows = self.number + 2
        batch = max(1, BATCH_BYTES // (16 * self.parts.width))
        for start in range(0, rows, batch):
            ends = start, min(start + batch, rows), step, self.number
            squares = None if self.squares is None else _three(self.squares, *ends)
            yield self.parts.put_margins(_three(self.weight, *ends), squares)


def _three(moved: tuple[_Moved, ...], *ends: Any) -> Margins:
    truth, predicted, right = (one.both_ways(*ends) for one in moved)
    return truth, predicted, right
