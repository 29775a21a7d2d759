"""The precision at a recall that leaves fewer than two positives to be missed."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from veracity.intervals import Estimator, Settings
from veracity.intervals.closed_form.at_precision import weight_of_a_row
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.metrics import find
from veracity.metrics.catalogue.projecting import projected
from veracity.statistics import ScoreTable


def scores(positives, negatives, seed=0, apart=1.5):
    random = np.random.default_rng(seed)
    truth = np.repeat([1, 0], [positives, negatives])
    return truth, random.normal(size=len(truth)) + apart * truth


def estimate(truth, score, r, weight=None, **settings):
    table = ScoreTable.of_rows(truth, score, weight)
    return Estimator(table, Settings(**settings)).estimate(find(f"precision_at_recall({r})"))


def by_hand(truth, score, r, level):
    """The binomial test of r after each row, beside Wilson's of the precision."""
    hits = truth[np.argsort(-score)]
    tp, called = np.cumsum(hits), np.arange(1, len(hits) + 1)
    positives, precision, tail = tp[-1], tp / called, (1 - level) / 2
    enough = np.flatnonzero(tp >= r * positives)
    index = enough[np.argmax(precision[enough])]
    value = precision[index]
    below = binom.cdf(tp, positives, r) - binom.pmf(tp, positives, r) / 2
    most = precision[np.flatnonzero(below > tail)[0] :].max()
    least = precision[np.flatnonzero(1 - below > tail)[-1] :].max()
    low, high = proportion_interval(tp[index], called[index], "wilson", level)
    return (
        value,
        max(value - np.hypot(value - least, value - low), 0.0),
        min(value + np.hypot(max(most - value, 0.0), high - value), 1.0),
    )


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("positives", "r"), [(3, 0.9), (12, 0.9), (30, 0.95), (6, 0.7), (8, 1.0)])
def test_the_ends_are_where_the_test_of_the_recall_leaves_it(positives, r, level):
    truth, score = scores(positives, 60)
    found = estimate(truth, score, r, confidence_level=level)
    assert found.method == "inverted test"
    assert (found.value, found.low, found.high) == pytest.approx(by_hand(truth, score, r, level))
    assert "positives" in found.note.en
    assert "正例" in found.note.zh


def test_more_positives_or_a_method_by_name_are_redrawn():
    truth, score = scores(20, 60)
    assert estimate(truth, score, 0.85).method == "percentile"
    assert estimate(truth, score, 0.95).method == "inverted test"
    assert estimate(truth, score, 0.95, method="percentile").method == "percentile"


def test_equal_weights_change_nothing():
    truth, score = scores(10, 60)
    plain, three = estimate(truth, score, 0.9), estimate(truth, score, 0.9, np.full(70, 3.0))
    assert (three.low, three.high) == pytest.approx((plain.low, plain.high))


def test_scores_that_are_all_alike_have_an_interval():
    """One cut, whose recall of 1 is significantly above a tenth."""
    found = estimate(np.array([1, 1, 0, 0, 0, 0]), np.zeros(6), 0.1)
    assert found.method == "inverted test"
    assert found.low < found.value < found.high


def test_it_covers_where_redraws_do_not():
    """Of 200 samples with five positives; percentiles held 0.83, and a quarter had none."""
    random, held = np.random.default_rng(3), 0
    for _ in range(200):
        apart = random.uniform(0.4, 2.6)
        truth = np.repeat([1, 0], [5, 95])
        found = estimate(truth, random.normal(size=100) + apart * truth, 0.9)
        false = ndtr(-(apart + ndtri(0.1)))  # of negatives above the cut of 0.9 of the positives
        held += found.low <= 0.045 / (0.045 + 0.95 * false) <= found.high
    assert held >= 188


@pytest.mark.parametrize("share", [0.01, 0.5])
def test_another_prevalence_is_a_weight_for_each_class(share):
    """The precision of the rows themselves was put together with that of the other place."""
    truth, score = scores(6, 60)
    moved = projected(find("precision_at_recall(0.9)"), share)
    found = Estimator(ScoreTable.of_rows(truth, score), Settings()).estimate(moved)
    heavy = estimate(truth, score, 0.9, 66 * np.where(truth == 1, share / 6, (1 - share) / 60))
    assert found.method == heavy.method == "inverted test"
    ends = heavy.value, heavy.low, heavy.high
    assert (found.value, found.low, found.high) == pytest.approx(ends, rel=1e-9)


def test_the_chance_in_the_precision_is_that_of_both_classes():
    """At half prevalence: var = p²(1 − p)²(1/TP + 1/FP), so n = 1/(p(1 − p)(1/TP + 1/FP))."""
    tp, fp = 4.0, 20.0
    table = ScoreTable.of_rows([1] * 4 + [0] * 20, [1.0] * 24)
    there = table.at_prevalence(0.5)
    p = 0.5  # all are called
    expected = 1 / (p * (1 - p) * (1 / tp + 1 / fp))
    assert float(there.total) / weight_of_a_row(there, p) == pytest.approx(expected)


def test_without_negatives_there_is_an_end():
    found = estimate(np.ones(5, int), np.arange(5.0), 0.9)
    assert found.value == 1.0
