"""Losses of probabilities: the difference of two models is a mean of differences by row."""

import numpy as np
import pytest

import veracity as vc
from veracity.errors import NotHere


@pytest.fixture
def rows():
    random = np.random.default_rng(1)
    truth = (random.random(400) < 0.3).astype(int)
    first, second = (1 / (1 + np.exp(-random.normal(truth * s - 1))) for s in (1.5, 1.0))
    return truth, first, second


@pytest.mark.parametrize(
    ("key", "loss"),
    [
        ("brier", lambda y, p: (p - y) ** 2),
        ("log_loss", lambda y, p: -np.log(np.where(y == 1, p, 1 - p))),
        ("mae", lambda y, p: np.abs(p - y)),
    ],
)
def test_the_interval_is_that_of_paired_losses(rows, key, loss):
    truth, first, second = rows
    each = loss(truth, first) - loss(truth, second)
    half = 1.959964 * each.std(ddof=1) / np.sqrt(len(each))
    found = vc.compare(truth, {"A": first, "B": second}, metrics=[key])["A", "B", key].difference
    assert found.value == pytest.approx(each.mean(), abs=1e-12)
    assert (found.high - found.low) / 2 == pytest.approx(half, rel=0.05)


def test_clusters_of_one_row_change_little(rows):
    truth, first, second = rows
    models = {"A": first, "B": second}
    alone = vc.compare(truth, models, metrics="brier")["A", "B", "brier"].difference
    apart = vc.compare(truth, models, metrics="brier", cluster=np.arange(400))
    found = apart["A", "B", "brier"].difference
    assert found.high - found.low == pytest.approx(alone.high - alone.low, rel=0.05)


def test_scores_are_no_probabilities(rows):
    truth, first, second = rows
    with pytest.raises(NotHere, match="needs probabilities"):
        vc.compare(truth, {"A": first, "B": second}, kind="y_score", metrics=["brier"])
