"""Binomial assurance: how many cases must be found so that a rate holds in the population.

The share of the population above the k-th highest of n scores is Beta(k, n − k + 1), whatever
the scores look like; ties only make it larger. So a threshold at or below the k-th highest
positive score keeps at least a share r of all positives with the probability

    P(Beta(k, n − k + 1) >= r) = P(Binomial(n, r) <= k − 1),

and one above the (k + 1)-th highest negative lets through at most a share f of all negatives with

    P(Beta(k + 1, n − k) <= f) = P(Binomial(n, f) >= k + 1).

References: Wilks SS (1941) Ann Math Stat 12(1):91–96; David HA, Nagaraja HN (2003) Order
Statistics, 3rd ed., Wiley, section 2; Clopper CJ, Pearson ES (1934) Biometrika 26(4):404–413.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats

ROUNDING = 1e-12  # of probabilities, which are sums of many terms


def chance_at_least(count: ArrayLike, trials: ArrayLike, share: float) -> Floats:
    """How likely the population share is at least this, with so many of the trials found.

    >>> chance_at_least(19, 20, 0.95).round(3)  # 19 of 20 positives: 0.95 is missed in 74 %
    np.float64(0.264)
    """
    from scipy.special import betaincc

    count, trials = np.asarray(count, np.float64), np.asarray(trials, np.float64)
    found: Floats = betaincc(np.maximum(count, 1e-300), trials - count + 1, share)
    return np.where(share <= 0, 1.0, np.where(count > 0, found, 0.0))[()]


def chance_at_most(count: ArrayLike, trials: ArrayLike, share: float) -> Floats:
    """How likely the population share is at most this, with so many of the trials let through.

    >>> chance_at_most(0, 59, 0.05).round(3)
    np.float64(0.952)
    """
    from scipy.special import betainc

    count, trials = np.asarray(count, np.float64), np.asarray(trials, np.float64)
    found: Floats = betainc(count + 1, np.maximum(trials - count, 1e-300), share)
    return np.where(share >= 1, 1.0, np.where(count < trials, found, 0.0))[()]


def least_count(trials: ArrayLike, share: float, assurance: float) -> Floats:
    """The fewest of the trials that must be found; more than there are where none is enough.

    >>> least_count(100, 0.95, 0.95), least_count(20, 0.95, 0.95)
    (np.float64(99.0), np.float64(21.0))
    """
    from scipy.stats import binom

    trials = np.asarray(trials, dtype=np.float64)
    if share <= 0:
        nothing: Floats = np.asarray(0.0 * trials)[()]
        return nothing
    needed: Floats = np.asarray(binom.ppf(assurance - ROUNDING, trials, share)) + 1
    return np.asarray(needed)[()]


def most_count(trials: ArrayLike, share: float, assurance: float) -> Floats:
    """The most of the trials that may be let through; −1 where even none is too many.

    >>> most_count(100, 0.05, 0.95), most_count(20, 0.05, 0.95)
    (np.float64(1.0), np.float64(-1.0))
    """
    from scipy.stats import binom

    trials = np.asarray(trials, dtype=np.float64)
    if share >= 1:
        everything: Floats = trials[()]
        return everything
    rest = 1 - assurance + ROUNDING
    first = np.asarray(binom.ppf(rest, trials, share))
    enough = np.asarray(binom.cdf(first, trials, share)) <= rest
    allowed: Floats = np.asarray(np.where(enough, first, first - 1), np.float64)[()]
    return allowed


def least_trials(share: float, assurance: float) -> int | None:
    """How many trials it takes when all are right, for a share of at least this; None: never.

    All of n found assure r with 1 − r^n. For a share of at most f it is the same with r = 1 − f.

    >>> least_trials(0.95, 0.95), least_trials(0.99, 0.95), least_trials(1.0, 0.95)
    (59, 299, None)
    """
    if share >= 1:
        return None
    if share <= 0:
        return 1
    return max(math.ceil(math.log1p(-assurance) / math.log(share) - 1e-9), 1)
