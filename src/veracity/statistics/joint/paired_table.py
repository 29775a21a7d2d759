"""The paired table: truth by the labels that several models gave to the same rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.shared_rows import SharedRows
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells, Ints, gathered, tallied
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores


@dataclass(frozen=True, eq=False, repr=False)
class PairedTable(SharedRows):
    """Distinct tuples (truth, label of each model), and the cluster where there are clusters.

    Entry t stands for rows of the class with index `truth[t]` among the labels, to which model
    m gave the label with index `predicted[m, t]`; together they weigh `weight[..., t]`, where
    leading axes are resamples. `squares` is Σw² where rows carried weights, `cluster` the index of
    the cluster among `cluster_labels`. The constructor takes parts that are known to fit; `of_rows`
    makes them.

    >>> table = PairedTable.of_rows([0, 1, 1, 1], {"A": [0, 1, 1, 0], "B": [0, 1, 0, 1]})
    >>> table.matrix("A").counts.tolist(), table.discordant("A", "B")
    ([[1, 0], [1, 2]], (1.0, 1.0))
    """

    kind = "paired_table"
    answers = "predicted"
    name_unknown = "model_unknown"

    names: tuple[Label, ...]
    predicted: Ints
    truth: Ints
    weight: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None = None
    squares: Floats | None = None
    cluster: Ints | None = None
    cluster_labels: tuple[Label, ...] = ()

    @classmethod
    def of_rows(
        cls,
        truth: ArrayLike,
        predicted: Mapping[Any, Any],
        weight: ArrayLike | None = None,
        *,
        labels: Iterable[Any] = (0, 1),
        pos_label: object = None,
        squares: ArrayLike | None = None,
        cluster: ArrayLike | None = None,
        cluster_labels: Iterable[Any] = (),
    ) -> Self:
        """From rows or sums of rows that are known to be good; classes are indices among labels.

        `squares` is Σw² of each (None: the weights are counts of rows), `cluster` the index of
        the cluster among `cluster_labels`.
        """
        classes, names = naming.checked(labels), naming.checked(predicted)
        indices = np.stack([np.array(one, np.int64).reshape(-1) for one in predicted.values()])
        weights = np.ones(indices.shape[1]) if weight is None else np.array(weight, np.float64)
        return cls(
            names,
            indices,
            np.array(truth, np.int64).reshape(-1),
            weights,
            classes,
            naming.chosen_positive(classes, pos_label),
            None if squares is None else np.array(squares, np.float64),
            None if cluster is None else np.array(cluster, np.int64),
            tuple(naming.canonical(one) for one in cluster_labels),
        ).gathered()

    @classmethod
    def of_joint(cls, joint: JointScores, threshold: float) -> Self:
        """Scores of two classes at a threshold: score >= threshold is called positive."""
        yes = joint.positive_index
        predicted = np.where(joint.scores >= threshold, yes, 1 - yes)
        return cls(joint.names, predicted, **joint.row_parts).gathered()

    # what it holds

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-1]

    @property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.weight.sum(-1)

    # what can be asked of it

    def cells(self, name: object) -> Ints:
        """The cell truth · K + predicted of each entry in the matrix of one model, (T,)."""
        cell: Ints = self.truth * self.classes + self.predicted[self.index_of_name(name)]
        return cell

    def matrix(self, name: object) -> ConfusionMatrix:
        """The confusion matrix of one model, with clusters where there are some."""
        size, predicted = self.classes, self.predicted[self.index_of_name(name)]
        if self.shape:
            flat = tallied(self.cells(name), self.weight, size * size)
            cells = DenseCells(flat.reshape(*self.shape, size, size))
            return ConfusionMatrix.made(cells, self.labels, self.pos_label)
        squares, axis = self.squares, None
        if self.cluster is not None:
            parts = self.cluster, self.cells(name), self.weight, squares
            axis = Clusters.of_entries(self.cluster_labels, *parts)
        return ConfusionMatrix.made(
            gathered(self.truth, predicted, self.weight, size),
            self.labels,
            self.pos_label,
            None if squares is None else gathered(self.truth, predicted, squares, size),
            axis,
        )

    @cached_property
    def right(self) -> Any:
        """Which entries each model gets right, (M, T)."""
        return self.predicted == self.truth

    def discordant(self, first: object, second: object) -> tuple[Any, Any]:
        """Weight of the rows that only the first model gets right, and only the second."""
        mine, yours = self.right[self.index_of_name(first)], self.right[self.index_of_name(second)]
        one, other = (self.weight[..., only].sum(-1) for only in (mine & ~yours, yours & ~mine))
        return (one, other) if self.shape else (float(one), float(other))

    def by_label(self, first: object, second: object) -> Floats:
        """Weight by the label of one model (rows) and of another, (..., K, K)."""
        cell = (
            self.predicted[self.index_of_name(first)] * self.classes
            + self.predicted[self.index_of_name(second)]
        )
        flat = tallied(cell, self.weight, self.classes**2)
        return flat.reshape(*self.shape, self.classes, self.classes)

    # other tables made from it

    def resampled(self, weight: Floats) -> Self:
        """The same tuples with other weights (..., T); clusters and Σw² are forgotten."""
        if weight.shape[-1:] != (len(self),):
            raise refuse("entry_weights", given=weight.shape, entries=len(self))
        return replace(self, weight=weight, squares=None, cluster=None, cluster_labels=())

    # merging

    def agree(self, other: PairedTable) -> None:
        """Refuse tables of other models, and resamples."""
        if set(self.names) != set(other.names) or len(self.names) != len(other.names):
            mine, yours = quoted(self.names), quoted(other.names)
            raise refuse("merge_models", CannotMerge, mine=mine, yours=yours)
        if self.shape or other.shape:
            raise refuse("merge_redraws", CannotMerge)

    def sort_keys(self) -> list[tuple[Ints, int]]:
        """By truth, labels of the models and cluster."""
        return self.with_cluster_key(
            *((one, self.classes) for one in (self.truth, *self.predicted))
        )

    def moved_answers(self, moved: Ints) -> Ints:
        """The labels that models gave after class k became moved[k]."""
        return moved[self.predicted]

    @property
    def described(self) -> str:
        """How many entries and which models it holds, for `repr`."""
        return f"{len(self):,} entries, models {quoted(self.names)}"
