"""How high the true class ranks among the probabilities of all classes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.cell_sums import CellSums
from veracity.statistics.joint.entries import Ints

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores

_PIECE = 1 << 16


@dataclass(frozen=True, eq=False, repr=False)
class TopRanks(CellSums):
    """Weight by the rank of the true class among the K probabilities, (..., K).

    Rank 1: the truth has the largest probability; among equal ones the first label ranks
    first, as in the prediction. `labels` are those of the columns, in their order, which breaks
    ties. The cell of a row is rank − 1.

    >>> TopRanks.of_rows([0, 2], [[0.4, 0.5], [0.4, 0.3], [0.2, 0.2]], labels="abc").weight
    array([1., 0., 1.])
    """

    kind: ClassVar[Literal["top_ranks"]] = "top_ranks"

    @classmethod
    def of_rows(
        cls,
        truth: ArrayLike,
        scores: ArrayLike,
        weight: ArrayLike | None = None,
        *,
        labels: Iterable[Any],
        cluster: ArrayLike | None = None,
        cluster_labels: Iterable[Any] = (),
        squares: bool = True,
    ) -> Self:
        """From rows: the index of the true class among the columns, and the columns (K, n)."""
        rank = ranks_of(np.asarray(truth, np.int64), np.asarray(scores))
        weights = np.ones(len(rank)) if weight is None else np.asarray(weight, np.float64)
        return cls.of_cells(
            rank,
            naming.checked(labels),
            weights,
            None if weight is None or not squares else weights * weights,
            None if cluster is None else np.asarray(cluster, np.int64),
            tuple(naming.canonical(one) for one in cluster_labels),
        )

    @classmethod
    def of_joint(cls, joint: JointScores) -> Self:
        """From joint scores whose columns are the probabilities of the classes."""
        rank = ranks_of(true_columns(joint), joint.scores)
        parts = joint.weight, joint.squares, joint.cluster, joint.cluster_labels
        return cls.of_cells(rank, joint.names, *parts)

    def within(self, k: float) -> Any:
        """Weight of the rows whose true class is among the first k, a whole number."""
        if k != int(k) or k < 1:
            raise refuse("top_k_whole", k=k)
        return self.weight[..., : int(k)].sum(-1)

    def by_chance(self) -> Self:
        """Every rank as likely as any other: probabilities that know nothing of the truth."""
        even = np.broadcast_to(np.asarray(self.total)[..., None] / self.classes, self.weight.shape)
        return self.with_weight(even.copy())

    @property
    def described(self) -> str:
        """How many ranks there are, for `repr`."""
        return f"{self.classes} ranks"


def ranks_of(truth: Ints, scores: Floats) -> Ints:
    """Rank − 1 of the true column in each row; among equal scores the first column ranks first.

    `truth` is the index of the true class among the columns, `scores` is (K, n).
    """
    rank = np.empty(len(truth), np.int64)
    for start in range(0, len(truth), _PIECE):
        part = slice(start, start + _PIECE)
        index, piece = truth[part], scores[:, part]
        own = np.take_along_axis(piece, index[None], 0)[0]
        above = (piece > own).sum(0)
        before = (piece == own) & (np.arange(len(piece))[:, None] < index)
        rank[part] = above + before.sum(0)
    return rank


def true_columns(joint: JointScores) -> Ints:
    """For each entry the index of the column that holds the probability of its true class."""
    indices = np.full(joint.classes, -1)
    for i in np.unique(joint.truth).tolist():  # a class that never occurs needs no column
        indices[i] = joint.index_of_name(joint.labels[i])
    return indices[joint.truth]
