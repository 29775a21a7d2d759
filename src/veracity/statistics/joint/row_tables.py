"""The tables of very many columns, each made from the rows when it is looked at.

K columns of n rows and K classes are K²n numbers as tables: 1,100 columns of 2,000 rows would take
19 GB. What is asked of one class against the others needs n of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, Self

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import look_up
from veracity.statistics.joint.entries import Ints, RankedColumn
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable


class RowsOfColumns(Protocol):
    """What joint scores know of their rows, as far as tables need it."""

    @property
    def names(self) -> tuple[Label, ...]:
        """The columns."""

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes."""

    @property
    def scores(self) -> Floats:
        """Scores by column and entry."""

    @property
    def truth(self) -> Ints:
        """The index of the true class of each entry."""

    @property
    def weight(self) -> Floats:
        """The weight of each entry."""

    @property
    def classes(self) -> int:
        """Number of classes K."""

    @property
    def class_totals(self) -> Floats:
        """Weight of each true class, (K,)."""

    @property
    def ranked(self) -> tuple[RankedColumn, ...]:
        """For each column its distinct scores and the index of each entry."""

    def table(self, column: int) -> ScoreTable:
        """The table of the column at this index."""

    def changed(self, **parts: Any) -> Self:
        """The same with some of its parts replaced."""


class RowTables(Sequence[ScoreTable]):
    """The columns of joint scores as tables, one at a time; the first and the last are kept."""

    def __init__(self, joint: RowsOfColumns) -> None:
        self.joint = joint
        self._tables: dict[int, ScoreTable] = {}

    def __len__(self) -> int:
        return len(self.joint.names)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return tuple(self[one] for one in range(*index.indices(len(self))))
        column = range(len(self))[index]
        self._tables = {at: table for at, table in self._tables.items() if at in (0, column)}
        return look_up(self._tables, column, lambda: self.joint.table(column))

    def __iter__(self) -> Iterator[ScoreTable]:
        return (self[index] for index in range(len(self)))

    def against_rest(self, column: int, truth: int) -> ScoreTable:
        """One column with two classes: a class as 1, all others together as 0."""
        scores, index = self.joint.ranked[column]
        own = self.joint.truth == truth
        weight = [
            np.bincount(index[rows], self.joint.weight[rows], len(scores)) for rows in (~own, own)
        ]
        return ScoreTable(scores, np.stack(weight), (0, 1), 1)

    def against_each(self, column: int, truth: int) -> Floats:
        """How often a case of a class is above one of each other class in a column, (K,)."""
        joint = self.joint
        mine = joint.truth == truth
        beaten = weight_below(joint.scores[column], joint.scores[column, mine], joint.weight[mine])
        above = float(joint.weight[mine].sum()) - beaten
        won = np.bincount(joint.truth, joint.weight * above, joint.classes)
        totals = joint.class_totals
        areas = np.clip(ratio(won, totals[truth] * totals), 0.0, 1.0)
        areas[truth] = np.nan
        return np.asarray(areas)

    def among(self, labels: tuple[Label, ...]) -> RowTables:
        """The columns of these classes alone; no row is of another."""
        joint = self.joint
        columns = [joint.names.index(label) for label in labels]
        moved = np.full(joint.classes, -1)
        moved[[joint.labels.index(label) for label in labels]] = np.arange(len(labels))
        kept = joint.changed(
            names=labels,
            scores=joint.scores[columns],
            truth=moved[joint.truth],
            labels=labels,
        )
        return RowTables(kept)


def weight_below(mine: Floats, yours: Floats, weight: Floats) -> Floats:
    """The weight of the others that each score lies above, ties as one half."""
    order = np.argsort(yours, kind="stable")
    sums, ranked = np.concatenate([[0.0], np.cumsum(weight[order])]), yours[order]
    low, high = (sums[np.searchsorted(ranked, mine, side)] for side in ("left", "right"))
    half: Floats = (low + high) / 2
    return half
