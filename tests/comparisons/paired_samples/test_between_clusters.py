"""Few clusters, clusters that hold one class, clusters that say nothing."""

import math

import numpy as np
import pytest
from scipy.stats import t

from veracity.comparisons.paired_samples.between_clusters import EntryInfluence
from veracity.evaluation.front.comparing import compare

FEW = {"n_resamples": 200}


def sample(k: int, clusters: int = 60, size: int = 20, seed: int = 0):
    """Clusters of which k hold all positives, which share a shift in each model."""
    random = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), size)
    truth = ((cluster < k) & (np.tile(np.arange(size), clusters) < size // 2)).astype(int)
    shift = random.normal(size=(2, clusters))
    noise = random.normal(size=(2, len(cluster)))
    z = 0.7 * (2 * truth - 1) + truth * shift[:, cluster] + 0.7 * noise
    a, b = 1 / (1 + np.exp(-z))
    return truth, {"A": a, "B": b}, cluster


def test_each_cluster_one_class() -> None:
    random = np.random.default_rng(0)
    truth = random.integers(0, 2, 300)
    models = {
        name: 1 / (1 + np.exp(-(shift * truth + random.normal(size=300) - shift / 2)))
        for name, shift in (("A", 1.2), ("B", 1.8))
    }
    keys = ["auroc", "accuracy", "recall", "f1", "eer"]
    found = compare(truth, models, cluster=truth, metrics=keys, **FEW)
    for one in found:
        assert math.isnan(one.difference.low), one.key
        assert math.isnan(one.p_value), one.key
        assert one.verdict == "cannot_tell"
        assert one.superiority.method == "none"
        assert math.isnan(one.superiority.better)
        assert "occurs in one cluster only" in one.difference.note.en
        assert one.superiority.note == one.difference.note
    assert "No test, so no p-value" in found.note.en


def test_one_cluster_has_no_superiority_and_no_test() -> None:
    truth, models, _ = sample(20, 20)
    found = compare(truth, models, cluster=np.zeros(len(truth)), metrics="accuracy", **FEW)
    (one,) = found
    assert one.superiority.method == "none"
    assert math.isnan(one.superiority.worse)
    assert "one cluster" in one.superiority.note.en
    assert "single test" not in found.note.en


@pytest.mark.parametrize("k", [2, 3, 6])
def test_degrees_of_freedom_are_those_of_the_clusters_that_tell(k: int) -> None:
    """Recall of k clusters with as many positives each: a t interval of k means."""
    truth, models, cluster = sample(k)
    (one,) = compare(truth, models, cluster=cluster, metrics="recall", **FEW)
    called = {name: p >= 0.5 for name, p in models.items()}
    each = [
        called["A"][(cluster == c) & (truth == 1)].mean()
        - called["B"][(cluster == c) & (truth == 1)].mean()
        for c in range(k)
    ]
    error = np.std(each, ddof=1) / math.sqrt(k)
    reach = t.ppf(0.975, k - 1) * error
    assert one.test.df == pytest.approx(k - 1)
    assert one.difference.value == pytest.approx(np.mean(each))
    assert one.difference.low == pytest.approx(max(np.mean(each) - reach, -1), rel=1e-3)
    assert one.difference.high == pytest.approx(min(np.mean(each) + reach, 1), rel=1e-3)
    assert f"{k} of 60 inform" in one.difference.note.en


def test_an_area_of_few_clusters_covers() -> None:
    """Both models are alike in the population; with t(59) two in ten intervals missed 0."""
    misses = 0
    for seed in range(60):
        truth, models, cluster = sample(3, 30, 10, seed)
        (one,) = compare(truth, models, cluster=cluster, metrics="auroc", n_resamples=100)
        misses += not one.difference.low <= 0 <= one.difference.high
    assert misses <= 6


def test_a_class_in_one_cluster_that_hardly_matters_leaves_accuracy_alone() -> None:
    truth, models, cluster = sample(1)
    accuracy, recall = compare(
        truth, models, cluster=cluster, metrics=["accuracy", "recall"], **FEW
    )
    assert math.isfinite(accuracy.difference.low)
    assert math.isnan(recall.difference.low)


def test_tests_of_clusters_are_called_so() -> None:
    truth, models, cluster = sample(20, 20)
    area, f1 = compare(truth, models, cluster=cluster, metrics=["auroc", "f1"], **FEW)
    assert area.test.title == "DeLong's test, paired (clusters)"
    assert f1.test.title == "linearised difference, t test (clusters)"


def uneven_sample(random, sizes=(110, *[10] * 11)):
    """Two models, right in 7 of 10 rows on average and in each cluster at a rate of their own."""
    cluster = np.repeat(np.arange(len(sizes)), sizes)
    truth = random.integers(0, 2, len(cluster))
    rate = random.beta(3.5, 1.5, (2, len(sizes)))[:, cluster]
    right = random.random((2, len(cluster))) < rate
    return truth, right.astype(float), cluster


def spread_of(truth, right, cluster):
    each = (right - right.mean(1, keepdims=True)) / right.shape[1]
    ones = np.ones(len(truth))
    return EntryInfluence(each, ones, truth, cluster, int(cluster.max()) + 1).spread(0, 1)


def test_the_variance_is_not_below_that_of_leaving_out_one_cluster() -> None:
    truth, right, cluster = uneven_sample(np.random.default_rng(3))
    gap = right[0] - right[1]
    left = np.array([gap[cluster != one].mean() for one in range(12)])
    jackknife = ((left - gap.mean()) ** 2).sum() * 11 / 12
    assert spread_of(truth, right, cluster).variance >= jackknife * (1 - 1e-9)


def test_degrees_of_freedom_are_at_most_those_of_whole_clusters() -> None:
    # half of the rows in one of 12 clusters, Bell and McCaffrey: (1 − Σa²)²/(Σa² − 2Σa³ + (Σa²)²)
    truth, right, cluster = uneven_sample(np.random.default_rng(3))
    share = np.bincount(cluster) / len(cluster)
    two, three = (share**2).sum(), (share**3).sum()
    assert spread_of(truth, right, cluster).df <= (1 - two) ** 2 / (two - 2 * three + two**2) + 1e-9


def test_equal_models_in_clusters_of_very_different_size_are_rarely_called_different() -> None:
    random = np.random.default_rng(0)
    rejected = 0
    for _ in range(600):
        truth, right, cluster = uneven_sample(random)
        found = spread_of(truth, right, cluster)
        value = right[0].mean() - right[1].mean()
        rejected += 2 * t.sf(abs(value) / np.sqrt(found.variance), found.df) <= 0.05
    assert rejected / 600 <= 0.075
