"""Means of a value by cell and their errors, against sums over the rows themselves."""

import numpy as np
import pytest

from tests.decisions.samples import clustered_table
from veracity.decisions.cut_counts import cut_counts
from veracity.errors import InputError
from veracity.statistics.score_table import ScoreTable

CELLS = (3.0, -2.0, 0.5, 1.0)  # the value of a TP, FP, FN, TN


def rows(seed: int):
    draw = np.random.default_rng(seed)
    truth = (draw.random(60) < 0.4).astype(int)
    return truth, draw.integers(0, 9, 60), draw.uniform(0.1, 4, 60), draw.integers(0, 7, 60)


def values(truth, scores, threshold):
    called = scores >= threshold
    tp, fp, fn, tn = CELLS
    return np.where(truth == 1, np.where(called, tp, fn), np.where(called, fp, tn))


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("share", [None, 0.0, 0.1, 1.0])
@pytest.mark.parametrize("kind", ["plain", "weights", "clusters"])
def test_equal_to_sums_over_rows(seed: int, share, kind: str) -> None:
    truth, scores, weight, cluster = rows(seed)
    w = weight if kind == "weights" else np.ones(60)
    table = ScoreTable.of_rows(truth, scores, w if kind == "weights" else None)
    if kind == "clusters":
        table = clustered_table(truth, scores, cluster)
    thresholds = np.array([4.0, -1.0, 7.5, 99.0, 4.0])  # in any order, some twice
    found, error = cut_counts(table, thresholds).linear(CELLS, share)
    for place, threshold in enumerate(thresholds):
        v = values(truth, scores, threshold)
        if share is None:
            mean = np.average(v, weights=w)
            each = w * (v - mean) / w.sum()
        else:
            parts = [np.average(v[truth == k], weights=w[truth == k]) for k in (0, 1)]
            mean = (1 - share) * parts[0] + share * parts[1]
            total = np.where(truth == 1, w[truth == 1].sum(), w[truth == 0].sum())
            each = w * (v - np.array(parts)[truth]) / total * np.where(truth == 1, share, 1 - share)
        variance = (each**2).sum()
        if kind == "clusters":
            sums = np.bincount(cluster, each)
            count = len(np.unique(cluster))
            variance = (sums**2).sum() * count / (count - 1)
        assert found[place] == pytest.approx(mean, abs=1e-12)
        assert error[place] == pytest.approx(np.sqrt(variance), abs=1e-12)


def test_fixed_calls_are_the_same_at_every_threshold() -> None:
    truth, scores, _, cluster = rows(9)
    table = clustered_table(truth, scores, cluster)
    fixed, swept = cut_counts(table.counts_at(5), [0.1, 0.9]), cut_counts(table, [5])
    for one, other in zip(fixed.linear(CELLS), swept.linear(CELLS), strict=True):
        np.testing.assert_allclose(one, np.repeat(other, 2))


def test_a_threshold_is_a_number() -> None:
    with pytest.raises(InputError):
        cut_counts(ScoreTable.of_rows([1, 0], [2, 1]), ["high"])
