"""Several columns of scores of the same rows: one for each class, or one for each model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Literal, Self

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.row_tables import RowTables
from veracity.statistics.labels import Label
from veracity.statistics.scores.classes import scaled_classes
from veracity.statistics.scores.over_table import OverTable
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import ClassShares

Column = ScoreTable | ScoreGrid


@dataclass(frozen=True, eq=False, repr=False)
class ScoreColumns(OverTable):
    """Several columns of scores of the same rows, each as its own table or grid.

    `names` says what the columns are: the labels whose probabilities they hold, or models. All
    tables have the same classes and leading axes, and the same rows stand behind them; which
    row has which scores in two columns is not known here (that is `JointScores`).

    >>> low, high = ScoreTable.of_rows([0, 1], [0.9, 0.2]), ScoreTable.of_rows([0, 1], [0.1, 0.8])
    >>> ScoreColumns((0, 1), (low, high)).column(1).scores
    array([0.8, 0.1])
    """

    kind: ClassVar[Literal["score_columns"]] = "score_columns"
    compared = ("names", "tables")
    several_columns: ClassVar[Literal[True]] = True
    by_row: ClassVar[Literal[False]] = False

    names: tuple[Label, ...]
    tables: Sequence[Column]

    def __post_init__(self) -> None:
        if not self.names or len(self.names) != len(self.tables):
            raise refuse("columns_and_names", names=len(self.names), columns=len(self.tables))

    # what it holds

    def column(self, name: object) -> Column:
        """The table or grid of one column."""
        return self.tables[self.index_of_name(name)]

    def index_of_name(self, name: object) -> int:
        """The index of a column among the names."""
        label = naming.canonical(name)
        if label not in self.names:
            raise refuse("score_column_unknown", name=repr(label), names=quoted(self.names))
        return self.names.index(label)

    @property
    def edges(self) -> ScoreTable:
        """The table of the first column: every column has the same classes and rows."""
        return self.tables[0].edges

    def __len__(self) -> int:
        """Number of columns."""
        return len(self.names)

    @property
    def exact(self) -> bool:
        """Whether no column is a grid."""
        return isinstance(self.tables, RowTables) or all(one.exact for one in self.tables)

    @property
    def resolution(self) -> str:
        """How finely scores were kept, each of the ways once."""
        return ", ".join(dict.fromkeys(table.resolution for table in self.tables))

    # merging

    def merged(self, others: Sequence[ScoreColumns]) -> Self:
        """All of these added up, column by column; they must have the same names."""
        for one in others:
            agreeing(self.names, one.names)
        return replace(
            self,
            tables=tuple(
                _added(table, [one.column(name) for one in others])
                for name, table in zip(self.names, self.tables, strict=True)
            ),
        )

    def relabelled(self, labels: tuple[Label, ...]) -> Self:
        """The same weights among these classes, in this order."""
        return self._each(lambda table: table.relabelled(labels))

    # other columns made from it

    def by_chance(self) -> Self:
        """The same scores and class totals, with scores that know nothing of the truth."""
        return self._each(ScoreTable.by_chance)

    def at_prevalence(self, share: ClassShares) -> Self:
        """The same scores within each class, in a population with other class shares."""
        factor = self.share_factor(share)
        return self._each(lambda table: scaled_classes(table, factor))

    def resampled(self, times: Floats) -> Self:
        """The columns after taking each cluster as often as `times[..., cluster]` says."""
        if not self.exact:
            raise refuse("columns_are_grids")
        return self._each(lambda table: table.resampled(times))

    def _each(self, change: Callable[[ScoreTable], ScoreTable]) -> Self:
        return replace(self, tables=tuple(one.each(change) for one in self.tables))

    def __repr__(self) -> str:
        axes = f", leading axes {self.shape}" if self.shape else ""
        held = f"{len(self)} columns {quoted(self.names)}, labels {quoted(self.labels)}"
        return f"{type(self).__name__}({held}{axes})"


def agreeing(mine: tuple[Label, ...], yours: tuple[Label, ...]) -> None:
    """Refuse to add columns of other names; their order may differ."""
    if set(mine) != set(yours):
        raise refuse(
            "merge_settings", CannotMerge, name="columns", mine=quoted(mine), yours=quoted(yours)
        )


def _added(first: Column, others: list[Column]) -> Column:
    """Tables added to tables, grids to grids."""
    if all(map(first.alike, others)):
        alike: Any = others
        return first.merged(alike)
    kinds = ("exact", "a grid") if first.exact else ("a grid", "exact")
    raise refuse("merge_settings", CannotMerge, name="resolution", mine=kinds[0], yours=kinds[1])
