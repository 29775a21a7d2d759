"""The score table: distinct scores, highest first, with the weight of each true class."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.arrays import Floats, Ints
from veracity.errors import refuse
from veracity.memo import remember
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.scores import classes as classes_of
from veracity.statistics.scores.few_rows import sums_of_rows
from veracity.statistics.scores.pooling import pooled_table, starts_of
from veracity.statistics.scores.sweep import Sweep
from veracity.statistics.scores.thresholds import (
    checked_thresholds,
    clusters_at,
    matrix_at,
    threshold_indices,
)
from veracity.statistics.statistic import ClassShares


@dataclass(frozen=True, eq=False, repr=False)
class ScoreTable(Sweep):
    """Weight by true class and score, `(..., K, T)`; the scores are distinct and fall.

    A value: nothing changes it, every operation returns a new one. It holds increments, so
    that merging is addition; running sums are made when they are read. `squares` holds Σw²
    where rows carried weights, None where they did not; `clusters` what each cluster adds, with
    k · T + t as the cell of class k and score t. -0.0 is 0.0, infinite scores rank, NaN never
    occurs. The constructor takes parts that are known to fit; `of_rows` makes them.
    """

    kind: ClassVar[Literal["score_table"]] = "score_table"
    several_columns: ClassVar[Literal[False]] = False
    by_row: ClassVar[Literal[False]] = False
    compared = ("labels", "pos_label", "clusters", "scores", "weight", "sum_of_squares")

    # a table is a grid whose buckets hold one score each

    @property
    def edges(self) -> ScoreTable:
        """The table of the scores at which all counts are exact: itself."""
        return self

    @property
    def low(self) -> Floats:
        """The lowest score of each entry."""
        return self.scores

    @property
    def high(self) -> Floats:
        """The highest score of each entry."""
        return self.scores

    @property
    def wide(self) -> NDArray[np.bool_]:
        """Which entries may hold more than one score: none."""
        return np.zeros(len(self), np.bool_)

    def is_exact_at(self, threshold: float) -> bool:  # noqa: ARG002  (a grid asks)
        """Whether the counts at this threshold are exact: always."""
        return True

    @classmethod
    def of_rows(
        cls,
        truth: ArrayLike,
        scores: ArrayLike,
        weight: ArrayLike | None = None,
        *,
        labels: Iterable[Any] = (0, 1),
        pos_label: object = None,
    ) -> Self:
        """A table from a few rows: indices among the labels, scores, and weights if any.

        For millions of rows, and rows that may be bad, there are the engines.
        """
        names = naming.checked(labels)
        parts = sums_of_rows(truth, scores, weight, len(names))
        return cls(*parts[:2], names, naming.chosen_positive(names, pos_label), parts[2])

    # counts at thresholds

    def counts_at(self, threshold: float) -> ConfusionMatrix:
        """The 2×2 counts where score >= threshold is called positive; clusters are kept."""
        return self.counts_above(int(threshold_indices(self.scores, checked_thresholds(threshold))))

    def counts_above(self, index: int) -> ConfusionMatrix:
        """The 2×2 counts where the first `index` of the distinct scores are called positive."""
        clusters = self.clusters and clusters_at(
            self.clusters, len(self), index, self.positive_index
        )
        return matrix_at(self, np.int64(index), clusters)

    def at_thresholds(self, thresholds: ArrayLike) -> ConfusionMatrix:
        """The counts at many thresholds, which become the last leading axis, (..., M, 2, 2)."""
        return matrix_at(self, threshold_indices(self.scores, checked_thresholds(thresholds)))

    def sweep(self, start: int = 0, stop: int | None = None) -> ConfusionMatrix:
        """The counts at every threshold from above everything down, or at some of them."""
        return matrix_at(self, slice(start, len(self) + 1 if stop is None else stop))

    # merging

    def merged(self, others: Sequence[ScoreTable]) -> Self:
        """All of these tables added up, in one go."""
        from veracity.statistics.scores.merging import merged_tables

        return merged_tables(self, others)

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same weights among these labels, in this order; all that were found are there."""
        return classes_of.relabelled(self, labels)

    # other tables made from it

    def one_vs_rest(self, label: object) -> Self:
        """One class against all others together, that class positive."""
        index = self.index_of(label)
        classes = np.zeros(self.classes, np.int64)
        classes[index] = 1
        name = self.labels[index]
        return classes_of.moved_classes(self, classes, (f"not {name}", name), name)

    def one_vs_one(self, positive: object, negative: object) -> Self:
        """Only the rows of two classes; the first named is positive."""
        yes, no = self.index_of(positive), self.index_of(negative)
        classes = np.full(self.classes, -1)
        classes[[no, yes]] = 0, 1
        return classes_of.moved_classes(
            self, classes, (self.labels[no], self.labels[yes]), self.labels[yes]
        )

    def classes_swapped(self) -> Self:
        """The other class is positive (two classes); a high score still ranks first."""
        return classes_of.swapped(self)

    def by_chance(self) -> Self:
        """The same scores and class totals, with scores that know nothing of the truth."""
        expected = classes_of.expected_weights(self.weight)
        return replace(self, weight=expected, squares=None, clusters=None)

    def at_prevalence(self, share: ClassShares) -> Self:
        """The same scores within each class, in a population with other class shares.

        `share` is the positive share (a number, or an array that becomes the last leading
        axis), or {label: share}. Assumes label shift: only the class frequencies change.
        """
        return classes_of.scaled_classes(self, self.share_factor(share))

    def resampled(self, times: Floats) -> Self:
        """The table after taking each cluster as often as `times[..., cluster]` says."""
        if self.clusters is None:
            raise refuse("no_clusters")
        drawn = self.clusters.resampled(times, self.weight.size)
        weight = drawn.reshape(*times.shape[:-1], self.classes, len(self))
        return replace(self, weight=weight, squares=None, clusters=None)

    def with_clusters(self, clusters: Clusters | None) -> Self:
        """The same with this axis of clusters."""
        return replace(self, clusters=clusters)

    def single_tables(self) -> Iterator[tuple[tuple[int, ...], Self]]:
        """The tables along the leading axes, one by one, with their index; without clusters."""
        if not self.shape:
            yield (), self
            return
        for axes in np.ndindex(self.shape):
            squares = None if self.squares is None else self.squares[axes]
            yield axes, replace(self, weight=self.weight[axes], squares=squares, clusters=None)

    def each(self, change: Callable[[ScoreTable], ScoreTable]) -> ScoreTable:
        """The table changed, as a grid changes each of its tables."""
        return change(self)

    def coarsened(self, buckets: int) -> Self:
        """About so many scores instead of all, each standing for those from it up to the next.

        The buckets hold about equal shares of every class, and the counts at the scores that
        remain are exact; so a resample of the coarse table has the spread of the fine one.
        """
        return pooled_table(self, self.starts(buckets))

    def starts(self, buckets: int) -> Ints:
        """Where so many buckets begin that hold about equal shares of every class."""
        return remember(self, ("starts", buckets), lambda: starts_of(self, buckets))

    @property
    def described(self) -> str:
        """How many scores it holds, for `repr`."""
        return f"{len(self):,} distinct scores"
