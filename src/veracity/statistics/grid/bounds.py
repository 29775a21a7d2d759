"""What a grid can be sure of: bounds that hold however the rows lie inside the buckets."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.running_sums import as_whole
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.steps import EVERY, Steps, steps_at

_LARGE = 32.0


def roc_bound(grid: ScoreGrid) -> Any:
    """How far the ROC area of a grid can be from that of the rows.

    Only pairs within a bucket can be out of order, and they count one half instead of 0 or 1:
    Σ p·n / (2·P·N) over buckets that may hold several values; pairs inside a value that is
    known to be one are exactly one half.
    """
    steps = grid.steps
    return ratio(grid.unordered_pairs, 2.0 * steps.positives * steps.negatives)[()]


def average_precision_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """The least and the greatest average precision that the rows can have.

    With T and F above a bucket of p and n: at best its positives come first, which gives
    p·(T+p)/(T+p+F); at worst they come last and one by one, which gives the sum of
    (T+j)/(T+j+M) for j = 1 … p with M = F + n, and for weights at least its integral.
    """
    steps = steps_at(EVERY, grid.positive, grid.negative, grid.table.fp[..., 1:])
    wide, counts = np.asarray(grid.wide), _are_counts(grid)
    ends, start = np.zeros((2, *steps.tp.shape[:-1])), 0
    for s in steps.parts():
        p, tp, fp = s.positive, s.tp, s.fp
        apart, start = wide[start : start + tp.shape[-1]], start + tp.shape[-1]
        reached = p * ratio(tp, tp + fp)
        worst = np.where(apart, _one_by_one(s, counts=counts), reached)
        best = np.where(apart, p * ratio(tp, tp + fp - s.negative), reached)
        for end, part in enumerate((worst, best)):
            ends[end] += np.where(p > 0, part, 0.0).sum(-1)
    low, high = (np.clip(ratio(end, steps.positives), 0.0, 1.0)[()] for end in ends)
    return low, high


def _are_counts(grid: ScoreGrid) -> bool:
    return not grid.weighted and as_whole(grid.positive) is not None


def _one_by_one(steps: Steps, *, counts: bool) -> Floats:
    """What the positives of a bucket add if all its negatives come before them."""
    above, before = steps.tp - steps.positive, steps.fp
    start = above + before
    if counts:
        return steps.positive - before * harmonic_sum(start, steps.positive)
    grown = np.where(before > 0, np.log1p(ratio(steps.positive, start)), 0.0)
    return steps.positive - before * grown


def harmonic_sum(after: Floats, terms: Floats) -> Floats:
    """1/(after + 1) + … + 1/(after + terms), for whole numbers of any size.

    It is ψ(after + terms + 1) − ψ(after + 1). For large numbers these two agree in almost all
    digits, so that their difference is taken term by term of the asymptotic series.

    >>> harmonic_sum(np.array([0.0, 2.0]), np.array([3.0, 2.0])) * 60
    array([110.,  35.])
    """
    from scipy.special import digamma

    a, b = after + 1.0, after + terms + 1.0
    series = np.log1p(terms / a)
    for end, sign in ((a, 1), (b, -1)):
        one = 1 / end
        square = one * one
        series += sign * (one / 2 + square * (1 / 12 - square * (1 / 120 - square / 252)))
    few = np.flatnonzero(a < _LARGE)
    series[few] = digamma(b[few]) - digamma(a[few])
    return series


def harmonic_numbers(upto: Floats) -> Floats:
    """1 + 1/2 + … + 1/upto, for whole numbers of any size, less Euler's constant: ψ(upto + 1).

    >>> float(harmonic_numbers(np.array([3.0]))[0]) + np.euler_gamma - 11 / 6 < 1e-15
    True
    """
    from scipy.special import digamma

    x = upto + 1.0
    one = 1 / x
    square = one * one
    series = square / 252
    np.subtract(1 / 120, series, out=series)
    series *= square
    np.subtract(1 / 12, series, out=series)
    series *= square
    one /= 2
    series += one
    found: Floats = np.log(x)
    found -= series
    few = np.flatnonzero(x < _LARGE)
    found[few] = digamma(x[few])
    return found


def extreme_orders(grid: ScoreGrid) -> tuple[ScoreTable, ScoreTable]:
    """The two tables between which the rows must lie: in every bucket the positives come
    last, and first.

    A metric that can only rise when a positive moves up, ties or not, is at least what the
    first gives and at most what the second gives. Average precision is no such metric: a tie
    of positives counts for more than the same positives one by one.
    """  # noqa: D205
    return remember(grid, "extreme orders", lambda: _extreme_orders(grid))


def _extreme_orders(grid: ScoreGrid) -> tuple[ScoreTable, ScoreTable]:
    wide, table = np.asarray(grid.wide), grid.table
    last = np.arange(len(grid)) + np.cumsum(wide)
    index = last - wide
    size = len(grid) + int(wide.sum())
    scores = np.empty(size)
    scores[last], scores[index] = grid.low, grid.high
    yes = 0 if grid.positive_first else 1
    orders = []
    for first in (1 - yes, yes):
        weight = np.zeros((*table.weight.shape[:-1], size))
        weight[..., first, :][..., index] = table.weight[..., first, :]
        weight[..., 1 - first, :][..., last] = table.weight[..., 1 - first, :]
        orders.append(replace(table, scores=scores, weight=weight, squares=None, clusters=None))
    return orders[0], orders[1]
