"""Intervals of mean scores of many classes: each class needs buckets of its own."""

import math

import numpy as np
import pytest

from veracity.evaluation import evaluate

Z = 1.959964


def sample(classes, n=500, seed=2):
    random = np.random.default_rng(seed)
    truth = np.concatenate([np.arange(classes), random.integers(0, classes, n - classes)])
    z = random.normal(size=(n, classes))
    z[np.arange(n), truth] += 2.5
    e = np.exp(z)
    return truth, e / e.sum(1, keepdims=True)


@pytest.mark.parametrize("classes", [3, 10, 25])
def test_a_mean_score_has_the_error_of_a_mean(classes) -> None:
    truth, p = sample(classes)
    hit = np.eye(classes)[truth]
    each = {
        "log_loss": -np.log(p[np.arange(len(p)), truth]),
        "brier_1950": ((p - hit) ** 2).sum(1),
        "rps": (np.cumsum(p - hit, 1)[:, :-1] ** 2).sum(1) / (classes - 1),
    }
    ev = evaluate(truth, y_proba=p, method="delta", metrics=list(each))
    for key, loss in each.items():
        error = loss.std(ddof=1) / math.sqrt(len(loss))
        scale = ev[key].value  # the log scale of a range with one end, or the logit
        width = math.log(ev[key].high / ev[key].low)
        assert ev[key].value == pytest.approx(loss.mean())
        assert width == pytest.approx(2 * Z * error / scale, rel=0.12), key


def test_studentised_takes_columns_of_few_rows() -> None:
    truth, p = sample(3, 60)
    ev = evaluate(truth, y_proba=p, method="studentised", n_resamples=200, metrics=["log_loss"])
    found, plain = ev["log_loss"], evaluate(truth, y_proba=p, method="delta")["log_loss"]
    assert found.method == "studentised"
    assert found.low < found.value < found.high
    assert found.high - found.low == pytest.approx(plain.high - plain.low, rel=0.35)


def test_studentised_is_bounded() -> None:
    """With fifteen classes each redraw would need 225 derivatives: the note says what is done."""
    random = np.random.default_rng(0)
    truth = random.integers(0, 15, 3000)
    called = np.where(random.random(3000) < 0.5, truth, random.integers(0, 15, 3000))
    found = evaluate(truth, called, method="studentised")["mcc"]
    assert found.method == "delta"
    assert "studentised" in found.note
