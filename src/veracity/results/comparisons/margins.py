"""Non-inferiority, equivalence and the verdict: an interval of a difference against a margin."""

from __future__ import annotations

import math
from typing import Literal

from veracity.results.estimate.estimate import Estimate
from veracity.results.estimate.test import Test
from veracity.statistics.numerics.quantiles import quantile_of

Outcome = Literal["better", "worse", "equivalent", "non_inferior", "cannot_tell"]
Sides = tuple[float, float]


def one_sided(distance: float, df: float | None) -> float:
    """The p-value of a one-sided test whose statistic is this many standard errors."""
    from scipy.special import ndtr, stdtr

    return float(ndtr(-distance) if df is None else stdtr(df, -distance))


def standard_errors(difference: Estimate, point: float, df: float | None) -> float:
    """How many standard errors the difference lies above a point, by the interval's own width.

    The side of the interval that faces the point is taken as so many standard errors as the
    level has, so that the answer agrees with the interval: it is beyond the quantile exactly
    where the interval does not reach the point.
    """
    distance = difference.value - point
    side = difference.value - difference.low if distance > 0 else difference.high - difference.value
    if distance == 0:
        return 0.0
    if math.isnan(side):
        return math.nan
    return (
        math.copysign(math.inf, distance)
        if side == 0
        else (distance / side * quantile_of(difference.level, df))
    )


def margin_tests(
    difference: Estimate, margin: float, better: str, df: float | None
) -> dict[str, Test]:
    """Non-inferiority (one-sided) and equivalence (two one-sided tests, the larger p).

    At level 1 − α the interval excludes the margin exactly where the one-sided p is below α/2:
    Schuirmann DJ (1987) Journal of Pharmacokinetics and Biopharmaceutics 15:657–680.
    """
    above = standard_errors(difference, -margin, df)
    below = -standard_errors(difference, margin, df)
    worse_end = below if better == "lower" else above
    least = min(above, below)
    return {
        "non_inferiority": Test(worse_end, df, one_sided(worse_end, df), "non_inferiority"),
        "equivalence": Test(least, df, one_sided(least, df), "equivalence"),
    }


def margin_p_values(difference: Estimate, margin: float, df: float | None) -> Sides:
    """One-sided p-values: that the difference is −margin or less, that it is margin or more.

    >>> exact = Estimate(0.01, 0.01 - 0.0392, 0.01 + 0.0392, 0.95, "delta", 100)
    >>> [round(p, 3) for p in margin_p_values(exact, 0.05, None)]
    [0.001, 0.023]
    """
    above = standard_errors(difference, -margin, df)
    below = -standard_errors(difference, margin, df)
    return one_sided(above, df), one_sided(below, df)


def outcome(
    difference: Estimate,
    p_adjusted: float,
    margin: float | None,
    better: str,
    p_margins: Sides | None = None,
) -> Outcome:
    """What the numbers amount to for the first.

    In this order: equivalent, where a margin was given and the whole interval is inside it;
    better or worse, where the adjusted p is below 1 − level and the interval does not reach 0;
    non_inferior, where it does not reach the margin on the bad side; else cannot_tell. For a
    metric with no better end there is no better or worse. With `p_margins`, the adjusted
    one-sided p-values of both margins, one that has to be excluded needs a p below half of
    1 − level too.
    """
    low, high, sign = difference.low, difference.high, -1 if better == "lower" else 1
    half = (1 - difference.level) / 2
    beyond = (True, True) if p_margins is None else tuple(p <= half * (1 + 1e-9) for p in p_margins)
    if margin is not None and -margin < low and high < margin and all(beyond):
        return "equivalent"
    apart = p_adjusted < 1 - difference.level and not low <= 0 <= high
    if apart and better != "neither":
        return "better" if sign * difference.value > 0 else "worse"
    bad_end = low if sign > 0 else -high
    excluded = bad_end > -(margin or 0.0) and beyond[0 if sign > 0 else 1]
    if margin is not None and better != "neither" and excluded:
        return "non_inferior"
    return "cannot_tell"
