"""The delta method: value ± quantile · standard error, on a scale that keeps the range."""

from __future__ import annotations

import math
from functools import cache

from veracity.intervals.influence import Influence
from veracity.intervals.interval import Interval, no_interval
from veracity.intervals.proportion import normal_quantile
from veracity.intervals.scales import Scale
from veracity.words import Text, say

NOTHING = 1e-9  # standard errors below it, as a part of the range, are rounding
MANY = 1e6
BIAS_THAT_MATTERS = 0.25
BIAS_BEYOND_BELIEF = 3.0  # standard errors: a kink of the metric, not a bias


def quantile_of(level: float, freedom: float | None) -> float:
    """The two-sided quantile: of the normal distribution, or of t for clusters."""
    share = (1 + level) / 2
    if freedom is None or freedom > MANY:
        return normal_quantile(share)
    return t_quantile(share, freedom)


@cache
def t_quantile(share: float, freedom: float) -> float:
    """The quantile of Student's t distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(freedom, share))


def linearised(
    value: float,
    found: Influence,
    bounds: tuple[float, float],
    level: float,
    freedom: float | None = None,
) -> Interval:
    """Both ends; none where the value lies on the end of its range or nothing moves it.

    The value of K small classes is biased by more than its noise; a bias above a quarter of
    the standard error is taken off first (Efron B, Tibshirani RJ (1993) An Introduction to the
    Bootstrap, section 10.3). One of several standard errors is none: the second differences
    met a kink of the metric, and say nothing of its curvature. The quantile is that of t with `freedom` degrees where given,
    and with clusters with one less than there are clusters.
    """
    scale = Scale(*bounds)
    error = math.sqrt(found.variance) if found.variance >= 0 else math.nan
    span = bounds[1] - bounds[0]
    least = NOTHING * (span if math.isfinite(span) else max(abs(value), 1e-300))
    if not scale.inside(value) or not math.isfinite(error) or error <= least:
        return no_interval()
    notes: tuple[Text, ...] = ()
    middle = value
    share = abs(found.bias) / error
    if BIAS_THAT_MATTERS < share < BIAS_BEYOND_BELIEF and scale.inside(value - found.bias):
        middle, notes = value - found.bias, (say("delta_biased", bias=found.bias),)
    name = "delta"
    if found.freedom is not None:
        name, freedom = "delta (clusters)", found.freedom
        notes += (say("clusters_linearised", n=found.freedom + 1, df=found.freedom),)
    low, high = scale.interval(middle, error, quantile_of(level, freedom))
    return Interval(low, high, name, notes)
