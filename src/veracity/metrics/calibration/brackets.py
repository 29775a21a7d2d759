"""Calibration errors by bins on a grid: each bin's gap, weight and error between two ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ranges, ratio
from veracity.memo import remember
from veracity.metrics.calibration.bins import whole
from veracity.metrics.probability.brackets import edges
from veracity.metrics.probability.sums import base_rate
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.weighted_sums import sums_between

Ints = NDArray[np.int64]
Bracket = Callable[..., tuple[Any, Any]]


@dataclass(frozen=True, slots=True)
class ProbabilityBuckets:
    """Buckets whose rows say something between low and high, (B,), and may have come true.

    `yes` and `no` are the weights of what came true and what did not, (..., B); `either` is the
    weight of rows of which even that is not known.
    """

    low: Floats
    high: Floats
    yes: Floats
    no: Floats
    either: Floats

    def of_other(self) -> ProbabilityBuckets:
        """The same for 1 − p and the other class."""
        return ProbabilityBuckets(1 - self.high, 1 - self.low, self.no, self.yes, self.either)


def cells_of_grid(grid: ScoreGrid) -> tuple[ProbabilityBuckets]:
    """The probabilities of a grid, or of a table."""
    return (
        ProbabilityBuckets(
            *edges(grid), grid.positive, grid.negative, np.zeros_like(grid.positive)
        ),
    )


def cells_of_top(grid: ScoreGrid) -> tuple[ProbabilityBuckets]:
    """The larger of p and 1 − p, which calls its class; p >= 1/2 calls the positive one."""
    low, high = edges(grid)
    upper, lower = low >= 0.5, high < 0.5
    across = ~upper & ~lower
    least = np.where(upper, low, np.where(lower, 1 - high, 0.5))
    most = np.where(upper, high, np.where(lower, 1 - low, np.maximum(high, 1 - low)))
    right = np.where(upper, grid.positive, grid.negative)
    wrong = np.where(upper, grid.negative, grid.positive)
    either = np.zeros_like(right)
    if across.any():
        either[..., across] = right[..., across] + wrong[..., across]
        right[..., across] = wrong[..., across] = 0.0
    return (ProbabilityBuckets(least, most, right, wrong, either),)


def cells_of_classes(grid: ScoreGrid) -> tuple[ProbabilityBuckets, ...]:
    """The probabilities of each class: of K columns, or p and 1 − p."""
    if grid.several_columns:
        return tuple(cells_of_grid(grid.column(k).one_vs_rest(k))[0] for k in grid.labels)
    (cells,) = cells_of_grid(grid)
    return cells, cells.of_other()


CellsOf = Callable[[Any], tuple[ProbabilityBuckets, ...]]


@dataclass(frozen=True, slots=True)
class BinEnds:
    """Of each bin the least and greatest Σ w(y − p), the least and greatest weight; (..., B)."""

    least: Floats
    most: Floats
    light: Floats
    heavy: Floats

    @property
    def nearest(self) -> Floats:
        """The least distance of the sum from 0."""
        held = (self.least <= 0) & (self.most >= 0)
        return np.where(held, 0.0, np.minimum(abs(self.least), abs(self.most)))

    @property
    def farthest(self) -> Floats:
        """The greatest distance of the sum from 0; no row is off by more than 1."""
        return np.minimum(np.maximum(abs(self.least), abs(self.most)), self.heavy)


def bin_ends(
    cells: ProbabilityBuckets, bins: int, probabilities: tuple[Floats, Floats] | None = None
) -> BinEnds:
    """What each of B bins of equal width may hold.

    A row adds 1 − p where it came true and takes p where not, `probabilities` being the least and
    greatest p, if not those of the cell. A cell that lies across the edge of a bin may add all,
    some or nothing to each bin it touches.
    """
    low, high = (cells.low, cells.high) if probabilities is None else probabilities
    inner = np.arange(1, bins) / bins
    first, last = (np.searchsorted(inner, p, "right") for p in (cells.low, cells.high))
    lost, won = (cells.no + cells.either) * high, (cells.yes + cells.either) * (1 - low)
    total = cells.yes + cells.no + cells.either
    inside = first == last
    # cells come in order of p, or in two such runs: those of one bin are added up at once
    changes = (first[1:] != first[:-1]) | (inside[1:] != inside[:-1])
    starts = np.append(0, np.flatnonzero(changes) + 1)[: len(first)]
    kept = inside[starts]
    sums = (
        _by_bin(sums_between(part, starts)[..., kept], first[starts[kept]], bins)
        for part in (cells.yes * (1 - high) - lost, won - cells.no * low, total)
    )
    least, most, light = sums
    across = np.flatnonzero(~inside)
    cell, touched = ranges(first[across], last[across] + 1)
    lost, won, more = (
        _by_bin(part[..., across[cell]], touched, bins) for part in (lost, won, total)
    )
    return BinEnds(least - lost, most + won, light, light + more)


def _by_bin(values: Floats, index: Ints, bins: int) -> Floats:
    """The sums of values by the bin of each, (..., bins)."""
    if values.ndim == 1:
        return np.bincount(index, values, bins).astype(float)
    sums = np.zeros((*values.shape[:-1], bins))
    np.add.at(np.moveaxis(sums, -1, 0), index, np.moveaxis(values, -1, 0))
    return sums


def distance_ends(ends: BinEnds, norm: str, total: Floats) -> tuple[Any, Any]:
    """The least and greatest calibration error by bins, of each norm of `ece`."""
    near, far = ends.nearest, ends.farthest
    if norm == "l1":
        return ratio(near.sum(-1), total), np.minimum(ratio(far.sum(-1), total), 1.0)
    empty = ends.heavy <= 0
    low = np.where(empty, 0.0, ratio(near, ends.heavy))
    high = np.where(ends.light > 0, np.minimum(ratio(far, ends.light), 1.0), ~empty * 1.0)
    if norm == "max":
        return low.max(-1), high.max(-1)
    # Σ w·gap² of a bin is its |Σ w(y − p)| times the mean gap
    return np.sqrt(ratio((near * low).sum(-1), total)), np.minimum(
        np.sqrt(ratio((far * high).sum(-1), total)), 1.0
    )


def on_equal_widths(cells_of: CellsOf, bins: int, norm: str = "l1") -> Bracket:
    """The bracket of a calibration error by bins of equal width, with these defaults.

    `cells_of` says of which probabilities; of several the error is the mean.
    """
    usual_bins, usual_norm = bins, norm

    def bracket(
        grid: ScoreGrid, bins: int = usual_bins, strategy: str = "uniform", norm: str = usual_norm
    ) -> tuple[Any, Any]:
        assert strategy == "uniform"
        ends = remember(
            grid,
            (cells_of, whole(bins)),
            lambda: [bin_ends(cells, whole(bins)) for cells in cells_of(grid)],
        )
        sides = zip(*(distance_ends(one, norm, grid.total) for one in ends), strict=True)
        low, high = (np.mean(side, axis=0) for side in sides)
        return low, high

    return bracket


def murphy_bracket(grid: ScoreGrid, bins: int, *, resolution: bool) -> tuple[Any, Any]:
    """Of Murphy's reliability and resolution by bins: mean squares from p̄, or from the base rate.

    On leading axes the base rates differ: one table at a time.
    """
    probabilities = None
    if resolution:
        rate = np.broadcast_to(float(base_rate(grid.edges)), len(grid))
        probabilities = rate, rate
    (cells,) = cells_of_grid(grid)
    ends = bin_ends(cells, whole(bins), probabilities)
    low, high = distance_ends(ends, "l2", grid.total)
    return low**2, high**2
