"""Probabilities of ordered classes, cumulated: what the ranked probability score reads."""

from __future__ import annotations

from typing import Self

import numpy as np

from veracity.errors import refuse
from veracity.statistics.joint.joint_scores import JointScores


class CumulativeScores(JointScores):
    """Joint scores whose column k is the probability of class k or one before it.

    The order is that of the labels; the last column, always 1, is left out.

    >>> from veracity.statistics.joint.joint_scores import JointScores
    >>> rows = {"a": [0.5, 0.25], "b": [0.25, 0.5], "c": [0.25, 0.25]}
    >>> joint = JointScores.of_rows([0, 2], rows, labels=("a", "b", "c"))
    >>> CumulativeScores.of_joint(joint).scores
    array([[0.5 , 0.25], [0.75, 0.75]])
    """

    @classmethod
    def of_joint(cls, joint: JointScores) -> Self:
        """From the probabilities of all classes, one column for each."""
        if set(joint.names) != set(joint.labels):
            raise refuse("ordered_columns", names=joint.names, labels=joint.labels)
        order = [joint.index_of_name(label) for label in joint.labels]
        sums = np.minimum(np.cumsum(joint.scores[order], axis=0)[:-1], 1.0)
        return cls(joint.labels[:-1], sums, **joint.row_parts).gathered()
