"""Two procedures on the same folds: differences fold by fold, with a corrected test."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.contrasts.contrasting import (
    Wishes,
    no_superiority,
    normal_superiority,
    with_verdicts,
)
from veracity.comparisons.significance.five_by_two import FOLDS, REPEATS, five_by_two_test
from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.comparison import Comparison, corrected_over, made_with
from veracity.evaluation.folds.cross_validation import CrossValidation
from veracity.evaluation.folds.fold_means import METHOD
from veracity.intervals.formulas.corrected_t import corrected_mean
from veracity.metrics import Metric, find
from veracity.results import Contrast, Estimate, Test
from veracity.results.comparisons.margins import margin_tests
from veracity.words import say

TESTS = ("auto", "nadeau_bengio", "5x2cv_f")
NAMES = ("A", "B")


def compared_folds(
    first: object, second: object, metrics: Iterable[str], wishes: Wishes
) -> Comparison:
    """The comparison of two cross-validations; both must have the same folds."""
    if not isinstance(first, CrossValidation) or not isinstance(second, CrossValidation):
        raise refuse("cv_compared_with", type=type(second).__name__)
    if wishes.test not in TESTS:
        raise refuse("cv_test_unknown", test=repr(wishes.test), tests=quoted(TESTS))
    _same_folds(first, second)
    keys = [find(key) for key in metrics] or _usual(first, second)
    contrasts = with_verdicts([_contrast(first, second, metric, wishes) for metric in keys], wishes)
    settings = made_with(first.settings, wishes)
    return Comparison(
        NAMES,
        tuple(metric.key for metric in keys),
        contrasts,
        {one.key: one.test for one in contrasts},
        "paired",
        first.pooled.rows,
        {**settings, "method": METHOD, "folds": len(first.parts)},
        note=corrected_over(wishes, contrasts),
        wishes=wishes,
    )


def _usual(first: CrossValidation, second: CrossValidation) -> list[Metric]:
    keys = [line.key for line in first.profile().lines]
    there = set(second.keys())
    both = [find(key) for key in keys if key in there]
    fixed = {"prevalence", "no_information_rate"}  # the same for every model
    return [metric for metric in both if metric.key not in fixed][:4]


def _same_folds(first: CrossValidation, second: CrossValidation) -> None:
    """Names, repeats, rows and classes of every fold agree."""
    mine, yours = (
        [
            (name, repeat, part.rows.used, tuple(part.held.some.class_totals.tolist()))
            for name, repeat, part in zip(cv.names, cv.repeats, cv.parts, strict=True)
        ]
        for cv in (first, second)
    )
    codes = {cv.procedure.splits for cv in (first, second) if cv.procedure.splits}
    if mine != yours or len(codes) > 1:
        raise refuse("cv_other_folds", mine=len(mine), yours=len(yours))


def _contrast(
    first: CrossValidation, second: CrossValidation, metric: Metric, wishes: Wishes
) -> Contrast:
    values = first.mean[metric.key], second.mean[metric.key]
    each = _each(first, metric) - _each(second, metric)
    found = difference_of_folds(each, first, metric)
    freedom = len(each) - 1
    test = _test(each, first, wishes.test, found)
    margin = wishes.margin_of(metric)
    known = not math.isnan(found.low)
    shares = (
        normal_superiority(found, margin or 0.0, metric.better, freedom)
        if known
        else no_superiority(margin or 0.0, found)
    )
    against: dict[str, Any] = {}
    if known and margin is not None:
        against = {**margin_tests(found, margin, metric.better, freedom)}
    return Contrast(*NAMES, metric.key, values, found, test, shares, margin=margin, **against)


def _each(cv: CrossValidation, metric: Metric) -> Floats:
    return np.array(list(cv.each(metric.key).values()))


def difference_of_folds(each: Floats, cv: CrossValidation, metric: Metric) -> Estimate:
    """The mean difference over folds with the corrected interval, or the reason for none."""
    level, n = cv.settings.confidence_level, float(cv.pooled.rows.used)
    found = corrected_mean(each, cv.test_per_training)
    value = float(found.mean)
    why = None
    if math.isnan(value):
        blame = [cv.names[i] for i in np.flatnonzero(np.isnan(each))]
        why = say("undefined_for_matrices", names=quoted(blame))
    elif len(each) < 2:
        why = say("cv_one_fold")
    elif not found.error > 4 * np.finfo(float).eps:
        why = say("cv_no_spread")
    if why is not None:
        return Estimate(value, math.nan, math.nan, level, "none", n, 0.0, why)
    low, high = (float(end) for end in found.ends(level))
    most = metric.bounds[1] - metric.bounds[0]
    note = say("cv_corrected", n=len(each))
    return Estimate(value, max(low, -most), min(high, most), level, METHOD, n, 0.0, note)


def _test(each: Floats, cv: CrossValidation, name: str, found: Estimate) -> Test:
    if name == "5x2cv_f":
        return five_by_two_test(_five_by_two(each, cv))
    if math.isnan(found.low):
        return Test(math.nan, None, math.nan, "none", found.note)
    from scipy.special import stdtr

    mean = corrected_mean(each, cv.test_per_training)
    t = float(mean.mean / mean.error)
    return Test(t, float(mean.df), 2 * float(stdtr(mean.df, -abs(t))), "nadeau_bengio")


def _five_by_two(each: Floats, cv: CrossValidation) -> Floats:
    """The differences by repeat and fold, where there are just five repeats of two folds."""
    by_repeat: dict[object, list[float]] = {}
    for repeat, one in zip(cv.repeats, each.tolist(), strict=True):
        by_repeat.setdefault(repeat, []).append(one)
    if len(by_repeat) != REPEATS or any(len(two) != FOLDS for two in by_repeat.values()):
        raise refuse("cv_not_five_by_two", repeats=len(by_repeat), folds=len(each))
    return np.array(list(by_repeat.values()))
