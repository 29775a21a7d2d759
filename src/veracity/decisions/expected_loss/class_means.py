"""A mean over cases (a cost, a share called positive) in another population, by class means.

There the mean is Σ π_k m_k, π_k the share of class k and m_k the mean among its cases. Each class
has Wilson's interval of its own (`mean_ends`), so that none of 50 false alarms is no certainty;
and as classes vary apart from each other, the distances of their ends are put together as the
root of their squares: Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702, of which
Newcombe's interval of a difference (1998, Statistics in Medicine 17:873–890) is one. A prevalence
that was counted has Wilson's interval too, and moves the mean by m_1 − m_0.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.population import Population
from veracity.intervals import Estimator, proportion_interval
from veracity.intervals.closed_form.of_means import effective_rows, mean_ends
from veracity.metrics import Metric
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells

MOST_CLASSES = 32
OTHERS = (
    *("delta", "jackknife", "percentile", "basic", "poisson"),
    *("bca", "studentised", "stratified", "bayes", "none"),
)
NAME = "wilson (by class)"
Ends = tuple[Floats, Floats]


def has_class_means(estimator: Estimator, metric: Metric) -> bool:
    """Whether the metric is such a mean, of independent rows."""
    matrix, settings = estimator.statistic, estimator.settings
    if not (metric.per_case and matrix.kind == "confusion_matrix"):
        return False
    alone = matrix.clusters is None and matrix.classes <= MOST_CLASSES
    return alone and settings.method not in OTHERS


@dataclass(frozen=True, eq=False)
class ClassMeans:
    """The mean of each class in the last axis, and how far its ends lie below and above it."""

    mean: Floats
    below: Floats
    above: Floats
    level: float

    def ends(
        self,
        shares: Floats,
        counted: Population | None = None,
        positive: int = 1,
        less: float = 0.0,
    ) -> Ends:
        """Low and high where the classes have these shares, (..., K); a class of none is not read.

        With a counted prevalence that of the class `positive` is known as well as it was counted;
        `less` is how much slower than the mean itself something rises with it.
        """
        none = shares == 0
        mean = np.where(none, 0.0, shares * self.mean).sum(-1)
        down, up = (
            np.where(none, 0.0, (shares * way) ** 2).sum(-1) for way in (self.below, self.above)
        )
        if counted is not None:
            slope = self.mean[..., positive] - self.mean[..., 1 - positive] - less
            under, over = _of_prevalence(slope, counted, self.level)
            down, up = down + under**2, up + over**2
        return mean - np.sqrt(down), mean + np.sqrt(up)


def class_means(matrix: ConfusionMatrix, metric: Metric, level: float) -> ClassMeans:
    """The mean of each true class of a matrix, with Wilson's interval.

    >>> from veracity.metrics import find
    >>> matrix = ConfusionMatrix([[98, 2], [1, 9]], labels=(0, 1))
    >>> found = class_means(matrix, find("expected_cost").with_values(fp=1, fn=25), 0.95)
    >>> found.mean.round(3).tolist(), (found.mean + found.above).round(3).tolist()
    ([0.02, 2.5], [0.07, 10.104])
    """
    weight, squares = matrix.cells.array(), matrix.sum_of_squares.array()
    return of_classes(weight, squares, values_of(matrix, metric), level)


def values_of(matrix: ConfusionMatrix, metric: Metric) -> Floats:
    """What a mean over cases gives a case of each truth and call, (K, K)."""
    size = matrix.classes
    single = DenseCells(np.eye(size**2).reshape(-1, size, size))
    with np.errstate(all="ignore"):
        values = metric(matrix.changed(cells=single, squares=None, clusters=None))
    return np.reshape(values, (size, size))


def of_classes(weight: Floats, squares: Floats, values: Floats, level: float) -> ClassMeans:
    """The same of the weights of cells (..., K, calls), whose values are given likewise."""
    low, high = values.min(-1), values.max(-1)
    span = np.where(high > low, high - low, 1.0)[..., None]
    scaled = (values - low[..., None]) / span
    shares = ratio(weight, weight.sum(-1)[..., None])
    first, last = mean_ends(shares, scaled, effective_rows(weight, squares, scaled), level)
    mean, wide = (shares * scaled).sum(-1), np.where(high > low, span[..., 0], 0.0)
    below, above = wide * (mean - first), wide * (last - mean)
    return ClassMeans(low + span[..., 0] * mean, below, above, level)


def _of_prevalence(slope: Floats, counted: Population, level: float) -> tuple[Any, Any]:
    """How far a counted prevalence moves the mean down and up."""
    share = counted.positive_share
    positives, cases = counted.cases
    low, high = proportion_interval(positives, cases, "wilson", level)
    less, more = slope * (share - float(low)), slope * (float(high) - share)
    return np.where(slope > 0, less, -more), np.where(slope > 0, more, -less)
