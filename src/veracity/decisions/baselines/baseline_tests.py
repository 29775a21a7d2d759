"""Tests of a classifier against rules that look at nothing."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.population import Population, smoothed_share
from veracity.intervals import Estimator
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import projected
from veracity.results import Test
from veracity.statistics import ConfusionMatrix
from veracity.statistics.numerics.binomial import at_least, at_most
from veracity.statistics.numerics.quantiles import MANY, normal_quantile
from veracity.words import say

MOST_ERRORS = 8.0  # standard errors; p is below 1e-14 there
HALVINGS = 40
ROUNDING = 1e-12


def plain_counts(matrix: ConfusionMatrix) -> bool:
    """Whether rows are independent and weigh 1: exact tests need that."""
    return matrix.clusters is None and not matrix.weighted and matrix.cells.whole()


def against_constant(estimator: Estimator, index: int, where: Population | None = None) -> Test:
    """The accuracy of the classifier against always answering the class at `index`.

    McNemar's exact test: of the rows on which only one of the two is right, is each right on
    half? Two-sided by doubling. With weights or clusters: a z (t) test of the difference of the
    two accuracies, linearised. In another population: whether the interval of that difference
    holds 0, as `class_means` makes it; with clusters linearised as well.
    """
    matrix = estimator.statistic
    if where is not None and _by_class(matrix):
        values = np.eye(matrix.classes)
        values[index] -= 1  # a case of that class is right under the constant
        return _squares_added(estimator, values, where)
    ours = float(matrix.right - matrix.hits[index])
    theirs = float(matrix.truth[index] - matrix.hits[index])
    if where is not None or not plain_counts(matrix):
        return _linearised(
            estimator, lambda c: ratio(c.right - c.truth[..., index], c.total), where
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
    if where is not None and _by_class(matrix):
        return _squares_added(estimator, np.eye(matrix.classes), where, coin=True)
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


def _by_class(matrix: ConfusionMatrix) -> bool:
    from veracity.decisions.expected_loss.class_means import MOST_CLASSES

    return matrix.clusters is None and matrix.classes <= MOST_CLASSES


def _squares_added(
    estimator: Estimator, values: Floats, where: Population, *, coin: bool = False
) -> Test:
    """Whether a mean by truth and call differs from 0, or from the accuracy of the coin there.

    The p-value belongs to the interval: it is 1 − the level at which an end reaches that value.
    """
    from scipy.special import ndtr

    matrix = estimator.statistic
    moved = matrix.at_prevalence(where.share)
    shares = np.asarray(ratio(moved.truth, moved.total), np.float64)
    if np.isnan(shares).any():
        return Test(
            math.nan, None, math.nan, "mover", say("baseline_undefined", key=find("accuracy").names)
        )
    yes = 0 if matrix.pos_label is None else matrix.labels.index(matrix.pos_label)
    known, slower = 0.0, 0.0
    if coin:
        known, slower = float((shares**2).sum()), 2 * float(shares[yes] - shares[1 - yes])
    weight, squares = matrix.cells.array(), matrix.sum_of_squares.array()
    counted = where if where.counted else None

    def ends(z: float) -> tuple[float, float]:
        level = float(2 * ndtr(z) - 1)
        from veracity.decisions.expected_loss.class_means import of_classes

        found = of_classes(weight, squares, values, level).ends(shares, counted, yes, slower)
        return float(found[0]), float(found[1])

    middle = ends(1.0)
    value = float(np.where(shares > 0, shares * _means(weight, values), 0.0).sum()) - known
    if middle[0] == middle[1]:
        same = abs(value) < ROUNDING
        return Test(math.nan, None, 1.0 if same else math.nan, "mover", say("limit_is_certain"))
    few, many = 0.0, MOST_ERRORS
    for _ in range(HALVINGS):
        z = (few + many) / 2
        low, high = ends(z)
        few, many = (z, many) if low > known or high < known else (few, z)
    p = 1.0 if few == 0 else float(2 * ndtr(-few))
    return Test(math.copysign(few, value), None, p, "mover")


def _means(weight: Floats, values: Floats) -> Floats:
    return np.nan_to_num(ratio((weight * values).sum(-1), weight.sum(-1)))


def against_no_information(estimator: Estimator, where: Population | None = None) -> Test:
    """One-sided binomial test that the accuracy exceeds the share of the most common class.

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
    return Test(right, None, float(at_least(right, n, rate)), "no_information_rate")


def two_sided(successes: float, trials: float, share: float) -> float:
    """Exact binomial p-value, two-sided by doubling the smaller tail.

    >>> round(two_sided(6, 22, 0.5), 5)
    0.05248
    """
    below, above = at_most(successes, trials, share), at_least(successes, trials, share)
    return min(2 * float(below), 2 * float(above), 1.0)


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
        from veracity.statistics.numerics.fisher_exact import fisher_exact

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
    truth, predicted = matrix.truth / n, matrix.predicted / n
    agreed = float((truth * predicted).sum())
    inside = agreed + agreed**2 - float((truth * predicted * (truth + predicted)).sum())
    return float(ratio(math.sqrt(max(inside, 0.0)), (1 - agreed) * math.sqrt(n)))


def _hidden(matrix: ConfusionMatrix, where: Population) -> float:
    """The variance of an accuracy there that clusters do not show (`pure_classes`)."""
    if matrix.clusters is None or matrix.classes != 2 or matrix.pos_label is None:
        return 0.0
    share, clusters = where.positive_share, matrix.by_cluster()
    rates = [float(find(key)(matrix)) for key in ("recall", "fpr")]
    held = [
        int((part > 0).sum()) for part in (clusters.tp + clusters.fn, clusters.fp + clusters.tn)
    ]
    from veracity.decisions.expected_loss.uniform_classes import ClassCalls

    classes = (
        ClassCalls(share, rates[0], 1.0, held[0]),
        ClassCalls(1 - share, rates[1], 1.0, held[1]),
    )
    from veracity.decisions.expected_loss.uniform_classes import reach

    parts = [float(reach(one, 0.95)) / normal_quantile(0.975) for one in classes]
    return sum(part**2 for part in parts)


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
        from veracity.decisions.prevalence.prevalence import slope_by, with_prevalence

        found = with_prevalence(found, slope_by(sample.read, metric, share), share, cases)
    hidden = 0.0 if where is None else _hidden(estimator.statistic, where)
    error = math.sqrt(max(found.variance, 0.0) + hidden)
    if not error > 0:
        return Test(math.nan, None, 1.0 if value == 0 else math.nan, "delta", say("nothing_varies"))
    z = value / error
    free = found.freedom
    p = 2 * (ndtr(-abs(z)) if free is None or free > MANY else stdtr(free, -abs(z)))
    return Test(z, None if free is None else float(free), float(p), "delta")
