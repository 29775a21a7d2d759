"""ROC, PR and DET curves unpack to what scikit-learn returns, element for element."""

import warnings

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

from tests.curves.tables import rows, table_of
from veracity import curves

PEERS = {
    "roc": (curves.roc, metrics.roc_curve),
    "pr": (curves.precision_recall, metrics.precision_recall_curve),
    "det": (curves.det, metrics.det_curve),
}
every_kind = pytest.mark.parametrize("kind", PEERS)


def assert_alike(kind, y, score, weight=None):
    ours, theirs = PEERS[kind]
    seen, said = list(ours(table_of(y, score, weight))), theirs(y, score, sample_weight=weight)
    assert len(seen) == len(said) == 3
    for one, other in zip(seen, said, strict=True):
        assert one.shape == other.shape
        np.testing.assert_allclose(one, other, rtol=1e-12, atol=1e-15)


@every_kind
@pytest.mark.parametrize("levels", [None, 20, 3, 1])
@pytest.mark.parametrize("weights", [None, "whole"])
@pytest.mark.parametrize("n", [2, 3, 10, 3000])
def test_random_rows_with_ties_and_weights(kind, levels, weights, n):
    for seed in range(3):
        y, score, weight = rows(seed, n, levels=levels, weights=weights)
        if weight is not None:
            weight[:2] = 1  # one of each class counts
        assert_alike(kind, y, score, weight)


@every_kind
def test_fractional_weights_of_distinct_scores(kind):
    assert_alike(kind, *rows(1, 1500, weights="fractions"))


@every_kind
def test_fractional_weights_with_ties(kind):
    """Which straight points scikit-learn's rounding keeps cannot be told; the curve can."""
    y, score, weight = rows(2, 5000, levels=8, weights="fractions")
    curve = PEERS[kind][0](table_of(y, score, weight))
    if kind == "roc":
        fpr, tpr, at = metrics.roc_curve(y, score, sample_weight=weight, drop_intermediate=False)
        np.testing.assert_allclose([curve.x, curve.y], [fpr, tpr], rtol=1e-12, atol=1e-15)
        np.testing.assert_array_equal(curve.thresholds, at)
    else:
        assert_alike(kind, y, score, weight)


@every_kind
def test_infinite_scores_rank(kind):
    score = np.array([np.inf, np.inf, 2, 1, -np.inf, 0, -np.inf])
    y = np.array([1, 0, 1, 0, 0, 1, 1])
    table = table_of(y, score)
    finite = table_of(y, np.array([9.0, 9, 2, 1, -9, 0, -9]))
    for one, other in zip(list(PEERS[kind][0](table))[:2], PEERS[kind][0](finite), strict=False):
        np.testing.assert_array_equal(one, other)
    assert table.thresholds.tolist() == [np.inf, np.inf, 2, 1, 0, -np.inf]


@every_kind
@given(cases=st.lists(st.tuples(st.integers(0, 1), st.integers(-3, 3)), min_size=2, max_size=30))
def test_any_small_data(kind, cases):
    y, score = np.array(cases).T
    if 0 < y.sum() < len(y):
        assert_alike(kind, y, score.astype(float))


def test_the_closing_point_is_a_drawing_convention():
    curve = curves.precision_recall(table_of([0, 1, 1], [3.0, 2, 1]))
    precision, recall, thresholds = curve
    assert (precision[-1], recall[-1], len(thresholds)) == (1, 0, len(precision) - 1)
    assert curve.x[0] == 0
    assert np.isnan(curve.y[0])
    assert curve.thresholds[0] == np.inf
    assert "nothing was called positive" in curve.note


def test_no_positives_is_nan_where_scikit_learn_says_one():
    y, score = np.zeros(3, int), np.arange(3.0)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert metrics.precision_recall_curve(y, score)[1].tolist() == [1, 1, 1, 0]
    _, recall, _ = curves.precision_recall(table_of(y, score))
    assert np.isnan(recall[:-1]).all()


def test_scores_without_weight_are_no_thresholds():
    y, score, weight = [1, 0, 1, 0], [4.0, 3, 2, 1], np.array([1.0, 0, 1, 1])
    for kind in PEERS:
        assert_alike(kind, np.array(y), np.array(score), weight)
