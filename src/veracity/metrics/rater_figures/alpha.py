"""Krippendorff's alpha: 1 minus observed over expected disagreement of pairs within units.

α = 1 − (N − 1)·D/E: D sums δ² over the pairs of ratings of each unit divided by its ratings less
one, E sums it over all pairs of the N ratings of units that two raters or more have rated
(Krippendorff K (2011) Computing Krippendorff's alpha-reliability). Ordinal δ is a difference of
middle ranks, so that ordinal and interval sums need no pairs: Σ nₖnₗ(xₖ − xₗ)² = 2(NΣnx² − (Σnx)²).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats, Ints, ratio
from veracity.metrics.rater_figures.levels import squared_distances
from veracity.statistics.raters.rating_patterns import RatingPatterns


@dataclass(frozen=True, slots=True)
class AlphaValue:
    """Alpha with what each unit changes in it, (T,), and the largest part a unit can take.

    `chance_change` is what each unit changes in the expected disagreement, as a share of it.
    """

    value: float
    influence: Floats
    chance_change: Floats
    worst: float


def alpha_values(patterns: RatingPatterns, x: Floats, level: str, weight: Floats) -> Floats:
    """Alpha for each row of weights, (..., T) → (...)."""
    paired = patterns.pairable
    codes, weight = patterns.codes[paired], weight[..., paired]
    uses = weight @ patterns.counts[paired]
    d, e = _sums(codes, weight, uses, x, level)
    n = uses.sum(-1)
    with np.errstate(all="ignore"):
        found: Floats = 1 - (n - 1) * ratio(d, e)
    return np.where(e > 0, found, np.nan)


def alpha(patterns: RatingPatterns, x: Floats, level: str) -> AlphaValue:
    """Alpha, and its derivative by the number of units of each pattern."""
    paired = patterns.pairable
    codes, weight, counts = patterns.codes[paired], patterns.weight[paired], patterns.counts[paired]
    ratings = patterns.ratings[paired].astype(np.float64)
    uses = weight @ counts
    d, e = (float(one) for one in _sums(codes, weight, uses, x, level))
    influence, n = np.zeros(len(patterns.codes)), float(uses.sum())
    chance_change = np.zeros(len(patterns.codes))
    if not e > 0:
        return AlphaValue(np.nan, influence, chance_change, np.nan)
    m = _middle_ranks(uses) if level == "ordinal" else x
    within = _within(codes, m, level)
    by_use_d = np.zeros(len(uses))
    if level in ("nominal", "ratio"):
        by_use_e = 2 * squared_distances(x, level) @ uses
    else:
        total, squares = uses @ m, uses @ m**2
        by_use_e = 2 * (squares + n * m**2 - 2 * total * m)
        if level == "ordinal":
            share = (weight / (ratings - 1))[:, None]
            by_rank = 4 * (share * counts * (ratings[:, None] * m - (counts @ m)[:, None])).sum(0)
            by_use_d = _through_ranks(by_rank)
            by_use_e = by_use_e + _through_ranks(4 * uses * (n * m - total))
    change_d, change_e = within + counts @ by_use_d, counts @ by_use_e
    influence[paired] = -(ratings * d + (n - 1) * (change_d - d * change_e / e)) / e
    chance_change[paired] = change_e / e - ratings * (1 / n + 1 / (n - 1))
    worst = _farthest(m[uses > 0], level) * n * (n - 1) / e
    return AlphaValue(1 - (n - 1) * d / e, influence, chance_change, worst)


def _farthest(used: Floats, level: str) -> float:
    """δ² of the two categories in use that are farthest apart."""
    if level in ("ordinal", "interval"):
        return float(np.ptp(used)) ** 2
    ends = np.array([used.min(), used.max()])
    return float(squared_distances(ends, level).max())


def _sums(
    codes: Ints, weight: Floats, uses: Floats, x: Floats, level: str
) -> tuple[Floats, Floats]:
    """D and E, of each row of weights."""
    n = uses.sum(-1)
    if level in ("nominal", "ratio"):
        within = weight @ _within(codes, x, level)
        if level == "nominal":
            return within, n**2 - (uses**2).sum(-1)
        return within, ((uses @ squared_distances(x, level)) * uses).sum(-1)
    if level == "interval":
        within = weight @ _within(codes, x, level)
        total = uses @ x
        return within, 2 * (n * (uses @ x**2) - total**2)
    m = _middle_ranks(uses)
    flat_w, flat_m = weight.reshape(-1, weight.shape[-1]), m.reshape(-1, m.shape[-1])
    each = [w @ _within(codes, ranks, level) for w, ranks in zip(flat_w, flat_m, strict=True)]
    total = (uses * m).sum(-1)
    return np.reshape(each, n.shape), 2 * (n * (uses * m**2).sum(-1) - total**2)


def _middle_ranks(uses: Floats) -> Floats:
    """The middle rank of each category among all ratings."""
    found: Floats = np.cumsum(uses, -1) - uses / 2
    return found


def _through_ranks(by_rank: Floats) -> Floats:
    """The derivative by uses of what depends on them through the middle ranks."""
    found: Floats = np.cumsum(by_rank[::-1])[::-1] - by_rank / 2
    return found


def _within(codes: Ints, x: Floats, level: str) -> Floats:
    """δ² summed over the ordered pairs of ratings of a unit, over its ratings less one, (T,)."""
    there = codes >= 0
    ratings = there.sum(1)
    if level in ("ordinal", "interval"):
        values = np.where(there, x[codes] - x.mean(), 0.0)
        pairs = 2 * (ratings * (values**2).sum(1) - values.sum(1) ** 2)
        return np.asarray(np.maximum(pairs, 0.0) / (ratings - 1))
    pairs = np.zeros(len(codes))
    for one in range(codes.shape[1]):
        for other in range(one):
            both = there[:, one] & there[:, other]
            a, b = codes[both, one], codes[both, other]
            if level == "nominal":
                pairs[both] += 2.0 * (a != b)
            else:
                total = x[a] + x[b]
                apart = np.where(total > 0, (x[a] - x[b]) / np.where(total > 0, total, 1.0), 0.0)
                pairs[both] += 2 * apart**2
    return np.asarray(pairs / (ratings - 1))
