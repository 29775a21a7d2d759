"""Scores pooled into levels, and the scale that two models share."""

import numpy as np
import pytest

from veracity.comparisons.paired_samples.pooled_scores import (
    PooledEntries,
    common_scores,
    pooled_scores,
)
from veracity.statistics.joint.entries import ranked


def entries(n=2000, seed=0):
    random = np.random.default_rng(seed)
    truth = (random.random(n) < 0.1).astype(np.int64)
    return PooledEntries(truth, np.ones(n), 2), random.random(n)


def test_few_scores_stay_as_they_are() -> None:
    made, column = entries()
    few = np.round(column, 2)
    found = pooled_scores(ranked(few), made)
    assert np.array_equal(found.scores[found.score_index], few)


def test_a_bucket_stands_for_its_mean_or_its_lowest_score() -> None:
    made, column = entries()
    low = pooled_scores(ranked(column), made, buckets=50)
    mean = pooled_scores(ranked(column), made, buckets=50, means=True)
    assert np.array_equal(low.score_index, mean.score_index)
    for level in range(len(low.scores)):
        inside = column[low.score_index == level]
        assert low.scores[level] == inside.min()
        assert mean.scores[level] == pytest.approx(inside.mean())


def test_the_first_scores_stay_apart() -> None:
    made, column = entries()
    found = pooled_scores(ranked(column), made, buckets=50, top=100)
    assert np.array_equal(found.scores[:100], np.sort(column)[::-1][:100])


def test_two_models_on_one_scale() -> None:
    made, column = entries()
    other = column**3
    both = common_scores([column, other], [made.truth] * 2, made.weight, 2, 64)
    assert both[0].scores is both[1].scores
    assert len(both[0].scores) <= 64
    for level, scores in zip(both, (column, other), strict=True):
        assert np.abs(level.scores[level.score_index] - scores).max() < 0.1
    equal = common_scores([column, column], [made.truth] * 2, made.weight, 2, 64)
    assert np.array_equal(equal[0].score_index, equal[1].score_index)
