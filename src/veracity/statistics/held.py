"""The statistics of one set of rows: what every figure of an evaluation is a function of."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from veracity.errors import CannotMerge, refuse
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Label
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.scores.classes import reversed_scores
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import Statistic

OneColumn = ScoreTable | ScoreGrid
Columns = JointScores | ScoreColumns
Scores = OneColumn | Columns


@dataclass(frozen=True)
class Held:
    """Counts, scores and probabilities of the same rows, as far as they were given.

    `scores` is what ranks (y_score before y_proba); `probabilities` is what y_proba gave, and
    the same object where there was no y_score. `ranks` tells at which rank the truth stands
    among K columns. `rows` is how many rows are behind all of it. At a threshold inside a
    bucket of a grid the counts lie somewhere from `fewest` called positive to `confusion`.
    """

    rows: int
    confusion: ConfusionMatrix | None = None
    scores: Scores | None = None
    probabilities: Scores | None = None
    ranks: TopRanks | None = None
    fewest: ConfusionMatrix | None = None

    @property
    def some(self) -> Statistic:
        """Whichever statistic there is: all know the labels, the total and the clusters."""
        some = self.confusion if self.confusion is not None else self.scores
        assert some is not None
        return some

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes."""
        return self.some.labels

    @property
    def pos_label(self) -> Label | None:
        """The positive class, if one is known."""
        return self.some.pos_label

    @property
    def clusters(self) -> int | None:
        """Number of clusters; None where rows stand for themselves."""
        return self.some.cluster_count

    @property
    def table_at_thresholds(self) -> OneColumn | None:
        """The column that thresholds apply to: probabilities before scores; None for K columns."""
        table = self.probabilities if self.probabilities is not None else self.scores
        return None if table is None or table.several_columns else table

    def __add__(self, other: Held) -> Held:
        """Both together."""

        def added(name: str) -> Any:
            mine, yours = getattr(self, name), getattr(other, name)
            if (mine is None) != (yours is None):
                raise refuse("merge_one_lacks", CannotMerge, name=name)
            return None if mine is None else _sum(mine, yours)

        scores = added("scores")
        same = self.probabilities is self.scores and other.probabilities is other.scores
        return Held(
            self.rows + other.rows,
            added("confusion"),
            scores,
            scores if same else added("probabilities"),
            added("ranks"),
            self._fewest_with(other),
        )

    def _fewest_with(self, other: Held) -> ConfusionMatrix | None:
        """The fewest calls of both; where the counts of one are known, it has just those."""
        if self.fewest is None and other.fewest is None:
            return None
        mine = self.confusion if self.fewest is None else self.fewest
        yours = other.confusion if other.fewest is None else other.fewest
        assert mine is not None
        assert yours is not None
        return mine + yours

    def relabelled(self, labels: tuple[Label, ...]) -> Held:
        """The same among these labels, in this order."""
        if labels == self.labels:
            return self
        return self.each(lambda statistic: statistic.relabelled(labels))

    def each(self, change: Callable[[Any], Any]) -> Held:
        """Every statistic changed; scores and probabilities stay one object where they are."""

        def changed(statistic: Any) -> Any:
            return None if statistic is None else change(statistic)

        scores = changed(self.scores)
        same = self.probabilities is self.scores
        return replace(
            self,
            confusion=changed(self.confusion),
            scores=scores,
            probabilities=scores if same else changed(self.probabilities),
            ranks=changed(self.ranks),
            fewest=changed(self.fewest),
        )

    def one_vs_rest(self, label: Label, shares: Any = None) -> Held:
        """One class against all others together; with `shares`, rows weighted to these first."""

        def counted(matrix: ConfusionMatrix | None) -> ConfusionMatrix | None:
            if matrix is None:
                return None
            return (matrix if shares is None else matrix.at_prevalence(shares)).one_vs_rest(label)

        same = self.probabilities is self.scores
        scores = _of_class(self.scores, label, shares, reflect=same)
        probable = scores if same else _of_class(self.probabilities, label, shares, reflect=True)
        return Held(
            self.rows, counted(self.confusion), scores, probable, fewest=counted(self.fewest)
        )


def _sum(mine: Any, yours: Any) -> Any:
    """Both added; an exact table joins a grid as one of its family."""
    from veracity.statistics.grid.building import MERGED_BITS, gridded

    match mine, yours:
        case ScoreGrid(), ScoreTable():
            return mine + gridded(yours, MERGED_BITS, mine.family)
        case ScoreTable(), ScoreGrid():
            return gridded(mine, MERGED_BITS, yours.family) + yours
        case (ScoreColumns(), ScoreColumns() | JointScores()) | (JointScores(), ScoreColumns()):
            return _columns_added(mine.as_read, yours.as_read)
    if type(mine) is not type(yours):
        kinds = type(mine).__name__, type(yours).__name__
        raise refuse("merge_settings", CannotMerge, name="scores", mine=kinds[0], yours=kinds[1])
    return mine + yours


def _named(columns: ScoreColumns) -> list[tuple[Label, OneColumn]]:
    return list(zip(columns.names, columns.tables, strict=True))


def _columns_added(mine: ScoreColumns, yours: ScoreColumns) -> ScoreColumns:
    """Column by column, by name; a grid on one side makes grids of both."""
    if set(mine.names) != set(yours.names):
        return mine + yours
    tables = tuple(_sum(table, yours.column(name)) for name, table in _named(mine))
    return replace(mine, tables=tables)


def _of_class(
    scores: Scores | None, label: Label, shares: Any, *, reflect: bool
) -> OneColumn | None:
    """The column that stands for a class, with that class as the positive one."""
    if scores is None:
        return None
    if scores.several_columns:
        column = scores.column(label)
        return (column if shares is None else column.at_prevalence(shares)).one_vs_rest(label)
    if shares is not None:
        scores = scores.at_prevalence(shares)
    if label == scores.pos_label:
        return scores.one_vs_rest(label)
    if scores.kind == "score_grid":
        from veracity.statistics.grid.reversing import reversed_grid

        return reversed_grid(scores).one_vs_rest(label)
    return reversed_scores(scores, reflect=reflect).one_vs_rest(label)


def rows_behind(statistic: Statistic) -> int:
    """How many rows a statistic was counted from; with weights, as many as tell as much."""
    return round(float(statistic.effective_total))
