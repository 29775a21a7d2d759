"""The score grid: weight by true class in buckets of scores, with the error it can make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

import numpy as np

from veracity.arrays import Bools, Floats
from veracity.errors import CannotMerge, refuse
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.merging import components, pooled_into
from veracity.statistics.labels import Label
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.scores.classes import scaled_classes
from veracity.statistics.scores.over_table import OverTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.scores.steps import Lone, Steps
from veracity.statistics.scores.thresholds import checked_thresholds
from veracity.statistics.statistic import ClassShares


@dataclass(frozen=True, eq=False, repr=False)
class ScoreGrid(OverTable):
    """Buckets of scores, highest first: bucket b holds scores from low[b] to high[b].

    Inside a bucket the order of rows is not known, unless it can hold a single value only. At
    the edges of buckets all counts are exact, so that every area has a bound on its error,
    read off the grid itself: `roc_bound`, `average_precision_bracket`, `extreme_orders`.

    `table` has the low edges as its scores. `tied` keeps values that stood apart until a merge
    put them into a wider bucket: pairs inside one of them are still known to be ties.
    """

    kind: ClassVar[Literal["score_grid"]] = "score_grid"
    several_columns: ClassVar[Literal[False]] = False
    by_row: ClassVar[Literal[False]] = False
    compared = ("family", "table", "tied", "high")

    family: Family
    table: ScoreTable
    high: Floats
    tied: ScoreTable

    def __post_init__(self) -> None:
        self.high.flags.writeable = False

    # what it holds

    @property
    def low(self) -> Floats:
        """The lowest score that each bucket can hold."""
        return self.table.scores

    @property
    def wide(self) -> Any:
        """Which buckets may hold more than one score."""
        return self.low < self.high

    def __len__(self) -> int:
        """Number of buckets that hold anything."""
        return len(self.high)

    @property
    def edges(self) -> ScoreTable:
        """The table of the edges of buckets, at which all counts are exact."""
        return self.table

    @property
    def as_read(self) -> ScoreTable:
        """What metrics read: the table of its edges."""
        return self.table

    @property
    def exact(self) -> bool:
        """Whether no scores were put into buckets."""
        return False

    @property
    def lists_cells(self) -> bool:
        """Whether all its cells, also the empty ones, can be listed: they are."""
        return True

    @property
    def resolution(self) -> str:
        """How finely scores were kept."""
        return f"grid of {len(self):,} cells ({self.family})"

    @property
    def positive(self) -> Floats:
        """Positive weight in each bucket, (..., B)."""
        return self.table.positive

    @property
    def negative(self) -> Floats:
        """Negative weight in each bucket, (..., B)."""
        return self.table.negative

    @property
    def positive_first(self) -> bool:
        """Whether the positive class is the first of the two labels."""
        return self.table.positive_first

    @property
    def steps(self) -> Steps:
        """The indices where the ROC curve rises."""
        return self.table.steps

    @property
    def square_steps(self) -> Steps:
        """The squared weights at the same indices."""
        return self.table.square_steps

    @property
    def lone(self) -> Lone | None:
        """The rows of the rarer class, if one row stands behind every bucket."""
        return self.table.lone

    @cached_property
    def unordered_pairs(self) -> Any:
        """Weight of the pairs of a positive and a negative whose order is not known."""
        within = (self.positive * self.negative * self.wide).sum(-1)
        known = (self.tied.positive * self.tied.negative).sum(-1)
        return np.maximum(within - known, 0.0)[()]

    @property
    def tied_pairs(self) -> Any:
        """Weight of the pairs of a positive and a negative that are known to have one score."""
        alone = (self.positive * self.negative * ~self.wide).sum(-1)
        return alone + (self.tied.positive * self.tied.negative).sum(-1)

    # thresholds

    def is_exact_at(self, threshold: float) -> bool:
        """Whether no bucket lies on both sides of this threshold."""
        return not ((self.low < threshold) & (threshold <= self.high)).any()

    def counts_at(self, threshold: float) -> tuple[ConfusionMatrix, ConfusionMatrix]:
        """The counts if a bucket on both sides were predicted negative, and if positive.

        Where `is_exact_at` holds, both are the same and exact.
        """
        value = checked_thresholds(threshold)
        fewest, most = (int(np.count_nonzero(edge >= value)) for edge in (self.low, self.high))
        return self.table.counts_above(fewest), self.table.counts_above(most)

    # merging

    def merged(self, others: Sequence[ScoreGrid]) -> Self:
        """All of these grids added up; buckets that overlap become one."""
        parts: list[ScoreGrid] = [self, *others]
        for one in others:
            if one.family != self.family:
                raise refuse(
                    "merge_settings",
                    CannotMerge,
                    name="grid family",
                    mine=repr(self.family),
                    yours=repr(one.family),
                )
        low, high, indices = components([(one.low, one.high) for one in parts])
        tables = [
            pooled_into(one.table, low, index) for one, index in zip(parts, indices, strict=True)
        ]
        wide = low < high
        apart = [
            picked(one.table, wide[index] & ~one.wide)
            for one, index in zip(parts, indices, strict=True)
        ]
        table = tables[0].merged(tables[1:])
        known = apart[0].merged([*apart[1:], *(one.tied for one in parts)])
        return replace(self, table=table, high=high, tied=known)

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same weights among these labels, in this order."""
        return self.each(lambda table: table.relabelled(labels))

    # other grids made from it

    def one_vs_rest(self, label: object) -> Self:
        """One class against all others together, that class positive."""
        return self.each(lambda table: table.one_vs_rest(label))

    def one_vs_one(self, positive: object, negative: object) -> Self:
        """Only the rows of two classes; the first named is positive."""
        return self.each(lambda table: table.one_vs_one(positive, negative))

    def classes_swapped(self) -> Self:
        """The other class is positive (two classes)."""
        return self.each(ScoreTable.classes_swapped)

    def at_prevalence(self, share: ClassShares) -> Self:
        """The same scores within each class, in a population with other class shares."""
        factor = self.share_factor(share)
        return self.each(lambda table: scaled_classes(table, factor))

    def with_clusters(self, clusters: Clusters | None) -> Self:
        """The same with this axis of clusters."""
        return replace(self, table=replace(self.table, clusters=clusters))

    def each(self, change: Callable[[ScoreTable], ScoreTable]) -> Self:
        """The grid with its tables changed."""
        return replace(self, table=change(self.table), tied=change(self.tied))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.family}, {len(self):,} buckets, {self.table!r})"


def picked(table: ScoreTable, kept: Bools) -> ScoreTable:
    """Only some scores of a table, without clusters and squares."""
    return replace(
        table,
        scores=table.scores[kept],
        weight=table.weight[..., kept],
        squares=None,
        clusters=None,
    )
