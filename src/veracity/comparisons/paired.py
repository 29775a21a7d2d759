"""Several models on the same rows: what every contrast of two of them is made from, made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.comparisons.between_clusters import Moves, Spread
from veracity.comparisons.influence import covariance, influences
from veracity.comparisons.layout import (
    Layout,
    of_labels,
    of_probabilities,
    of_ranks,
    of_scores,
)
from veracity.comparisons.redrawing import PairedRedraws
from veracity.errors import NotHere, refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.joint_areas import centred_shares, delong_covariance
from veracity.statistics.joint_scores import JointScores
from veracity.statistics.labels import Label
from veracity.statistics.paired_table import PairedTable
from veracity.statistics.probability_table import ProbabilityTable

MOST_CELLS = 5_000  # above it a derivative by every cell takes longer than redraws


@dataclass(frozen=True, eq=False)
class Paired:
    """Labels of several models (`table`), their scores (`joint`), or both, on the same rows."""

    table: PairedTable | None
    joint: JointScores | None
    settings: Settings
    _kept: dict[Any, Any] = field(default_factory=dict)

    @property
    def entries(self) -> PairedTable | JointScores:
        """Either of the two; both know names, labels and clusters."""
        found = self.joint if self.joint is not None else self.table
        assert found is not None
        return found

    @property
    def names(self) -> tuple[Label, ...]:
        """The models."""
        return self.entries.names

    def readable(self, metric: Metric) -> Metric:
        """The metric, if what it reads is here; else an error that says what is missing."""
        if metric.reads is ScoreTable and self.joint is None:
            raise refuse("compare_needs_scores", NotHere, key=metric.key)
        if metric.reads is ConfusionMatrix and self.table is None:
            raise refuse("compare_needs_labels", NotHere, key=metric.key)
        if metric.reads is ProbabilityTable and (self.joint is None or self.table is None):
            raise refuse("compare_needs_probabilities", NotHere, key=metric.key)
        if metric.reads not in (ScoreTable, ProbabilityTable, ConfusionMatrix):
            raise refuse("compare_cannot", NotHere, key=metric.key)
        return metric

    def statistic(self, metric: Metric, model: int) -> Any:
        """What the metric reads, of one model."""
        source = self.table if metric.reads is ConfusionMatrix else self.joint

        def made() -> Any:
            found = _of(source, model)
            return ProbabilityTable.like(found) if metric.reads is ProbabilityTable else found

        return self._once(("statistic", metric.reads, model), made)

    def estimate(self, metric: Metric, model: int) -> Estimate:
        """The value of one model with its own interval."""

        def made() -> Estimate:
            estimator: Estimator = self._once(
                ("estimator", metric.reads, model),
                lambda: Estimator(self.statistic(metric, model), self.settings),
            )
            return estimator.estimate(metric)

        found: Estimate = self._once(("estimate", metric.key, model), made)
        return found

    def layout(self, metric: Metric) -> Layout:
        """The entries with their cells, for labels or for scores."""
        if metric.reads is ProbabilityTable:
            return self._probabilities
        return self._scores if metric.reads is ScoreTable else self._labels

    def exchangeable(self, metric: Metric, first: int, second: int) -> tuple[Layout, int, int]:
        """A layout in which two models have one scale, and their places in it."""
        if metric.reads is not ScoreTable:  # labels and probabilities have one scale already
            return self.layout(metric), first, second
        joint = self.joint
        assert joint is not None
        made = self._once(("ranks", first, second), lambda: of_ranks(joint, first, second))
        return made, 0, 1

    def covariance(self, metric: Metric) -> Floats:
        """How the metric varies over the models, by linearisation, (M, M)."""

        def made() -> Floats:
            layout = self.layout(metric)
            return covariance(layout, influences(layout, metric))

        found: Floats = self._once(("covariance", metric.key), made)
        return found

    @cached_property
    def areas(self) -> Floats:
        """The covariance of the ROC areas (DeLong), (M, M)."""
        assert self.joint is not None
        return delong_covariance(self.joint)

    def spread(self, metric: Metric, first: int, second: int) -> Spread | None:
        """How the difference of two models varies between clusters; None without clusters."""
        layout = self.layout(metric)
        if layout.unit is None:
            return None
        # a cut that moves has no derivative by cell; its rows are those of the ROC area
        area = metric.of_auroc is not None or metric.quantile or layout.size > MOST_CELLS
        if area and self.joint is not None:
            moves: Moves = self._once("moves of areas", self._area_moves)
        else:
            moves = self._once(("moves", metric.key), lambda: self._moves(metric))
        found: Spread = self._once(
            ("spread", metric.key, first, second), lambda: moves.spread(first, second)
        )
        return found

    def _moves(self, metric: Metric) -> Moves:
        layout = self.layout(metric)
        assert layout.unit is not None
        each = influences(layout, metric) * layout.weight
        return Moves(each, layout.weight, layout.truth, layout.unit, layout.clusters)

    def _area_moves(self) -> Moves:
        """What each row adds to the ROC area: its share, over the rows of its class."""
        joint = self.joint
        assert joint is not None
        assert joint.unit is not None
        each = centred_shares(joint) * ratio(joint.weight, joint.truth_totals[joint.truth])
        return Moves(each, joint.weight, joint.truth, joint.unit, len(joint.unit_ids))

    @cached_property
    def smaller_class(self) -> float:
        """Rows of the smaller class behind scores; with weights, effective ones."""
        joint = self.joint
        assert joint is not None
        squares = np.bincount(joint.truth, joint.sum_of_squares, joint.classes)
        return float(np.nan_to_num(ratio(joint.truth_totals**2, squares)).min())

    def redraws(self, metric: Metric) -> PairedRedraws:
        """Redraws of all models at once, for labels or for scores."""
        made: PairedRedraws = self._once(
            ("redraws", metric.reads), lambda: PairedRedraws(self.layout(metric), self.settings)
        )
        return made

    def alike(self, first: int, second: int) -> bool:
        """Whether two models gave the same answer on every row."""
        entries = self.entries
        answers = entries.scores if isinstance(entries, JointScores) else entries.called
        return bool(np.array_equal(answers[first], answers[second]))

    @cached_property
    def _labels(self) -> Layout:
        assert self.table is not None
        return of_labels(self.table)

    @cached_property
    def _probabilities(self) -> Layout:
        assert self.joint is not None
        return of_probabilities(self.joint)

    @cached_property
    def _scores(self) -> Layout:
        assert self.joint is not None
        return of_scores(self.joint)

    def _once(self, key: Any, make: Callable[[], Any]) -> Any:
        if key not in self._kept:
            self._kept[key] = make()
        return self._kept[key]


def _of(source: PairedTable | JointScores | None, model: int) -> Any:
    assert source is not None
    name = source.names[model]
    return source.matrix(name) if isinstance(source, PairedTable) else source.column(name)
