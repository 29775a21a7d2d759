"""Plans from a first small sample, for any metric that has an interval.

A metric of scores or probabilities (average precision, Brier score, log loss) varies as the
scores do, which no single number tells; an evaluation of a first sample does. So does a
comparison of two models on the same rows, which holds how alike their errors are. The standard
error is read off the interval of the pilot, on the scale of the metric's range, and shrinks with
one over the root of the rows (Cochran WG (1977) Sampling Techniques, 3rd ed., section 4.7, on
sample sizes from a pilot). A pilot of few rows knows its own spread only roughly, and so does the
plan: with 50 rows it may be off by a third.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from veracity.errors import refuse
from veracity.intervals.formulas.scales import Scale
from veracity.metrics import Metric
from veracity.planning.goal import Goal, Reached, smallest
from veracity.planning.proportions import ALL
from veracity.planning.request import PlanRequest
from veracity.results import Comparison, Estimate
from veracity.statistics import ConfusionMatrix, RowAccount
from veracity.statistics.numerics.quantiles import normal_quantile, share_below
from veracity.words import Text, say

ELSEWHERE = ("expected", "prevalence", "tpr", "fpr", "misses", "disagreement", "correlation")
TWO = 2


def from_pilot(metric: Metric, request: PlanRequest) -> bool:
    """Whether the pilot tells the spread: a comparison, or an evaluation of scores."""
    if isinstance(request.pilot, Comparison):
        return True
    evaluated = callable(getattr(request.pilot, "keys", None))
    return evaluated and (metric.reads is not ConfusionMatrix or request.kind == "difference")


def goal_of(metric: Metric, request: PlanRequest) -> Goal:
    """Width, bound or difference, with the spread of the pilot."""
    request.without(*ELSEWHERE, "continuity", "paired")
    if request.method not in ("auto", "pilot"):
        raise refuse("method_unknown", method=repr(request.method), methods="auto, pilot")
    if request.kind == "difference":
        return _apart(metric, request)
    if isinstance(request.pilot, Comparison):
        raise refuse("plan_pilot_of_one", key=metric.key)
    found: Estimate = request.pilot[metric.key]
    rows = _known(metric, found, request.pilot.rows)
    if request.kind == "width":
        return _wide(metric, request, found, rows)
    return _beyond(metric, request, found, rows)


def _wide(metric: Metric, request: PlanRequest, found: Estimate, rows: float) -> Goal:
    """The fewest rows whose interval, on the scale of the range, is narrow enough."""
    asked = float(request.width or 0.0)
    scale, z = Scale(*metric.bounds), normal_quantile((1 + request.confidence_level) / 2)
    if not all(scale.inside(end) for end in (found.low, found.value, found.high)):
        scale = Scale(-math.inf, math.inf)
    middle, error = scale.to(found.value), _error(found, scale)

    def width(n: float) -> float:
        low, high = scale.around(middle, z * error * math.sqrt(rows / n))
        return high - low

    needed = smallest(lambda n: width(n) <= asked * (1 + 1e-9))
    return _goal(request, asked, found.value, needed, width, rows, "width")


def _beyond(metric: Metric, request: PlanRequest, found: Estimate, rows: float) -> Goal:
    """Power of a one-sided normal limit, if the value is that of the pilot."""
    if metric.better == "neither":
        raise refuse("baseline_no_direction", key=metric.key)
    bound = float(request.bound or 0.0)
    away = found.value - bound if metric.better == "higher" else bound - found.value
    if away <= 0:
        raise refuse("plan_bound_not_beyond", expected=f"{found.value:.4g}", bound=f"{bound:g}")
    error, z = _error(found), normal_quantile(request.confidence_level)

    def power(n: float) -> float:
        return share_below(away / (error * math.sqrt(rows / n)) - z)

    needed = smallest(lambda n: power(n) >= request.required_power)
    return _goal(request, bound, found.value, needed, power, rows, "power", say("plan_one_sided"))


def _apart(metric: Metric, request: PlanRequest) -> Goal:
    """Power to tell two models apart that differ by so much, as alike as those of the pilot."""
    pilot = request.pilot
    if not isinstance(pilot, Comparison) or pilot.pairing != "paired" or len(pilot.names) != TWO:
        raise refuse("plan_pilot_of_two", key=metric.key)
    one = pilot[pilot.names[0], pilot.names[1], metric.key]
    rows, d = _known(metric, one.difference, pilot.rows), abs(float(request.difference or 0.0))
    error, z = _error(one.difference), normal_quantile((1 + request.confidence_level) / 2)

    def power(n: float) -> float:
        return share_below(d / (error * math.sqrt(rows / n)) - z)

    needed = smallest(lambda n: power(n) >= request.required_power)
    expected = one.values[0].value
    return _goal(request, float(request.difference or 0.0), expected, needed, power, rows, "power")


def _known(metric: Metric, found: Estimate, account: RowAccount | None) -> float:
    """The rows of the pilot; refused where it has no interval, or one without a width."""
    if math.isnan(found.low) or math.isnan(found.high):
        why = found.note or say("gate_cannot_tell")
        raise refuse("plan_no_interval", key=metric.key, why=why)
    if not 0 < found.high - found.low < math.inf:
        raise refuse("plan_no_spread", key=metric.key)
    return float(found.n if account is None else account.used)


def _error(found: Estimate, scale: Scale | None = None) -> float:
    """The standard error that the interval stands for."""
    ends = (found.low, found.high) if scale is None else map(scale.to, (found.low, found.high))
    low, high = ends
    return (high - low) / (2 * normal_quantile((1 + found.level) / 2))


def _goal(
    request: PlanRequest,
    asked: float,
    value: float,
    needed: int | None,
    achieved: Callable[[float], float],
    rows: float,
    reached: Reached,
    *notes: Text,
) -> Goal:
    if needed is None:
        raise refuse("plan_too_many")
    words = (say("plan_of_pilot", n=f"{rows:,.0f}"), *notes)
    kind = request.kind
    return Goal(kind, asked, value, needed, achieved, "pilot", ALL, 1.0, words, 1, reached)
