"""Intervals of rankings under sampling weights cover; equal weights change nothing."""

import numpy as np
import pytest
from scipy.special import ndtr

from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.statistics import ScoreTable

TIMES = 250
TRUTH = np.repeat([1, 0], (60, 240))


def estimate(table, key="average_precision", **settings):
    return Estimator(table, Settings(**settings)).estimate(find(key))


def population(share, distance):
    """Normal scores, positives so much higher: shares of truth by score, in fine cells."""
    edges = np.linspace(9 + distance, -8, 1 << 14)
    negative, positive = -np.diff(ndtr(edges)), -np.diff(ndtr(edges - distance))
    weight = np.stack([(1 - share) * negative, share * positive])
    return ScoreTable(edges[1:].copy(), weight, (0, 1), 1)


def coverage(key, weigh, share, distance, seed, drawn=None):
    """How often the interval of 60 positives and 240 negatives holds the truth."""
    draw, true = np.random.default_rng(seed), float(find(key)(population(share, distance)))
    held = 0
    for _ in range(TIMES):
        scores = drawn(draw, distance) if drawn else draw.normal(distance * TRUTH, 1)
        found = estimate(ScoreTable.of_rows(TRUTH, scores, weigh(draw, scores), pos_label=1), key)
        held += found.low <= true <= found.high
    return held / TIMES


def by_truth(draw, scores):
    """Controls sampled 1 in 20, all cases taken."""
    return np.where(TRUTH == 1, 1.0, 20.0)


def at_random(draw, scores):
    """A tenth of the rows stands for ten each."""
    return np.where(draw.random(len(scores)) < 0.1, 10.0, 1.0)


def verified(draw, distance):
    """Scores of rows of which those below 0 were taken 1 in 10."""
    found = []
    for rows, middle in ((60, distance), (240, 0)):
        scores = draw.normal(middle, 1, 20 * rows)
        found.append(scores[(scores >= 0) | (draw.random(20 * rows) < 0.1)][:rows])
    return np.concatenate(found)


def below_tenfold(draw, scores):
    return np.where(scores >= 0, 1.0, 10.0)


def test_area_where_low_scores_were_taken_one_in_ten():
    """Covered 0.85 by DeLong's variance: few of the positives are heavy, and often none is."""
    assert coverage("auroc", below_tenfold, 0.2, 1.8, 7, verified) >= 0.93


@pytest.mark.parametrize("distance", [1.0, 1.8])
def test_average_precision_of_controls_sampled_one_in_twenty(distance):
    """Covered 0.74 before; 0.93 less 1.5 standard errors of 250 samples."""
    found = coverage("average_precision", by_truth, 60 / (60 + 20 * 240), distance, seed=5)
    assert found >= 0.93 - 0.025


@pytest.mark.parametrize("key", ["average_precision", "auroc"])
def test_rankings_where_a_tenth_weighs_tenfold(key):
    assert coverage(key, at_random, 0.2, 2.6, seed=6) >= 0.93 - 0.025


def test_the_interval_says_why_it_reaches_so_low():
    draw = np.random.default_rng(0)
    scores = draw.normal(1.8 * TRUTH, 1)
    table = ScoreTable.of_rows(TRUTH, scores, by_truth(draw, scores), pos_label=1)
    found, plain = estimate(table), estimate(table, method="delta")
    assert found.value == plain.value
    assert found.low < 0.8 * plain.low
    assert "One negative weighs 33% of all positives" in found.note
    assert "One negative" not in plain.note


def test_equal_weights_are_rows():
    scores = np.random.default_rng(1).normal(TRUTH, 1)
    plain = estimate(ScoreTable.of_rows(TRUTH, scores, pos_label=1))
    same = estimate(ScoreTable.of_rows(TRUTH, scores, np.full(300, 4.0), pos_label=1))
    assert (same.low, same.high) == pytest.approx((plain.low, plain.high))


def test_a_perfect_ranking_of_heavy_negatives_is_not_sure():
    """All 60 positives lead, 240 negatives stand for 4,800: precision may be 0.75 all the same."""
    scores = np.arange(300.0)[::-1]
    found = estimate(ScoreTable.of_rows(TRUTH, scores, by_truth(None, scores), pos_label=1))
    assert (found.value, found.high) == (1, 1)
    rows = estimate(ScoreTable.of_rows(TRUTH, scores, pos_label=1))
    assert found.low < 0.75 * rows.low
