"""Rows with K columns from each of several models → what they call, or all their scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.reading.paired.models import joined_scores
from veracity.engines.reading.reading_scores import ReadRequest, Scored, read_rows
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.top_class import largest_of
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike

Columns = Mapping[Any, Mapping[Label, Any]]


@dataclass(frozen=True, eq=False)
class ClassRows:
    """The rows, which can be read again: labels need one number of a row, ranking all of them."""

    scored: Scored
    names: tuple[Any, ...]

    def table(self) -> PairedTable:
        """Truth by the class with the largest probability of each model, piece by piece."""
        parts = [_table(piece, self.names) for piece in self.scored.pieces()]
        whole: PairedTable = with_own_clusters(reduce(add, parts))
        return whole

    def scores(self) -> JointScores:
        """All scores of every row, in columns named (model, label)."""
        return joined_scores(self.scored)


def class_rows(request: ReadRequest[ColumnLike], models: Columns) -> tuple[ClassRows, RowAccount]:
    """The rows of several models with K columns each, and the account of them.

    `models` gives for each model the column of each class. In `table` ties of the largest
    probability go to the first label.

    >>> a = {0: [0.6, 0.2, 0.1], 1: [0.3, 0.7, 0.1], 2: [0.1, 0.1, 0.8]}
    >>> b = {0: [0.5, 0.5, 0.1], 1: [0.5, 0.4, 0.1], 2: [0.0, 0.1, 0.8]}
    >>> request = ReadRequest(truth=[0, 1, 2], labels=(0, 1, 2), probability=True)
    >>> rows, _ = class_rows(request, {"A": a, "B": b})
    >>> rows.table().discordant("A", "B"), len(rows.scores().names)
    ((1.0, 0.0), 6)
    """
    together = [[(name, label) for label in each] for name, each in models.items()]
    columns = {
        (name, label): column for name, each in models.items() for label, column in each.items()
    }
    scored = read_rows(
        replace(
            request,
            scores=columns,
            score_names={(name, label): f"model {name}, class {label}" for name, label in columns},
            by_label=(),
            together=together if request.probability else (),
        )
    )
    return ClassRows(scored, tuple(models)), scored.account


def _table(rows: ScoredRows, names: tuple[Any, ...]) -> PairedTable:
    cluster, weight = rows.cluster, rows.weight
    predicted = {
        name: largest_of([rows.scores[name, label] for label in rows.labels]) for name in names
    }
    squares = None
    if rows.squares and weight is not None:
        squares = np.square(weight, dtype=np.float64)
    return PairedTable.of_rows(
        rows.truth,
        predicted,
        weight,
        labels=rows.labels,
        pos_label=rows.pos_label,
        squares=squares,
        cluster=None if cluster is None else cluster.codes,
        cluster_labels=() if cluster is None else cluster.categories,
    )
