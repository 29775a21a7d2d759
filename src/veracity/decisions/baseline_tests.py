"""Tests of a classifier against rules that look at nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.decisions.population import Population, smoothed_share
from veracity.decisions.prevalence import slope_by, with_prevalence
from veracity.intervals import Estimator
from veracity.intervals.linearised import MANY
from veracity.metrics import Metric, find
from veracity.metrics.projecting import projected
from veracity.results import Test
from veracity.statistics import ConfusionMatrix
from veracity.statistics.fisher_exact import fisher_exact
from veracity.words import say


def plain_counts(matrix: ConfusionMatrix) -> bool:
    """Whether rows stand alone and weigh 1: exact tests need that."""
    return matrix.units is None and not matrix.weighted and matrix.cells.whole()


def against_constant(estimator: Estimator, place: int, where: Population | None = None) -> Test:
    """The accuracy of the classifier against always answering the class at `place`.

    McNemar's exact test: of the rows on which only one of the two is right, is each right on
    half? Two-sided by doubling. With weights or clusters, or in another population: a z (t)
    test of the difference of the two accuracies, linearised.
    """
    matrix = estimator.statistic
    ours = float(matrix.right - matrix.hits[place])
    theirs = float(matrix.truth[place] - matrix.hits[place])
    if where is not None or not plain_counts(matrix):
        return _linearised(
            estimator, lambda c: ratio(c.right - c.truth[..., place], c.total), where
        )
    if ours + theirs == 0:
        return Test(0.0, None, 1.0, "mcnemar_exact", say("baseline_same_calls"))
    p = two_sided(min(ours, theirs), ours + theirs, 0.5)
    return Test(min(ours, theirs), None, p, "mcnemar_exact")


def against_coin(estimator: Estimator, where: Population | None = None) -> Test:
    """The accuracy against a coin that knows the class shares: expected Σπ², taken as known.

    Where all rows are of one class the coin always answers it, and the test is that of the
    constant.
    """
    matrix = estimator.statistic
    shares = ratio(matrix.truth, matrix.total)
    if where is None and np.count_nonzero(matrix.truth) == 1:
        return against_constant(estimator, int(matrix.truth.argmax()))
    by_chance = float((shares**2).sum())
    if where is not None or not plain_counts(matrix):
        return _linearised(
            estimator,
            lambda c: (
                ratio(c.right, c.total)
                - (ratio(c.truth, np.asarray(c.total)[..., None]) ** 2).sum(-1)
            ),
            where,
        )
    p = two_sided(float(matrix.right), float(matrix.total), by_chance)
    return Test(float(matrix.right), None, p, "binomial")


def against_no_information(estimator: Estimator, where: Population | None = None) -> Test:
    """One-sided binomial test that the accuracy exceeds the share of the commonest class.

    P(X ≥ right) for X binomial with the no-information rate, which is taken as known, as
    caret's confusionMatrix does (Kuhn M (2008) Journal of Statistical Software 28(5)).
    McNemar's test against that constant also allows for its error.
    """
    matrix = estimator.statistic
    rate = float(ratio(matrix.truth.max(), matrix.total))
    right, n = float(matrix.right), float(matrix.total)
    if where is not None or not plain_counts(matrix):
        there = matrix if where is None else matrix.at_prevalence(where.share)
        found = against_constant(estimator, int(there.truth.argmax()), where)
        one_sided = found.p_value / 2 if found.statistic > 0 else 1 - found.p_value / 2
        return replace(found, p_value=one_sided)
    from scipy.special import bdtrc

    p = 1.0 if right == 0 else float(bdtrc(right - 1, int(n), rate))
    return Test(right, None, p, "no_information_rate")


def two_sided(successes: float, trials: float, share: float) -> float:
    """Exact binomial p-value, two-sided by doubling the smaller tail.

    >>> round(two_sided(6, 22, 0.5), 5)
    0.05248
    """
    from scipy.special import bdtr, bdtrc

    below = float(bdtr(successes, int(trials), share))
    above = 1.0 if successes == 0 else float(bdtrc(successes - 1, int(trials), share))
    return min(2 * min(below, above), 1.0)


def no_agreement(estimator: Estimator, key: str) -> Test:
    """MCC or kappa against 0: whether calls have anything to do with the truth.

    MCC and kappa are 0 together. Of two classes, MCC by Fisher's exact test of the table; else
    kappa by z with its variance under independence (Fleiss JL, Cohen J, Everitt BS (1969)
    Psychological Bulletin 72:323–327). With weights or clusters the linearised z (t) test.
    """
    matrix, metric = estimator.statistic, find(key)
    if math.isnan(float(metric(matrix))):
        return Test(math.nan, None, math.nan, "none", say("baseline_undefined", key=metric.names))
    if not plain_counts(matrix):
        return _linearised(estimator, metric)
    if key == "mcc" and matrix.classes == 2:
        odds, p = fisher_exact(matrix.counts)
        return Test(odds, None, p, "fisher")
    error = kappa_null_error(matrix)
    if not error > 0:
        return Test(math.nan, None, 1.0, "kappa_null", say("baseline_same_calls"))
    from scipy.special import ndtr

    z = float(find("kappa")(matrix)) / error
    return Test(z, None, float(2 * ndtr(-abs(z))), "kappa_null")


def kappa_null_error(matrix: ConfusionMatrix) -> float:
    """The standard error of kappa had calls and truth been independent, margins as found."""
    n = float(matrix.total)
    truth, called = matrix.truth / n, matrix.called / n
    agreed = float((truth * called).sum())
    inside = agreed + agreed**2 - float((truth * called * (truth + called)).sum())
    return float(ratio(math.sqrt(max(inside, 0.0)), (1 - agreed) * math.sqrt(n)))


def _linearised(
    estimator: Estimator, of: Metric | Callable[[Any], Any], where: Population | None = None
) -> Test:
    """Value / standard error, by the normal distribution or, with clusters, by t."""
    from scipy.special import ndtr, stdtr

    metric = of
    if not isinstance(metric, Metric):
        metric = replace(
            find("accuracy"), compute=metric, range=(-1.0, 1.0), limit=None, key="difference"
        )
    sample, moved = estimator.sample, metric
    if where is not None:
        moved = projected(metric, where.share)
    value = float(moved(estimator.statistic))
    found = sample.directions.influence(moved)
    if where is not None and where.counted:
        share, cases = smoothed_share(where)
        found = with_prevalence(found, slope_by(sample.read, metric, share), share, cases)
    error = math.sqrt(found.variance) if found.variance > 0 else 0.0
    if not error > 0:
        return Test(math.nan, None, 1.0 if value == 0 else math.nan, "delta", say("nothing_varies"))
    z = value / error
    free = found.freedom
    p = 2 * (ndtr(-abs(z)) if free is None or free > MANY else stdtr(free, -abs(z)))
    return Test(z, None if free is None else float(free), float(p), "delta")
