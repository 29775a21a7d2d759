"""More rows than are held at once: reduced one piece after the other."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.grids import finer, too_coarse
from veracity.engines.kernels.sums import Ints, Rows
from veracity.engines.out_of_core import second_pass
from veracity.engines.out_of_core.spilled_tables import SpilledTables
from veracity.engines.reading.column_sums import Buckets, ColumnLook, ColumnSums, Statistic
from veracity.engines.reading.reading_scores import Scored
from veracity.engines.reading.recipe import COLUMN_BITS, Recipe, counts_at, ranks_of
from veracity.engines.rows import size_limits
from veracity.engines.rows import tables as limits
from veracity.engines.rows.clustered import with_few_clusters
from veracity.engines.rows.scored_rows import Keyed, ScoredRows, combined, occurring, value_of
from veracity.engines.rows.size_limits import Fineness, fineness
from veracity.engines.rows.tables import reduce_column
from veracity.statistics.clusters.random_groups import GROUPS, groups_of
from veracity.statistics.grid.cells import GridCells
from veracity.statistics.grid.codes import Family
from veracity.statistics.held import Held
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

WHOLE = object()


def reduce_pieces(scored: Scored, recipe: Recipe) -> tuple[Held, dict[Label, Held]]:
    """Everything of all rows and of each group; what is kept does not grow with the rows.

    Each column is a table while its scores are few, and else a grid, whose cells are planned
    from a sample of all pieces. One pass looks, the next one counts; where a grid is too coarse,
    two more make it finer. Exact tables are added piece by piece.
    """
    pieces = _Pieces(scored, recipe)
    made, counts = _exact(pieces) if recipe.resolution == "exact" else _counted(pieces)
    every = {value: _put_together(recipe, value, made, counts) for value in counts.found}
    return every.pop(WHOLE), every


@dataclass(frozen=True, eq=False)
class _Pieces:
    """The rows, read again and again, and what multiplies each bucket of their scores."""

    scored: Scored
    recipe: Recipe

    @property
    def families(self) -> dict[Any, Family]:
        """The columns of scores, and the kind of grid for each."""
        named: dict[Any, Family] = dict(self.recipe.single)
        return named | dict.fromkeys(self.recipe.classes, self._of_classes)

    @property
    def _of_classes(self) -> Family:
        return "unit" if self.recipe.probable else "line"

    @property
    def bits(self) -> int:
        """Bits of the grids, if nothing multiplies them."""
        resolution = self.recipe.resolution
        if isinstance(resolution, int):
            return resolution
        return COLUMN_BITS if self.recipe.classes else limits.AUTO_BITS

    def fineness(self, clusters: int | None, groups: int) -> Fineness:
        """How fine the statistics of so many groups may be."""
        columns = max(len(self.families), 1)
        return fineness(self.bits, clusters, len(self.scored.labels) * columns * groups)

    def read(self) -> Iterator[ScoredRows]:
        """The pieces; what lies in memory is divided into such as the others come in."""
        for piece in self.scored.pieces():
            whole = len(piece.truth)
            if whole <= second_pass.PIECE:
                yield piece
                continue
            for part in chunks(whole, second_pass.PIECE):
                yield piece.part(part)

    def rows(self, name: object) -> Iterator[Rows]:
        """One column of them."""
        return (piece.rows(name) for piece in self.read())


class _Axis:
    """All rows, or all groups: how their clusters are kept, and what was counted of each column."""

    def __init__(self, pieces: _Pieces, first: ScoredRows, groups: Ints | None) -> None:
        self._pieces, self._groups = pieces, groups
        self._values: list[Any] = [WHOLE]
        if groups is not None:
            self._values = [value_of(first.groups, code) for code in groups.tolist()]
        clusters = None if first.cluster is None else len(first.cluster.categories)
        self.fine = pieces.fineness(clusters, len(self._values))
        self._pooled: Ints | None = None
        if first.cluster is not None and self.fine.clusters is not None:
            self._pooled = groups_of(first.cluster.categories, self.fine.clusters)
        few = self.few(first).cluster
        self._clusters = None if few is None else few.categories
        self.sums: dict[Any, ColumnSums] = {}

    def few(self, piece: ScoredRows) -> ScoredRows:
        """The rows with the clusters that are kept."""
        if self._pooled is None or self.fine.clusters is None:
            return piece
        return with_few_clusters(piece, self.fine.clusters, self._pooled)

    def buckets(self, look: ColumnLook, name: Hashable) -> Buckets:
        """The scores themselves where they are few enough, else the buckets of a grid."""
        bits = self.fine.bits
        crowded = self._clusters is not None or bits < self._pieces.bits
        if look.scores is not None and not (crowded and len(look.scores) > 1 << bits):
            return look.scores
        thresholds = self._pieces.recipe.thresholds(name)
        return look.cells(self._pieces.families[name], bits, thresholds)

    def prepare(self, name: Hashable, buckets: Buckets, like: Rows) -> None:
        """Count a column in these buckets."""
        slots = len(self._values) * (1 if self._clusters is None else len(self._clusters))
        self.sums[name] = ColumnSums(buckets, slots, like)

    def add(self, piece: ScoredRows, names: Iterable[Any]) -> None:
        """One more piece of the rows, with the clusters that are kept."""
        slot: Ints | None = None
        if self._groups is not None:
            code = combined(piece.groups, len(piece.truth))
            slot = np.searchsorted(self._groups, code).astype(np.int64, copy=False)
        if piece.cluster is not None and self._clusters is not None:
            own = piece.cluster.codes.astype(np.int64)
            slot = own if slot is None else slot * len(self._clusters) + own
        for name in names:
            self.sums[name].add(piece.rows(name), slot)

    def statistics(self, name: Hashable) -> dict[Any, Statistic]:
        """What was counted of a column, by group."""
        scored = self._pieces.scored
        made = self.sums.pop(name).statistics(scored.labels, scored.pos_label, self._clusters)
        return dict(zip(self._values, made, strict=True))


Made = dict[Any, dict[Any, Statistic]]


def _counted(pieces: _Pieces) -> tuple[Made, _Counts]:
    """Every column and the matrices, in two passes, or four."""
    few = limits.FEW_SCORES if pieces.recipe.resolution == "auto" else None
    looks = {name: ColumnLook(len(pieces.scored), few) for name in pieces.families}
    first: ScoredRows | None = None
    groups = np.empty(0, np.int64)
    for piece in pieces.read():
        first = first or piece.part(np.zeros(1, np.int64))
        if piece.groups:
            groups = np.union1d(groups, occurring(combined(piece.groups, len(piece.truth))))
        for name, look in looks.items():
            look.add(piece.rows(name))
    assert first is not None
    axes = [_Axis(pieces, first, one) for one in ((None, groups) if first.groups else (None,))]
    for name, look in looks.items():
        for axis in axes:
            axis.prepare(name, axis.buckets(look, name), first.rows(name))
    counts = _Counts(pieces.recipe)
    _count(pieces, axes, looks, counts)
    _make_finer(pieces, axes, first)
    made = {name: {v: s for a in axes for v, s in a.statistics(name).items()} for name in looks}
    return made, counts


def _count(
    pieces: _Pieces, axes: Sequence[_Axis], names: Collection[Any], counts: _Counts | None = None
) -> None:
    """One pass over all rows."""
    for piece in pieces.read():
        several = [axis.few(piece) for axis in axes]
        if counts is not None:
            counts.add(*several)
        for axis, rows in zip(axes, several, strict=True):
            axis.add(rows, names)


def _make_finer(pieces: _Pieces, axes: list[_Axis], first: ScoredRows) -> None:
    """Count again what is too coarse as a whole, unless clusters leave no room for more buckets."""
    whole, *groups = axes
    names = list[Any]()
    for name, sums in list(whole.sums.items()):
        cells, weight = sums.buckets, sums.whole()
        if not isinstance(cells, GridCells) or not too_coarse(cells, weight):
            continue
        room = size_limits.MOST_ENTRIES // (len(first.labels) * len(whole.sums) * sums.slots)
        if sums.slots > 1 and 2 * len(cells) > room:
            continue
        finest = finer(
            partial(pieces.rows, name),
            len(pieces.scored),
            cells,
            weight,
            whole.fine.bits,
        )
        whole.prepare(name, finest, first.rows(name))
        for axis in groups:
            same = axis.fine == whole.fine
            axis.prepare(name, finest if same else axis.sums[name].buckets, first.rows(name))
        names.append(name)
    if names:
        _count(pieces, axes, names)


def _put_together(recipe: Recipe, value: Hashable, made: Any, counts: _Counts) -> Held:
    """The statistics of one group, or of the whole."""
    rows, confusion, ranks = counts.found[value]
    tables = {name: column[value] for name, column in made.items()}
    if recipe.classes:
        columns = ScoreColumns(recipe.classes, tuple(tables[name] for name in recipe.classes))
        return recipe.held(rows, confusion, {}, columns, ranks)
    if confusion is None and recipe.threshold_of is not None:
        confusion = counts_at(tables[recipe.threshold_of[0]], recipe.threshold_of[1])
    return recipe.held(rows, confusion, tables)


class _Counts:
    """Rows, matrices and ranks, of the whole and of each group."""

    def __init__(self, recipe: Recipe) -> None:
        self._recipe = recipe
        self.found: dict[Any, tuple[int, Any, Any]] = {}

    def add(self, piece: ScoredRows, grouped: ScoredRows | None = None) -> None:
        """One more piece of the rows; as it is to be taken apart, if clusters differ there."""
        piece, grouped = (
            self._with_predictions(piece),
            None if grouped is None else self._with_predictions(grouped),
        )
        self._one(WHOLE, piece)
        if grouped is None:
            return
        if grouped.predicted is None and not self._recipe.classes:  # the rows alone are counted
            code = combined(grouped.groups, len(grouped.truth))
            for one, rows in zip(*np.unique(code, return_counts=True), strict=True):
                value = value_of(grouped.groups, int(one))
                before = self.found.get(value, (0, None, None))
                self.found[value] = before[0] + int(rows), None, None
            return
        for value, part in grouped.by_group():
            self._one(value, part)

    def _with_predictions(self, piece: ScoredRows) -> ScoredRows:
        """The rows with their predictions, and with no more of their scores than is needed."""
        if self._recipe.largest and piece.predicted is None:
            piece = replace(piece, predicted=Keyed(piece.labels, piece.largest()))
        return piece if self._recipe.classes else replace(piece, scores={})

    def _one(self, value: Hashable, part: ScoredRows) -> None:
        predicted = None if part.predicted is None else with_own_clusters(part.confusion())
        ranks = with_own_clusters(ranks_of(part)) if self._recipe.classes else None
        one, before = (len(part.truth), predicted, ranks), self.found.get(value)
        if before is not None:
            one = before[0] + one[0], _both(before[1], predicted), _both(before[2], ranks)
        self.found[value] = one


def _both(mine: Any, yours: Any) -> Any:
    return None if mine is None else mine + yours


def _exact(pieces: _Pieces) -> tuple[Made, _Counts]:
    """Exact tables, of the whole and of each group, added piece by piece."""
    made: Made = {name: {} for name in pieces.families}
    counts = _Counts(pieces.recipe)
    with SpilledTables() as spilled:
        for piece in pieces.read():
            few = piece
            if piece.cluster is not None and len(piece.cluster.categories) > GROUPS:
                few = with_few_clusters(piece, GROUPS)
            counts.add(few, few if few.groups else None)
            for value, part in ((WHOLE, few), *(few.by_group() if few.groups else ())):
                for name, found in made.items():
                    table = with_own_clusters(reduce_column(part, name, "exact"))
                    if table.clusters is None and isinstance(table, ScoreTable):
                        spilled.add((name, value), table)
                    else:
                        found[value] = found[value] + table if value in found else table
        for (name, value), table in spilled.sums():
            made[name][value] = table
    return made, counts
