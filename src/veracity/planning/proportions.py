"""Plans for a share of successes among trials: recall, specificity, precision, accuracy."""

from __future__ import annotations

import math

from veracity.errors import refuse
from veracity.intervals import PROPORTION_METHODS, proportion_interval
from veracity.metrics import Metric
from veracity.planning.exact_limit import ExactLimit
from veracity.planning.expected_table import expected_table, of_pilot, trial_cells, value_of
from veracity.planning.goal import MOST, Goal, smallest
from veracity.planning.request import PlanRequest
from veracity.statistics.numerics.binomial import at_least
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.words import Text, say

ALL = frozenset(("tp", "fn", "fp", "tn"))
POSITIVES = frozenset(("tp", "fn"))
NEGATIVES = frozenset(("fp", "tn"))


def expected_share(metric: Metric, request: PlanRequest) -> tuple[float, float | None]:
    """The expected value, and the part of all rows that are trials where it is known."""
    cells = trial_cells(metric)
    if request.pilot is not None:
        table = of_pilot(request)
        assert metric.counted is not None
        found = value_of(metric, table) if request.expected is None else request.expected
        return float(found), float(metric.counted.trials(table))
    value = request.expected if request.expected is not None else _from_one_rate(metric, request)
    if value is None or cells not in (ALL, POSITIVES, NEGATIVES):
        known = expected_table(metric, request)
        if known is not None:
            assert metric.counted is not None
            return value_of(metric, known), float(metric.counted.trials(known))
        if value is None:
            raise refuse("plan_needs_expected", key=metric.key)
    if not 0 <= value <= 1:
        raise refuse("plan_outside", name="expected", value=repr(value), low=0, high=1)
    return float(value), _share(cells, request.prevalence)


def _from_one_rate(metric: Metric, request: PlanRequest) -> float | None:
    """Recall is the expected recall, however it is called."""
    rates = {"recall": request.tpr, "fpr": request.fpr}
    if metric.key == "fnr" and request.tpr is not None:
        return 1 - request.tpr
    if metric.key == "specificity" and request.fpr is not None:
        return 1 - request.fpr
    return rates.get(metric.key)


def _share(cells: frozenset[str], prevalence: float | None) -> float | None:
    if cells == ALL:
        return 1.0
    if prevalence is None:
        return None
    return {POSITIVES: prevalence, NEGATIVES: 1 - prevalence}.get(cells)


def width_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest trials whose interval, at the expected share, is no wider than asked.

    The interval is that of x = n·p successes, with x as it is and not rounded; its width falls
    with every further trial, so any larger number does as well. Of the widths that chance gives
    about half are larger.
    """
    method = "wilson" if request.method == "auto" else request.method
    if method not in PROPORTION_METHODS:
        known = ", ".join(PROPORTION_METHODS)
        raise refuse("method_unknown", method=repr(request.method), methods=known)
    expected, share = expected_share(metric, request)
    if method == "wald" and expected in (0.0, 1.0):
        raise refuse("plan_wald_at_end")

    def width(n: float) -> float:
        low, high = proportion_interval(expected * n, n, method, request.confidence_level)
        return float(high - low)

    asked = float(request.width or 0.0)
    if asked > 1:
        raise refuse("plan_width_too_wide", width=f"{asked:g}", key=metric.key, span=1)
    z = normal_quantile((1 + request.confidence_level) / 2)
    near = min(expected * (1 - expected) * (2 * z / asked) ** 2, MOST)  # Wald's
    needed = smallest(lambda n: width(n) <= asked * (1 + 1e-12), near=round(near))
    if needed is None:
        raise refuse("plan_too_many")
    at_end = "_end" if expected in (0.0, 1.0) else ""  # there every other share is wider
    note = say(f"plan_width_at_expected{at_end}", method=method, expected=f"{expected:.4g}")
    cells = trial_cells(metric)
    return Goal(
        "width", asked, expected, needed, width, method, cells, share, (note,), reached="width"
    )


def bound_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest trials that can show the metric to be on the right side of a bound.

    Shown means: the one-sided Clopper–Pearson limit at the confidence level is not beyond the
    bound, i.e. P(at most m misses | n, q) ≤ 1 − level for the m misses that occur and the miss
    rate q of the bound. With `misses` the plan allows that many (0 for the rule of three:
    Hanley JA, Lippman-Hand A (1983) JAMA 249(13):1743–1745). With `expected` it allows as many
    as can be, and the trials are so many that this happens with the power asked for, there and
    for every larger number: power goes up in teeth (Chernick MR, Liu CY (2002) The American
    Statistician 56(2):149–155), and nobody gets exactly the number that was planned.
    """
    if metric.better == "neither":
        raise refuse("baseline_no_direction", key=metric.key)
    bound = float(request.bound or 0.0)
    if not 0 < bound < 1:
        raise refuse("plan_not_inside", name="bound", value=repr(request.bound))
    higher = metric.better == "higher"
    at_bound = 1 - bound if higher else bound
    cells, level = trial_cells(metric), request.confidence_level
    if request.misses is not None and request.expected is not None:
        raise refuse("plan_misses_and_expected")
    if request.misses is not None or _no_expected(metric, request):
        return _bound_by_misses(metric, request, at_bound, bound)
    expected, share = expected_share(metric, request)
    rate = 1 - expected if higher else expected
    if rate >= at_bound:
        raise refuse("plan_bound_not_beyond", expected=f"{expected:g}", bound=f"{bound:g}")
    power = request.required_power

    limit = ExactLimit(at_bound, rate, level)
    needed = limit.needed(power)
    if needed is None:
        raise refuse("plan_too_many")
    allowed = limit.allowed(needed)
    notes = (
        say("plan_bound_allowed", misses=allowed, n=f"{needed:,}"),
        say("plan_bound_expected", expected=f"{expected:.4g}"),
        say("plan_one_sided"),
    )
    return Goal(
        "bound", bound, expected, needed, limit.power, "clopper_pearson", cells, share, notes
    )


def _no_expected(metric: Metric, request: PlanRequest) -> bool:
    rates = (request.expected, request.pilot, _from_one_rate(metric, request))
    return all(one is None for one in rates) and (request.tpr is None or request.fpr is None)


def _bound_by_misses(metric: Metric, request: PlanRequest, at_bound: float, bound: float) -> Goal:
    misses, level = request.misses or 0, request.confidence_level

    def confidence(n: float) -> float:
        whole = math.floor(n)
        return 0.0 if whole <= misses else float(at_least(misses + 1, whole, at_bound))

    needed = smallest(lambda n: confidence(n) >= level - 1e-15)
    if needed is None:
        raise refuse("plan_too_many")
    cells = trial_cells(metric)
    notes: tuple[Text, ...] = (
        say("plan_bound_misses", misses=misses, n=f"{needed:,}"),
        say("plan_one_sided"),
    )
    share = _share(cells, request.prevalence)
    least = 1 - misses / needed if metric.better == "higher" else misses / needed
    return Goal(
        "bound",
        bound,
        least,
        needed,
        confidence,
        "clopper_pearson",
        cells,
        share,
        notes,
        reached="confidence",
    )
