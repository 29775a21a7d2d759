"""The 2×2 table that is expected: from three rates, or from a pilot."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.metrics import Metric
from veracity.planning.request import PlanRequest
from veracity.statistics import ConfusionMatrix

CELLS = {"tp": (1, 1), "fn": (1, 0), "fp": (0, 1), "tn": (0, 0)}  # rows are truth
NEAR = 1e-6


def trial_cells(metric: Metric) -> frozenset[str]:
    """The cells that a share counts among: TP and FN for recall, all four for accuracy."""
    assert metric.counted is not None
    found = set()
    for name, index in CELLS.items():
        one = np.zeros((2, 2))
        one[index] = 1.0
        if metric.counted.trials(two_by_two(one)) > 0:
            found.add(name)
    return frozenset(found)


def two_by_two(shares: Floats) -> ConfusionMatrix:
    """A matrix of two classes; the second is the positive one."""
    return ConfusionMatrix(shares, labels=("negative", "positive"), pos_label="positive")


def from_rates(tpr: float, fpr: float, prevalence: float) -> Floats:
    """Shares of the four cells, rows truth: they add up to 1.

    >>> from_rates(tpr=0.75, fpr=0.25, prevalence=0.5).tolist()
    [[0.375, 0.125], [0.125, 0.375]]
    """
    no, yes = 1 - prevalence, prevalence
    return np.array([[no * (1 - fpr), no * fpr], [yes * (1 - tpr), yes * tpr]])


def expected_table(metric: Metric, request: PlanRequest) -> ConfusionMatrix | None:
    """The table as shares of all rows, or None where too little was given to know it.

    Given tpr, fpr and prevalence it is known. Given `expected`, the prevalence and one of the
    two rates, the other rate follows, as the metric moves one way with it.
    """
    if request.pilot is not None:
        return of_pilot(request)
    tpr, fpr, prevalence = request.tpr, request.fpr, request.prevalence
    if prevalence is None:
        return None
    if tpr is not None and fpr is not None:
        table = two_by_two(from_rates(tpr, fpr, prevalence))
        _agreeing(metric, table, request)
        return table
    if request.expected is None or (tpr is None and fpr is None):
        return None
    known = {"tpr": tpr, "fpr": fpr, "prevalence": prevalence}
    given = {name: rate for name, rate in known.items() if rate is not None}
    return two_by_two(_solved(metric, request.expected, given))


def of_pilot(request: PlanRequest) -> ConfusionMatrix:
    """The shares of a pilot: a confusion matrix, or an evaluation that holds one."""
    given: Any = getattr(request.pilot, "confusion", request.pilot)
    if not isinstance(given, ConfusionMatrix) or given.shape or not given.total > 0:
        raise refuse("plan_pilot", type=type(request.pilot).__name__)
    if request.tpr is not None or request.fpr is not None:
        raise refuse("plan_pilot_and_rates")
    shares = given.cells.array() / float(given.total)
    plain = ConfusionMatrix(shares, labels=given.labels, pos_label=given.pos_label)
    return plain if request.prevalence is None else plain.at_prevalence(request.prevalence)


def value_of(metric: Metric, table: ConfusionMatrix) -> float:
    """The metric of the expected table; refused where it is undefined there."""
    with np.errstate(all="ignore"):
        value = float(metric(table))
    if not np.isfinite(value):
        raise refuse("plan_value_undefined", key=metric.key)
    return value


def _agreeing(metric: Metric, table: ConfusionMatrix, request: PlanRequest) -> None:
    if request.expected is None:
        return
    value = value_of(metric, table)
    if abs(value - request.expected) > 1e-3:
        raise refuse(
            "plan_disagrees",
            key=metric.key,
            expected=f"{request.expected:g}",
            value=f"{value:.4g}",
        )


def _solved(metric: Metric, expected: float, known: dict[str, float]) -> Floats:
    """The table whose missing rate gives the expected value."""
    from scipy.optimize import brentq

    missing = "fpr" if "tpr" in known else "tpr"

    def table(rate: float) -> Floats:
        return from_rates(**known, **{missing: rate})

    def gap(rate: float) -> float:
        with np.errstate(all="ignore"):
            return float(metric(two_by_two(table(rate)))) - expected

    ends = NEAR, 1 - NEAR
    low, high = (gap(end) for end in ends)
    if not low * high < 0:
        raise refuse("plan_impossible", key=metric.key, expected=f"{expected:g}", name=missing)
    return table(brentq(gap, *ends, xtol=1e-14))
