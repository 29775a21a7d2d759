"""Intervals of sums over sums, from how subjects differ: shares, means, mean of subjects.

A value is Σ total / Σ n over subjects. Its variance comes from their residuals, with the factor
and the degrees of freedom of uneven subjects (Bell and McCaffrey 2002); shares are taken on the
logit scale, positive means on the log scale. Where all subjects agree each is one trial.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.events.estimates.rates import FURTHEST, Ends
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.influence.clusters import worth_of_repeated
from veracity.statistics.numerics.quantiles import quantile_of

ROUNDING = 1e-12


def error_between(totals: Floats, n: Floats, repeated: float = 1.0) -> tuple[float, float]:
    """The standard error of Σ total / Σ n, and its degrees of freedom (0: fewer than two).

    `repeated` is of a larger study, in which each subject is found so many times.

    >>> error, df = error_between(np.array([3, 5, 0, 2.0]), np.array([4, 5, 3, 2.0]))
    >>> round(error, 4), round(df, 2)
    (0.2217, 2.79)
    """
    counted = n > 0
    totals, n = totals[counted], n[counted]
    if len(n) < 2:
        return math.nan, 0.0
    value = float(totals.sum() / n.sum())
    factor, freedom = worth_of_repeated(n, repeated)
    spread = float((((totals - value * n) / n.sum()) ** 2).sum()) * factor / repeated
    return math.sqrt(spread), min(freedom, len(n) * repeated - 1.0)


def share_between(totals: Floats, n: Floats, level: float, *, repeated: float = 1.0) -> Ends | None:
    """Of a share from 0 to 1; None for fewer than two subjects.

    >>> ends = share_between(np.array([3, 5, 0, 2.0]), np.array([4, 5, 3, 2.0]), 0.95)
    >>> [round(end, 4) for end in ends]
    [0.0634, 0.9893]
    """
    error, df = error_between(totals, n, repeated)
    if not df > 0:
        return None
    value = float(totals.sum() / n.sum())
    return share_ends(value, error, df, int((n > 0).sum()) * repeated, level)


def agreeing(totals: Floats, n: Floats) -> bool:
    """Whether all subjects have the same share, so that each is one trial.

    >>> agreeing(np.array([1, 2, 0]), np.array([2, 4, 0])), agreeing(np.ones(2), np.array([2, 3]))
    (True, False)
    """
    error, df = error_between(totals, n)
    return df > 0 and error <= ROUNDING


def share_ends(value: float, error: float, df: float, subjects: float, level: float) -> Ends:
    """A share on the logit scale; subjects that agree are one trial each (Wilson)."""
    if error <= ROUNDING or not ROUNDING < value < 1 - ROUNDING:
        sure = min(max(value, 0.0), 1.0)
        low, high = proportion_interval(sure * subjects, float(subjects), "wilson", level)
        return float(low), float(high)
    step = quantile_of(level, df) * error / (value * (1 - value))
    centre = math.log(value / (1 - value))
    return _back(centre - step), _back(centre + step)


def _back(logit: float) -> float:
    return 1 / (1 + math.exp(-logit)) if logit > -700 else 0.0


def mean_between(totals: Floats, n: Floats, level: float, *, repeated: float = 1.0) -> Ends | None:
    """Of a mean of values that are not negative; None where fewer than two differ."""
    error, df = error_between(totals, n, repeated)
    value = float(totals.sum() / n.sum()) if n.sum() > 0 else 0.0
    if not df > 0 or error <= ROUNDING * value or value <= 0:
        return None
    return around(value, error, df, level)


def around(value: float, error: float, df: float, level: float) -> Ends:
    """A positive value on the log scale."""
    step = min(quantile_of(level, df) * error / value, FURTHEST)
    return value * math.exp(-step), value * math.exp(step)


def mean_of_each(each: Floats, level: float, *, share: bool, repeated: float = 1.0) -> Ends | None:
    """The mean of one value for each subject, t(k − 1) on the logit or the log scale."""
    one = np.ones(len(each))
    between = share_between if share else mean_between
    return between(each, one, level, repeated=repeated)
