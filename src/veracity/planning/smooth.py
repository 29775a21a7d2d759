"""Plans for any other metric of a table: F1, MCC, kappa, macro averages.

The variance comes from the derivative of the metric by each cell (the delta method for a
multinomial table: Agresti A (2013) Categorical Data Analysis, 3rd ed., section 16.1); the
derivative is taken numerically, so no metric needs one of its own.
"""

from __future__ import annotations

import math
from typing import Any

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.intervals.influence.derivatives import by_cell
from veracity.metrics import Metric
from veracity.planning.expected_table import expected_table, value_of
from veracity.planning.goal import Goal, smallest
from veracity.planning.proportions import ALL
from veracity.planning.request import PlanRequest
from veracity.statistics import ConfusionMatrix
from veracity.statistics.numerics.quantiles import normal_quantile, share_below
from veracity.words import say

STEP = 1e-4  # of each cell: the error of a central difference is then near 1e-8


def standard_error(metric: Metric, shares: ConfusionMatrix, n: float) -> float:
    """Standard error of the metric among n rows with these shares, by the delta method.

    A share has the variance of its trials:

    >>> from veracity.metrics import find
    >>> from veracity.planning.expected_table import from_rates, two_by_two
    >>> se = standard_error(find("recall"), two_by_two(from_rates(0.9, 0.2, 0.25)), 400)
    >>> round(se, 6), round((0.9 * 0.1 / 100) ** 0.5, 6)
    (0.03, 0.03)
    """
    weights, size = (shares.cells.array() * n).reshape(-1), shares.classes

    def value(cells: Floats) -> Floats:
        counts = cells.reshape(*cells.shape[:-1], size, size)
        return metric(ConfusionMatrix(counts, labels=shares.labels, pos_label=shares.pos_label))

    slopes = by_cell(value, weights, STEP)
    variance = float((weights * slopes**2).sum() - (weights * slopes).sum() ** 2 / n)
    return math.sqrt(max(variance, 0.0))


def table_for(metric: Metric, request: PlanRequest) -> ConfusionMatrix:
    """The expected table; refused where it is not known, or the metric has no interval."""
    if metric.no_interval is not None:
        raise refuse("plan_no_interval", key=metric.key, why=metric.no_interval.sentence())
    table = expected_table(metric, request)
    if table is None:
        raise _missing(metric, request)
    if metric.classes == "two" and table.classes != 2:
        raise refuse("plan_pilot_classes", key=metric.key, classes=table.classes)
    return table


def _missing(metric: Metric, request: PlanRequest) -> Exception:
    """What is lacking for the whole table, and nothing that was given."""
    if request.prevalence is None:
        return refuse("plan_needs_table", key=metric.key)
    given = {name: getattr(request, name) for name in ("expected", "tpr", "fpr")}
    lacking = [f"{name}=" for name, value in given.items() if value is None]
    return refuse("plan_needs_rates", key=metric.key, n=len(lacking) - 1, names=", ".join(lacking))


def width_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest rows whose normal interval (on the log scale for ratios) is narrow enough."""
    _only_delta(request)
    table = table_for(metric, request)
    value, z = value_of(metric, table), normal_quantile((1 + request.confidence_level) / 2)
    ratio_scale = metric.bounds == (0.0, math.inf) and value > 0

    def width(n: float) -> float:
        half = z * standard_error(metric, table, n)
        return 2 * value * math.sinh(min(half / value, 700.0)) if ratio_scale else 2 * half

    asked = float(request.width or 0.0)
    span = metric.bounds[1] - metric.bounds[0]
    if asked > span:
        raise refuse("plan_width_too_wide", width=f"{asked:g}", key=metric.key, span=f"{span:g}")
    if width(1e6) == 0:
        raise refuse("plan_no_spread", key=metric.key)
    needed = smallest(lambda n: width(n) <= asked * (1 + 1e-9))
    if needed is None:
        raise refuse("plan_too_many")
    scale = say("plan_delta_log") if ratio_scale else say("plan_delta")
    notes = (scale, _table_words(table))
    return Goal("width", asked, value, needed, width, "delta", ALL, 1.0, notes, reached="width")


def bound_goal(metric: Metric, request: PlanRequest) -> Goal:
    """The fewest rows with which a one-sided normal limit is beyond the bound, with a power."""
    _only_delta(request)
    if metric.better == "neither":
        raise refuse("baseline_no_direction", key=metric.key)
    table = table_for(metric, request)
    value, bound = value_of(metric, table), float(request.bound or 0.0)
    away = value - bound if metric.better == "higher" else bound - value
    if away <= 0:
        raise refuse("plan_bound_not_beyond", expected=f"{value:.4g}", bound=f"{bound:g}")
    z = normal_quantile(request.confidence_level)

    def power(n: float) -> float:
        error = standard_error(metric, table, n)
        return 1.0 if error == 0 else share_below(away / error - z)

    needed = smallest(lambda n: power(n) >= request.required_power)
    if needed is None:
        raise refuse("plan_too_many")
    notes = (say("plan_delta"), _table_words(table), say("plan_one_sided"))
    return Goal("bound", bound, value, needed, power, "delta", ALL, 1.0, notes)


def _table_words(table: ConfusionMatrix) -> Any:
    if table.classes != 2:
        return say("plan_table_of_classes", classes=table.classes)
    (tn, fp), (fn, tp) = (table.cells.array() * 100).tolist()
    names = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
    return say("plan_table", **{name: f"{value:.4g}%" for name, value in names.items()})


def _only_delta(request: PlanRequest) -> None:
    if request.method not in ("auto", "delta"):
        raise refuse("method_unknown", method=repr(request.method), methods="auto, delta")
