"""Whose column is which among the joint scores of several models with K columns."""

import numpy as np
import pytest

from veracity.statistics.joint.cumulative_scores import CumulativeScores
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_classes import (
    columns_of_model,
    columns_read,
    models_of,
    scores_of_model,
)

ROWS = 40


@pytest.fixture
def joint():
    random = np.random.default_rng(0)
    truth = random.integers(0, 3, ROWS)
    p = {name: random.dirichlet([1, 1, 1], ROWS).round(1) for name in "AB"}
    columns = {(name, "xyz"[k]): p[name][:, k] for name in "AB" for k in range(3)}
    return JointScores.of_rows(truth, columns, labels="xyz")


def test_models_and_their_columns(joint) -> None:
    assert models_of(joint) == ("A", "B")
    for name in "AB":
        mine = columns_of_model(joint, name)
        for k, label in enumerate("xyz"):
            assert np.array_equal(mine[k], joint.scores[joint.names.index((name, label))])


def test_columns_made_from_others_keep_the_order_of_the_entries(joint) -> None:
    names, made = columns_read(joint, "B", CumulativeScores)
    assert names == ("x", "y")
    sums = np.minimum(np.cumsum(columns_of_model(joint, "B"), axis=0)[:-1], 1.0)
    assert made == pytest.approx(sums)
    assert columns_read(joint, "A", None)[1] is not None


def test_one_model_alone_is_its_own_rows(joint) -> None:
    alone = scores_of_model(joint, "A")
    assert alone.names == alone.labels == ("x", "y", "z")
    assert alone.total == joint.total
    for k, label in enumerate("xyz"):
        mine = joint.column(("A", label))
        assert np.array_equal(alone.column(label).weight, mine.weight)
        assert np.array_equal(alone.ranked[k].scores, mine.scores)
