"""The confusion matrix: weight by truth and prediction. Rows are truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Bools, Floats, ratio
from veracity.errors import refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Cells, DenseCells, Ints, over_classes
from veracity.statistics.matrix.counts import checked_counts, checked_total
from veracity.statistics.matrix.text import matrix_text
from veracity.statistics.statistic import ClassShares, Statistic, merged_labels


class ConfusionMatrix(Statistic):
    """Weight of every (truth, prediction) pair, `(..., K, K)`; rows are truth.

    A value: nothing changes it, every operation returns a new one. `squares` holds Σw² where
    rows carried weights, None where they did not; `clusters` holds what each cluster adds.
    """

    kind: ClassVar[Literal["confusion_matrix"]] = "confusion_matrix"
    compared = ("labels", "pos_label", "clusters", "cells", "sum_of_squares")

    cells: Cells
    labels: tuple[Label, ...]
    pos_label: Label | None
    squares: Cells | None
    clusters: Clusters | None

    def __init__(
        self,
        counts: ArrayLike,
        *,
        labels: Any = None,
        pos_label: object = None,
        rows: str = "truth",
    ) -> None:
        cells = checked_counts(counts)
        if rows not in ("truth", "prediction"):
            raise refuse("rows_unknown", rows=repr(rows))
        if labels is None and cells.size == 2:
            raise refuse("two_by_two_without_labels")
        names = tuple(range(cells.size)) if labels is None else naming.checked(labels)
        if len(names) != cells.size:
            raise refuse("labels_do_not_fit", labels=len(names), classes=cells.size)
        self._set(
            cells=cells if rows == "truth" else cells.transposed(),
            labels=names,
            pos_label=naming.chosen_positive(names, pos_label),
            squares=None,
            clusters=None,
        )

    def _set(self, **values: Any) -> None:
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a {type(self).__name__} does not change; {name} was not set")

    @classmethod
    def made(
        cls,
        cells: Cells,
        labels: tuple[Label, ...],
        pos_label: Label | None,
        squares: Cells | None = None,
        clusters: Clusters | None = None,
    ) -> Self:
        """One from parts that are known to fit: no checks, no copies."""
        self = object.__new__(cls)
        self._set(
            cells=cells, labels=labels, pos_label=pos_label, squares=squares, clusters=clusters
        )
        return self

    def changed(self, **values: Any) -> Self:
        """The same matrix with some of its parts replaced."""
        parts = {
            n: getattr(self, n) for n in ("cells", "labels", "pos_label", "squares", "clusters")
        }
        return self.made(**{**parts, **values})

    @classmethod
    def like(cls, other: ConfusionMatrix) -> Self:
        """The same matrix as this class."""
        return cls.made(other.cells, other.labels, other.pos_label, other.squares, other.clusters)

    def plain(self) -> ConfusionMatrix:
        """The matrix as metrics read it, with some class positive even if none was named."""
        positive: Label | None = self.pos_label
        if positive is None and self.classes == 2:
            positive = self.labels[1]
        return ConfusionMatrix.like(self).changed(pos_label=positive)

    # what it holds

    @property
    def counts(self) -> Any:
        """The cells as an array, rows truth; whole numbers where no weight made them fractions."""
        array = self.cells.array()
        return array.astype(np.int64) if self.squares is None and self.cells.whole() else array

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.cells.axes

    @cached_property
    def truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return _fixed(self.cells.by_truth())

    @cached_property
    def predicted(self) -> Floats:
        """Weight of each predicted class, (..., K)."""
        return _fixed(self.cells.by_call())

    @cached_property
    def hits(self) -> Floats:
        """Weight predicted right, by class, (..., K)."""
        return _fixed(self.cells.diagonal())

    @cached_property
    def total(self) -> Floats:
        """Weight of everything, (...)."""
        return self.cells.total()

    @cached_property
    def right(self) -> Floats:
        """Weight of everything predicted right, (...)."""
        return np.asarray(self.hits.sum(-1))[()]

    @cached_property
    def occupied(self) -> Bools:
        """Classes that occur in truth or prediction: others are left out of averages, (..., K)."""
        occupied: Bools = (self.truth + self.predicted) > 0
        return occupied

    @cached_property
    def occupied_number(self) -> Ints:
        """How many classes occur in truth or prediction, (...)."""
        return np.asarray(self.occupied.sum(-1))[()]

    @cached_property
    def truth_total(self) -> Floats:
        """Weight of everything, added up class by class, (...)."""
        return np.asarray(self.truth.sum(-1))[()]

    @property
    def lists_cells(self) -> bool:
        """Whether all its cells, also the empty ones, can be listed."""
        return isinstance(self.cells, DenseCells)

    @property
    def class_totals(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return self.truth

    @property
    def class_squares(self) -> Floats:
        """Σw² of each true class, (..., K)."""
        return self.truth if self.squares is None else self.squares.by_truth()

    @property
    def square_total(self) -> Floats:
        """Σw² of everything, (...)."""
        return self.sum_of_squares.total()

    def over_cells(self, function: Callable[[Ints, Ints, Floats], Floats]) -> Floats:
        """Sum of function(truth index, predicted index, weight) over the cells; 0 at weight 0."""
        return self.cells.over(function)

    @property
    def tp(self) -> Any:
        """True positives (two classes)."""
        return self._cell(True, True)

    @property
    def fp(self) -> Any:
        """False positives: negatives called positive (two classes)."""
        return self._cell(False, True)

    @property
    def fn(self) -> Any:
        """False negatives: positives called negative (two classes)."""
        return self._cell(True, False)

    @property
    def tn(self) -> Any:
        """True negatives (two classes)."""
        return self._cell(False, False)

    def _cell(self, truth: bool, predicted: bool) -> Any:
        yes = self.positive_index
        return self.cells.array()[..., yes if truth else 1 - yes, yes if predicted else 1 - yes]

    # merging

    def merged(self, others: Sequence[ConfusionMatrix]) -> Self:
        """All of these added up, after aligning labels; clusters with equal ids are one."""
        whole = self
        for other in others:
            whole = whole._plus(other)
        return whole

    def _plus(self, other: ConfusionMatrix) -> Self:
        if not (self.weighted or other.weighted):
            checked_total(float(np.max(self.total + other.total)))
        labels, positive = merged_labels((self, other))
        mine, yours = self.relabelled(labels), other.relabelled(labels)
        squares = None
        if self.weighted or other.weighted:
            squares = mine.sum_of_squares.plus(yours.sum_of_squares)
        clusters = None
        if mine.clusters is not None and yours.clusters is not None:
            clusters = mine.clusters.plus(yours.clusters)
        return self.made(mine.cells.plus(yours.cells), labels, positive, squares, clusters)

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same counts among these labels, in this order; all that were found are among them."""
        if labels == self.labels:
            return self.changed(labels=labels)
        index = {label: i for i, label in enumerate(labels)}
        if isinstance(self.labels, naming.Completed) and not index.keys() >= set(self.labels):
            found = np.array([self.labels.index(label) for label in self.labels.found])
            return self._picked(found, self.pos_label).relabelled(labels)
        indices = np.array([index[label] for label in self.labels], dtype=np.int64)
        size = len(labels)
        return self.changed(
            cells=self.cells.at_indices(indices, size),
            labels=labels,
            pos_label=naming.merged_positive(labels, (self.labels, self.pos_label)),
            squares=self.squares and self.squares.at_indices(indices, size),
            clusters=self.clusters and self.clusters.at_indices(indices, self.classes, size),
        )

    @property
    def sum_of_squares(self) -> Cells:
        """Σw² of each cell; without weights that is the count itself."""
        return self.cells if self.squares is None else self.squares

    # other matrices made from it

    @property
    def T(self) -> Self:
        """Truth and prediction exchanged: recall becomes precision."""
        return self.changed(
            cells=self.cells.transposed(),
            squares=self.squares and self.squares.transposed(),
            clusters=self.clusters and self.clusters.transposed(self.classes),
        )

    def classes_swapped(self) -> Self:
        """The other class is positive (two classes)."""
        self.positive_index  # noqa: B018  (raises where there are not two classes)
        return self.changed(pos_label=self.labels[1 - self.positive_index])

    def one_vs_rest(self, label: object = None) -> Self:
        """One class against all others, 2×2; without a label, all classes on a new axis."""
        if label is None:
            squares = self.squares and self.squares.one_vs_rest()
            return self.made(self.cells.one_vs_rest(), ("rest", "class"), "class", squares)
        index = self.index_of(label)
        return self.made(
            self.cells.one_vs_rest().at(index),
            (f"not {self.labels[index]}", self.labels[index]),
            self.labels[index],
            self.squares and self.squares.one_vs_rest().at(index),
            self.clusters and self.clusters.among(np.array([index]), self.classes, rest=True),
        )

    def pooled_classes(self) -> Self:
        """The one-versus-rest tables of classes that occur, added up: what micro averages read."""
        tables, occur = self.one_vs_rest(), self.occupied
        squares = tables.squares and over_classes(tables.squares, occur)
        return tables.changed(cells=over_classes(tables.cells, occur), squares=squares)

    def one_vs_one(self, positive: object, negative: object) -> Self:
        """Only rows and predictions of two classes, 2×2; the first named is positive."""
        indices = np.array([self.index_of(negative), self.index_of(positive)])
        return self._picked(indices, self.labels[indices[1]])

    def _picked(self, indices: Ints, positive: Label | None) -> Self:
        """Only the rows and columns of these classes."""
        return self.made(
            self.cells.picked(indices),
            tuple(self.labels[index] for index in indices),
            positive,
            self.squares and self.squares.picked(indices),
            self.clusters and self.clusters.among(indices, self.classes, rest=False),
        )

    def without_clusters(self) -> Self:
        """The same as if rows stood for themselves."""
        return self.changed(clusters=None)

    def by_cluster(self) -> Self:
        """One matrix for each cluster, on a leading axis."""
        if self.clusters is None:
            raise refuse("no_clusters")
        each = self.clusters.dense(self.classes**2).reshape(-1, self.classes, self.classes)
        return self.changed(cells=DenseCells(each), squares=None, clusters=None)

    def by_chance(self) -> Self:
        """The same margins, with predictions that know nothing of the truth."""
        expected = ratio(
            self.truth[..., :, None] * self.predicted[..., None, :], self.total[..., None, None]
        )
        return self.changed(cells=DenseCells(expected), squares=None, clusters=None)

    def at_prevalence(self, share: ClassShares) -> Self:
        """The same rates within each true class, in a population with other class shares.

        `share` is the positive share (a number, or an array that becomes the last leading
        axis), or {label: share} for any number of classes. Assumes that only the class
        frequencies change, not how each class is predicted (label shift).
        """
        factor = self.share_factor(share)
        return self.changed(
            cells=self.cells.scaled(factor),
            squares=self.sum_of_squares.scaled(factor**2),
            clusters=self.clusters.scaled(factor, self.classes)
            if self.clusters and factor.ndim == 1
            else None,
        )

    def __repr__(self) -> str:
        return matrix_text(self.labels, self.counts, self.pos_label, self.shape)


def _fixed(array: Floats) -> Floats:
    """A margin is kept and handed out: nobody may write into it."""
    array.flags.writeable = False
    return array
