"""Rows to a certified grid in one pass, piece by piece, and a second one where it is too coarse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np

from veracity.arrays import ratio
from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.buckets import PIECE, BucketReader
from veracity.engines.kernels.sums import Floats, Ints, Rows
from veracity.statistics.grid.building import grid_of_buckets
from veracity.statistics.grid.cells import GridCells, planned, refined
from veracity.statistics.grid.codes import Codes, Family, codes_of
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.labels import Label

COARSE = 1e-4  # a bound above this asks for a second pass
_SAMPLE, _SECOND_SAMPLE = 1 << 15, 1 << 17
_SAMPLED_BITS = 2  # a sample of four rows a bucket, if that is fewer
_FEWEST = 8  # rows of a sample that show that a bucket is heavy
_HEAVY = 1 << 10
Parts = Callable[[], Iterable[Rows]]


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


class GridCounter:
    """Counts rows in buckets: any number of pieces of rows, none of which is kept."""

    def __init__(self, cells: GridCells, classes: int, *, weighted: bool, squares: bool) -> None:
        self.cells, self._classes = cells, classes
        size = len(cells) * classes
        self._rows = None if weighted else np.zeros(size, np.int64)
        self._sums = [_LongSums(size) for _ in range(weighted + squares)]
        self._reader = BucketReader(cells)

    def added(self, rows: Rows) -> GridCounter:
        """Itself, with these rows counted."""
        reader = self._reader
        reader.measure(len(rows), rows.low, rows.high)
        for number, part in enumerate(chunks(len(rows), PIECE), 1):
            cell = reader.buckets(rows.scores[part])
            cell *= self._classes
            cell += rows.place[part]
            if self._rows is not None:
                np.add.at(self._rows, cell, 1)
                continue
            weight = np.asarray(rows.weight)[part].astype(np.float64, copy=False)
            for sums in self._sums:
                sums.add(cell, weight)
                weight = weight * weight
                sums.fold(number)
        return self

    def join(self, other: GridCounter) -> None:
        """Take over what another one has counted in the same cells."""
        if self._rows is not None and other._rows is not None:
            self._rows += other._rows
        for mine, yours in zip(self._sums, other._sums, strict=True):
            mine.total += yours.whole()

    def sums(self) -> list[Floats]:
        """Weight by class and bucket, (K, B), and Σw² if it was asked for."""
        every = [sums.whole() for sums in self._sums]
        if self._rows is not None:
            every = [self._rows.astype(np.float64)]
        return [np.ascontiguousarray(part.reshape(-1, self._classes).T) for part in every]

    def too_coarse(self) -> bool:
        """Whether the bound on a ROC area, of a class against the rest, is above 10⁻⁴."""
        return bool((self._bounds().sum(-1) > COARSE).any())

    def unclear(self) -> Floats:
        """What each bucket adds to that bound."""
        clear: Floats = self._bounds().max(0)
        return clear

    def _bounds(self) -> Floats:
        """The share of each bucket in the bound of each class against the rest, (K, B)."""
        weight = self.sums()[0]
        total = weight.sum(-1)
        pairs = weight * (weight.sum(0) - weight) * (self.cells.low < self.cells.high)
        every = 2 * total * (total.sum() - total)
        bounds: Floats = pairs / np.where(every > 0, every, 1.0)[:, None]  # no pairs, no doubt
        return bounds

    def grid(self, labels: tuple[Label, ...], pos_label: Label | None) -> ScoreGrid:
        """The grid of what was counted."""
        weight, *squares = self.sums()
        return grid_of_buckets(
            self.cells, weight, squares[0] if squares else None, labels, pos_label
        )


def grid_of_rows(
    rows: Rows,
    family: Family,
    bits: int,
    labels: tuple[Label, ...],
    pos_label: Label | None,
    thresholds: tuple[float, ...] = (),
) -> ScoreGrid:
    """A grid of buckets of about 1/2^bits of the rows; thresholds given before are edges of it."""
    return counted_grid(lambda: (rows,), len(rows), family, bits, thresholds).grid(
        labels, pos_label
    )


def counted_grid(
    parts: Parts, rows: int, family: Family, bits: int, thresholds: tuple[float, ...] = ()
) -> GridCounter:
    """Rows counted in buckets; a second time in finer ones where the first were too coarse."""
    cells = planned_cells(parts, rows, family, bits, thresholds)
    counter = counted(parts(), cells)  # after planning: a second reading ends the first
    if not counter.too_coarse():
        return counter
    cells = _finer(parts, rows, cells, counter.unclear(), bits)
    return counted(parts(), cells)


def planned_cells(
    parts: Parts, rows: int, family: Family, bits: int, thresholds: tuple[float, ...] = ()
) -> GridCells:
    """Buckets for rows like these, from a sample that is always the same."""
    size = min(_SAMPLE, 1 << (bits + _SAMPLED_BITS))
    sampled = rows > _SAMPLE
    if sampled:
        sample = _picked(parts(), _spread(rows, size))
    else:
        sample = _together(list(parts()))
    codes, mass = _codes_and_shares(sample, family)
    known = np.array([t for t in thresholds if family == "line" or 0 <= t <= 1])
    edges = codes_of(family, known).tolist()
    return planned(family, codes, mass, bits, edges, _FEWEST if sampled else 1)


def _spread(rows: int, size: int) -> Ints:
    """The numbers of so many rows, in order: one by chance from each of as many stretches."""
    edges = np.linspace(0, rows, size + 1)
    drawn: Ints = (edges[:-1] + np.random.default_rng(0).random(size) * np.diff(edges)).astype(int)
    return np.minimum(drawn, rows - 1)


def _picked(parts: Iterable[Rows], wanted: Ints) -> Rows:
    """Rows by their numbers in all parts; the numbers are in order."""
    found, start = list[Rows](), 0
    for part in parts:
        first, last = np.searchsorted(wanted, (start, start + len(part)))
        found.append(part.picked(wanted[first:last] - start))
        start += len(part)
    return _together(found)


def _together(parts: Sequence[Rows]) -> Rows:
    first = parts[0]
    if len(parts) == 1:
        return first
    return replace(
        first,
        place=np.concatenate([part.place for part in parts]),
        scores=np.concatenate([part.scores for part in parts]),
        weight=None
        if first.weight is None
        else np.concatenate([np.asarray(part.weight) for part in parts]),
        low=min(part.low for part in parts),
        high=max(part.high for part in parts),
    )


def _codes_and_shares(rows: Rows, family: Family) -> tuple[Codes, Floats]:
    """The codes of rows, and the share that each row has of its class."""
    return codes_of(family, rows.scores.astype(np.float64)), _shares(rows)


def _shares(rows: Rows) -> Floats:
    """The share that each row has of its class: rare positives get their part of the buckets."""
    weight = np.ones(len(rows)) if rows.weight is None else rows.weight.astype(np.float64)
    by_class = np.bincount(rows.place, weight, rows.classes)
    return np.nan_to_num(ratio(weight, by_class[rows.place])) + 1e-300


def counted(parts: Iterable[Rows], cells: GridCells) -> GridCounter:
    """All rows counted, by one thread: two would wait for each other at every addition."""
    counter: GridCounter | None = None
    for rows in parts:
        if counter is None:
            weighted = rows.weight is not None
            counter = GridCounter(cells, rows.classes, weighted=weighted, squares=rows.squares)
        counter.added(rows)
    assert counter is not None
    return counter


def _finer(parts: Parts, rows: int, cells: GridCells, unclear: Floats, bits: int) -> GridCells:
    """The cells with the buckets cut that are behind the bound, by what they hold."""
    worst = np.argsort(-unclear)
    needed = int(np.searchsorted(np.cumsum(unclear[worst]), unclear.sum() - COARSE / 2)) + 1
    heavy = np.zeros(len(cells), np.bool_)
    heavy[worst[:needed]] = True
    reader, pieces = BucketReader(cells), max(-(-rows // PIECE), 1)
    found: list[Rows] = []
    for part in parts():
        for piece in chunks(len(part), PIECE):
            inside = np.flatnonzero(heavy[reader.buckets(part.scores[piece])]) + piece.start
            found.append(part.picked(inside[:: max(len(inside) * pieces // _SECOND_SAMPLE, 1)]))
    codes, mass = _codes_and_shares(_together(found), cells.family)
    return refined(cells, codes, mass, bits, _FEWEST)
