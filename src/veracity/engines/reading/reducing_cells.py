"""Sums by class and cell → the statistics that are held of them, whole and group by group."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.counting.confusion import confusion_matrix
from veracity.engines.counting.group_clusters import with_own_clusters
from veracity.engines.counting.grouped import Grouped
from veracity.engines.out_of_core.cell_entries import CellEntries, Ints
from veracity.engines.out_of_core.planned_cells import SummedScores
from veracity.engines.reading.recipe import Recipe, counts_at
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.grid.building import bucket_scores, nothing
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.held import Held
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable


def reduce_cells(scored: SummedScores, recipe: Recipe) -> tuple[Held, dict[Label, Held]]:
    """Everything of all rows, and of each group where there are groups."""
    reduced = _Reduced(scored, recipe)
    return reduced.held(None), {value: reduced.held(code) for code, value in reduced.groups()}


class _Reduced:
    """Sums that came home; all groups are counted in the same buckets."""

    def __init__(self, scored: SummedScores, recipe: Recipe) -> None:
        self._scored, self._recipe = scored, recipe
        size = len(scored.labels)
        self._seen = {name: one.buckets(size) for name, one in scored.cells.items()}
        grouped = scored.grouped
        weighing = grouped.rows > 0 if grouped.weight is None else grouped.weight > 0
        self._grouped = replace(grouped.where(weighing), categories=grouped.categories)
        self._cluster = None if scored.clusters is None else 1 + scored.has_predictions
        first = 1 + scored.has_predictions + (scored.clusters is not None)
        self._group_keys = range(first, first + scored.groups)

    def groups(self) -> list[tuple[int, Label]]:
        """The combinations of groups that occur, and what they stand for."""
        if not self._group_keys:
            return []
        named = []
        for code in np.unique(self._codes(self._grouped)).tolist():
            value, rest = list[Label](), code
            for index in reversed(self._group_keys):
                rest, level = divmod(rest, len(self._grouped.categories[index]))
                value.insert(0, self._grouped.categories[index][level])
            named.append((code, value[0] if len(value) == 1 else tuple(value)))
        return named

    def _codes(self, grouped: Grouped) -> Ints:
        code = np.zeros(len(grouped.rows), np.int64)
        for index in self._group_keys:
            code = code * len(self._grouped.categories[index]) + grouped.codes[index]
        return code

    def _of(self, grouped: Grouped, group: int | None) -> Grouped:
        kept = np.ones(len(grouped.rows), np.bool_)
        return grouped.where(kept if group is None else self._codes(grouped) == group)

    def held(self, group: int | None) -> Held:
        """The statistics of one group, or of the whole."""
        recipe, sums = self._recipe, self._of(self._grouped, group)
        tables = {name: self._table(name, group) for name in self._scored.families}
        confusion = self._matrix(sums, sums.codes[1]) if self._scored.has_predictions else None
        columns = ranks = None
        if recipe.classes:
            columns = ScoreColumns(recipe.classes, tuple(tables[n] for n in recipe.classes))
            assert self._scored.classes is not None
            by_class = self._of(self._scored.classes, group)
            ranks = self._ranks(by_class)
            if recipe.largest and confusion is None:
                confusion = self._matrix(by_class, by_class.codes[-2], of_indices=True)
        elif confusion is None and recipe.threshold_of is not None:
            confusion = counts_at(tables[recipe.threshold_of[0]], recipe.threshold_of[1])
        rows = int(sums.rows.sum())
        held = recipe.held(rows, confusion, {} if columns else tables, columns, ranks)
        return held if self._scored.clusters is None else held.each(with_own_clusters)

    def _matrix(self, sums: Grouped, predicted: Ints, of_indices: bool = False) -> ConfusionMatrix:
        """Truth by prediction; where `of_indices`, codes are indices among the labels."""
        labels, ids = self._scored.labels, self._scored.clusters
        named = (labels, labels) if of_indices else self._grouped.categories[:2]
        codes: tuple[Ints, ...] = (sums.codes[0], predicted)
        categories: tuple[tuple[Label, ...], ...] = (*named,)
        if self._cluster is not None and ids is not None:
            codes, categories = (*codes, sums.codes[self._cluster]), (*categories, ids)
        found = Grouped(codes, sums.rows, sums.weight, sums.squares, categories)
        matrix = confusion_matrix(
            found,
            listed=labels,
            pos_label=self._scored.pos_label,
            cluster=None if ids is None else 2,
        )
        return matrix.changed(labels=labels)

    def _ranks(self, sums: Grouped) -> TopRanks:
        ids = self._scored.clusters
        weight = sums.rows.astype(np.float64) if sums.weight is None else sums.weight
        cluster = None if self._cluster is None else sums.codes[self._cluster]
        labels = self._scored.labels
        return TopRanks.of_cells(sums.codes[-1], labels, weight, sums.squares, cluster, ids or ())

    def _table(self, name: Hashable, group: int | None) -> ScoreTable | ScoreGrid:
        """The cells of a column; a table where each of them holds a single score."""
        whole = (self._scored.exact or {}).get(name)
        if whole is not None:
            return whole
        entries, seen = self._scored.cells[name], self._seen[name]
        used, index = np.arange(len(seen.low)), seen.index
        if group is not None and entries.group is not None:
            inside = entries.group == group
            entries, (used, index) = (
                entries.where(inside),
                np.unique(index[inside], return_inverse=True),
            )
        size = len(used)
        cell = entries.truth * size + (size - 1 - index)  # the highest score first
        used = used[::-1]
        family = self._scored.families[name]
        low, high = bucket_scores(family, seen.low[used], seen.high[used])
        wide = seen.wide[used]
        low, high = np.where(wide, low, seen.least[used]), np.where(wide, high, seen.most[used])
        table = ScoreTable(
            low,
            self._summed(cell, entries.weight, size),
            self._scored.labels,
            self._scored.pos_label,
            None if entries.squares is None else self._summed(cell, entries.squares, size),
            self._clusters(entries, cell),
        )
        if self._scored.exact_if_few and not seen.wide.any():
            return table
        return ScoreGrid(family, table, high, nothing(table))

    def _clusters(self, entries: CellEntries, cell: Ints) -> Clusters | None:
        if self._scored.clusters is None or entries.cluster is None:
            return None
        sums = entries.weight, entries.squares
        return Clusters.of_entries(self._scored.clusters, entries.cluster, cell, *sums)

    def _summed(self, cell: Ints, weight: Floats, size: int) -> Floats:
        classes = len(self._scored.labels)
        sums: Any = np.bincount(cell, weight, classes * size)
        return np.asarray(sums.reshape(classes, size), np.float64)
