"""Rows with scores → the statistics that are held of them, as a whole and group by group."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.reading.reading_scores import Scored, ScoredChunks
from veracity.engines.reading.recipe import COLUMN_BITS, Recipe, counts_at, ranks_of
from veracity.engines.rows import tables
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.tables import reduce_column
from veracity.errors import quoted, refuse
from veracity.statistics import ConfusionMatrix, RowAccount
from veracity.statistics import labels as naming
from veracity.statistics.clusters.random_groups import GROUPS
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.held import Held
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells
from veracity.statistics.scores.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.engines.kernels.grids import GridCounter
    from veracity.engines.out_of_core.planned_cells import SummedScores

FEW_ROWS = 1 << 16  # of which counts at a threshold are made without the table
MOST_JOINT = 1 << 26  # numbers: 512 MiB of distinct tuples
FEW = 4  # labels that are named


def reduce_rows(scored: Scored | SummedScores, recipe: Recipe) -> tuple[Held, dict[Label, Held]]:
    """Everything of all rows, and of each group where there are groups.

    Up to 2^24 rows are held at once; of more, one piece after the other, also where they lie in
    memory: so all engines give the same. Only exact tables of what is there are made at once.
    """
    _check_classes(scored, recipe)
    if not isinstance(scored, (ScoredRows, ScoredChunks)):
        from veracity.engines.reading.reducing_cells import reduce_cells

        return reduce_cells(scored, recipe)
    at_once = isinstance(scored, ScoredRows) and recipe.resolution == "exact"
    if len(scored) > tables.EXACT_ROWS and not at_once:
        from veracity.engines.reading.reducing_chunks import reduce_pieces

        return reduce_pieces(scored, recipe)
    rows = joined(scored.pieces())
    clusters = 0 if rows.cluster is None else len(rows.cluster.categories)
    if scored.account.read > tables.EXACT_ROWS and clusters > GROUPS:  # as files are read
        from veracity.engines.rows.clustered import with_few_clusters

        rows = with_few_clusters(rows, GROUPS)
    whole = of_rows(rows, recipe)
    return whole.each(with_own_clusters) if clusters else whole, by_group(rows, recipe)


def by_group(scored: ScoredRows, recipe: Recipe) -> dict[Label, Held]:
    """The statistics of each group."""
    if not scored.groups:
        return {}
    if scored.cluster is None:
        return {value: of_rows(part, recipe) for value, part in scored.by_group()}
    return {v: of_rows(part, recipe).each(with_own_clusters) for v, part in scored.by_group()}


def of_rows(scored: ScoredRows, recipe: Recipe) -> Held:
    """The statistics of rows in memory."""
    found = {
        name: reduce_column(scored, name, recipe.resolution, family, recipe.thresholds(name))
        for name, family in recipe.single.items()
    }
    return recipe.held(
        len(scored),
        _confusion(scored, recipe, found),
        found,
        class_columns(scored, recipe) if recipe.classes else None,
        ranks_of(scored) if recipe.classes else None,
    )


def joined(pieces: Iterable[ScoredRows]) -> ScoredRows:
    """All pieces as one."""
    first, *rest = pieces
    return first.joined(rest) if rest else first


def class_columns(scored: ScoredRows, recipe: Recipe) -> JointScores | ScoreColumns:
    """Tuples of scores; where they would be too many, each column on its own in a grid."""
    exact = recipe.resolution == "exact"
    small = len(scored) * len(recipe.classes) <= MOST_JOINT
    if exact or (recipe.resolution == "auto" and small):
        return scored.joint(recipe.classes)
    bits = COLUMN_BITS if recipe.resolution == "auto" else recipe.resolution
    family: Family = "unit" if recipe.probable else "line"
    return ScoreColumns(
        recipe.classes, tuple(reduce_column(scored, name, bits, family) for name in recipe.classes)
    )


def _confusion(
    scored: ScoredRows, recipe: Recipe, tables: Mapping[Any, ScoreTable | ScoreGrid]
) -> ConfusionMatrix | None:
    if scored.predicted is not None:
        return scored.confusion()
    if recipe.threshold_of is not None:
        column, threshold = recipe.threshold_of
        plain = scored.weight is None and scored.cluster is None
        if plain and len(scored) <= FEW_ROWS and tables[column].kind == "score_table":
            return counted_at(scored, column, threshold)
        return counts_at(tables[column], threshold)
    return scored.confusion(scored.largest()) if recipe.largest else None


def counted_at(scored: ScoredRows, column: Hashable, threshold: float) -> ConfusionMatrix:
    """The counts at a threshold from the rows: of few rows far faster than from their table."""
    assert scored.pos_label is not None
    yes = scored.labels.index(scored.pos_label)
    reached = np.asarray(scored.scores[column], np.float64) >= threshold
    predicted = reached if yes else ~reached
    counts = np.bincount(scored.truth.astype(np.int64) * 2 + predicted, minlength=4)
    cells = DenseCells(counts.reshape(2, 2).astype(np.float64))
    return ConfusionMatrix.made(cells, scored.labels, scored.pos_label)


def _check_classes(scored: Scored | SummedScores, recipe: Recipe) -> None:
    """One column of scores needs two classes and to know which is positive."""
    if not recipe.single:
        return
    if len(scored.labels) > 2:
        from veracity.statistics.label_pairs import written_twice

        found = {"n": len(scored.labels), "labels": quoted(scored.labels)}
        if twice := written_twice(scored.labels):
            pairs = ", ".join(" = ".join(map(repr, group)) for group in twice[:FEW])
            raise refuse("one_score_of_labels_alike", pairs=pairs, **found)
        raise refuse("one_score_of_several_classes", **found)
    if len(scored.labels) != 2:
        raise refuse("one_score_needs_two_classes", labels=quoted(scored.labels))
    if scored.pos_label is None:
        raise refuse("needs_pos_label", labels=quoted(scored.labels))


class RunningGrid:
    """One column of scores without weights, clusters and groups, counted batch by batch.

    The buckets are planned from the first batch, so that every other one is only added; the
    grid states its own bound, whatever comes later.
    """

    def __init__(self, column: str, recipe: Recipe) -> None:
        self.column, self._recipe = column, recipe
        self._counter: GridCounter | None = None
        self._counts: ConfusionMatrix | None = None
        self._labels: tuple[Label, ...] = ()
        self._positive: Label | None = None
        self.account = RowAccount(0, 0)

    @property
    def rows(self) -> int:
        """How many rows were counted and not yet taken."""
        return self.account.used

    def fits(self, scored: ScoredRows) -> bool:
        """Whether these rows are of the classes that are being counted."""
        if not self._labels:
            return len(scored.labels) == 2 and scored.pos_label is not None
        labels = naming.merged(self._labels, scored.labels)
        return tuple(labels) == tuple(self._labels) and scored.pos_label == self._positive

    def add(self, scored: ScoredRows) -> None:
        """Count these rows."""
        rows, bits = scored.rows(self.column), int(self._recipe.resolution)
        if self._counter is None:
            from veracity.engines.kernels.grids import counted_grid

            edges, family = self._recipe.thresholds(self.column), self._recipe.single[self.column]
            self._counter = counted_grid(lambda: (rows,), len(rows), family, bits, edges)
            self._labels, self._positive = scored.labels, scored.pos_label
        else:
            self._counter.added(rows)
            self._labels = naming.merged(self._labels, scored.labels)
        if self._recipe.threshold_of is not None:
            counts = counted_at(scored, self.column, self._recipe.threshold_of[1])
            self._counts = counts if self._counts is None else self._counts + counts
        self.account = self.account + scored.account

    def counts(self) -> Held:
        """The matrix of what was counted and not yet taken."""
        return Held(self.rows, self._counts)

    def taken(self) -> tuple[Held, RowAccount]:
        """What was counted since the last time, in the same buckets as before."""
        counter, account = self._counter, self.account
        assert counter is not None
        grid = counter.grid(self._labels, self._positive)
        held = self._recipe.held(account.used, self._counts, {self.column: grid})
        counter.clear()
        self._counts, self.account = None, RowAccount(0, 0)
        return held, account
