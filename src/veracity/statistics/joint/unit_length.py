"""Rows of probabilities brought to the length 1: what the spherical score reads."""

from __future__ import annotations

from typing import Self

import numpy as np

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.statistics.joint.joint_scores import JointScores


class UnitScores(JointScores):
    """Joint scores whose column k is p_k/√(Σ p²): the direction of a row, without its length.

    >>> from veracity.statistics.joint.joint_scores import JointScores
    >>> rows = {"a": [0.6, 0.0], "b": [0.0, 1.0], "c": [0.8, 0.0]}
    >>> joint = JointScores.of_rows([0, 1], rows, labels=("a", "b", "c"))
    >>> UnitScores.of_joint(joint).scores.round(3).tolist()
    [[0.6, 0.0], [0.0, 1.0], [0.8, 0.0]]
    """

    @classmethod
    def of_joint(cls, joint: JointScores) -> Self:
        """From the probabilities of all classes, one column for each."""
        if set(joint.names) != set(joint.labels):
            raise refuse("ordered_columns", names=joint.names, labels=joint.labels)
        length = np.sqrt((joint.scores * joint.scores).sum(0))
        # a side of a right angle is at most the length, but for the last digit
        sides = np.minimum(ratio(joint.scores, length), 1.0)
        return cls(joint.names, sides, **joint.row_parts).gathered()
