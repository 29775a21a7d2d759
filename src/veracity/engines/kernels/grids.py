"""Rows to a certified grid in one pass, piece by piece, and a second one where it is too coarse."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import ratio
from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.bucket_sums import BucketSums
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
Parts = Callable[[], Iterable[Rows]]


class GridCounter(BucketSums):
    """Counts rows in the buckets of a grid."""

    def __init__(
        self,
        cells: GridCells,
        classes: int,
        *,
        weighted: bool,
        squares: bool,
    ) -> None:
        super().__init__(
            BucketReader(cells), len(cells), classes, weighted=weighted, squares=squares
        )
        self.cells = cells

    def grid(self, labels: tuple[Label, ...], pos_label: Label | None) -> ScoreGrid:
        """The grid of what was counted."""
        weight, *squares = self.sums()
        return grid_of_buckets(
            self.cells, weight, squares[0] if squares else None, labels, pos_label
        )


def too_coarse(cells: GridCells, weight: Floats) -> bool:
    """Whether the bound on a ROC area, of a class against the rest, is above 10⁻⁴."""
    return bool((bounds_of(cells.low < cells.high, weight).sum(-1) > COARSE).any())


def bounds_of(wide: NDArray[np.bool_], weight: Floats) -> Floats:
    """The share of each bucket in the bound of each class against the rest, (K, B)."""
    total = weight.sum(-1)
    pairs = weight * (weight.sum(0) - weight) * wide
    every = 2 * total * (total.sum() - total)
    bounds: Floats = pairs / np.where(every > 0, every, 1.0)[:, None]  # no pairs, no doubt
    return bounds


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
    weight = counter.sums()[0]
    if not too_coarse(cells, weight):
        return counter
    cells = finer(parts, rows, cells, weight, bits)
    return counted(parts(), cells)


def planned_cells(
    parts: Parts, rows: int, family: Family, bits: int, thresholds: tuple[float, ...] = ()
) -> GridCells:
    """Buckets for rows like these, from a sample that is always the same."""
    size = min(_SAMPLE, 1 << (bits + _SAMPLED_BITS))
    sampled = rows > _SAMPLE
    if sampled:
        sample = _picked(parts(), spread(rows, size))
    else:
        sample = together(list(parts()))
    return cells_of_sample(sample, family, bits, thresholds, sampled=sampled)


def cells_of_sample(
    sample: Rows, family: Family, bits: int, thresholds: tuple[float, ...], *, sampled: bool = True
) -> GridCells:
    """Buckets for rows of which these are a sample, or all."""
    codes, mass = _codes_and_shares(sample, family)
    known = np.array([t for t in thresholds if family == "line" or 0 <= t <= 1])
    edges = codes_of(family, known).tolist()
    return planned(family, codes, mass, bits, edges, _FEWEST if sampled else 1)


def spread(rows: int, size: int = _SAMPLE) -> Ints:
    """The numbers of so many rows, in order: one by chance from each of as many stretches."""
    edges = np.linspace(0, rows, size + 1)
    drawn: Ints = (edges[:-1] + np.random.default_rng(0).random(size) * np.diff(edges)).astype(int)
    return np.minimum(drawn, rows - 1)


def _picked(parts: Iterable[Rows], rows: Ints) -> Rows:
    """Rows by their numbers in all parts; the numbers are in order."""
    found, start = list[Rows](), 0
    for part in parts:
        first, last = np.searchsorted(rows, (start, start + len(part)))
        found.append(part.picked(rows[first:last] - start))
        start += len(part)
    return together(found)


def together(parts: Sequence[Rows]) -> Rows:
    """Rows of several parts as one."""
    first = parts[0]
    if len(parts) == 1:
        return first
    return replace(
        first,
        truth=np.concatenate([part.truth for part in parts]),
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
    by_class = np.bincount(rows.truth, weight, rows.classes)
    return np.nan_to_num(ratio(weight, by_class[rows.truth])) + 1e-300


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


def behind_bound(unclear: Floats) -> NDArray[np.bool_]:
    """The fewest buckets without which what is unclear would be half of what is allowed."""
    worst = np.argsort(-unclear)
    needed = int(np.searchsorted(np.cumsum(unclear[worst]), unclear.sum() - COARSE / 2)) + 1
    heavy = np.zeros(len(unclear), np.bool_)
    heavy[worst[:needed]] = True
    return heavy


def finer(parts: Parts, rows: int, cells: GridCells, weight: Floats, bits: int) -> GridCells:
    """The cells with those buckets split that are behind the bound, by what they hold."""
    heavy = behind_bound(bounds_of(cells.low < cells.high, weight).max(0))
    reader, pieces = BucketReader(cells), max(-(-rows // PIECE), 1)
    found: list[Rows] = []
    for part in parts():
        for piece in chunks(len(part), PIECE):
            inside = np.flatnonzero(heavy[reader.buckets(part.scores[piece])]) + piece.start
            found.append(part.picked(inside[:: max(len(inside) * pieces // _SECOND_SAMPLE, 1)]))
    codes, mass = _codes_and_shares(together(found), cells.family)
    return refined(cells, codes, mass, bits, _FEWEST)
