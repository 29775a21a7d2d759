"""What is to be made best: a count metric, or an expected cost as low as possible."""

from __future__ import annotations

import math
from collections.abc import Sequence

from veracity.arrays import is_number
from veracity.decisions.thresholds.constraints import Constraint
from veracity.errors import refuse
from veracity.metrics import Metric, find
from veracity.statistics import ConfusionMatrix


def aim_of(
    maximize: str | Metric | None,
    cost_fp: float | None,
    cost_fn: float | None,
    constraints: Sequence[Constraint],
) -> Metric:
    """The metric to make best.

    What was named; else the expected cost, if costs were given; else what the constraints leave
    open: the specificity where only recall is bounded (fewest false alarms), the recall where
    only alarms are, F1 where both or none are.
    """
    if cost_fp is not None or cost_fn is not None:
        if maximize is not None:
            raise refuse("choose_two_aims")
        return _cost(cost_fp, cost_fn)
    if maximize is not None:
        return _checked(find(maximize) if isinstance(maximize, str) else maximize)
    names = {constraint.name for constraint in constraints}
    if names == {"min_recall"}:
        return find("specificity")
    return find("recall" if names and "min_recall" not in names else "f1")


def _cost(fp: float | None, fn: float | None) -> Metric:
    for value in (fp, fn):
        if value is None:
            raise refuse("choose_both_costs")
        if not is_number(value) or not 0 <= value < math.inf:
            raise refuse("choose_bad_cost", fp=repr(fp), fn=repr(fn))
    if fp == fn == 0:
        raise refuse("choose_bad_cost", fp=repr(fp), fn=repr(fn))
    return find("expected_cost").with_values(fp=fp, fn=fn)


def _checked(metric: Metric) -> Metric:
    if not issubclass(metric.reads, ConfusionMatrix):
        raise refuse("choose_needs_counts", metric=metric.key)
    if metric.better == "neither":
        raise refuse("choose_no_direction", metric=metric.key)
    return metric
