"""Rows of probabilities at the length 1: exact, gathered, refused where a class has no column."""

import numpy as np
import pytest

from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.unit_length import UnitScores


def test_rows_have_the_length_one() -> None:
    rng = np.random.default_rng(0)
    p = rng.dirichlet([1, 2, 3], 50)
    joint = JointScores.of_rows(rng.integers(0, 3, 50), dict(enumerate(p.T)), labels=range(3))
    cluster = UnitScores.of_joint(joint)
    assert (cluster.scores**2).sum(0) == pytest.approx(np.ones(50))
    assert isinstance(cluster, UnitScores)
    assert cluster.names == joint.names


def test_rows_in_one_direction_become_one_entry() -> None:
    """(1/2, 1/4, 1/4) twice; weights and Σw² are added."""
    columns = {"a": [0.5, 0.5, 1.0], "b": [0.25, 0.25, 0.0], "c": [0.25, 0.25, 0.0]}
    joint = JointScores.of_rows([0, 0, 0], columns, [1.0, 2.0, 4.0], labels="abc")
    cluster = UnitScores.of_joint(joint)
    assert sorted(cluster.weight.tolist()) == [3, 4]
    assert sorted(cluster.squares.tolist()) == [5, 16]
    assert sorted(cluster.scores[0].tolist()) == pytest.approx([np.sqrt(2 / 3), 1.0])


def test_every_class_has_a_column() -> None:
    joint = JointScores.of_rows([0, 1], {"A": [0.1, 0.9], "B": [0.2, 0.7]})
    with pytest.raises(ValueError, match="one probability column per class"):
        UnitScores.of_joint(joint)
