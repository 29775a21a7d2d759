"""Columns of scores under the names of others are named; honest ones, weak or not, are not."""

import numpy as np
import pytest

import veracity as vc
from veracity.cautions.checks.of_columns import exchanged


def drawn(seed, n=200, classes=4, shift=1.5, shares=None):
    draw = np.random.default_rng(seed)
    truth = draw.choice(classes, n, p=shares)
    z = draw.normal(size=(n, classes))
    z[np.arange(n), truth] += shift
    p = np.exp(z)
    return truth, p / p.sum(1, keepdims=True)


def spoken(truth, p, **settings):
    ev = vc.evaluate(truth, y_proba=p, labels=range(p.shape[1]), **settings)
    return {one.key: one for one in ev.cautions}


@pytest.mark.parametrize(
    ("order", "named"),
    [
        ([1, 0, 2, 3], "0 → 1, 1 → 0"),
        ([1, 2, 0, 3], "0 → 2, 2 → 1, 1 → 0"),
        ([3, 2, 1, 0], "0 → 3, 3 → 0, 1 → 2, 2 → 1"),
    ],
)
def test_exchanged_columns_are_named(order, named) -> None:
    truth, p = drawn(0)
    found = spoken(truth, p[:, order])
    assert named in found["columns_exchanged"].message
    assert "association_without_agreement" not in found


def test_honest_columns_are_left_alone() -> None:
    truth, p = drawn(0)
    assert "columns_exchanged" not in spoken(truth, p)
    for seed in range(300):
        draw = np.random.default_rng(seed)
        classes = int(draw.integers(3, 8))
        n, shift = int(draw.integers(20, 400)), float(draw.uniform(0, 2))
        truth, p = drawn(seed, n, classes, shift, draw.dirichlet(np.ones(classes)))
        counts = np.zeros((classes, classes))
        np.add.at(counts, (truth, p.argmax(1)), 1)
        assert exchanged(counts, float(n)) == [], seed


def test_a_class_that_a_common_one_swallows_is_no_exchange() -> None:
    counts = np.array([[900.0, 20, 5], [80, 10, 0], [2, 1, 40]])
    assert exchanged(counts, counts.sum()) == []


def test_few_rows_or_clusters_decide_nothing() -> None:
    truth, p = drawn(1, n=12)
    assert "columns_exchanged" not in spoken(truth, p[:, [1, 0, 2, 3]])
    truth, p = drawn(0)
    cluster = np.arange(200) // 25
    assert "columns_exchanged" not in spoken(truth, p[:, [1, 0, 2, 3]], cluster=cluster)
