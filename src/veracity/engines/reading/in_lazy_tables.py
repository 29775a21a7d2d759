"""Scores of lazy tables, reduced where they lie.

One column without groups and clusters is validated and counted in one pass; else a first pass says
how many groups and clusters there are, and so how fine cells may be (`planned_cells`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from veracity.engines.counting.grouped import Grouped
from veracity.engines.frames.lazy import LazySums, validate_lazy
from veracity.engines.frames.lazy_table import LazyTable
from veracity.engines.frames.score_cells import FEWEST_BITS
from veracity.engines.out_of_core.cell_entries import CellColumns, CellEntries, Ranges
from veracity.engines.out_of_core.cells_of_lazy_frames import counted_cells, validated_cells
from veracity.engines.out_of_core.finer_cells import Finer
from veracity.engines.out_of_core.first_pass import ScannedCategories, validation_keys
from veracity.engines.out_of_core.of_lazy_frames import (
    column_of,
    counted_rows,
    found_in,
    indexed,
    open_lazy,
)
from veracity.engines.out_of_core.planned_cells import (
    CellPlan,
    SummedScores,
    planned_cells,
    summed,
)
from veracity.engines.out_of_core.ranks_of_lazy_frames import summed_classes
from veracity.engines.out_of_core.scored_chunks import ScoredChunks, in_pieces
from veracity.engines.reading.recipe import Recipe
from veracity.engines.rows import size_limits
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.tables import checked_resolution
from veracity.errors import refuse
from veracity.statistics.clusters.random_groups import GROUPS


def read_lazy(
    data: object, asked: Sequence[str], request: ReadRequest[str], recipe: Recipe | None
) -> ScoredChunks | ScoredRows | SummedScores:
    """The rows that can be used, or what they sum up to where they are very many."""
    source = LazySource(open_lazy(data, asked, request), request)
    if recipe is None:  # several models, known together
        return source.counted(source.validated()[1], size_limits.LAZY_TUPLES)
    if checked_resolution(recipe.resolution) == "exact":
        return source.counted(source.validated()[1])
    plan = recipe.cell_plan()
    plain = not request.groups and request.cluster is None and not request.sums
    if plain and len(plan.families) == 1:
        return _at_once(source, request, plan)
    return planned_cells(source, request, plan)


@dataclass(frozen=True, slots=True)
class LazySource:
    """A lazy table with what is asked of it; `values` holds what its validation found."""

    table: LazyTable
    request: ReadRequest[str]
    values: list[LazySums] = field(default_factory=list)

    def validated(self) -> tuple[Grouped, ScannedCategories]:
        """The sums of good rows by their labels, and what these are."""
        keys = validation_keys(self.request)
        sums = validate_lazy(self.table, keys, self.request.weight, self.request)
        assert sums is not None
        self.values.append(sums)
        return sums.grouped, found_in(self.request, sums)

    def counted(self, categories: ScannedCategories, most: int | None = None) -> ScoredChunks:
        """The distinct rows, which are few; refused where they are more than `most`."""
        return in_pieces(categories, counted_rows(self.table, self.request, categories, most))

    def with_few_clusters(self) -> tuple[LazySource, bool]:
        """The same, and whether very many clusters of very many rows are now random groups."""
        name = self.request.cluster
        assert name is not None
        rows, clusters = self.table.rows_and_labels(name)
        if rows <= size_limits.LAZY_ROWS or clusters <= GROUPS:
            return self, False
        return self.pooled(GROUPS), True

    def pooled(self, groups: int) -> LazySource:
        """The same with clusters put together into so many random groups."""
        name = self.request.cluster
        assert name is not None
        if not self.table.poolable(name):
            if self.table.of_sqlite:
                raise refuse("clusters_not_poolable_in_sqlite", column=name)
            raise refuse("clusters_not_poolable", column=name)
        return replace(self, table=self.table.with_groups(name, groups))

    def cells(
        self,
        categories: ScannedCategories,
        columns: CellColumns,
        bits: int,
        ranges: Mapping[Any, Ranges] | None = None,
    ) -> list[CellEntries] | None:
        """The good rows of each column in cells; None if that is more than may come home."""
        return counted_cells(self.table, self.request, categories, columns, bits, ranges)

    def classes(self, categories: ScannedCategories) -> Grouped:
        """Sums by labels, the class with the largest score, and how many rank before the truth."""
        known = _values_of(self.values[-1], categories)
        return summed_classes(self.table, self.request, categories, known)


def _at_once(
    source: LazySource, request: ReadRequest[str], plan: CellPlan
) -> ScoredChunks | ScoredRows | SummedScores:
    """One column: the pass that validates also counts its cells."""
    ((name, _),) = plan.families.items()
    columns, bits = plan.columns((name,)), plan.first_bits
    found = validated_cells(source.table, request, columns, bits)
    while found is None:  # scores of very many powers of two
        bits = max(bits - 3, FEWEST_BITS)
        if bits == FEWEST_BITS:
            columns = replace(columns, most=None)
        found = validated_cells(source.table, request, columns, bits)
    sums, categories, entries = found
    if categories.rows <= size_limits.LAZY_ROWS:
        return source.counted(categories)
    finer = Finer(source, categories, columns, plan.few, 1)
    return summed(request, plan, sums.grouped, categories, finer.cells([entries], bits))


def _values_of(sums: LazySums, categories: ScannedCategories) -> list[list[Any]]:
    """The values of the column of truth that stand for each class."""
    values = sums.entries.get_column("k0").to_list()
    indices = indexed(column_of(sums.entries, "k0"), categories.labels).tolist()
    found: list[list[Any]] = [[] for _ in categories.labels]
    for index, value in dict(zip(indices, values, strict=True)).items():
        if index < len(found):
            found[index].append(value)
    return found
