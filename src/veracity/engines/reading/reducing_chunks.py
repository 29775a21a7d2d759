"""More rows than are held at once: reduced one piece after the other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.grids import GridCounter, counted, counted_grid
from veracity.engines.kernels.sums import Rows
from veracity.engines.out_of_core import second_pass
from veracity.engines.reading.reading_scores import ScoredChunks
from veracity.engines.reading.recipe import COLUMN_BITS, Recipe, Reduced, cut_counts, ranks_of
from veracity.engines.rows import tables as limits
from veracity.engines.rows.clustered import clustered_grid
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.tables import reduced
from veracity.statistics.clusters.score_clusters import together
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

Statistic = ScoreTable | ScoreGrid
WHOLE = object()


def reduce_pieces(scored: ScoredChunks, recipe: Recipe) -> tuple[Reduced, dict[Label, Reduced]]:
    """Everything of all rows and of each group; what is kept does not grow with the rows.

    Each column is a table while its scores are few, and else a grid, whose cells are planned
    from a sample of all pieces. Predictions are counted in a pass of their own.
    """
    named: dict[Any, Family] = dict(recipe.single)
    named |= dict.fromkeys(recipe.classes, "unit" if recipe.probable else "line")
    made = {name: _column(scored, recipe, name, family) for name, family in named.items()}
    counts = _counts(scored, recipe)
    every = {value: _put_together(recipe, value, made, counts) for value in counts}
    return every.pop(WHOLE), every


def _put_together(recipe: Recipe, value: Any, made: Any, counts: Any) -> Reduced:
    """The statistics of one group, or of the whole."""
    rows, confusion, ranks = counts[value]
    tables = {name: column[value] for name, column in made.items()}
    if recipe.classes:
        columns = ScoreColumns(recipe.classes, tuple(tables[name] for name in recipe.classes))
        return Reduced(rows, confusion, {}, columns, ranks)
    if confusion is None and recipe.cut is not None:
        confusion = cut_counts(tables[recipe.cut[0]], recipe.cut[1])
    return Reduced(rows, confusion, tables)


def _counts(scored: ScoredChunks, recipe: Recipe) -> dict[Any, tuple[int, Any, Any]]:
    """Rows, matrices and ranks, of the whole and of each group."""
    found: dict[Any, tuple[int, Any, Any]] = {}
    for value, part in _parts(scored):
        called = None
        if part.called is not None:
            called = part.confusion()
        elif recipe.largest:
            called = part.confusion(part.largest())
        one = len(part.place), called, ranks_of(part) if recipe.classes else None
        before = found.get(value)
        found[value] = one if before is None else _added(before, one)
    return found


def _added(before: tuple[int, Any, Any], one: tuple[int, Any, Any]) -> tuple[int, Any, Any]:
    def both(mine: Any, yours: Any) -> Any:
        return None if mine is None else mine + yours

    return before[0] + one[0], both(before[1], one[1]), both(before[2], one[2])


def _cut(scored: ScoredChunks) -> Iterator[ScoredRows]:
    """The pieces; what lies in memory is cut into such as the others come in."""
    for piece in scored.pieces():
        whole = len(piece.place)
        if whole <= second_pass.PIECE:
            yield piece
            continue
        for part in chunks(whole, second_pass.PIECE):
            yield piece.part(part)


def _parts(scored: ScoredChunks) -> Iterator[tuple[Any, ScoredRows]]:
    """Every piece as a whole, then its groups."""
    for piece in _cut(scored):
        yield WHOLE, piece
        if piece.groups:
            yield from piece.by_group()


def _column(
    scored: ScoredChunks, recipe: Recipe, name: Any, family: Family
) -> dict[Any, Statistic]:
    """The table or the grid of one column, of the whole and of each group."""
    wanted = recipe.resolution
    if wanted == "exact":
        return _tables(scored, name, most=None) or {}
    if wanted == "auto":
        few = _tables(scored, name, most=limits.FEW_SCORES)
        if few is not None:
            return few
        wanted = COLUMN_BITS if recipe.classes else limits.AUTO_BITS
    assert isinstance(wanted, int)

    def parts() -> Iterator[Rows]:
        return (piece.rows(name) for piece in _cut(scored))

    whole = counted_grid(parts, scored.rows, family, wanted, recipe.thresholds(name))
    return _grids(scored, name, whole)


def _tables(scored: ScoredChunks, name: Any, most: int | None) -> dict[Any, Statistic] | None:
    """Exact tables; None once the whole has more than `most` scores."""
    found: dict[Any, ScoreTable] = {}
    for value, part in _parts(scored):
        table = reduced(part, name, "exact")
        assert isinstance(table, ScoreTable)
        found[value] = found[value] + table if value in found else table
        if most is not None and value is WHOLE and len(found[value]) > most:
            return None
    return dict(found)


def _grids(scored: ScoredChunks, name: Any, whole: GridCounter) -> dict[Any, Statistic]:
    """Grids of the cells of the whole; groups and clusters take a pass of their own each."""
    counters = {WHOLE: whole}
    for value, part in _parts(scored):
        if not part.groups:
            break
        if value in counters and value is not WHOLE:
            counters[value].added(part.rows(name))
        elif value is not WHOLE:
            counters[value] = counted((part.rows(name),), whole.cells)
    grids = {v: one.grid(scored.labels, scored.pos_label) for v, one in counters.items()}
    units: dict[Any, list[Any]] = {}
    for value, part in _parts(scored):
        if part.cluster is None:
            break
        clustered = clustered_grid(part, part.rows(name), grids[value])
        units.setdefault(value, []).append(clustered.table.units)
    for value, some in units.items():
        grid = grids[value]
        grids[value] = replace(grid, table=replace(grid.table, units=together(some)))
    return dict(grids)
