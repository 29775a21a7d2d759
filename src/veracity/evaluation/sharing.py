"""Statistics made fit for sharing: coarser scores, no small cells, no names of people."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.errors import refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.held import Held
from veracity.statistics.cells import Cells, DenseCells, SparseCells
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.score_columns import ScoreColumns
from veracity.statistics.score_grid import ScoreGrid, picked
from veracity.statistics.score_gridding import coarser
from veracity.statistics.score_table import ScoreTable
from veracity.statistics.top_ranks import TopRanks


@dataclass(frozen=True, slots=True)
class Sharing:
    """How much is given away: bits of a score, least rows in a cell, ids of clusters."""

    bits: int | None
    min_count: int | None
    numbers: Mapping[Label, Label]

    def shared(self, held: Held) -> Held:
        """Everything that is held, as it may be shared."""
        if self.min_count is not None and held.clusters is not None:
            raise refuse("min_count_with_clusters")
        if self.min_count is not None and held.scores is not None and self.bits is None:
            raise refuse("min_count_needs_bits")
        family = "line" if held.probabilities is None else "unit"
        both = held.scores is not held.probabilities and held.probabilities is not None
        scores = self._scores(held.scores, "line" if both else family)
        return replace(
            held,
            confusion=None if held.confusion is None else self._matrix(held.confusion),
            fewest=None if held.fewest is None else self._matrix(held.fewest),
            scores=scores,
            probabilities=self._scores(held.probabilities, "unit")
            if both
            else (None if held.probabilities is None else scores),
            ranks=None if held.ranks is None else self._ranks(held.ranks),
        )

    def _matrix(self, matrix: ConfusionMatrix) -> ConfusionMatrix:
        renamed = matrix.changed(units=self._renamed(matrix.units))
        if self.min_count is None:
            return renamed
        kept = rows_in_cells(matrix.cells.weight, matrix.squares and matrix.squares.weight)
        squares = matrix.squares and _only(matrix.squares, kept >= self.min_count)
        return matrix.changed(cells=_only(matrix.cells, kept >= self.min_count), squares=squares)

    def _scores(self, scores: Any, family: str) -> Any:
        if scores is None:
            return None
        if isinstance(scores, JointScores) and self.bits is None:
            if scores.unit is None or not self.numbers:
                return scores
            return replace(scores, unit_ids=tuple(self.numbers[i] for i in scores.unit_ids))
        if isinstance(scores, JointScores):  # coarse tuples are nearly rows, and state no bound
            scores = scores.columns
        if isinstance(scores, ScoreColumns):
            return replace(scores, tables=tuple(self._scores(t, family) for t in scores.tables))
        if isinstance(scores, ScoreTable) and self.bits is not None:
            scores = scores.grid(self.bits, family)
        elif isinstance(scores, ScoreGrid) and self.bits is not None:
            scores = coarser(scores, self.bits)
        if isinstance(scores, ScoreTable):
            return replace(scores, units=self._renamed(scores.units))
        return self._grid(scores)

    def _grid(self, grid: ScoreGrid) -> ScoreGrid:
        table = replace(grid.table, units=self._renamed(grid.table.units))
        if self.min_count is None:
            return replace(grid, table=table)
        rows = rows_in_cells(table.weight, table.squares)
        kept = rows >= self.min_count
        squares = None if table.squares is None else np.where(kept, table.squares, 0.0)
        emptied = replace(table, weight=np.where(kept, table.weight, 0.0), squares=squares)
        nothing = picked(grid.tied, np.zeros(len(grid.tied), np.bool_))
        return replace(grid, table=emptied, tied=nothing)

    def _ranks(self, ranks: TopRanks) -> TopRanks:
        return replace(ranks, units=self._renamed(ranks.units))

    def _renamed(self, units: Any) -> Any:
        if units is None or not self.numbers:
            return units
        return replace(units, ids=tuple(self.numbers[name] for name in units.ids))


def numbered_ids(held: Held) -> dict[Label, Label]:
    """A number for each cluster, the same in every group, that equals one of no other file."""
    if held.clusters is None:
        return {}
    file = uuid.uuid4().hex
    some = held.some
    ids = some.unit_ids if isinstance(some, JointScores) else some.units.ids
    return {name: (file, number) for number, name in enumerate(ids)}


def rows_in_cells(weight: Any, squares: Any) -> Any:
    """Rows behind each cell; with weights, as many as would be equally informative."""
    return weight if squares is None else ratio(weight**2, squares)


def _only(cells: Cells, kept: Any) -> Cells:
    if isinstance(cells, SparseCells):
        return SparseCells(cells.truth[kept], cells.called[kept], cells.weight[kept], cells.size)
    return DenseCells(np.where(kept, cells.weight, 0.0))
