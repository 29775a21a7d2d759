"""The recipe: which tables, grids and matrices engines are to make of rows with scores."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.engines.rows import tables as limits
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.statistics import ConfusionMatrix
from veracity.statistics.grid.codes import Family
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.held import Held
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.engines.out_of_core.planned_cells import CellPlan

COLUMN_BITS = 12  # of each column where the tuples are too many


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is made of the rows.

    `single` are columns that stand for the positive class, each with the family of its grid.
    `classes` are columns that stand for one class each. `threshold_of` is a single column and the
    threshold that turns it into labels; `largest` says that the class with the largest number
    is the prediction, `probable` that these numbers are probabilities. A column of predicted
    labels goes before both. `edges` are probabilities that are thresholds of single columns too.
    """

    single: Mapping[Any, Family] = field(default_factory=dict)
    classes: tuple[Label, ...] = ()
    threshold_of: tuple[Any, float] | None = None
    largest: bool = False
    probable: bool = False
    resolution: str | int = "auto"
    edges: tuple[float, ...] = ()

    def thresholds(self, column: Hashable) -> tuple[float, ...]:
        """Thresholds of a column that are known before reading: edges of a grid."""
        threshold_of = (
            (self.threshold_of[1],)
            if self.threshold_of is not None and self.threshold_of[0] == column
            else ()
        )
        edges = self.edges if self.single.get(column) == "unit" else ()
        return tuple(dict.fromkeys((*threshold_of, *edges)))

    def cell_plan(self) -> CellPlan:
        """The same for an engine that counts scores in cells."""
        from veracity.engines.out_of_core.planned_cells import CellPlan

        families: dict[Any, Family] = dict(self.single)
        bits = limits.AUTO_BITS
        if self.classes:
            families = dict.fromkeys(self.classes, "unit" if self.probable else "line")
            bits = COLUMN_BITS
        return CellPlan(
            families,
            self.resolution if isinstance(self.resolution, int) else bits,
            limits.FEW_SCORES if self.resolution == "auto" else None,
            bool(self.classes),
            {name: self.thresholds(name) for name in families},
        )

    def held(
        self,
        rows: int,
        confusion: ConfusionMatrix | None,
        tables: Mapping[Any, ScoreTable | ScoreGrid],
        columns: JointScores | ScoreColumns | None = None,
        ranks: TopRanks | None = None,
    ) -> Held:
        """The statistics of some rows by their use: the first single column ranks."""
        if columns is not None:
            return Held(rows, confusion, columns, columns if self.probable else None, ranks)
        probable = [tables[name] for name, family in self.single.items() if family == "unit"]
        return Held(rows, confusion, next(iter(tables.values())), next(iter(probable), None))


def counts_at(statistic: ScoreTable | ScoreGrid, threshold: float) -> ConfusionMatrix:
    """The counts at a threshold that was an edge of the grid, if it is one."""
    if statistic.kind == "score_grid":
        return statistic.counts_at(threshold)[0]
    return statistic.counts_at(threshold)


def ranks_of(scored: ScoredRows) -> TopRanks:
    """How much weight has the truth at each rank among the columns."""
    cluster = scored.cluster
    return TopRanks.of_rows(
        scored.truth,
        np.stack([scored.scores[label] for label in scored.labels]),
        scored.weight,
        labels=scored.labels,
        cluster=None if cluster is None else cluster.codes,
        cluster_labels=() if cluster is None else cluster.categories,
        squares=scored.squares,
    )
