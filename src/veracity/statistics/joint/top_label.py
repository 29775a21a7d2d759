"""How sure the prediction was, and whether it was right."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.errors import refuse
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.entries import Ints, RankedColumn, ranked
from veracity.statistics.joint.top_ranks import true_columns
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.scores.confidences import by_confidence
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import freeze

if TYPE_CHECKING:
    from veracity.arrays import Floats
    from veracity.statistics.joint.joint_scores import JointScores
    from veracity.statistics.scores.steps import Lone

WRONG, RIGHT = "wrong", "right"


class TopLabel(ScoreTable):
    """Weight of right and wrong predictions by confidence, the probability of the predicted class.

    A score table: the scores are confidences, the classes "wrong" and "right", and "right" is
    positive. So the sweep over its thresholds is the sweep over coverage: what is kept when
    rows below a confidence are left to somebody else.

    >>> TopLabel.of_table(ScoreTable.of_rows([0, 1, 1], [0.1, 0.9, 0.4])).weight
    array([[0., 1.], [2., 0.]])
    """

    @classmethod
    def of_table(cls, table: ScoreTable, threshold: float = 0.5) -> Self:
        """From probabilities of the positive one of two classes, predicted from the threshold on.

        The confidence is p where the positive class was predicted, 1 − p otherwise. Leading axes
        and clusters are kept.
        """
        if len(table) and not (table.scores[-1] >= 0 and table.scores[0] <= 1):
            raise refuse("confidence_outside", low=table.scores[-1], high=table.scores[0])
        if not table.shape and table.clusters is None:
            found = by_confidence(table, threshold)
            if found.lone is not None:
                return cls._of_lone(found.scores, found.lone)
            assert found.weight is not None
            return cls(found.scores, found.weight, (WRONG, RIGHT), RIGHT, found.squares)
        yes = 0 if table.positive_first else 1
        predicted = table.scores >= threshold
        sure = np.where(predicted, table.scores, 1.0 - table.scores)
        confidence = ranked(sure, in_runs=True)
        # class k at score t was right where k is the class that was predicted there
        right = np.stack([predicted == (k == yes) for k in range(2)]).astype(np.int64)
        flat = (right * len(confidence.scores) + confidence.score_index).reshape(-1)
        clusters = table.clusters
        if clusters is not None:
            clusters = Clusters.of_entries(
                clusters.ids,
                clusters.cluster,
                flat[clusters.cell],
                clusters.weight,
                clusters.squares,
            )
        weight, squares = (
            None if part is None else part.reshape(*part.shape[:-2], -1)
            for part in (table.weight, table.squares)
        )
        assert weight is not None
        return cls._made(confidence, flat, weight, squares, clusters)

    @classmethod
    def _of_lone(cls, confidence: Floats, lone: Lone) -> Self:
        """From the rows of the rarer kind, wrong or right, where each row stands apart."""
        made = cls(confidence, np.empty((2, 0)), (WRONG, RIGHT), RIGHT)
        del made.__dict__["weight"]
        made.__dict__["lone"] = lone
        return made

    @cached_property
    def weight(self) -> Floats:
        """Of rows that stand apart: made when it is read, which the measures here never do."""
        assert self.lone is not None
        weight = np.zeros((2, len(self.scores)))
        weight[1 - self.lone.truth] = 1.0
        weight[:, self.lone.position] = [[float(kind == self.lone.truth)] for kind in range(2)]
        freeze(weight)
        return weight

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return super().shape if "weight" in self.__dict__ else ()

    @classmethod
    def of_joint(cls, joint: JointScores, weight: Floats | None = None) -> Self:
        """From the probabilities of K classes: the first of the largest is predicted.

        With `weight` (..., T) instead of that of the entries, clusters and Σw² are forgotten.
        """
        predicted = joint.scores.argmax(0)
        confidence = ranked(joint.scores.max(0))
        flat = (predicted == true_columns(joint)) * len(confidence.scores) + confidence.score_index
        if weight is not None:
            return cls._made(confidence, flat, weight, None, None)
        clusters = None
        if joint.cluster is not None:
            clusters = Clusters.of_entries(
                joint.cluster_labels, joint.cluster, flat, joint.weight, joint.squares
            )
        return cls._made(confidence, flat, joint.weight, joint.squares, clusters)

    @classmethod
    def of_rows_right(
        cls, right: ArrayLike, confidence: ArrayLike, weight: ArrayLike | None = None
    ) -> Self:
        """From a few rows: whether each was right, and how sure it was."""
        return cls.of_rows(right, confidence, weight, labels=(WRONG, RIGHT), pos_label=RIGHT)

    @classmethod
    def _made(
        cls,
        confidence: RankedColumn,
        cell: Ints,
        weight: Floats,
        squares: Floats | None,
        clusters: Clusters | None,
    ) -> Self:
        size = len(confidence.scores)

        def summed(values: Floats) -> Floats:
            return tallied(cell, values, 2 * size).reshape(*values.shape[:-1], 2, size)

        return cls(
            confidence.scores,
            summed(weight),
            (WRONG, RIGHT),
            RIGHT,
            None if squares is None else summed(squares),
            clusters,
        )
