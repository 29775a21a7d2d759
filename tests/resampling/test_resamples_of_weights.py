"""Weighted cells redrawn: mean Σw and variance Σw², in effective rows."""

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.resampling.resamples import Resamples
from veracity.statistics.matrix import cells
from veracity.statistics.matrix.cells import SparseCells

TIMES = 20_000


def weighted(scale=1.0):
    draw = np.random.default_rng(4)
    truth, called = draw.integers(0, 3, 200), draw.integers(0, 3, 200)
    weight = draw.gamma(2, size=200) * scale
    return ConfusionMatrix.from_labels(truth, called, sample_weight=weight)


def drawn(matrix, times=TIMES):
    one = Resamples(matrix, times, 5)
    assert one.kind == "weighted"
    dense = [
        np.atleast_3d(b.cells.array().toarray())
        if isinstance(b.cells, SparseCells)
        else b.cells.array()
        for b in one._all()
    ]
    return np.concatenate(dense).reshape(times, -1)


@pytest.mark.parametrize("scale", [1.0, 1e-5, 1e5])
def test_two_moments_match(scale):
    matrix = weighted(scale)
    # one effective row weighs Σw²/Σw: redraws are told in that unit
    cluster = matrix.squares.array().sum() / matrix.cells.array().sum()
    tables = drawn(matrix) * cluster
    mean, variance = matrix.cells.array().reshape(-1), matrix.squares.array().reshape(-1)
    assert np.abs(tables.mean(0) / mean - 1).max() < 0.01
    assert np.abs(tables.var(0) / variance - 1).max() < 0.06


def test_cells_are_independent():
    correlation = np.corrcoef(drawn(weighted()).T)
    assert np.abs(correlation - np.eye(9)).max() < 0.05


def test_the_total_is_the_effective_number_of_rows():
    matrix = weighted()
    kish = matrix.cells.array().sum() ** 2 / matrix.squares.array().sum()
    assert drawn(matrix, 2000).sum(-1).mean() == pytest.approx(kish, rel=0.02)


def test_sparse_cells_have_the_same_moments(monkeypatch):
    dense = weighted()
    monkeypatch.setattr(cells, "DENSE_CLASSES", 0)
    tables = drawn(weighted(), 4000)
    cluster = dense.squares.array().sum() / dense.cells.array().sum()
    mean, variance = dense.cells.array().reshape(-1), dense.squares.array().reshape(-1)
    assert np.abs(tables.mean(0) * cluster / mean - 1).max() < 0.03
    assert np.abs(tables.var(0) * cluster**2 / variance - 1).max() < 0.15


def test_cells_without_weight_stay_empty():
    matrix = ConfusionMatrix.from_labels([0, 1, 1], [0, 1, 0], sample_weight=[1, 2, 0])
    tables = drawn(matrix, 500).reshape(-1, 2, 2)
    assert (tables[:, 1, 0] == 0).all()
    assert (tables[:, 0, 1] == 0).all()
