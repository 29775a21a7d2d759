"""Where the threshold of the population lies: by order statistics, or a reason for none."""

import math

import numpy as np
import pytest
from scipy.stats import binom, norm

import veracity as vc
from veracity.decisions.thresholds.choosing import choose
from veracity.decisions.thresholds.threshold_interval import ranks
from veracity.intervals import Settings
from veracity.statistics.scores.score_table import ScoreTable

PLAIN = Settings(method="none")


def rows(n, d=1.5, seed=0):
    random = np.random.default_rng(seed)
    return np.repeat([1, 0], n), np.concatenate([random.normal(d, 1, n), random.normal(0, 1, n)])


@pytest.mark.parametrize(("n", "share"), [(30, 0.1), (50, 0.9), (200, 0.05), (7, 0.5)])
def test_ranks_keep_both_tails_of_the_binomial(n, share):
    first, last = ranks(n, share, 0.95)
    tails = binom(n, share)
    assert tails.cdf(first - 1) <= 0.025 < tails.cdf(first)
    assert tails.sf(last - 1) <= 0.025 < tails.sf(last - 2)


def test_a_bound_on_recall_is_a_quantile_of_the_positive_scores():
    truth, score = rows(200)
    found = vc.evaluate(truth, y_score=score).choose(min_recall=0.9).threshold_interval
    first, last = binom.ppf(0.025, 200, 0.1), binom.ppf(0.975, 200, 0.1) + 1
    positives, negatives = np.sort(score[truth == 1]), score[truth == 0]
    low, high = positives[int(first) - 1], positives[int(last) - 1]
    assert found.low == negatives[negatives < low].max()  # no threshold between does otherwise
    assert (found.high, found.method, found.n) == (high, "order_statistics", 200)
    assert found.low <= found.value <= found.high


def test_a_bound_on_false_alarms_is_a_quantile_of_the_negative_scores():
    truth, score = rows(200)
    ev = vc.evaluate(truth, y_score=score, confidence_level=0.9)
    found = ev.choose(max_fpr=0.05).threshold_interval
    first, last = binom.ppf(0.05, 200, 0.95), binom.ppf(0.95, 200, 0.95) + 1
    positives, negatives = score[truth == 1], np.sort(score[truth == 0])
    assert found.low == negatives[int(first) - 1]
    assert found.high == positives[positives > negatives[int(last) - 1]].min()
    assert found.level == 0.9


def test_it_holds_the_threshold_of_the_population():
    """600 samples of 60 rows: a coverage of 0.95 falls below 0.925 in 4 of 1,000 such runs."""
    want = {"min_recall": norm.ppf(0.2, 1.5), "max_fpr": norm.ppf(0.8)}
    held = dict.fromkeys(want, 0)
    for seed in range(600):
        table = ScoreTable.of_rows(*rows(30, seed=seed))
        for name, true in want.items():
            bound = {name: 0.8 if name == "min_recall" else 0.2}
            found = choose(table, **bound, settings=PLAIN).threshold_interval
            held[name] += found.low <= true <= found.high
    assert min(held.values()) / 600 >= 0.925


def test_bounds_that_all_or_none_keep_have_an_open_end():
    table = ScoreTable.of_rows(*rows(20))
    assert choose(table, min_recall=1.0, settings=PLAIN).threshold_interval.low == -math.inf
    assert choose(table, max_fpr=0.0, settings=PLAIN).threshold_interval.high == math.inf


@pytest.mark.parametrize("seed", range(30))
def test_the_choice_lies_within_whatever_the_ties(seed):
    random = np.random.default_rng(seed)
    n = int(random.integers(2, 40))
    truth = np.r_[0, 1, random.integers(0, 2, n)]
    table = ScoreTable.of_rows(truth, random.integers(0, 6, n + 2).astype(float))
    for name in ("min_recall", "max_fpr", "max_alarms"):
        found = choose(table, **{name: 0.7}, settings=PLAIN).threshold_interval
        assert found.low <= found.value <= found.high


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        ({"maximize": "youden_j"}, "cube root"),
        ({"cost_fp": 1, "cost_fn": 5}, "cube root"),
        ({"min_recall": 0.8, "max_alarms": 0.9}, "whether"),
        ({"min_recall": 0.8, "maximize": "f1"}, "whether"),
        ({"min_precision": 0.6}, "not a quantile"),
        ({"min_recall": 0.8, "assurance": 0.9}, "confidence limit"),
    ],
)
def test_elsewhere_a_reason_stands_for_it(asked, why):
    truth, score = rows(100)
    choice = vc.evaluate(truth, y_score=score).choose(**asked)
    found = choice.threshold_interval
    assert math.isnan(found.low)
    assert math.isnan(found.high)
    assert found.method == "none"
    assert why in found.note
    assert "In the population" not in str(choice)
    assert choice.to_dict()["threshold_interval"]["note"] == str(found.note)


def test_weights_and_clusters_have_none():
    truth, score = rows(50)
    for given in ({"sample_weight": np.tile([1.0, 2.5], 50)}, {"cluster": np.arange(100) // 5}):
        found = vc.evaluate(truth, y_score=score, **given).choose(min_recall=0.8)
        assert "independent rows" in found.threshold_interval.note


def test_the_words_say_where_it_lies():
    truth, score = rows(100)
    choice = vc.evaluate(truth, y_score=score).choose(min_recall=0.8)
    assert "In the population it lies between" in str(choice)
