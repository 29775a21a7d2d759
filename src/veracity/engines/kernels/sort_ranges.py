"""Rows partitioned by ranges of their sort keys, so that each range is sorted on its own."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]
_CELLS_OF_RANGE, _MOST_CELLS = 1 << 9, 1 << 16
_UNEVEN = 4
LARGEST = np.iinfo(np.int64).max


class EvenRanges:
    """Ranges by a table of equal cells, each of which belongs to one range: a single look.

    The cells are divided by the top bits of the key; 0 is always an edge of cells and of ranges.
    """

    def __init__(self, sample: Ints, ranges: int, low: int, high: int) -> None:
        most = min(ranges * _CELLS_OF_RANGE, _MOST_CELLS)
        shift = max((high - low).bit_length() - most.bit_length() + 1, 0)
        self._shift, self._first = np.int64(shift), low >> shift
        cells = (high >> shift) - self._first + 1
        held = np.bincount((sample >> self._shift) - self._first, minlength=cells)
        middle = np.cumsum(held) - held / 2
        share = np.minimum(middle * (ranges / max(len(sample), 1)), ranges - 1)
        self._range = share.astype(np.int32)
        zero = -self._first
        self.first_nonnegative = 0
        if 0 < zero < cells:
            self._range[zero:] += 1
            self.first_nonnegative = int(self._range[zero])
        elif zero >= cells:
            self.first_nonnegative = int(self._range[-1]) + 1
        self.count = int(self._range[-1]) + 1
        self.fullest = int(np.bincount(self._range, held).max())

    def of(self, keys: Ints, spare: Ints, out: NDArray[np.int32]) -> None:
        """The range of each key."""
        np.right_shift(keys, self._shift, out=spare)
        spare -= self._first
        np.take(self._range, spare, out=out, mode="clip")


class SearchedRanges:
    """Ranges between keys of the sample, found by halving: slower, and fair to any keys.

    Where half of the keys lie close together, or are equal, equal cells could not part them.
    """

    def __init__(self, sample: Ints, ranges: int) -> None:
        edges = np.sort(sample, kind="stable")[len(sample) * np.arange(1, ranges) // ranges]
        twice = edges[1:][edges[1:] == edges[:-1]]
        edges = np.unique(np.concatenate([edges, twice + 1, [0]]))
        self.first_nonnegative = int(np.searchsorted(edges, 0)) + 1
        self.count = len(edges) + 1
        depth = len(edges).bit_length()
        padded = np.full((1 << depth) - 1, LARGEST)  # no key is as large as that
        padded[: len(edges)] = edges
        self._tables = [
            padded[(1 << (depth - 1 - level)) - 1 :: 1 << (depth - level)].copy()
            for level in range(depth)
        ]

    def of(self, keys: Ints, spare: Ints, out: NDArray[np.int32]) -> None:
        """The range of each key."""
        index = np.zeros(len(keys), np.int64)
        above = np.empty(len(keys), np.bool_)
        for level in self._tables:
            np.take(level, index, out=spare, mode="clip")
            np.greater_equal(keys, spare, out=above)
            index += index
            index += above
        out[:] = index


Ranges = EvenRanges | SearchedRanges


def fair_ranges(sample: Ints, ranges: int, low: int, high: int) -> Ranges:
    """Ranges that hold about equally many keys, from a sample and the ends of all keys."""
    even = EvenRanges(sample, ranges, low, high)
    if even.fullest <= _UNEVEN * max(len(sample) // ranges, 1):
        return even
    return SearchedRanges(sample, ranges)
