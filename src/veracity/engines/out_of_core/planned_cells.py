"""Scores counted in cells where they lie: which passes are made, and what comes home.

The same plan for every engine that gives sums and no rows (lazy tables, tensors on a device): up
to `LAZY_ROWS` rows all that is distinct comes home; of more, scores are counted in cells, as fine
as groups and clusters leave room for, and finer where bounds need it.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod
from typing import Any, Protocol

from veracity.engines.counting.grouped import Grouped
from veracity.engines.frames.score_cells import FEWEST_BITS
from veracity.engines.out_of_core.cell_entries import CellColumns, CellEntries
from veracity.engines.out_of_core.finer_cells import CountsCells, Finer
from veracity.engines.out_of_core.first_pass import ScannedCategories
from veracity.engines.out_of_core.scored_chunks import ScoredChunks
from veracity.engines.rows import size_limits
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.statistics.clusters.random_groups import GROUPS, group_ids, groups_of
from veracity.statistics.grid.codes import Family
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount
from veracity.statistics.scores.score_table import ScoreTable

_LESS = 6  # a cell of m bits holds about as much as a bucket of m + 6


@dataclass(frozen=True, slots=True)
class SummedScores:
    """What came home of scores: sums by class and cell of each column.

    `grouped` sums the rows by truth, prediction, cluster and `groups` keys, as far as there are;
    `classes` the same by the largest of K columns and by rank (the last two codes). `clusters`
    names the clusters; `exact_if_few` says whether cells of a single score each make an exact
    table. `exact` are tables that came home whole.
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
    classes: Grouped | None = None
    clusters: tuple[Label, ...] | None = None
    has_predictions: bool = False
    exact_if_few: bool = True
    exact: Mapping[Any, ScoreTable] | None = None

    def __len__(self) -> int:
        return self.rows


@dataclass(frozen=True, slots=True)
class CellPlan:
    """What is to be counted: columns with the family of their cells, and how finely.

    `bits` are those of a grid if nothing multiplies them; `few` is how many distinct scores make
    an exact table, None where cells were asked for. `by_class` says that columns stand for
    classes, `thresholds` what edges each column has.
    """

    families: Mapping[Any, Family]
    bits: int
    few: int | None
    by_class: bool
    thresholds: Mapping[Any, tuple[float, ...]]

    def columns(self, names: tuple[Any, ...]) -> CellColumns:
        """Columns of one family as they are counted; of several there is no threshold."""
        edges = self.thresholds.get(names[0], ()) if len(names) == 1 else ()
        return CellColumns(names, self.families[names[0]], edges, size_limits.LAZY_ENTRIES)

    @property
    def first_bits(self) -> int:
        """Bits of the first cells, where nothing multiplies them."""
        return max(self.bits - _LESS, FEWEST_BITS)


class ScoreSource(CountsCells, Protocol):
    """Rows with scores that stay where they are: what an engine must be able to sum."""

    def with_few_clusters(self) -> tuple[ScoreSource, bool]:
        """The same, and whether very many clusters of very many rows are now random groups."""

    def pooled(self, groups: int) -> ScoreSource:
        """The same with clusters put together into so many random groups."""

    def validated(self) -> tuple[Grouped, ScannedCategories]:
        """The sums of good rows by their labels, and what these are."""

    def counted(self, categories: ScannedCategories) -> ScoredChunks | ScoredRows:
        """The distinct rows, which are few."""

    def classes(self, categories: ScannedCategories) -> Grouped:
        """Sums by labels, the class with the largest score, and how many rank before the truth."""


def planned_cells(
    source: ScoreSource, request: ReadRequest[Any], plan: CellPlan
) -> ScoredChunks | ScoredRows | SummedScores:
    """A pass that validates, then those that count."""
    whole, pooled = source, False
    if request.cluster is not None:
        whole, pooled = source.with_few_clusters()
    grouped, categories = whole.validated()
    times = max(len(request.classes), 1)
    if not pooled and categories.rows * times <= size_limits.LAZY_ROWS * (4 if times > 1 else 1):
        return source.counted(categories)
    cluster_ids, slots = None, 1
    first = 1 if request.predicted is None else 2
    if request.cluster is not None:
        cluster_ids = categories.of[first]
    groups = prod(len(one) for one in categories.of[first + (cluster_ids is not None) :])
    fine = size_limits.fineness(
        plan.bits,
        None if cluster_ids is None else len(cluster_ids),
        len(categories.labels) * len(plan.families) * (groups + bool(request.groups)),
        size_limits.LAZY_ENTRIES,
    )
    if cluster_ids is not None:
        kept = fine.clusters or (GROUPS if pooled else None)
        if kept is not None:
            whole = whole.pooled(kept)
            grouped = _in_random_groups(grouped, first, kept, pooled)
            numbers = tuple(range(kept))
            named = (*categories.of[:first], numbers, *categories.of[first + 1 :])
            categories = replace(categories, of=named)
            cluster_ids = group_ids(numbers, kept)
        slots = len(cluster_ids)
    slots *= max(groups, 1)
    bits = max(fine.bits - _LESS, FEWEST_BITS)
    cells: dict[Any, CellEntries] = {}
    for family in dict.fromkeys(plan.families.values()):
        names = tuple(name for name, own in plan.families.items() if own == family)
        columns = plan.columns(names)
        entries, at = first_cells(whole, categories, columns, bits)
        finer = Finer(whole, categories, columns, plan.few, slots)
        cells |= dict(zip(names, finer.cells(entries, at), strict=True))
    classes = whole.classes(categories) if plan.by_class else None
    made = summed(request, plan, grouped, categories, [*cells.values()])
    return replace(made, classes=classes, clusters=cluster_ids)


def first_cells(
    source: ScoreSource, categories: ScannedCategories, columns: CellColumns, bits: int
) -> tuple[list[CellEntries], int]:
    """The cells of all good rows, as fine as may come home, and their bits."""
    found = source.cells(categories, columns, bits)
    while found is None:
        bits = max(bits - 3, FEWEST_BITS)
        if bits == FEWEST_BITS:
            columns = replace(columns, most=None)
        found = source.cells(categories, columns, bits)
    return found, bits


def summed(
    request: ReadRequest[Any],
    plan: CellPlan,
    grouped: Grouped,
    categories: ScannedCategories,
    cells: Sequence[CellEntries] = (),
) -> SummedScores:
    """What came home, put together."""
    return SummedScores(
        categories.labels,
        categories.pos_label,
        categories.account,
        categories.rows,
        categories.rounded,
        grouped,
        len(request.groups),
        plan.families,
        dict[Hashable, CellEntries](zip(plan.families, cells, strict=bool(cells))),
        has_predictions=request.predicted is not None,
        exact_if_few=plan.few is not None,
    )


def _in_random_groups(grouped: Grouped, index: int, cluster_ids: int, pooled: bool) -> Grouped:
    """The sums with random groups instead of clusters, or of more of such groups."""
    ids: Sequence[Any] = grouped.categories[index]
    known = group_ids([int(str(one)) for one in ids]) if pooled else ids
    codes = list(grouped.codes)
    codes[index] = groups_of(known, cluster_ids)[codes[index]]
    named = list(grouped.categories)
    named[index] = group_ids(range(cluster_ids), cluster_ids)
    return replace(grouped, codes=tuple(codes), categories=tuple(named))
