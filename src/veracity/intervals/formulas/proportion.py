"""Intervals for a proportion: seven methods by name.

Definitions as in Brown LD, Cai TT, DasGupta A (2001) Statistical Science 16(2):101–133; mid-P as
in Agresti A (2013) Categorical Data Analysis, 3rd ed., section 16.6; Wilson with continuity
correction as in Newcombe RG (1998) Statistics in Medicine 17(8):857–872, method 4.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, quiet
from veracity.statistics.numerics.quantiles import normal_quantile

Pair = tuple[Floats, Floats]


def wilson(x: Floats, n: Floats, level: float) -> Pair:
    """Score interval: the proportions that a z test does not reject."""
    z2 = _z(level) ** 2
    p = x / n
    middle = (p + z2 / (2 * n)) / (1 + z2 / n)
    half = np.sqrt(p * (1 - p) / n + z2 / (4 * n**2)) * np.sqrt(z2) / (1 + z2 / n)
    return np.where(x == 0, 0.0, middle - half), np.where(x == n, 1.0, middle + half)


def wilson_cc(x: Floats, n: Floats, level: float) -> Pair:
    """Wilson's interval with continuity correction: nearly as wide as the exact one."""
    z = _z(level)
    p = x / n
    whole, twice = 2 * (n + z**2), 2 * n * p + z**2
    low_half = z * np.sqrt(np.maximum(z**2 - 2 - 1 / n + 4 * p * (n * (1 - p) + 1), 0.0))
    high_half = z * np.sqrt(np.maximum(z**2 + 2 - 1 / n + 4 * p * (n * (1 - p) - 1), 0.0))
    low = np.clip((twice - 1 - low_half) / whole, 0.0, 1.0)
    high = np.clip((twice + 1 + high_half) / whole, 0.0, 1.0)
    return np.where(x == 0, 0.0, low), np.where(x == n, 1.0, high)


def clopper_pearson(x: Floats, n: Floats, level: float) -> Pair:
    """Exact tail interval: never below its level, often well above.

    Where none or all succeed the end is 0 or 1 by arithmetic, which
    costs one count a tenth of what masks of arrays do.
    """
    from scipy.special import betaincinv

    tail, every = (1 - level) / 2, x == n
    low = betaincinv(x + (x == 0), n - x + 1, tail)
    high = betaincinv(x + 1, n - x + every, 1 - tail)
    return low * (x > 0), high + (1 - high) * every


def jeffreys(x: Floats, n: Floats, level: float) -> Pair:
    """Equal-tailed posterior interval under Jeffreys' prior; 0 and 1 kept at the ends."""
    from scipy.special import betaincinv

    tail = (1 - level) / 2
    low = np.where(x == 0, 0.0, betaincinv(x + 0.5, n - x + 0.5, tail))
    return low, np.where(x == n, 1.0, betaincinv(x + 0.5, n - x + 0.5, 1 - tail))


def agresti_coull(x: Floats, n: Floats, level: float) -> Pair:
    """Wald's interval about Wilson's midpoint, clipped to the range."""
    z = _z(level)
    more = n + z**2
    p = (x + z**2 / 2) / more
    half = z * np.sqrt(p * (1 - p) / more)
    return np.clip(p - half, 0.0, 1.0), np.clip(p + half, 0.0, 1.0)


def wald(x: Floats, n: Floats, level: float) -> Pair:
    """The textbook interval, clipped; it covers badly near 0 and 1 and has no width there."""
    p = x / n
    half = _z(level) * np.sqrt(p * (1 - p) / n)
    return np.clip(p - half, 0.0, 1.0), np.clip(p + half, 0.0, 1.0)


def mid_p(x: Floats, n: Floats, level: float) -> Pair:
    """Exact tails with half the probability of the observed count, by bisection."""
    tail = (1 - level) / 2
    low = _solved(lambda p: _above(x, n, p) - tail, x)
    high = _solved(lambda p: tail - (1 - _above(x, n, p)), x)
    return np.where(x == 0, 0.0, low), np.where(x == n, 1.0, high)


def _above(x: Floats, n: Floats, p: Floats) -> Floats:
    """P(X > x) + P(X = x)/2: rises with p."""
    from scipy.special import betainc

    at_least = np.where(x == 0, 1.0, betainc(np.maximum(x, 1e-300), n - x + 1, p))
    more = np.where(x == n, 0.0, betainc(x + 1, np.maximum(n - x, 1e-300), p))
    return (at_least + more) / 2


def _solved(rises: Callable[[Floats], Floats], like: Floats) -> Floats:
    low, high = np.zeros_like(like), np.ones_like(like)
    for _ in range(60):
        middle = (low + high) / 2
        below = rises(middle) < 0
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    return (low + high) / 2


def _z(level: float) -> float:
    return normal_quantile((1 + level) / 2)


PROPORTION_METHODS: dict[str, Callable[[Floats, Floats, float], Pair]] = {
    "wilson": wilson,
    "wilson_cc": wilson_cc,
    "clopper_pearson": clopper_pearson,
    "jeffreys": jeffreys,
    "agresti_coull": agresti_coull,
    "wald": wald,
    "mid_p": mid_p,
}


def proportion_interval(
    successes: ArrayLike, trials: ArrayLike, method: str = "wilson", level: float = 0.95
) -> Pair:
    """Low and high end; nan where there are no trials."""
    x = np.asarray(successes, dtype=np.float64)
    n = np.asarray(trials, dtype=np.float64)
    with quiet():
        low, high = PROPORTION_METHODS[method](x, np.where(n > 0, n, np.nan), level)
    return np.where(n > 0, low, np.nan)[()], np.where(n > 0, high, np.nan)[()]
