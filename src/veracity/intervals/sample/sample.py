"""A statistic as a sample: what resamples, derivatives and posteriors of it need, made once."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.intervals.influence.influence import MOST_DIRECTIONS, Directions
from veracity.intervals.sample.settings import Settings
from veracity.intervals.sample.smoothing import smoothed
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import Smooth
from veracity.resampling.parts import Kept, Parts, parts_of
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.scores.areas import delong_variance
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.intervals.sample.perturbed_resamples import MovedResamples
    from veracity.resampling.resamples import Resamples

BUCKETS = 256  # of scores that are resampled
FEW_MOVED = 16  # cells: all of them moved cost hardly more than none
MOVED_BUCKETS = 192  # of scores that are moved: the standard error of an area is right to 0.2 %
FEW_BUCKETS = 32
THRESHOLD_BUCKETS = 96  # of scores read at a threshold, those at the top as small as their rank
LEAST_RESAMPLES = 200
MOST_DERIVED_CELLS = 2 * 10**6  # each resample is moved in each of its cells
MOST_KEPT_CELLS = 4 * 10**6
MOST_RESAMPLED_CELLS = 2 * 10**7  # thousands of classes get fewer resamples, and the note says so


@dataclass(frozen=True, eq=False)
class Sample:
    """One statistic without leading axes, and what its metrics vary with."""

    statistic: Any
    settings: Settings

    @cached_property
    def read(self) -> Any:
        """What a metric and its cases read: of a grid its buckets, of joint scores the columns."""
        return self.statistic.as_read

    @cached_property
    def joint(self) -> bool:
        """Whether several columns of scores are known row by row."""
        return bool(self.statistic.by_row)

    def value(self, metric: Metric) -> tuple[float, float]:
        """The value of a metric, and the bound on its error where it comes from a grid."""
        with quiet():
            if not self.statistic.exact:
                from veracity.intervals.sample.grid_values import value_on_grid

                return value_on_grid(metric, self.statistic)
            if self._value_of_moved and isinstance(metric.interval, Smooth):
                return float(self.directions.moved(metric)[0, -1]), 0.0
            return float(metric(self._measured)), 0.0

    @cached_property
    def _value_of_moved(self) -> bool:
        """Whether the value is the last of the cells moved: of so few cells it is free there."""
        if self.statistic.kind != "confusion_matrix" or self.clusters is not None:
            return False
        few = self.directions.kind == "cells" and self.directions.number <= FEW_MOVED
        return few and self.settings.method in ("auto", "delta") and self.smoothed is None

    @cached_property
    def _measured(self) -> Any:
        """What is read; a matrix keeps what many metrics ask it for."""
        matrix = self.read.kind == "confusion_matrix"
        return Kept.like(self.read) if matrix else self.read

    def may_be_at_case(self, metric: Metric, value: float) -> bool:
        """Whether a case of its record can hold: elsewhere than at a limit the value is none."""
        if not math.isfinite(value):
            return True
        return metric.limit is not None and (
            value == metric.limit.value or not self.statistic.exact
        )

    def reasons(self, metric: Metric) -> tuple[Text, ...]:
        """Why a metric is undefined; of a grid, what holds in whichever order its rows lie."""
        found = metric.reasons(self._measured)
        if not found or not metric.rises or self.statistic.kind != "score_grid":
            return found
        from veracity.statistics.grid.bounds import extreme_orders

        orders = extreme_orders(self.statistic)
        if self.weighted:  # so that a metric that refuses weights still sees them
            orders = replace(orders[0], squares=orders[0].weight), orders[1]
        kept = [metric.reasons(order) for order in orders]
        return tuple(one for one in found if one in kept[0] and (self.weighted or one in kept[1]))

    @cached_property
    def clusters(self) -> Clusters | None:
        """What each cluster adds; None without clusters."""
        clusters: Clusters | None = self.read.clusters
        return clusters

    @cached_property
    def cluster_count(self) -> int | None:
        """How many clusters there are; None where rows are independent."""
        return None if self.clusters is None else len(self.clusters)

    @cached_property
    def clusters_by_class(self) -> Floats | None:
        """How many clusters hold each class that occurs, nan for others; None without truth.

        None also for columns that are not known row by row: they have no interval.
        """
        if not self.resamplable:
            return None
        if self.joint:
            truth, cluster = self.statistic.truth, self.statistic.cluster
        else:
            parts = self.directions.parts
            if parts.truth is None or parts.clusters is None:
                return None
            truth, cluster = parts.truth[parts.clusters.cell], parts.clusters.cluster
        classes = len(self.statistic.labels)
        pairs = np.unique(cluster * np.int64(classes) + truth) % classes
        held = tallied(pairs, np.ones(len(pairs)), classes)
        return np.where(held > 0, held, np.nan)

    @cached_property
    def weighted(self) -> bool:
        """Whether rows carried weights."""
        return bool(self.statistic.weighted)

    @cached_property
    def resamplable(self) -> bool:
        """Whether rows can be resampled: not from columns that are not known row by row."""
        return bool(self.statistic.kind != "score_columns")

    @property
    def dense(self) -> bool:
        """Whether all its cells, also the empty ones, can be listed."""
        return bool(self.statistic.lists_cells)

    @cached_property
    def smoothed(self) -> Sample | None:
        """The sample with half cases added where a class is all right or wrong; None if none is."""
        if self.statistic.kind != "confusion_matrix" or self.clusters is not None:
            return None
        more = smoothed(self.statistic)
        return None if more is None else Sample(more, self.settings)

    @property
    def partly_uniform(self) -> bool:
        """Whether of several classes some are all right or wrong, and not all of them alike.

        A mean of recalls that is 0 for one of ten classes (the geometric one) is then at its end
        while the other classes vary. The posterior of so many cells leaves that class where it
        is: such intervals covered 0.62 to 0.75, those with a case added 0.98.
        """
        if self.smoothed is None or self.statistic.classes == 2:
            return False
        return bool(0 < self.statistic.right < self.statistic.total)

    # how many rows are behind a metric

    def trials(self, metric: Metric) -> float:
        """Trials of a proportion, rows of anything else; with weights Kish's effective number."""
        if metric.counted is None:
            return float(self.read.effective_total)
        trials = float(metric.counted.trials(self._measured))
        if not self.weighted or not trials:
            return trials
        return float(ratio(trials**2, metric.counted.trials(self.squares)))

    @cached_property
    def squares(self) -> Any:
        """The same statistic with Σw² instead of Σw."""
        return self.directions.parts.put(self.directions.parts.sum_of_squares, None)

    @cached_property
    def area_variance(self) -> float:
        """DeLong's variance of the ROC area, which several metrics share."""
        return float(delong_variance(self.statistic))

    # what it varies with

    @cached_property
    def directions(self) -> Directions:
        """Ways in which the sample might have come out otherwise."""
        seed = self.settings.random_state
        many = self.joint and not self.statistic.clustered
        if many and len(self.statistic) > MOST_DIRECTIONS:
            from veracity.resampling.joint_parts import sums_of

            sums = sums_of(self.statistic, BUCKETS, MOST_DIRECTIONS, seed)
            return Directions(sums, seed)
        return Directions(self._parts(MOVED_BUCKETS), seed)

    @cached_property
    def resamples(self) -> Resamples:
        """Resamples of the statistic, pooled where it has very many scores."""
        return self._resamples(self._pooled, keep_scale=False)

    @cached_property
    def resamples_at_threshold(self) -> Resamples:
        """The same with small buckets at the top, for metrics that are read at a threshold."""
        if self.joint:
            return self._resamples(self._pooled, keep_scale=True)
        parts = parts_of(self.statistic, THRESHOLD_BUCKETS, fine_top=True)
        return self._resamples(parts, keep_scale=True)

    @cached_property
    def resamples_by_truth(self) -> Resamples:
        """Resamples in which every true class keeps its size."""
        usual = self.resamples_at_threshold
        return replace(usual, by_truth=True)

    @cached_property
    def resamples_to_derive(self) -> Resamples:
        """Resamples coarse enough to take a derivative of each of them."""
        from veracity.resampling.joint_parts import entries_of

        coarse = entries_of if self.joint else parts_of
        parts = coarse(self.statistic, FEW_BUCKETS)
        most = max(LEAST_RESAMPLES, MOST_DERIVED_CELLS // max(len(parts), 1) ** 2)
        times = min(self.settings.n_resamples, most)
        from veracity.resampling.resamples import Resamples

        return Resamples(parts, times, self.settings.random_state)

    def moved_resamples(self) -> Iterable[MovedResamples]:
        """The same, each of them moved in every cell; kept for all metrics where they are few."""
        resamples = self.resamples_to_derive
        if resamples.times * len(resamples.parts) * max(len(resamples.parts), 8) > MOST_KEPT_CELLS:
            from veracity.intervals.sample.perturbed_resamples import moved_resamples

            return moved_resamples(resamples)
        return self._moved

    @cached_property
    def _moved(self) -> tuple[MovedResamples, ...]:
        from veracity.intervals.sample.perturbed_resamples import moved_resamples

        return tuple(moved_resamples(self.resamples_to_derive))

    @cached_property
    def _pooled(self) -> Parts:
        """The cells that are resampled."""
        return self._parts(BUCKETS)

    def _parts(self, buckets: int) -> Parts:
        if self.joint:
            from veracity.resampling.joint_parts import entries_of

            return entries_of(self.statistic, buckets)
        return parts_of(self.statistic, buckets)

    def _resamples(self, parts: Parts, *, keep_scale: bool) -> Resamples:
        most = max(LEAST_RESAMPLES, MOST_RESAMPLED_CELLS // max(len(parts), 1))
        times = min(self.settings.n_resamples, most)
        seed, noise = self.settings.random_state, self.settings.noise
        from veracity.resampling.resamples import Resamples

        poisson = self.settings.method == "poisson"
        return Resamples(parts, times, seed, keep_scale, noise=noise, poisson=poisson)

    def posterior(self, rows: float | None = None, *, at_threshold: bool = False) -> Any:
        """Draws from the posterior; `rows` says what it is worth, if not its effective rows.

        With `at_threshold` scores are pooled as for metrics that are read at a threshold.
        """
        if rows is None:
            return self._posterior_at_threshold if at_threshold else self._posterior
        return self._drawn_posterior(rows, at_threshold=at_threshold)

    @cached_property
    def _posterior(self) -> Any:
        return self._drawn_posterior(None, at_threshold=False)

    @cached_property
    def _posterior_at_threshold(self) -> Any:
        return self._drawn_posterior(None, at_threshold=True)

    def _drawn_posterior(self, rows: float | None, *, at_threshold: bool) -> Any:
        from veracity.resampling.dirichlet import half_rows_at_ends, posterior

        read, asked, prior = self.read, self.settings, None
        if read.kind == "score_table":
            read = read.coarsened(THRESHOLD_BUCKETS if at_threshold else BUCKETS)
            if at_threshold:
                read, prior = half_rows_at_ends(read)
        drawn = posterior(read, asked.n_resamples, asked.random_state, rows, asked.noise, prior)
        return Kept.like(drawn) if drawn.kind == "confusion_matrix" else drawn
