"""Whole clusters redrawn: the variance is that between clusters."""

import numpy as np
import pytest

from veracity.evaluation import evaluate
from veracity.metrics import find
from veracity.resampling import parts
from veracity.resampling import resamples as resamples
from veracity.resampling.parts import Parts
from veracity.resampling.resamples import Resamples
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import SparseCells

TIMES = 20_000


def clustered(size=40, weight=None):
    """Clusters of unequal size, each with a hit rate of its own."""
    draw = np.random.default_rng(8)
    sizes = draw.integers(1, 9, size)
    cluster = np.repeat(np.arange(size), sizes)
    rate = np.repeat(draw.beta(2, 1, size), sizes)
    truth = draw.integers(0, 2, len(cluster))
    called = np.where(draw.random(len(cluster)) < rate, truth, 1 - truth)
    return evaluate(truth, called, cluster=cluster, sample_weight=weight).confusion


def drawn(matrix, times=TIMES):
    one = Resamples(matrix, times, 6)
    assert one.kind == "clusters"
    return np.concatenate([batch.cells.array() for batch in one._all()]).reshape(times, -1)


def test_mean_and_covariance_are_those_between_clusters():
    matrix = clustered()
    number = len(matrix.clusters)
    each = matrix.clusters.resampled(np.eye(number), 4)
    tables = drawn(matrix)
    # the sum of `number` draws with replacement from the clusters
    theory = number * np.cov(each.T, bias=True)
    assert np.abs(tables.mean(0) / matrix.cells.array().reshape(-1) - 1).max() < 0.01
    assert np.abs(np.cov(tables.T) - theory).max() < 0.05 * theory.max()


def test_only_whole_clusters_are_drawn():
    matrix = evaluate([0, 0, 1, 1, 1], [0, 0, 1, 1, 0], cluster=list("aabbb")).confusion
    tables = drawn(matrix, 300)
    possible = {(4, 0, 0, 0), (2, 0, 1, 2), (0, 0, 2, 4)}
    assert {tuple(table) for table in tables.astype(int).tolist()} == possible


def test_weighted_clusters_are_told_in_effective_rows():
    weight = np.full(int(clustered().total), 2.5)
    plain, weighted = drawn(clustered(), 300), drawn(clustered(weight=weight), 300)
    assert np.allclose(plain, weighted)


def test_sparse_clusters_have_the_same_moments(monkeypatch):
    dense = clustered()
    each = dense.clusters.resampled(np.eye(len(dense.clusters)), 4)
    monkeypatch.setattr(parts, "FEW_CLASSES", 0)
    batches = list(Resamples(clustered(), 3000, 6)._all())
    assert all(isinstance(batch.cells, SparseCells) for batch in batches)
    tables = np.concatenate([batch.cells.weight for batch in batches])
    theory = len(dense.clusters) * np.cov(each.T, bias=True)
    assert np.abs(tables.mean(0) / dense.cells.array().reshape(-1) - 1).max() < 0.03
    assert np.abs(np.cov(tables.T) - theory).max() < 0.12 * theory.max()


def test_one_row_for_each_cluster_is_the_multinomial():
    truth, called = [0, 0, 0, 1, 1, 1, 1, 0], [0, 1, 0, 1, 1, 0, 1, 0]
    matrix = evaluate(truth, called, cluster=list(range(8))).confusion
    tables = drawn(matrix)
    share = matrix.cells.array().reshape(-1) / 8
    theory = 8 * (np.diag(share) - np.outer(share, share))
    assert (tables.sum(-1) == 8).all()
    assert np.abs(np.cov(tables.T) - theory).max() == pytest.approx(0, abs=0.05)


def test_very_many_clusters_vary_as_much_in_random_groups(monkeypatch):
    """Accuracy with 6,000 clusters of two rows that agree: sd by clusters and by groups."""
    rng = np.random.default_rng(0)
    right = np.repeat(rng.random(6000) < 0.7, 2).astype(int)
    matrix = evaluate(np.ones(12_000, int), right, cluster=np.repeat(np.arange(6000), 2)).confusion
    accuracy = find("accuracy")
    grouped = Resamples(matrix, 2000, 0).values(accuracy).std()
    monkeypatch.setattr(resamples, "MOST_CLUSTERS", 10_000)
    single = Resamples(matrix, 2000, 0).values(accuracy).std()
    theory = np.sqrt(right.mean() * (1 - right.mean()) / 6000)
    assert single == pytest.approx(theory, rel=0.08)
    assert grouped == pytest.approx(theory, rel=0.08)


@pytest.mark.parametrize("filled", [0.0, 2.0])
def test_full_and_sparse_products_are_the_same(filled, monkeypatch):
    """Whole numbers: either way of summing clusters gives the same counts, bit for bit."""
    draw = np.random.default_rng(6)
    cluster, cell = draw.integers(0, 12, 300), draw.integers(0, 4, 300)
    weight = np.bincount(cell, minlength=4).astype(float)
    clusters = Clusters.of_entries(tuple(range(12)), cluster, cell, np.ones(300), None)
    held = Parts(weight, None, clusters, lambda weight, squares: weight, 4)
    monkeypatch.setattr(resamples, "FILLED", filled)
    made = Resamples(held, 50, 3)
    assert (made._summed is None) == (filled > 1)
    found = np.concatenate(list(made.weights()))
    chosen = resamples._chosen(np.random.default_rng(3), 12, 50)
    assert np.array_equal(found, chosen @ clusters.dense(4))
