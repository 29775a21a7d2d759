"""Scores of lazy tables, reduced where they lie: which passes are made, and what comes home.

Up to `LAZY_ROWS` rows, distinct rows are counted and come home; of more, scores are counted in
cells. One column without groups and clusters is validated and counted in one pass; else a first
pass says how many groups and clusters there are, and so how fine cells may be.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any

import narwhals as nw

from veracity.engines.counting.grouped import Grouped
from veracity.engines.frames.lazy import LazySums, validate_lazy
from veracity.engines.frames.lazy_table import LazyTable
from veracity.engines.frames.score_cells import FEWEST_BITS
from veracity.engines.out_of_core.cell_entries import CellEntries
from veracity.engines.out_of_core.cells_of_lazy_frames import (
    CellColumns,
    counted_cells,
    validated_cells,
)
from veracity.engines.out_of_core.finer_cells import Finer
from veracity.engines.out_of_core.first_pass import ScannedCategories, validation_keys
from veracity.engines.out_of_core.of_lazy_frames import (
    column_of,
    counted_rows,
    found_in,
    indexed,
    open_lazy,
)
from veracity.engines.out_of_core.ranks_of_lazy_frames import ClassSums, summed_classes
from veracity.engines.out_of_core.scored_chunks import ScoredChunks, in_pieces
from veracity.engines.reading.recipe import COLUMN_BITS, Recipe
from veracity.engines.rows import size_limits
from veracity.engines.rows import tables as limits
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.tables import checked_resolution
from veracity.errors import refuse
from veracity.statistics.clusters.random_groups import GROUPS, group_ids, groups_of
from veracity.statistics.grid.codes import Family
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount

_LESS = 6  # a cell of m bits holds about as much as a bucket of m + 6


@dataclass(frozen=True, slots=True)
class SummedScores:
    """What came home of the scores of a lazy table: sums by class and cell of each column.

    `grouped` sums the rows by truth, prediction, cluster and `groups` keys, as far as there are;
    `classes` the same by the largest of K columns and by rank. `clusters` names the clusters,
    `called` says whether there are predictions, `exact_if_few` whether cells of a single score
    each make an exact table.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    account: RowAccount
    rows: int
    rounded: tuple[int, ...]
    grouped: Grouped
    groups: int
    families: Mapping[Any, Family]
    cells: Mapping[Any, CellEntries]
    classes: ClassSums | None = None
    clusters: tuple[Label, ...] | None = None
    called: bool = False
    exact_if_few: bool = True

    def __len__(self) -> int:
        return self.rows


def read_lazy(
    data: object, asked: Sequence[str], request: ReadRequest[str], recipe: Recipe | None
) -> ScoredChunks | SummedScores:
    """The rows that can be used, or what they sum up to where they are very many."""
    table = open_lazy(data, asked, request)
    if recipe is None or checked_resolution(recipe.resolution) == "exact":
        sums = _validated(table, request)
        found = found_in(request, sums)
        return in_pieces(found, counted_rows(table, request, found))
    families: dict[Any, Family] = dict(recipe.single)
    if recipe.classes:
        families = dict.fromkeys(recipe.classes, "unit" if recipe.probable else "line")
    plain = not request.groups and request.cluster is None and not request.sums
    read = _at_once if plain and len(families) == 1 else _planned
    return read(table, request, recipe, families)


def _validated(table: LazyTable, request: ReadRequest[str]) -> LazySums:
    sums = validate_lazy(table, validation_keys(request), request.weight, request)
    assert sums is not None
    return sums


def _at_once(
    table: LazyTable, request: ReadRequest[str], recipe: Recipe, families: Mapping[Any, Family]
) -> ScoredChunks | SummedScores:
    """One column: the pass that validates also counts its cells."""
    ((name, family),) = families.items()
    columns = _columns((name,), family, recipe)
    bits = max(_wanted(recipe) - _LESS, FEWEST_BITS)
    found = validated_cells(table, request, columns, bits)
    while found is None:  # scores of very many powers of two
        bits = max(bits - 3, FEWEST_BITS)
        if bits == FEWEST_BITS:
            columns = replace(columns, most=None)
        found = validated_cells(table, request, columns, bits)
    sums, categories, entries = found
    if categories.rows <= size_limits.LAZY_ROWS:
        return in_pieces(categories, counted_rows(table, request, categories))
    finer = Finer(table, request, categories, columns, _few(recipe), 1)
    return _summed(request, recipe, families, sums, categories, finer.cells([entries], bits))


def _planned(
    table: LazyTable, request: ReadRequest[str], recipe: Recipe, families: Mapping[Any, Family]
) -> ScoredChunks | SummedScores:
    """Groups, clusters or several columns: a pass that validates, then those that count."""
    whole, pooled = table, False
    if request.cluster is not None:
        whole, pooled = _with_few_clusters(table, request)
    sums = _validated(whole, request)
    categories = found_in(request, sums)
    times = max(len(request.classes), 1)
    if not pooled and categories.rows * times <= size_limits.LAZY_ROWS * (4 if times > 1 else 1):
        return in_pieces(categories, counted_rows(table, request, categories))
    units, slots, wanted = None, 1, _wanted(recipe)
    first = 1 if request.predicted is None else 2
    if request.cluster is not None:
        units = categories.of[first]
    groups = prod(len(one) for one in categories.of[first + (units is not None) :])
    fine = size_limits.fineness(
        wanted,
        None if units is None else len(units),
        len(categories.labels) * len(families) * (groups + bool(request.groups)),
        size_limits.LAZY_ENTRIES,
    )
    grouped = sums.grouped
    if request.cluster is not None and units is not None:
        kept = fine.clusters or (GROUPS if pooled else None)
        if kept is not None:
            whole = _pooled(whole, request.cluster, kept)
            grouped = _with_units(grouped, first, kept, pooled)
            numbers = tuple(range(kept))
            named = (*categories.of[:first], numbers, *categories.of[first + 1 :])
            categories = replace(categories, of=named)
            units = group_ids(numbers, kept)
        slots = len(units)
    slots *= max(groups, 1)
    bits = max(fine.bits - _LESS, FEWEST_BITS)
    cells: dict[Any, CellEntries] = {}
    for family in dict.fromkeys(families.values()):
        names = tuple(name for name, own in families.items() if own == family)
        columns = _columns(names, family, recipe)
        entries, at = _first_cells(whole, request, categories, columns, bits)
        finer = Finer(whole, request, categories, columns, _few(recipe), slots)
        cells |= dict(zip(names, finer.cells(entries, at), strict=True))
    classes = None
    if recipe.classes:
        classes = summed_classes(whole, request, categories, _values_of(sums, categories))
    made = _summed(request, recipe, families, sums, categories, [*cells.values()])
    return replace(made, grouped=grouped, classes=classes, clusters=units)


def _first_cells(
    table: LazyTable,
    request: ReadRequest[str],
    categories: ScannedCategories,
    columns: CellColumns,
    bits: int,
) -> tuple[list[CellEntries], int]:
    """The cells of all good rows, as fine as may come home, and their bits."""
    found = counted_cells(table, request, categories, columns, bits)
    while found is None:
        bits = max(bits - 3, FEWEST_BITS)
        if bits == FEWEST_BITS:
            columns = replace(columns, most=None)
        found = counted_cells(table, request, categories, columns, bits)
    return found, bits


def _with_few_clusters(table: LazyTable, request: ReadRequest[str]) -> tuple[LazyTable, bool]:
    """The table, and whether very many clusters of very many rows are read as random groups."""
    name = request.cluster
    assert name is not None
    # Ibis cannot count distinct values on PostgreSQL through narwhals: groups are counted
    each = table.frame.select(c=table.key(name)).group_by("c").agg(n=nw.len())
    counted = table.brought(each.select(clusters=nw.len(), rows=nw.col("n").sum()))
    rows, clusters = (int(counted.get_column(one).to_list()[0]) for one in ("rows", "clusters"))
    if rows <= size_limits.LAZY_ROWS or clusters <= GROUPS:
        return table, False
    return _pooled(table, name, GROUPS), True


def _pooled(table: LazyTable, name: str, groups: int) -> LazyTable:
    if not table.poolable(name):
        raise refuse("clusters_not_poolable", column=name)
    return table.with_groups(name, groups)


def _with_units(grouped: Grouped, index: int, units: int, pooled: bool) -> Grouped:
    """The sums with random groups in the place of clusters, or of more of such groups."""
    ids: Sequence[Any] = grouped.categories[index]
    known = group_ids([int(str(one)) for one in ids]) if pooled else ids
    codes = list(grouped.codes)
    codes[index] = groups_of(known, units)[codes[index]]
    named = list(grouped.categories)
    named[index] = group_ids(range(units), units)
    return replace(grouped, codes=tuple(codes), categories=tuple(named))


def _values_of(sums: LazySums, categories: ScannedCategories) -> list[list[Any]]:
    """The values of the column of truth that stand for each class."""
    values = sums.entries.get_column("k0").to_list()
    indices = indexed(column_of(sums.entries, "k0"), categories.labels).tolist()
    found: list[list[Any]] = [[] for _ in categories.labels]
    for index, value in dict(zip(indices, values, strict=True)).items():
        if index < len(found):
            found[index].append(value)
    return found


def _columns(names: tuple[Any, ...], family: Family, recipe: Recipe) -> CellColumns:
    thresholds = recipe.thresholds(names[0]) if len(names) == 1 else ()
    return CellColumns(names, family, thresholds, size_limits.LAZY_ENTRIES)


def _wanted(recipe: Recipe) -> int:
    """Bits of the grids, if nothing multiplies them."""
    if isinstance(recipe.resolution, int):
        return recipe.resolution
    return COLUMN_BITS if recipe.classes else limits.AUTO_BITS


def _few(recipe: Recipe) -> int | None:
    return limits.FEW_SCORES if recipe.resolution == "auto" else None


def _summed(
    request: ReadRequest[str],
    recipe: Recipe,
    families: Mapping[Any, Family],
    sums: LazySums,
    categories: ScannedCategories,
    cells: Sequence[CellEntries],
) -> SummedScores:
    return SummedScores(
        categories.labels,
        categories.pos_label,
        categories.account,
        categories.rows,
        categories.rounded,
        sums.grouped,
        len(request.groups),
        families,
        dict[Hashable, CellEntries](zip(families, cells, strict=True)),
        called=request.predicted is not None,
        exact_if_few=recipe.resolution == "auto",
    )
