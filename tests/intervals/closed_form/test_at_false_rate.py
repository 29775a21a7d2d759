"""The recall at a false positive rate that is less than two of the negatives."""

import numpy as np
import pytest
from scipy.special import ndtr, ndtri
from scipy.stats import binom

from veracity.intervals import Estimator, Settings
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.metrics import find
from veracity.statistics import ScoreTable


def scores(negatives, positives, seed=0, apart=1.5):
    random = np.random.default_rng(seed)
    truth = np.repeat([0, 1], [negatives, positives])
    return truth, random.normal(size=len(truth)) + apart * truth


def estimate(truth, score, f, weight=None, **settings):
    table = ScoreTable.of_rows(truth, score, weight)
    return Estimator(table, Settings(**settings)).estimate(find(f"tpr_at_fpr({f})"))


def by_hand(truth, score, f, level):
    """The binomial test of f with mid-p after each negative, beside Wilson's of the recall."""
    up, across = score[truth == 1], np.sort(score[truth == 0])[::-1]
    n, tail = len(across), (1 - level) / 2
    value = (up > across[int(f * n)]).mean()
    let_in = np.arange(n)  # all scores above the next negative
    below = binom.cdf(let_in, n, f) - binom.pmf(let_in, n, f) / 2
    sure = let_in[below <= tail]
    least = (up > across[sure[-1]]).mean() if len(sure) else 0.0
    never = let_in[1 - below <= tail]
    most = (up > across[never[0] - 1]).mean() if len(never) else 1.0
    low, high = proportion_interval(value * len(up), len(up), "wilson", level)
    return (
        value,
        max(value - np.hypot(value - least, value - low), 0.0),
        min(value + np.hypot(most - value, high - value), 1.0),
    )


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("negatives", "f"), [(50, 0.01), (100, 0.015), (19, 0.1), (900, 0.002)])
def test_the_ends_are_where_the_test_of_the_rate_leaves_it(negatives, f, level):
    truth, score = scores(negatives, 40)
    found = estimate(truth, score, f, confidence_level=level)
    assert found.method == "inverted test"
    assert (found.value, found.low, found.high) == pytest.approx(by_hand(truth, score, f, level))
    assert "negatives" in found.note.en
    assert "负例" in found.note.zh


def test_two_negatives_or_a_method_by_name_are_redrawn():
    truth, score = scores(20, 40)
    assert estimate(truth, score, 0.1).method == "percentile"
    assert estimate(truth, score, 0.05).method == "inverted test"
    assert estimate(truth, score, 0.05, method="percentile").method == "percentile"


def test_equal_weights_change_nothing_and_uneven_ones_count_for_fewer():
    truth, score = scores(60, 40)
    plain = estimate(truth, score, 0.02)
    three = estimate(truth, score, 0.02, np.full(100, 3.0))
    assert (three.low, three.high) == pytest.approx((plain.low, plain.high))
    weight = np.where(np.arange(100) % 2, 1.0, 9.0)  # 60 negatives count for 36.6
    assert estimate(truth, score, 0.05, weight).method == "inverted test"
    assert estimate(truth, score, 0.05).method == "percentile"


def test_it_covers_where_redraws_do_not():
    """Of 200 samples with one negative above the cut; percentiles held 0.71 to 0.90."""
    random = np.random.default_rng(3)
    held = 0
    for _ in range(200):
        apart = random.uniform(0.4, 2.6)
        truth = np.repeat([0, 1], [100, 40])
        found = estimate(truth, random.normal(size=140) + apart * truth, 0.01)
        held += found.low <= ndtr(apart + ndtri(0.01)) <= found.high
    assert held >= 190
