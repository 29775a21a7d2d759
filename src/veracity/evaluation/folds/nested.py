"""Nested cross-validation: how far a cross-validated mean lies from the error it estimates."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.evaluation.single.evaluation import Evaluation
from veracity.intervals import Settings
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.metrics.catalogue.reading import read_by
from veracity.results import Estimate
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.words import say

METHOD = "nested_cv"
ROW_MEANS = frozenset({"brier", "brier_1950", "log_loss", "mae", "spherical", "rps"})


@dataclass(frozen=True, eq=False)
class NestedFolds:
    """Of each repeat and left-out fold: its own rows, and the other folds cross-validated.

    `outer[i]` evaluates the rows of a fold by the model of all other folds, `inner[i]` the rows
    of those other folds, each by a model that saw neither it nor the left-out fold. `plain` are
    folds of ordinary cross-validation, pooled, one for each repeat.

    Bates S, Hastie T, Tibshirani R (2024) Journal of the American Statistical Association
    119:1434–1445: the mean squared error of cross-validation is E(inner − outer)² less the
    variance of the outer mean, and holds for means over rows.
    """

    inner: tuple[Evaluation, ...]
    outer: tuple[Evaluation, ...]
    plain: tuple[Evaluation, ...]
    folds: int

    def estimate(self, metric: Metric, level: float, n: float) -> Estimate | None:
        """The mean with the interval of nested cross-validation; None for other metrics."""
        if not (metric.per_case or metric.key in ROW_MEANS):
            return None
        inside, outside = self._values(metric, self.inner), self._values(metric, self.outer)
        if not (np.isfinite(inside).all() and np.isfinite(outside).all()):
            return None
        noise = np.array([_variance(ev, metric) for ev in self.outer])
        spread = math.sqrt(
            float(np.mean([_variance(ev, metric) * ev.rows.used for ev in self.inner]))
        )
        value, error = combined(
            inside, outside, noise, self._values(metric, self.plain), spread, n, self.folds
        )
        reach = normal_quantile((1 + level) / 2) * error
        low, high = max(value - reach, metric.bounds[0]), min(value + reach, metric.bounds[1])
        note = say("cv_nested", n=len(self.plain))
        return Estimate(value, low, high, level, METHOD, n, 0.0, note)

    @staticmethod
    def _values(metric: Metric, parts: tuple[Evaluation, ...]) -> Floats:
        return np.array([ev[metric.key].value for ev in parts])


def combined(
    inside: Floats,
    outside: Floats,
    noise: Floats,
    plain: Floats,
    spread: float,
    n: float,
    folds: int,
) -> tuple[float, float]:
    """The estimate, corrected for its bias, and its standard error.

    `spread` is the standard deviation of one row's value. The error is never below that of n
    independent rows, nor above √folds times it. The inner models have two folds less than all
    rows; the bias correction brings the mean to models with one fold less.
    """
    rows_inside = n * (folds - 1) / folds
    squared = float(np.mean((inside - outside) ** 2 - noise))
    naive = spread / math.sqrt(rows_inside)
    inflation = math.sqrt(max(squared, 0.0)) / naive if naive > 0 else 1.0
    inflation = min(max(inflation, 1.0), math.sqrt(folds))
    bias = (float(inside.mean()) - float(plain.mean())) * (1 + ((folds - 2) / folds) ** 1.5)
    return float(inside.mean()) - bias, spread / math.sqrt(n) * inflation


def _variance(ev: Evaluation, metric: Metric) -> float:
    """The variance of a mean over the rows of one part."""
    read = read_by(metric, ev.held, ev.threshold)
    return float(Sample(read, Settings(method="delta")).directions.influence(metric).variance)
