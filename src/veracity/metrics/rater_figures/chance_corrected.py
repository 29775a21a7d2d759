"""(pₐ − pₑ)/(1 − pₑ): agreement beyond chance, by Fleiss, Conger, Randolph and Gwet.

pₐ is the mean over units that two raters or more have rated of the share of agreeing pairs; pₑ is
what each author takes for chance. Missing ratings and weights as in Gwet KL (2014) Handbook of
Inter-Rater Reliability, 4th edition, chapters 2 to 5; without missing ratings these are the
coefficients as first published.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.rater_figures.levels import agreement_weights
from veracity.statistics.raters.rating_patterns import RatingPatterns


@dataclass(frozen=True, slots=True)
class KappaValue:
    """The value, what each unit changes in it and (as a share) in 1 − pₑ, (T,), and pₐ and pₑ."""

    value: Floats
    influence: Floats
    chance_change: Floats
    observed: Floats
    expected: Floats


@dataclass(frozen=True, slots=True)
class Shares:
    """What chance is made of: the mean share of each category, and each rater's own."""

    weights: Floats  # (q, q)
    mean: Floats  # (..., q)
    by_rater: Floats  # (..., R, q), nan for a rater without ratings
    change_mean: Floats  # (T, q)
    change_by_rater: Callable[[], Floats]  # (T, R, q)


Chance = Callable[[Shares, bool], tuple[Floats, Floats]]


def beyond_chance(
    patterns: RatingPatterns,
    x: Floats,
    level: str,
    chance: Chance,
    weight: Floats | None = None,
) -> KappaValue:
    """The coefficient of these weights, (..., T); its derivative only for those of the patterns."""
    w = patterns.weight if weight is None else weight
    weights = agreement_weights(x, level)
    counts, ratings = patterns.counts, patterns.ratings.astype(np.float64)
    paired = patterns.pairable.astype(np.float64)
    pairs = np.where(paired > 0, ratings * (ratings - 1), 1.0)
    agree = paired * (counts * (counts @ weights - 1)).sum(1) / pairs
    two, all_units = w @ paired, w.sum(-1)
    shares = counts / ratings[:, None]
    with np.errstate(all="ignore"):
        observed = ratio(w @ agree, two)
        mean = ratio(w @ shares, all_units[..., None])
        given = _by_rater(patterns, w, mean, shares, weights)
        expected, change = chance(given, weight is None)
        value = ratio(observed - expected, 1 - expected)
        influence = chance_change = np.zeros(len(w) if weight is None else 0)
        if weight is None and value == value:
            seen = ratio(paired * (agree - observed), two)
            influence = (seen - (1 - value) * change) / (1 - expected)
            chance_change = -change / (1 - expected)
    return KappaValue(value, influence, chance_change, observed, expected)


def _by_rater(
    patterns: RatingPatterns, w: Floats, mean: Floats, shares: Floats, weights: Floats
) -> Shares:
    codes, q = patterns.codes, len(patterns.labels)
    rated_as = np.stack([codes == category for category in range(q)], -1).astype(np.float64)
    rated = (codes >= 0).astype(np.float64)
    number = w @ rated  # (..., R)
    sums = np.einsum("...t,trq->...rq", w, rated_as)
    by_rater = ratio(sums, number[..., None])
    total = np.asarray(w.sum(-1))[..., None]

    def change() -> Floats:
        return np.asarray(rated[..., None] * (rated_as - by_rater) / number[:, None])

    return Shares(
        weights, mean, by_rater, ratio(shares - mean, total) if w.ndim == 1 else mean, change
    )


def fleiss_chance(of: Shares, derive: bool) -> tuple[Floats, Floats]:
    """Two ratings drawn from the mean shares."""
    expected = ((of.mean @ of.weights) * of.mean).sum(-1)
    return expected, 2 * of.change_mean @ (of.weights @ of.mean) if derive else expected


def gwet_chance(of: Shares, derive: bool) -> tuple[Floats, Floats]:
    """Agreement of ratings that are random, as far as the shares let them be."""
    q = len(of.weights)
    scale = float(ratio(of.weights.sum(), q * (q - 1)))
    expected = scale * (of.mean * (1 - of.mean)).sum(-1)
    return expected, scale * of.change_mean @ (1 - 2 * of.mean) if derive else expected


def uniform_chance(of: Shares, derive: bool) -> tuple[Floats, Floats]:
    """All categories equally likely."""
    expected = np.full(of.mean.shape[:-1], of.weights.sum() / len(of.weights) ** 2)
    return expected, np.zeros(len(of.change_mean)) if derive else expected


def conger_chance(of: Shares, derive: bool) -> tuple[Floats, Floats]:
    """Two raters drawn, each with shares of their own; raters without ratings play no part."""
    known = ~np.isnan(of.by_rater[..., :1])
    raters = known.sum((-2, -1))
    p = np.where(known, of.by_rater, 0.0)
    total = p.sum(-2)
    same = ((p @ of.weights) * p).sum((-2, -1))
    pairs = raters * (raters - 1)
    expected = ratio(((total @ of.weights) * total).sum(-1) - same, pairs)
    if not derive:
        return expected, expected
    slope = ratio(2 * (total - p) @ of.weights, pairs)  # (R, q)
    change = np.nan_to_num(of.change_by_rater())
    return expected, np.einsum("trq,rq->t", change, slope)
