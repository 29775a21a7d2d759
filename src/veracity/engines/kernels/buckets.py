"""The bucket of every row, piece by piece, in memory that is used again and again."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.kernels.ruler import Ruler, ruler
from veracity.statistics.grid.cells import CELL_BITS, GridCells, within

Ints = NDArray[np.int64]
PIECE = 1 << 15  # as much as stays in the cache
_WORTH = 8  # rows a bucket that pay for a ruler
_MANY = 4  # one score in so many that it cannot tell is too many
_SHIFT_BITS = 6
_SHIFT = (1 << _SHIFT_BITS) - 1
_MAGNITUDE = np.int64(0x7FFF_FFFF_FFFF_FFFF)
_ONE = np.int64(2 * int(np.float64(0.5).view(np.int64)))  # the code of 1.0


class BucketReader:
    """Finds buckets as `Cells.buckets_of` does, without new memory for each piece.

    Where there are rows enough to pay for it, a ruler finds most of them; scores that it cannot
    tell are found by their codes, and it is laid aside once these are many.
    """

    def __init__(self, cells: GridCells) -> None:
        self._cells = cells
        self._ruler: Ruler | None = None
        self._asked = False
        # both in one number, because looking something up costs more than taking it apart
        self._shift_and_offset = (cells.offset << _SHIFT_BITS) | cells.shift
        self._scores = np.empty(PIECE)
        self._mirrored = np.empty(PIECE)
        self._numbers = np.empty((3, PIECE), np.int64)
        self._read = np.empty(PIECE, np.int64)

    def measure(self, rows: int, low: float, high: float) -> None:
        """Make a ruler once, if so many scores between these ends are to be read."""
        if not self._asked and rows >= _WORTH * len(self._cells):
            self._ruler, self._asked = ruler(self._cells, low, high), True

    def codes(self, scores: NDArray[Any]) -> Ints:
        """The codes of at most PIECE scores, valid until the next call."""
        size = len(scores)
        room, sign = self._scores[:size], self._numbers[0, :size]
        np.add(scores, 0.0, out=room)
        codes = room.view(np.int64)
        if self._cells.family == "line":
            np.right_shift(codes, 63, out=sign)
            sign &= _MAGNITUDE
            codes ^= sign
            return codes
        far = self._mirrored[:size]
        np.subtract(0.5, room, out=far)
        np.right_shift(far.view(np.int64), 63, out=sign)  # -1 above one half, else 0
        np.subtract(1.0, room, out=far)
        np.minimum(room, far, out=room)
        codes ^= sign
        sign &= _ONE + 1
        codes += sign  # -x is ~x + 1: above one half this is the code of 1.0 less that of 1 - s
        return codes

    def buckets(self, scores: NDArray[Any]) -> Ints:
        """The buckets of at most PIECE scores, valid until the next call."""
        if self._ruler is None:
            return self._by_codes(scores)
        size = len(scores)
        found = self._read[:size]
        self._ruler.read(scores, self._scores[:size], self._numbers[0, :size], found)
        if found.min(initial=0) < 0:
            across = np.flatnonzero(found < 0)
            found[across] = self._by_codes(scores[across])
            if len(across) > size // _MANY:
                self._ruler = None
        return found

    def _by_codes(self, scores: NDArray[Any]) -> Ints:
        cells, codes = self._cells, self.codes(scores)
        cell, bucket, part = (numbers[: len(codes)] for numbers in self._numbers)
        np.right_shift(codes, CELL_BITS, out=cell)
        if cells.first:
            cell -= cells.first
        np.take(self._shift_and_offset, cell, out=part, mode="clip")
        np.bitwise_and(part, _SHIFT, out=cell)
        np.right_shift(codes, cell, out=bucket)
        part >>= _SHIFT_BITS
        bucket += part
        for blocks in cells.blocks:
            within(blocks, codes, bucket)
        return bucket
