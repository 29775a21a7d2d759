"""Sparse cells give what dense cells give."""

import numpy as np
import pytest

from tests.laws.columns import Columns, close, many
from veracity.evaluation import ConfusionMatrix
from veracity.evaluation.state.keys import available
from veracity.statistics.held import Held
from veracity.statistics.matrix import cells
from veracity.statistics.matrix.cells import DenseCells, SparseCells


def pair(rows: Columns) -> tuple[ConfusionMatrix, ConfusionMatrix]:
    """The same rows counted into dense and into sparse cells."""
    dense = rows.matrix()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "DENSE_CLASSES", 0)
        sparse = rows.matrix()
    assert isinstance(dense.cells, DenseCells)
    assert isinstance(sparse.cells, SparseCells)
    return dense, sparse


def weights(size: int) -> list[float]:
    return np.random.default_rng(3).uniform(0.1, 2, size).tolist()


ROWS = many(300, 7)
CASES = {
    "counts": ROWS,
    "weights": Columns(ROWS.truth, ROWS.called, weights(300)),
    "zero weights": Columns(ROWS.truth, ROWS.called, [float(i % 3) for i in range(300)]),
    "clusters": Columns(ROWS.truth, ROWS.called, cluster=[i % 11 for i in range(300)]),
    "few cells": Columns(["a", "b", "c", "c"], ["a", "c", "c", "c"]),
    "all right": Columns(["a", "b", "c"], ["a", "b", "c"]),
    "all wrong": Columns(["a", "b", "c"], ["b", "c", "a"]),
}


@pytest.mark.parametrize("case", CASES)
def test_every_key(case):
    dense, sparse = pair(CASES[case])
    for key in available(Held(1, dense)):
        assert close(sparse.metric(key), dense.metric(key)), key


@pytest.mark.parametrize("case", CASES)
def test_every_other_matrix_made_from_it(case):
    dense, sparse = pair(CASES[case])
    a, b = dense.labels[:2]
    share = dict.fromkeys(dense.labels, 1 / dense.classes)
    for operation in (
        lambda c: c,
        lambda c: c.T,
        lambda c: c.T.T,
        lambda c: c + c,
        lambda c: c.one_vs_rest(a),
        lambda c: c.one_vs_one(a, b),
        lambda c: c.pooled_classes(),
        lambda c: c.at_prevalence(share),
        lambda c: c.relabelled((*dense.labels, "new")),
    ):
        assert operation(sparse) == operation(dense)


def test_an_interval_of_a_proportion_is_the_same():
    dense, sparse = (matrix.evaluate() for matrix in pair(ROWS))
    assert sparse["accuracy"] == dense["accuracy"]


def test_clusters_are_redrawn_alike():
    """The draws differ, their spread must not: both ends within a tenth of the width."""
    dense, sparse = (m.evaluate(n_resamples=2000)["accuracy"] for m in pair(CASES["clusters"]))
    width = dense.high - dense.low
    assert abs(sparse.low - dense.low) < 0.1 * width
    assert abs(sparse.high - dense.high) < 0.1 * width


def test_counts_are_a_sparse_array():
    sparse = pair(ROWS)[1]
    assert sparse.counts.dtype == np.int64
    assert np.array_equal(sparse.counts.toarray(), pair(ROWS)[0].counts)


def test_more_than_2048_classes_go_sparse_by_themselves():
    rows = many(500, 2049)
    matrix = ConfusionMatrix.from_labels(rows.truth, rows.called, labels=range(2049))
    assert isinstance(matrix.cells, SparseCells)
    hits = np.equal(rows.truth, rows.called).sum()
    assert matrix.metric("accuracy") == hits / 500
    one_less = ConfusionMatrix.from_labels([0], [0], labels=range(2048))
    assert isinstance(one_less.cells, DenseCells)


def test_ten_thousand_classes_cost_no_square():
    size = 10_000
    matrix = ConfusionMatrix.from_labels(np.arange(size), np.arange(size))
    assert matrix.metric("mcc") == pytest.approx(1, abs=1e-12)
    assert len(matrix.cells.weight) == size
