"""Which test answers whether two models differ, by its name or by itself."""

from __future__ import annotations

import math

import numpy as np

from veracity.comparisons.differences.difference import gap, proportion_counts
from veracity.comparisons.differences.paired_proportions import cells_that_count
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.paired_samples.resampling import bootstrap_test
from veracity.comparisons.significance.label_tests import bowker, cochran_q
from veracity.comparisons.significance.mcnemar import FORMS, mcnemar
from veracity.comparisons.significance.permutation import can_exchange, permutation_test
from veracity.comparisons.significance.venkatraman import MOST_ROWS, venkatraman
from veracity.errors import refuse
from veracity.metrics import Metric
from veracity.results import Estimate, Test
from veracity.results.comparisons.margins import one_sided, standard_errors
from veracity.statistics import ConfusionMatrix
from veracity.words import say

PAIRED_TESTS = (
    *FORMS,
    "bowker",
    "cochran_q",
    "delong",
    "delta",
    "bootstrap",
    "permutation",
    "mover",
    "venkatraman",
)
UNPAIRED_TESTS = ("delong_unpaired", "fisher", "mover")
TESTS = ("auto", *PAIRED_TESTS, *UNPAIRED_TESTS[:2])


def checked_test(test: str) -> str:
    """The name of a test, if there is one so called."""
    if test not in TESTS:
        raise refuse("test_unknown", test=repr(test), tests=", ".join(TESTS))
    return test


def paired_test(
    paired: Paired,
    first: int,
    second: int,
    metric: Metric,
    found: Estimate,
    asked: str,
    *,
    by_name: bool = False,
) -> Test:
    """The test of one difference.

    By itself: McNemar's mid-p for proportions of the same rows, DeLong's for ROC areas, the
    paired bootstrap where the interval is one, the permutation test for metrics that can have
    no interval, and for everything else the test that belongs to the interval. One that does
    not fit a metric leaves it on auto and says so; it is an error for a metric asked for by name.
    """
    if not math.isfinite(found.value):
        return Test(math.nan, None, math.nan, "none", say("difference_undefined"))
    usual = _usual(paired, first, second, metric, found)
    if asked == "auto" or asked == usual:
        return _run(paired, first, second, metric, found, usual)
    if _fits(paired, first, second, metric, asked):
        return _run(paired, first, second, metric, found, asked)
    if by_name:
        names = (name for name in PAIRED_TESTS if _fits(paired, first, second, metric, name))
        fitting = ", ".join(["auto", *names])
        raise refuse("compare_test_misfit", test=asked, key=metric.key, fitting=fitting)
    other = _run(paired, first, second, metric, found, usual)
    note = say("test_does_not_fit", test=asked, key=metric.key)
    return Test(other.statistic, other.df, other.p_value, other.name, note)


def from_interval(found: Estimate, df: float | None) -> Test:
    """The test that belongs to an interval: p is below 1 − level exactly where 0 is outside it.

    The side of the interval that faces 0 is taken as so many standard errors as its level has;
    intervals that are no multiples of a standard error give a slightly different p at another
    level.
    """
    if math.isnan(found.low):
        return Test(math.nan, df, math.nan, "none", found.note)
    statistic = standard_errors(found, 0.0, df)
    return Test(statistic, df, 2 * one_sided(abs(statistic), df), "mover")


def _usual(paired: Paired, first: int, second: int, metric: Metric, found: Estimate) -> str:
    layout = paired.layout(metric)
    if layout.cluster is not None and layout.clusters < 2:
        return "none"
    spread = paired.spread(metric, first, second)
    if spread is not None and spread.hidden:
        return "none"
    if proportion_counts(paired, metric, first, second) is not None:
        return "mcnemar_mid_p"
    if metric.area is not None and gap(paired, first, second, metric).error > 0:
        return "delong"
    if found.method == "percentile":
        return "bootstrap"
    if math.isnan(found.low):
        return "permutation" if can_exchange(layout) else "none"
    return "delta" if found.method == "delta" and spread is not None else "mover"


def _fits(paired: Paired, first: int, second: int, metric: Metric, test: str) -> bool:
    layout = paired.layout(metric)
    spread = paired.spread(metric, first, second)
    if spread is not None and (spread.hidden or layout.clusters < 2):
        return False
    if test in FORMS or test == "cochran_q":
        return proportion_counts(paired, metric, first, second) is not None
    if test == "bowker":
        return metric.reads is ConfusionMatrix and layout.cluster is None and layout.squares is None
    if test == "delong":
        return metric.area is not None
    if test == "venkatraman":
        joint = paired.joint
        plain = joint is not None and joint.squares is None and joint.cluster is None
        return metric.area is not None and plain and float(layout.weight.sum()) <= MOST_ROWS
    if test == "delta":
        return metric.no_interval is None and metric.moving is None
    if test == "permutation":
        return can_exchange(layout)
    if test == "mover":
        return metric.no_interval is None
    return test == "bootstrap" and metric.no_interval is None


def _run(
    paired: Paired, first: int, second: int, metric: Metric, found: Estimate, test: str
) -> Test:
    if test in FORMS:
        counts = proportion_counts(paired, metric, first, second)
        assert counts is not None
        return mcnemar(counts.only_first, counts.only_second, test)
    if test == "cochran_q":
        return proportions_alike(paired, metric, [first, second])
    if test == "bowker":
        names, table = paired.names, paired.labels_at(paired.reading(metric)[1])
        made = bowker(table.by_label(names[first], names[second]))
        return Test(made.statistic, made.df, made.p_value, "bowker", say("bowker_is_of_labels"))
    if test in ("delong", "delta"):
        return gap(paired, first, second, metric).test(test)
    if test == "bootstrap":
        resamples = paired.resamples(metric)
        return bootstrap_test(resamples.differences(first, second, metric, found.value))
    if test == "permutation":
        layout, a, b = paired.exchangeable(metric, first, second)
        return permutation_test(layout, a, b, metric, paired.settings)
    if test == "venkatraman":
        return _of_curves(paired, first, second)
    if test == "mover":
        spread = paired.spread(metric, first, second)
        return from_interval(found, None if spread is None else spread.df)
    return Test(math.nan, None, math.nan, "none", found.note)


def _of_curves(paired: Paired, first: int, second: int) -> Test:
    """Venkatraman's test, on rows counted one by one."""
    joint, settings = paired.joint, paired.settings
    assert joint is not None
    times = joint.weight.astype(np.int64)
    case = np.repeat(joint.truth == joint.positive_index, times)
    mine, yours = (np.repeat(joint.scores[model], times) for model in (first, second))
    return venkatraman(case, mine, yours, settings.n_resamples, settings.random_state)


def proportions_alike(paired: Paired, metric: Metric, models: list[int]) -> Test:
    """Cochran's Q of a proportion over several models."""
    layout = paired.layout(metric)
    trial, success = cells_that_count(layout, metric)
    weight = np.where(trial[layout.cell[0]], layout.weight, 0.0)
    return cochran_q(success[layout.cell[models]], weight)
