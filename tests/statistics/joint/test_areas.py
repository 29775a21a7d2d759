"""How areas of the same rows vary together, beside brute force over pairs."""

import numpy as np
import pytest
from hypothesis import given

from tests.statistics.joint_rows import joint_rows
from veracity.statistics.joint.areas import areas, delong_covariance
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.scores.areas import area_under_roc, delong_variance


def shares_by_pairs(rows):
    """How much of the other class each row is on the right side of, row by row, (M, n)."""
    weight = np.ones(len(rows)) if rows.weight is None else rows.weight
    found = []
    for s in rows.columns.values():
        ahead = (s[:, None] > s[None, :]) + 0.5 * (s[:, None] == s[None, :])
        positive = rows.truth == 1
        below = (ahead * weight)[:, ~positive].sum(1) / weight[~positive].sum()
        above = (ahead.T * weight)[:, positive].sum(1) / weight[positive].sum()
        found.append(np.where(positive, below, above))
    return np.array(found), weight


def covariance_by_pairs(rows):
    """DeLong, DeLong & Clarke-Pearson (1988), equations (4) and (5), for every pair of columns."""
    shares, _ = shares_by_pairs(rows)
    total = 0.0
    for k in (0, 1):
        part = shares[:, rows.truth == k]
        total = total + np.atleast_2d(np.cov(part, ddof=1)) / part.shape[1]
    return total


@given(joint_rows(classes=2, weighted=False, clustered=False))
def test_the_covariance_is_that_of_all_pairs(rows):
    if np.bincount(rows.truth, minlength=2).min() < 2:
        assert np.isnan(delong_covariance(rows.joint())).all()
        return
    found = delong_covariance(rows.joint())
    np.testing.assert_allclose(found, covariance_by_pairs(rows), atol=1e-14)


@given(joint_rows(classes=2, clustered=False))
def test_weights_are_linearised(rows):
    """Σ w² (share − area)² over rows of a class, by hand, with n = (Σw)²/Σw²."""
    shares, weight = shares_by_pairs(rows)
    expected = 0.0
    for k in (0, 1):
        w, part = weight[rows.truth == k], shares[:, rows.truth == k]
        n = w.sum() ** 2 / (w**2).sum()
        if n <= 1 + 1e-9:
            return
        centred = part - (part * w).sum(1, keepdims=True) / w.sum()
        expected = expected + (centred * w**2) @ centred.T / w.sum() ** 2 * n / (n - 1)
    np.testing.assert_allclose(delong_covariance(rows.joint()), expected, rtol=1e-9, atol=1e-14)


@given(joint_rows(classes=2, clustered=True))
def test_clusters_are_added_before_they_are_multiplied(rows):
    shares, weight = shares_by_pairs(rows)
    sums = np.zeros((len(shares), 5))
    for k in (0, 1):
        chosen = rows.truth == k
        w = weight[chosen] / weight[chosen].sum()
        centred = shares[:, chosen] - (shares[:, chosen] * w).sum(1, keepdims=True)
        for index, one in enumerate(centred * w):
            np.add.at(sums[index], rows.cluster[chosen], one)
    expected = sums @ sums.T * 5 / 4
    np.testing.assert_allclose(delong_covariance(rows.joint()), expected, rtol=1e-9, atol=1e-14)


@given(joint_rows(classes=2))
def test_the_diagonal_is_the_variance_of_each_column(rows):
    j = rows.joint()
    variances = [delong_variance(table) for table in j.columns.tables]
    np.testing.assert_allclose(
        np.diag(delong_covariance(j)), variances, rtol=1e-9, atol=1e-14, equal_nan=True
    )
    assert areas(j).tolist() == [area_under_roc(table) for table in j.columns.tables]


def test_a_column_and_its_copy_and_its_mirror():
    rng = np.random.default_rng(2)
    truth = np.repeat([0, 1], 20)
    score = rng.normal(truth, 1)
    j = JointScores.of_rows(truth, {"A": score, "again": score * 2, "back": -score})
    v = delong_variance(j.column("A"))
    np.testing.assert_allclose(
        delong_covariance(j), [[v, v, -v], [v, v, -v], [-v, -v, v]], rtol=1e-12
    )


def test_the_other_class_positive_changes_nothing_but_the_side():
    rng = np.random.default_rng(3)
    truth, a, b = rng.integers(0, 2, 30), rng.normal(size=30), rng.normal(size=30)
    found = [
        delong_covariance(JointScores.of_rows(truth, {"A": a, "B": b}, labels="ab", pos_label=one))
        for one in "ab"
    ]
    np.testing.assert_allclose(found[0], found[1], rtol=1e-12)


def test_one_class_alone_has_no_covariance():
    j = JointScores.of_rows([1, 1], {"A": [1, 2], "B": [2, 1]})
    assert np.isnan(delong_covariance(j)).all()
    one_cluster = JointScores.of_rows([0, 1], {"A": [1, 2]}, cluster=[0, 0], cluster_labels=(1,))
    assert np.isnan(delong_covariance(one_cluster)).all()
    with pytest.raises(ValueError, match="two classes"):
        delong_covariance(JointScores.of_rows([0, 1, 2], {"A": [1, 2, 3]}, labels=(0, 1, 2)))
