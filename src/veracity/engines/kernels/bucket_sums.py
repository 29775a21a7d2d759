"""Sums by bucket and class: any number of pieces of rows, none of which is kept."""

from __future__ import annotations

from typing import Any, Protocol, Self

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.buckets import PIECE
from veracity.engines.kernels.sums import Floats, Ints, Rows

_HEAVY = 1 << 10


class Reader(Protocol):
    """Finds the bucket of a score."""

    def measure(self, rows: int, low: float, high: float) -> None:
        """So many scores between these ends are to be read."""

    def buckets(self, scores: NDArray[Any]) -> Ints:
        """The buckets of at most PIECE scores, valid until the next call."""


class ListedScores:
    """Every score is a bucket: the index of each among few that are known, lowest first."""

    def __init__(self, scores: Floats) -> None:
        self._scores = scores

    def measure(self, rows: int, low: float, high: float) -> None:
        """Nothing is to be prepared."""

    def buckets(self, scores: NDArray[Any]) -> Ints:
        """The indices of these scores."""
        return np.searchsorted(self._scores, scores).astype(np.int64, copy=False)


class SeenBuckets:
    """Buckets numbered as they are first met: most of those of a grid hold nothing.

    `seen` are the buckets met so far, in that order.
    """

    def __init__(self, reader: Reader, buckets: int) -> None:
        self._reader = reader
        self._number = np.full(buckets, -1, np.int64)
        self.seen = np.empty(0, np.int64)

    def measure(self, rows: int, low: float, high: float) -> None:
        """So many scores between these ends are to be read."""
        self._reader.measure(rows, low, high)

    def buckets(self, scores: NDArray[Any]) -> Ints:
        """The numbers of the buckets of at most PIECE scores."""
        bucket = self._reader.buckets(scores)
        number = self._number[bucket]
        if number.min(initial=0) < 0:
            new = np.unique(bucket[number < 0])
            self._number[new] = len(self.seen) + np.arange(len(new))
            self.seen = np.concatenate((self.seen, new))
            number = self._number[bucket]
        return number


class _LongSums:
    """Sums of weights that stay exact to the twelfth digit however many are added.

    A million additions to one number, one after the other, would lose it. So what heavy cells
    got from a piece of the rows is put aside after that piece.
    """

    def __init__(self, size: int) -> None:
        self.total = np.zeros(size)
        self._fresh = np.zeros(size)
        self._heavy = np.empty(0, np.int64)

    def add(self, cell: Ints, weight: Floats) -> None:
        """Add weights to their cells."""
        np.add.at(self._fresh, cell, weight)

    def fold(self, pieces: int) -> None:
        """Put aside what heavy cells hold; which ones are heavy is asked at 1, 2, 4, 8 … pieces."""
        if pieces & (pieces - 1) == 0:
            whole = self.whole()
            self._heavy = np.flatnonzero(whole > whole.sum() / _HEAVY)
        self.total[self._heavy] += self._fresh[self._heavy]
        self._fresh[self._heavy] = 0.0

    def whole(self) -> Floats:
        """All that was added."""
        return self.total + self._fresh


class BucketSums:
    """Counts rows by class in so many buckets."""

    def __init__(
        self, reader: Reader, buckets: int, classes: int, *, weighted: bool, squares: bool
    ) -> None:
        self._reader, self._classes = reader, classes
        size = buckets * classes
        self._rows = None if weighted else np.zeros(size, np.int64)
        self._sums = [_LongSums(size) for _ in range(weighted + squares)]
        self._pieces = 0

    def added(self, rows: Rows) -> Self:
        """Itself, with these rows counted."""
        reader = self._reader
        reader.measure(len(rows), rows.low, rows.high)
        for part in chunks(len(rows), PIECE):
            cell = reader.buckets(rows.scores[part])
            cell *= self._classes
            cell += rows.truth[part]
            if self._rows is not None:
                np.add.at(self._rows, cell, 1)
                continue
            self._pieces += 1
            weight = np.asarray(rows.weight)[part].astype(np.float64, copy=False)
            for sums in self._sums:
                sums.add(cell, weight)
                weight = weight * weight
                sums.fold(self._pieces)
        return self

    def join(self, other: Self) -> None:
        """Take over what another one has counted in the same cells."""
        if self._rows is not None and other._rows is not None:
            self._rows += other._rows
        for mine, yours in zip(self._sums, other._sums, strict=True):
            mine.total += yours.whole()

    def clear(self) -> None:
        """Forget what was counted; the buckets stay, and what was learned to find them."""
        size = len(self._rows if self._rows is not None else self._sums[0].total)
        if self._rows is not None:
            self._rows = np.zeros(size, np.int64)
        self._sums, self._pieces = [_LongSums(size) for _ in self._sums], 0

    def sums(self) -> list[Floats]:
        """Weight by class and bucket, (K, B), and Σw² if it was asked for."""
        every = [sums.whole() for sums in self._sums]
        if self._rows is not None:
            every = [self._rows.astype(np.float64)]
        return [np.ascontiguousarray(part.reshape(-1, self._classes).T) for part in every]


class SlotSums:
    """Counts rows by class and by one of very many slots, a group or a cluster of it.

    Room is made for the buckets that are met, and no others.
    """

    def __init__(
        self,
        reader: Reader,
        buckets: int,
        slots: int,
        classes: int,
        *,
        weighted: bool,
        squares: bool,
    ) -> None:
        self._reader, self._classes, self._buckets = SeenBuckets(reader, buckets), classes, buckets
        kinds = (np.float64,) * (1 + squares) if weighted else (np.int64,)
        self._sums = [np.zeros((slots * classes, 0), kind) for kind in kinds]

    def add(self, rows: Rows, slot: Ints) -> None:
        """Rows, and the slot of each."""
        self._reader.measure(len(rows), rows.low, rows.high)
        for part in chunks(len(rows), PIECE):
            number = self._reader.buckets(rows.scores[part])
            self._make_room(len(self._reader.seen))
            number += (slot[part] * self._classes + rows.truth[part]) * self._sums[0].shape[1]
            if rows.weight is None:
                np.add.at(self._sums[0].reshape(-1), number, 1)
                continue
            weight = rows.weight[part].astype(np.float64, copy=False)
            for sums in self._sums:
                np.add.at(sums.reshape(-1), number, weight)
                weight = weight * weight

    def _make_room(self, needed: int) -> None:
        size = self._sums[0].shape[1]
        if needed > size:
            more = min(max(needed, size + size // 4), self._buckets) - size
            self._sums = [np.pad(sums, ((0, 0), (0, more))) for sums in self._sums]

    @property
    def seen(self) -> Ints:
        """The buckets that were met."""
        return self._reader.seen

    def sums(self) -> list[NDArray[Any]]:
        """Rows or weight, and Σw² if it was asked for, by slot, class and bucket met."""
        size = len(self.seen)
        return [sums.reshape(-1, self._classes, sums.shape[1])[..., :size] for sums in self._sums]
