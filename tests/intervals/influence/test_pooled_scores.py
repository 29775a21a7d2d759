"""Pooled scores vary as the rows do: redraws at a cut, and neighbours that are moved together."""

from dataclasses import replace

import numpy as np
import pytest

from veracity.intervals import Settings
from veracity.intervals.influence.influence import Directions
from veracity.intervals.sample.sample import BUCKETS, MOVED_BUCKETS, Sample
from veracity.metrics import find
from veracity.resampling.parts import parts_of
from veracity.statistics import ScoreTable
from veracity.statistics.scores.pooling import GROWTH, growing_starts

ROWS, TIMES = 6000, 800
AT_A_CUT = [
    "precision_at_k(30)",
    "precision_at_k(400)",
    "lift(0.02)",
    "tpr_at_fpr(0.003)",
    "tpr_at_fpr(0.1)",
    "precision_at_recall(0.1)",
    "precision_at_recall(0.9)",
    "recall_at_precision(0.6)",
    "eer",
    "break_even_point",
    "ndcg",
]


def rows(number: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(11)
    truth = (random.random(number) < 0.2).astype(np.int64)
    return truth, random.normal(size=number) + 1.5 * truth


@pytest.fixture(scope="module")
def rows_redrawn() -> list[ScoreTable]:
    """The bootstrap itself: rows drawn with replacement."""
    truth, score = rows(ROWS)
    random = np.random.default_rng(2)
    drawn = (random.integers(0, ROWS, ROWS) for _ in range(TIMES))
    return [ScoreTable.of_rows(truth[some], score[some]) for some in drawn]


@pytest.mark.parametrize("key", AT_A_CUT)
def test_redraws_of_pooled_scores_vary_as_redraws_of_rows(key, rows_redrawn):
    metric = find(key)
    sample = Sample(ScoreTable.of_rows(*rows(ROWS)), Settings(n_resamples=4000))
    assert len(sample.resamples_at_threshold.parts) < 500  # it is pooled
    pooled = np.nanstd(sample.resamples_at_threshold.values(metric.of_resamples))
    by_rows = np.nanstd([float(metric.of_resamples(one)) for one in rows_redrawn])
    assert pooled == pytest.approx(by_rows, rel=0.1)  # 800 redraws: 2.5 % standard error


@pytest.mark.parametrize("size", [0, 1, 5, 8, 9, 100, 4321])
def test_buckets_grow_with_the_rank(size):
    starts = growing_starts(size)
    sizes = np.diff(np.append(starts, size))
    assert (starts[:1] == 0).all()
    assert (sizes > 0).all()
    assert (sizes <= np.maximum(starts / GROWTH + 1, 1)).all()
    assert len(starts) <= GROWTH + np.log(max(size / GROWTH, 1)) / np.log(1 + 1 / GROWTH) + 1


@pytest.mark.parametrize(
    "key", ["auroc", "average_precision", "auprg", "partial_auroc", "zroc_slope", "kendall_tau_b"]
)
def test_neighbours_moved_together_have_the_variance_of_each_alone(key):
    parts = parts_of(ScoreTable.of_rows(*rows(20_000)), BUCKETS)
    assert parts.together is not None
    together, alone = (
        Directions(some, 0).influence(find(key)) for some in (parts, replace(parts, together=None))
    )
    assert len(together.each) < 0.6 * len(alone.each)
    assert together.variance == pytest.approx(alone.variance, rel=0.005)
    assert together.bias == pytest.approx(alone.bias, rel=0.05, abs=0.02 * alone.variance**0.5)
    assert together.degrees == pytest.approx(alone.degrees, rel=0.05)


@pytest.mark.parametrize("better", [-1.0, 0.0])
@pytest.mark.parametrize("key", ["average_precision", "pr_auc_trapezoid"])
def test_negatives_before_the_first_positive_are_not_pooled_with_it(key, better):
    """The precision before it is 0 and not the 1 that nothing called has."""
    random, truth = np.random.default_rng(5), (np.arange(25_000) < 240).astype(np.int64)
    table = ScoreTable.of_rows(truth, random.normal(size=25_000) + better * truth)
    for buckets in (BUCKETS, MOVED_BUCKETS):
        pooled = find(key)(table.coarsened(buckets))
        assert float(pooled) == pytest.approx(float(find(key)(table)), rel=0.02)


def test_few_rows_are_moved_one_by_one():
    assert parts_of(ScoreTable.of_rows(*rows(600)), BUCKETS).together is None
    assert parts_of(ScoreTable.of_rows(*rows(200)), BUCKETS).together is None
