"""Joint scores: which scores the same row has in several columns, by truth and by cluster."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.entries import (
    Ints,
    RankedColumn,
    in_groups,
    one_key,
    order_of,
    ranked,
    summed_groups,
)
from veracity.statistics.joint.row_tables import RowTables
from veracity.statistics.joint.score_columns import ScoreColumns, agreeing
from veracity.statistics.joint.shared_rows import SharedRows
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

MOST_CELLS = 2**25  # of all tables of the columns together, 256 MiB; above it one at a time


@dataclass(frozen=True, eq=False, repr=False)
class JointScores(SharedRows):
    """Distinct tuples of scores by truth, and by cluster where there are clusters.

    Entry t has the scores `scores[:, t]`, one for each of the M columns, the class with index
    `truth[t]` among the labels and the weight `weight[t]`; entries are ordered by falling score
    in the first column, then in the next, then by class and by cluster. This is what paired
    comparisons need: the covariance of two areas, a resample of all columns at once. `squares`
    is Σw² where rows carried weights; `cluster` its index in `cluster_labels`. The
    constructor takes parts that are known to fit; `of_rows` makes them.

    >>> joint = JointScores.of_rows([0, 1, 1], {"A": [0.1, 0.9, 0.9], "B": [0.3, 0.2, 0.2]})
    >>> joint.scores, joint.truth, joint.weight
    (array([[0.9, 0.1], [0.2, 0.3]]), array([1, 0]), array([2., 1.]))
    """

    kind: ClassVar[Literal["joint_scores"]] = "joint_scores"
    by_row: ClassVar[Literal[True]] = True
    several_columns: ClassVar[Literal[True]] = True
    answers = "scores"
    name_unknown = "score_column_unknown"

    names: tuple[Label, ...]
    scores: Floats
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
        columns: Mapping[Any, Any],
        weight: ArrayLike | None = None,
        *,
        labels: Iterable[Any] = (0, 1),
        pos_label: object = None,
        cluster: ArrayLike | None = None,
        cluster_labels: Iterable[Any] = (),
        squares: bool = True,
    ) -> Self:
        """From rows that are known to be good: indices among the labels, and columns of scores.

        `cluster` is the index of each row's cluster in `cluster_labels`. With `squares` False the
        weights are frequencies, and Σw² is not kept.
        """
        # a pair of which one label was assumed stays one, so that merging can forget it
        classes = labels if isinstance(labels, naming.Completed) else naming.checked(labels)
        names = naming.checked(columns)
        scores = (
            np.stack([np.asarray(one, np.float64).reshape(-1) for one in columns.values()]) + 0.0
        )
        if np.isnan(scores).any():
            raise refuse("table_scores_nan", n=int(np.isnan(scores).sum()))
        weights = np.ones(scores.shape[1]) if weight is None else np.array(weight, np.float64)
        return cls(
            names,
            scores,
            np.array(truth, np.int64).reshape(-1),
            weights,
            classes,
            naming.chosen_positive(classes, pos_label),
            None if weight is None or not squares else weights * weights,
            None if cluster is None else np.array(cluster, np.int64),
            tuple(naming.canonical(one) for one in cluster_labels),
        ).gathered()

    # what it holds

    @cached_property
    def class_totals(self) -> Floats:
        """Weight of each true class, (K,)."""
        return super().class_totals

    @property
    def total(self) -> Any:
        """Weight of everything."""
        return self.class_totals.sum()

    @property
    def as_read(self) -> ScoreColumns:
        """What metrics read: its columns, each as its own table."""
        return self.columns

    # its columns

    @cached_property
    def ranked(self) -> tuple[RankedColumn, ...]:
        """For each column its distinct scores and the index of each entry: sorted once."""
        return tuple(ranked(column) for column in self.scores)

    def column(self, name: object) -> ScoreTable:
        """The table of one column, with clusters where there are some."""
        return self.table(self.index_of_name(name))

    @cached_property
    def columns(self) -> ScoreColumns:
        """All columns, each as its own table; very many are made when they are looked at."""
        if len(self.names) * self.classes * len(self) > MOST_CELLS:
            return ScoreColumns(self.names, RowTables(self))
        return ScoreColumns(self.names, tuple(map(self.table, range(len(self.names)))))

    def columns_with_weights(self, weight: ArrayLike) -> ScoreColumns:
        """The columns if entry t had the weight `weight[..., t]`: a resample of all at once.

        Leading axes stay in front; clusters and Σw² are forgotten. A table takes K times its
        distinct scores times the leading axes: give large resamples in batches.
        """
        weights = np.asarray(weight, np.float64)
        if weights.shape[-1:] != self.weight.shape:
            raise refuse("entry_weights", given=weights.shape, entries=len(self))
        tables = []
        for (scores, _), cells in zip(self.ranked, self._cells, strict=True):
            flat = np.zeros((*weights.shape[:-1], self.classes * len(scores)))
            flat[..., cells[0]] = summed_groups(weights, *cells[1:])
            shaped = flat.reshape(*weights.shape[:-1], self.classes, len(scores))
            tables.append(ScoreTable(scores, shaped, self.labels, self.pos_label))
        return ScoreColumns(self.names, tuple(tables))

    def resampled(self, times: Floats) -> ScoreColumns:
        """The columns after taking each cluster as often as `times[..., cluster]` says."""
        if self.cluster is None:
            raise refuse("no_clusters")
        return self.columns_with_weights(self.weight * times[..., self.cluster])

    @cached_property
    def _cells(self) -> tuple[tuple[Ints, Ints, Ints], ...]:
        """For each column the occupied cells class · T + score, and how entries fall into them."""
        found = []
        for scores, index in self.ranked:
            cell = self.truth * len(scores) + index
            order, first = in_groups(cell)
            found.append((cell[order[first]], order, first))
        return tuple(found)

    def table(self, column: int) -> ScoreTable:
        """The table of the column at this index."""
        scores, index = self.ranked[column]
        shape = self.classes, len(scores)
        cell = self.truth * shape[1] + index

        def summed(values: Floats) -> Floats:
            sums = np.bincount(cell, values, shape[0] * shape[1])
            return sums.astype(np.float64).reshape(shape)

        clusters = None
        if self.cluster is not None:
            clusters = Clusters.of_entries(
                self.cluster_labels, self.cluster, cell, self.weight, self.squares
            )
        return ScoreTable(
            scores,
            summed(self.weight),
            self.labels,
            self.pos_label,
            None if self.squares is None else summed(self.squares),
            clusters,
        )

    # other joint scores made from it

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same weights among these labels, in this order; all that were found are there."""
        if labels == self.labels:
            return replace(self, labels=labels)
        index = {label: i for i, label in enumerate(labels)}
        moved = np.array([index.get(label, -1) for label in self.labels])
        positive = naming.merged_positive(labels, (self.labels, self.pos_label))
        made = replace(self, truth=moved[self.truth], labels=labels, pos_label=positive)
        return made.gathered()

    # merging

    def agree(self, other: JointScores) -> None:
        """Refuse columns of other names."""
        agreeing(self.names, other.names)

    def sort_keys(self) -> list[tuple[Ints, int]]:
        """By falling score in the first column, then the next, then by class and cluster."""
        columns = [(one.score_index, len(one.scores)) for one in self.ranked]
        return self.with_cluster_key(*columns, (self.truth, self.classes))

    def gathered(self) -> Self:
        """The same with entries in order, and equal ones added up."""
        keys = self.sort_keys()
        # where no score of the first column occurs twice, its order is that of the entries
        order, first = order_of(*keys[0]) or in_groups(one_key(keys))
        made = self.grouped(order, first)
        # the columns were sorted here already; every score is still there, each entry at its index
        kept = order[first]
        columns = tuple(RankedColumn(one.scores, one.score_index[kept]) for one in self.ranked)
        vars(made)["ranked"] = columns
        return made

    @property
    def described(self) -> str:
        """How many entries and which columns it holds, for `repr`."""
        return f"{len(self):,} entries, columns {quoted(self.names)}"
