"""Few clusters, clusters that hold one class, clusters that say nothing."""

import math

import numpy as np
import pytest
from scipy.stats import t

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
        assert "lives in a single cluster" in one.difference.note.en
        assert one.superiority.note == one.difference.note
    assert "There is no test here" in found.note.en


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
