"""The delta method: value ± quantile · standard error, on a range-preserving scale."""

from __future__ import annotations

import math

from veracity.intervals.formulas.interval import Interval, no_interval
from veracity.intervals.formulas.scales import scale_of
from veracity.intervals.influence.influence import Influence
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, say

NOTHING = 1e-9  # standard errors below it, as a part of the range, are rounding
NOTHING_OF_A_RATIO = 1e-7  # as a part of the distance from the one end of its range
BIAS_THAT_MATTERS = 0.25
BIAS_BEYOND_BELIEF = 3.0  # standard errors: a kink of the metric, not a bias


def linearised(
    value: float,
    found: Influence,
    bounds: tuple[float, float],
    level: float,
    freedom: float | None = None,
    *,
    plain: bool = False,
) -> Interval:
    """Both ends; none where the value lies on the end of its range or nothing moves it.

    The value of K small classes is biased by more than its noise; a bias above a quarter of
    the standard error is taken off first (Efron B, Tibshirani RJ (1993) An Introduction to the
    Bootstrap, section 10.3), both on the scale on which the interval is made. One of several
    standard errors is none: the second differences met a kink of the metric, and say nothing about
    its curvature. Ratios (likelihood and odds ratios) are left as they are, on the log scale:
    that is the interval of Woolf B (1955) Annals of Human Genetics 19:251–253 and of Simel DL,
    Samsa GP, Matchar DB (1991) Journal of Clinical Epidemiology 44:763–770, which covers 0.95
    to 0.96 with 40 rows. `plain` leaves every bias in.

    The quantile is that of t with `freedom` degrees where given, and with clusters with as many
    as they are worth.
    """
    scale = scale_of(*bounds)
    variance = found.variance
    error = math.sqrt(variance) if variance >= 0 else math.nan
    if not scale.inside(value) or not math.isfinite(error):
        return no_interval()
    if error <= _rounding(value, bounds):
        return no_interval()
    notes: tuple[Text, ...] = ()
    middle, spread = scale.to(value), error * scale.slope(value)
    matters = BIAS_THAT_MATTERS < abs(found.bias) / spread < BIAS_BEYOND_BELIEF
    if matters and not plain and not scale.one_sided:
        middle -= found.bias
        notes = (say("delta_biased", middle=scale.back(middle)),)
    name = "delta"
    if found.freedom is not None:
        name, freedom = "delta (clusters)", found.freedom
        notes += (cluster_notes(found),)
    low, high = scale.around(middle, quantile_of(level, freedom) * spread)
    if not low <= value <= high:
        notes += (say("drawn_to_value"),)
    return Interval(min(low, value), max(high, value), name, notes)


def _rounding(value: float, bounds: tuple[float, float]) -> float:
    """A standard error that is nothing but the rounding of differences."""
    low, high = bounds
    if math.isfinite(high - low):
        return NOTHING * (high - low)
    if math.isfinite(low) or math.isfinite(high):
        return NOTHING_OF_A_RATIO * (value - low if math.isfinite(low) else high - value)
    return NOTHING * max(abs(value), 1e-300)


def cluster_notes(found: Influence) -> Text:
    """How many clusters the variance comes from, and its degrees of freedom."""
    assert found.freedom is not None
    number = len(found.each) if found.clusters is None else found.clusters
    return say("clusters_linearised", n=number, df=f"{found.freedom:.3g}")
