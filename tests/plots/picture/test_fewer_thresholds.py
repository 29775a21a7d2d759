"""Fewer thresholds, the counts at those that are left exactly the same."""

import numpy as np
import pytest

from veracity.curves import sweep
from veracity.plots.picture.fewer_thresholds import fewer_thresholds
from veracity.statistics.scores.score_table import ScoreTable


@pytest.fixture(scope="module")
def large():
    rng = np.random.default_rng(1)
    truth = (rng.random(30_000) < 0.1).astype(int)
    return ScoreTable.of_rows(truth, rng.normal(size=truth.size) + 2 * truth)


def test_counts_are_those_of_the_whole_table(large):
    few = fewer_thresholds(large)
    assert len(few) < len(large) / 4
    assert few.total == large.total
    for place in (0, len(few) // 2, len(few) - 1):
        threshold = few.scores[place]
        assert few.counts_at(threshold) == large.counts_at(threshold)


def test_no_metric_moves_by_more_than_the_error_between_them(large):
    few = fewer_thresholds(large, 0.01)
    keys = ["precision", "recall", "fpr"]
    whole, thin = sweep(large, keys), sweep(few, keys)
    # at each threshold of the whole table the picture shows the calls of the next kept one above
    place = np.searchsorted(-thin.thresholds, -whole.thresholds, "right") - 1
    for key in keys:
        moved = np.abs(whole[key][1:] - thin[key][place][1:])
        assert np.nanmax(moved[thin.thresholds[place[1:]] < np.inf]) <= 0.01 + 1e-12


def test_a_small_table_is_left_alone():
    table = ScoreTable.of_rows([0, 1], [0.2, 0.4])
    assert fewer_thresholds(table) is table
