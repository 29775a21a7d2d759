"""Means of a value by cell and their errors, against sums over the rows themselves."""

import numpy as np
import pytest

from tests.decisions.samples import clustered_table
from veracity.decisions.expected_loss.population import population
from veracity.decisions.expected_loss.threshold_counts import counts_at_thresholds
from veracity.errors import InputError
from veracity.statistics.scores.score_table import ScoreTable

CELLS = (3.0, -2.0, 0.5, 1.0)  # the value of a TP, FP, FN, TN


def rows(seed: int):
    draw = np.random.default_rng(seed)
    truth = (draw.random(60) < 0.4).astype(int)
    return truth, draw.integers(0, 9, 60), draw.uniform(0.1, 4, 60), draw.integers(0, 7, 60)


def values(truth, scores, threshold):
    called = scores >= threshold
    tp, fp, fn, tn = CELLS
    return np.where(truth == 1, np.where(called, tp, fn), np.where(called, fp, tn))


def between(each, truth, cluster):
    """Squares of clusters, and of each class about its share of what all of it moves.

    Either falls short by 1 − Σa², a being the shares of clusters in the rows; the larger
    shortfall is made good.
    """
    live = [k for k in (0, 1) if np.abs(each[truth == k]).max() > 1e-12]
    if not live:
        return 0.0
    names = np.unique(cluster)
    total = sum(each[cluster == c].sum() ** 2 for c in names)
    of_classes = 0.0
    for k in live:
        share = np.array([(truth[cluster == c] == k).sum() for c in names]) / (truth == k).sum()
        part = np.array([each[(cluster == c) & (truth == k)].sum() for c in names])
        squares = ((part - share * part.sum()) ** 2).sum()
        of_classes += squares * (1 / (1 - (share**2).sum()) - 1)
    mine = np.isin(truth, live)
    every = np.array([mine[cluster == c].sum() for c in names]) / mine.sum()
    return total + max(total * (1 / (1 - (every**2).sum()) - 1), of_classes)


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
    found, error, *_ = counts_at_thresholds(table, thresholds).linear(CELLS, share)
    for index, threshold in enumerate(thresholds):
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
            variance = between(each, truth, cluster)
        assert found[index] == pytest.approx(mean, abs=1e-12)
        assert error[index] == pytest.approx(np.sqrt(variance), abs=1e-12)


def test_fixed_calls_are_the_same_at_every_threshold() -> None:
    truth, scores, _, cluster = rows(9)
    table = clustered_table(truth, scores, cluster)
    fixed, swept = (
        counts_at_thresholds(table.counts_at(5), [0.1, 0.9]),
        counts_at_thresholds(table, [5]),
    )
    for one, other in zip(fixed.linear(CELLS), swept.linear(CELLS), strict=True):
        np.testing.assert_allclose(one, np.repeat(other, 2))


def test_a_threshold_is_a_number() -> None:
    with pytest.raises(InputError):
        counts_at_thresholds(ScoreTable.of_rows([1, 0], [2, 1]), ["high"])


def test_a_counted_share_adds_its_own_variance() -> None:
    """(∂f/∂π)² π(1 − π)/m, the slope of a mean by π being the difference of the class means."""
    truth, scores, _, _ = rows(3)
    counts = counts_at_thresholds(ScoreTable.of_rows(truth, scores), [4.0])
    known, counted = counts.linear(CELLS, 0.1), counts.mean(CELLS, population(positives=4, of=40))
    means = [values(truth, scores, 4.0)[truth == k].mean() for k in (0, 1)]
    assert counted.value == pytest.approx(known.value)
    added = (means[1] - means[0]) ** 2 * 0.1 * 0.9 / 40
    assert counted.error**2 == pytest.approx(known.error**2 + added)
    none = counts.mean(CELLS, population(positives=0, of=40))  # no count is certain
    assert none.value == pytest.approx(means[0])
    assert none.error > counts.linear(CELLS, 0.0).error
