"""How strict the checks are: many of them look, and together they must not cry wolf.

About ten checks above `note` test something on an evaluation. Each tests at 0.5%, so that
together they speak without reason on at most about 5% of honest evaluations (Bonferroni).
An effect that is certain but too small to matter is left alone too.
"""

from __future__ import annotations

import math

from veracity.intervals.formulas.scales import Scale
from veracity.results import Estimate
from veracity.statistics.numerics.quantiles import normal_quantile

ALPHA = 0.005
Range = tuple[float, float]
UNBOUNDED: Range = (-math.inf, math.inf)
SHARE: Range = (0.0, 1.0)


def standard_errors(estimate: Estimate, ideal: float, bounds: Range = UNBOUNDED) -> float:
    """How many standard errors the value lies above (below: negative) another value.

    The standard error is read off the end of the interval that faces that value, on the scale
    on which intervals of this range are made; the bound of a grid, by which the interval is
    wider, counts as error too. 0 where there is no interval.

    >>> one = Estimate(0.5, 0.4, 0.6, 0.95, "delta", 100)
    >>> round(standard_errors(one, 0.2), 3)
    5.88
    """
    low, high, value = estimate.low, estimate.high, estimate.value
    if not all(math.isfinite(end) for end in (low, high, value)):
        return 0.0
    scale = Scale(*bounds)
    end = low if ideal < value else high
    if not all(scale.inside(one) for one in (end, value, ideal)):
        scale = Scale(*UNBOUNDED)
    error = abs(scale.to(value) - scale.to(end)) / normal_quantile((1 + estimate.level) / 2)
    apart = scale.to(value) - scale.to(ideal)
    if error <= 0:
        return 0.0
    return apart / error


def surely_above(estimate: Estimate, ideal: float, bounds: Range = UNBOUNDED) -> bool:
    """Whether the value lies above the ideal beyond what chance explains, at the strict level."""
    return standard_errors(estimate, ideal, bounds) > _limit()


def surely_below(estimate: Estimate, ideal: float, bounds: Range = UNBOUNDED) -> bool:
    """Whether the value lies below the ideal beyond what chance explains, at the strict level."""
    return standard_errors(estimate, ideal, bounds) < -_limit()


def _limit() -> float:
    return normal_quantile(1 - ALPHA / 2)
