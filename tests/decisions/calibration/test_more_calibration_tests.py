"""The likelihood-ratio test, and one test of the probabilities of all classes together."""

import math

import numpy as np
import pytest

import veracity as vc

Y, P = [0, 1, 0, 1, 1, 0, 1, 1], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]


def test_likelihood_ratio_of_statsmodels() -> None:
    found = vc.evaluate(Y, y_proba=P).calibration_tests()["likelihood_ratio"]
    # statsmodels 0.15.0: twice Logit(Y, [1, logit P]).fit().llf less the log-likelihood of P
    assert found.statistic == pytest.approx(0.24367739510100073, rel=1e-9)
    assert found.p_value == pytest.approx(math.exp(-0.24367739510100073 / 2))
    assert found.df == 2
    assert "似然比" in found.title.zh


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"y_proba": P, "cluster": [0, 0, 1, 1, 2, 2, 3, 3]}, "clustered"),
        ({"y_proba": P, "sample_weight": [1, 2] * 4}, "weighted"),
        ({"y_proba": [0.1, 0.9, 0.2, 0.8, 0.7, 0.3, 0.6, 0.95]}, "separates"),
        ({"y_proba": [0.0, 0.9, 0.2, 0.8, 0.7, 0.8, 0.6, 0.95]}, "0 or 1"),
    ],
)
def test_likelihood_ratio_without_p(given, words) -> None:
    found = vc.evaluate(Y, **given).calibration_tests()["likelihood_ratio"]
    assert math.isnan(found.p_value)
    assert words in found.note.en


def brute(y, p):
    """U'V⁻¹U row by row, from the definition."""
    K = p.shape[1]
    moved, variance = np.zeros(2 * K - 1), np.zeros((2 * K - 1, 2 * K - 1))
    for k, q in zip(y, p, strict=True):
        g = np.vstack([np.eye(K)[:-1], np.diag(np.log(q))])  # how each part of U reads y
        moved += g @ (np.eye(K)[k] - q)
        variance += g @ (np.diag(q) - np.outer(q, q)) @ g.T
    return moved @ np.linalg.solve(variance, moved)


def test_multinomial_from_its_definition() -> None:
    random = np.random.default_rng(3)
    p = random.dirichlet([1, 2, 1.5], 80)
    y = np.array([random.choice(3, p=q) for q in p])
    found = vc.evaluate(y, y_proba=p, labels=[0, 1, 2]).calibration_tests()["multinomial"]
    assert found.statistic == pytest.approx(brute(y, p), rel=1e-8)
    assert found.df == 5
    order = [2, 0, 1]  # the same classes in another order
    turned = vc.evaluate(y, y_proba=p[:, order], labels=order).calibration_tests()["multinomial"]
    assert turned.statistic == pytest.approx(found.statistic, rel=1e-8)
    twice = vc.evaluate(
        np.tile(y, 2), y_proba=np.tile(p, (2, 1)), labels=[0, 1, 2], cluster=list(range(80)) * 2
    ).calibration_tests()["multinomial"]
    assert "cluster" in twice.note.en
    sharp = p**3 / (p**3).sum(1, keepdims=True)
    assert (
        vc.evaluate(y, y_proba=sharp, labels=[0, 1, 2]).calibration_tests()["multinomial"].p_value
        < 1e-4
    )


def test_multinomial_keeps_its_level() -> None:
    random = np.random.default_rng(0)
    rejected = 0
    for _ in range(200):
        p = random.dirichlet([1, 2, 1], 150)
        y = (random.random((150, 1)) > np.cumsum(p, 1)).sum(1)
        ev = vc.evaluate(y, y_proba=p, labels=[0, 1, 2])
        rejected += ev.calibration_tests()["multinomial"].p_value < 0.05
    assert rejected <= 200 * 0.05 + 3 * math.sqrt(200 * 0.05 * 0.95)


def test_a_class_of_probability_0_came() -> None:
    p = [[0.5, 0.5, 0.0], [0.2, 0.3, 0.5], [0.1, 0.1, 0.8], [0.3, 0.4, 0.3]]
    found = vc.evaluate([2, 0, 2, 1], y_proba=p, labels=[0, 1, 2]).calibration_tests()
    assert found["multinomial"].p_value == 0
