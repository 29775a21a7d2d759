"""Several columns of scores of the same rows: one for each class, or one for each model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from veracity.arrays import Floats, ratio
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.clusters.matrix_clusters import Units
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.row_tables import RowTables
from veracity.statistics.labels import Label
from veracity.statistics.scores.classes import scaled_classes, share_factor
from veracity.statistics.scores.score_table import ScoreTable

Column = ScoreTable | ScoreGrid


@dataclass(frozen=True, eq=False, repr=False)
class ScoreColumns:
    """Several columns of scores of the same rows, each as its own table or grid.

    `names` says what the columns are: the labels whose probabilities they hold, or models. All
    tables have the same classes and leading axes, and the same rows stand behind them; which
    row has which scores in two columns is not known here (that is `JointScores`).

    >>> low, high = ScoreTable.of_rows([0, 1], [0.9, 0.2]), ScoreTable.of_rows([0, 1], [0.1, 0.8])
    >>> ScoreColumns((0, 1), (low, high)).column(1).scores
    array([0.8, 0.1])
    """

    names: tuple[Label, ...]
    tables: Sequence[Column]

    def __post_init__(self) -> None:
        if not self.names or len(self.names) != len(self.tables):
            raise refuse("columns_and_names", names=len(self.names), columns=len(self.tables))

    # what it holds

    def column(self, name: Any) -> Column:
        """The table or grid of one column."""
        return self.tables[place_of_name(self.names, name)]

    @property
    def _first(self) -> ScoreTable:
        return as_table(self.tables[0])

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes of the truth."""
        return self._first.labels

    @property
    def pos_label(self) -> Label | None:
        """The positive one of two classes."""
        return self._first.pos_label

    @property
    def classes(self) -> int:
        """Number of classes K."""
        return self._first.classes

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self._first.shape

    def __len__(self) -> int:
        """Number of columns."""
        return len(self.names)

    @property
    def truth(self) -> Floats:
        """Weight of each true class, (..., K); every column has the same."""
        return self._first.truth

    @property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self._first.total

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights."""
        return self._first.weighted

    @property
    def effective_total(self) -> Any:
        """How many unweighted rows would be as informative: n, or (Σw)²/Σw² (Kish 1965)."""
        first = self._first
        if first.squares is None:
            return first.total
        return ratio(first.total**2, first.squares.sum((-2, -1)))

    @property
    def units(self) -> Units | None:
        """What each cluster adds to the first column; None without clusters."""
        return self._first.units

    @property
    def exact(self) -> bool:
        """Whether no column is a grid."""
        if isinstance(self.tables, RowTables):
            return True
        return all(isinstance(one, ScoreTable) for one in self.tables)

    # merging

    def __add__(self, other: ScoreColumns) -> Self:
        return self.merged([other]) if isinstance(other, ScoreColumns) else NotImplemented

    def __radd__(self, other: object) -> Self:
        """0 + columns, so that `sum(parts)` works."""
        return self if isinstance(other, int) and other == 0 else NotImplemented

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

    def at_prevalence(self, share: Any) -> Self:
        """The same scores within each class, in a population with other class shares."""
        factor = share_factor(self._first, share)
        return self._each(lambda table: scaled_classes(table, factor))

    def redrawn(self, times: Floats) -> Self:
        """The columns after taking each cluster as often as `times[..., unit]` says."""
        if not self.exact:
            raise refuse("columns_are_grids")
        return self._each(lambda table: table.redrawn(times))

    def _each(self, change: Callable[[ScoreTable], ScoreTable]) -> Self:
        return replace(self, tables=tuple(_changed(one, change) for one in self.tables))

    # equality and printing

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ScoreColumns):
            return NotImplemented
        return self.names == other.names and self.tables == other.tables

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        axes = f", leading axes {self.shape}" if self.shape else ""
        held = f"{len(self)} columns {quoted(self.names)}, labels {quoted(self.labels)}"
        return f"{type(self).__name__}({held}{axes})"


def as_table(column: Column) -> ScoreTable:
    """The table of a column; of a grid, that of its buckets."""
    return column.table if isinstance(column, ScoreGrid) else column


def place_of_name(names: tuple[Label, ...], name: Any) -> int:
    """Where a column stands among these."""
    wanted = naming.canonical(name)
    if wanted not in names:
        raise refuse("score_column_unknown", name=repr(wanted), names=quoted(names))
    return names.index(wanted)


def agreeing(mine: tuple[Label, ...], yours: tuple[Label, ...]) -> None:
    """Refuse to add columns of other names; their order may differ."""
    if set(mine) != set(yours):
        raise refuse(
            "merge_settings", CannotMerge, name="columns", mine=quoted(mine), yours=quoted(yours)
        )


def _changed(column: Column, change: Callable[[ScoreTable], ScoreTable]) -> Column:
    if isinstance(column, ScoreTable):
        return change(column)
    return replace(column, table=change(column.table), tied=change(column.tied))


def _added(first: Column, others: list[Column]) -> Column:
    """Tables added to tables, grids to grids."""
    if isinstance(first, ScoreTable):
        tables = [one for one in others if isinstance(one, ScoreTable)]
        if len(tables) == len(others):
            return first.merged(tables)
    else:
        grids = [one for one in others if isinstance(one, ScoreGrid)]
        if len(grids) == len(others):
            return first.merged(grids)
    kinds = ("exact", "a grid") if isinstance(first, ScoreTable) else ("a grid", "exact")
    raise refuse("merge_settings", CannotMerge, name="resolution", mine=kinds[0], yours=kinds[1])
