"""Several models on the same rows: what every contrast of two of them is made from, made once."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property, partial
from typing import Any

import numpy as np

from veracity.arrays import Array, Floats, ratio
from veracity.comparisons.paired_samples.between_clusters import DifferenceVariance, EntryInfluence
from veracity.comparisons.paired_samples.directions import MOST_CELLS, covariance_along, moves_along
from veracity.comparisons.paired_samples.influence import covariance, influences
from veracity.comparisons.paired_samples.layout import Layout, of_labels
from veracity.comparisons.paired_samples.resampling import PairedResamples
from veracity.comparisons.paired_samples.score_layouts import (
    of_columns,
    of_probabilities,
    of_ranks,
    of_scores,
    of_tops,
    of_truth_ranks,
)
from veracity.errors import NotHere, refuse
from veracity.intervals import Estimator, Settings
from veracity.memo import remember
from veracity.metrics import Metric
from veracity.metrics.catalogue.reading import kind_of
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.joint.areas import centred_shares, delong_covariance
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_classes import columns_of_model, models_of, scores_of_model
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Label
from veracity.statistics.scores.probability_table import ProbabilityTable

OF_CLASSES = (ScoreColumns, TopRanks, JointScores)  # a column for each class
OF_PROBABILITIES = (ProbabilityTable, TopLabel, JointScores)


@dataclass(frozen=True, eq=False)
class Paired:
    """Several models on the same rows, as labels (`table`) and as scores.

    `joint` holds one score of each model, where there are two classes; `read_classes` gives a
    column for each class of every model, named (model, label), when a metric asks for it.
    `probable` says whether the scores are probabilities, `threshold` is that of `table`. A
    metric that acts at a probability of its own is read from the calls at that one.
    """

    table: PairedTable | None
    joint: JointScores | None
    settings: Settings
    probable: bool = True
    read_classes: Callable[[], JointScores] | None = None
    threshold: float | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: the statistics, neither rows nor what was made of them."""
        state = {one.name: getattr(self, one.name) for one in fields(self)}
        if self.read_classes is not None:
            state["read_classes"] = partial(_itself, self.by_class)
        return state

    @property
    def entries(self) -> PairedTable | JointScores:
        """Either of the statistics; all know labels and clusters."""
        found = self.joint if self.joint is not None else self.table
        return self.by_class if found is None else found

    @cached_property
    def names(self) -> tuple[Label, ...]:
        """The models."""
        if self.joint is None and self.table is None:
            return models_of(self.by_class)
        return self.entries.names

    @cached_property
    def by_class(self) -> JointScores:
        """A column for each class of every model."""
        assert self.read_classes is not None
        return self.read_classes()

    def kind(self, metric: Metric) -> type:
        """Which of the statistics that a metric takes is the one at hand."""
        return kind_of(metric, self.read_classes is not None)

    def reading(self, metric: Metric) -> tuple[type, float | None]:
        """What a metric reads, and the threshold of its own that the calls are made at, if any."""
        acts = self.joint is not None and self.probable
        return self.kind(metric), metric.own_threshold if acts else None

    def labels_at(self, threshold: float | None) -> PairedTable:
        """The calls, as they are or made at a threshold of a metric's own."""
        if threshold is None:
            assert self.table is not None
            return self.table
        joint, at = self.joint, threshold
        assert joint is not None
        return remember(self, ("labels", at), lambda: PairedTable.of_joint(joint, at))

    def readable(self, metric: Metric) -> Metric:
        """The metric, if what it reads is here; else an error that says what is missing."""
        kind = self.kind(metric)
        if kind is ConfusionMatrix:
            if self.table is None and metric.acts_at is not None:
                raise refuse("benefit_needs_probabilities", NotHere, key=metric.key)
            if self.table is None:
                raise refuse("compare_needs_labels", NotHere, key=metric.key)
            return metric
        if self.joint is None and self.read_classes is None:
            needs = "probabilities" if issubclass(kind, OF_PROBABILITIES) else "scores"
            raise refuse(f"compare_needs_{needs}", NotHere, key=metric.key)
        if self.read_classes is not None and kind in (ScoreTable, ProbabilityTable):
            classes = len(self.entries.labels)
            raise refuse("compare_of_two_classes", NotHere, key=metric.key, classes=classes)
        if self.read_classes is None and issubclass(kind, OF_CLASSES):
            raise refuse("key_of_many_classes", NotHere, key=metric.key, instead="auroc")
        probabilities = issubclass(kind, OF_PROBABILITIES) or ProbabilityTable in metric.also_reads
        if not self.probable and (probabilities or metric.reads is ProbabilityTable):
            raise refuse("compare_needs_probabilities", NotHere, key=metric.key)
        return metric

    def statistic(self, metric: Metric, model: int) -> Any:
        """What the metric reads, of one model."""
        kind = self.reading(metric)
        return remember(self, ("statistic", kind, model), lambda: self._statistic(*kind, model))

    def _statistic(self, kind: type, at: float | None, model: int) -> Any:
        name = self.names[model]
        if kind is ConfusionMatrix:
            return self.labels_at(at).matrix(name)
        if self.read_classes is None:
            assert self.joint is not None
            column = self.joint.column(name)
            if kind is TopLabel:
                return TopLabel.of_table(column, self._half)
            return ProbabilityTable.like(column) if kind is ProbabilityTable else column
        alone = remember(self, ("alone", model), lambda: scores_of_model(self.by_class, name))
        if kind is ScoreColumns:
            return alone
        made: Any = kind
        return made.of_joint(alone)  # ranks, or columns made from these

    @property
    def _half(self) -> float:
        """The threshold of probabilities of two classes; one half where none was given."""
        return 0.5 if self.threshold is None else self.threshold

    def estimate(self, metric: Metric, model: int) -> Estimate:
        """The value of one model with its own interval."""

        def made() -> Estimate:
            estimator = remember(
                self,
                ("estimator", self.reading(metric), model),
                lambda: Estimator(self.statistic(metric, model), self.settings),
            )
            return estimator.estimate(metric)

        return remember(self, ("estimate", metric.key, model), made)

    def layout(self, metric: Metric) -> Layout:
        """The entries with their cells in what the metric reads."""
        kind, at = self.reading(metric)
        return remember(self, ("layout", kind, at), lambda: self._layout(kind, at))

    def _layout(
        self, kind: type, at: float | None = None, pair: tuple[int, int] | None = None
    ) -> Layout:
        if kind is ConfusionMatrix:
            return of_labels(self.labels_at(at))
        if self.read_classes is None:
            assert self.joint is not None
            if kind is ScoreTable:
                return of_scores(self.joint) if pair is None else of_ranks(self.joint, pair)
            if kind is TopLabel:
                return of_tops(self.joint, pair, self._half)
            return of_probabilities(self.joint, pair)
        if kind is TopRanks:
            return of_truth_ranks(self.by_class)
        if kind is TopLabel:
            return of_tops(self.by_class, pair)
        return of_columns(self.by_class, pair, None if kind is ScoreColumns else kind)

    def exchangeable(self, metric: Metric, first: int, second: int) -> tuple[Layout, int, int]:
        """A layout in which two models have one scale, and their indices in it."""
        kind = self.kind(metric)
        if kind in (ConfusionMatrix, TopRanks):  # labels and ranks have one scale already
            return self.layout(metric), first, second
        pair = first, second
        made = remember(self, ("exchangeable", kind, pair), lambda: self._layout(kind, None, pair))
        return made, 0, 1

    def covariance(self, metric: Metric) -> Floats:
        """How the metric varies over the models, by linearisation, (M, M)."""

        def made() -> Floats:
            layout = self.layout(metric)
            if layout.size > MOST_CELLS:
                return covariance_along(layout, metric, self.settings.random_state)
            return covariance(layout, influences(layout, metric))

        return remember(self, ("covariance", metric.key), made)

    @cached_property
    def areas(self) -> Floats:
        """The covariance of the ROC areas (DeLong), (M, M)."""
        assert self.joint is not None
        return delong_covariance(self.joint)

    def spread(self, metric: Metric, first: int, second: int) -> DifferenceVariance | None:
        """How the difference of two models varies between clusters; None without clusters."""
        layout = self.layout(metric)
        if layout.cluster is None:
            return None
        # a threshold that moves has no derivative by cell; its rows are those of the ROC area
        area = metric.area is not None or metric.moving is not None
        if area and self.joint is not None:
            moves = remember(self, "moves of areas", self._area_moves)
        else:
            moves = remember(self, ("moves", metric.key), lambda: self._moves(metric))
        return remember(
            self, ("spread", metric.key, first, second), lambda: moves.spread(first, second)
        )

    def _moves(self, metric: Metric) -> EntryInfluence:
        layout = self.layout(metric)
        assert layout.cluster is not None
        if layout.size > MOST_CELLS:
            return moves_along(layout, metric, self.settings.random_state)
        each = influences(layout, metric) * layout.weight
        return EntryInfluence(each, layout.weight, layout.truth, layout.cluster, layout.clusters)

    def _area_moves(self) -> EntryInfluence:
        """What each row adds to the ROC area: its share, over the rows of its class."""
        joint = self.joint
        assert joint is not None
        assert joint.cluster is not None
        each = centred_shares(joint) * ratio(joint.weight, joint.class_totals[joint.truth])
        return EntryInfluence(
            each, joint.weight, joint.truth, joint.cluster, len(joint.cluster_labels)
        )

    @cached_property
    def smaller_class(self) -> float:
        """Rows of the smaller class behind scores; with weights, effective ones."""
        joint = self.joint
        assert joint is not None
        squares = np.bincount(joint.truth, joint.sum_of_squares, joint.classes)
        return float(np.nan_to_num(ratio(joint.class_totals**2, squares)).min())

    def resamples(self, metric: Metric) -> PairedResamples:
        """Resamples of all models at once, for labels or for scores."""
        return remember(
            self,
            ("resamples", self.reading(metric)),
            lambda: PairedResamples(self.layout(metric), self.settings),
        )

    def alike(self, first: int, second: int) -> bool:
        """Whether two models gave the same answer on every row."""
        if self.table is not None and not _same(self.table.predicted, first, second):
            return False
        if self.read_classes is None:
            return self.joint is None or _same(self.joint.scores, first, second)
        names = self.names
        mine, yours = (columns_of_model(self.by_class, names[model]) for model in (first, second))
        return bool(np.array_equal(mine, yours))


def _itself(scores: JointScores) -> JointScores:
    return scores


def _same(answers: Array, first: int, second: int) -> bool:
    return bool(np.array_equal(answers[first], answers[second]))
