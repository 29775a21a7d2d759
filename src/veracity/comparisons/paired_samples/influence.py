"""The influence of every row on any metric of every model, and how these vary together."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.comparisons.paired_samples.layout import Layout
from veracity.intervals.influence.derivatives import by_cell
from veracity.statistics.matrix.cells import tallied

STEP = 5e-4  # of a cell's own weight: neither rounding nor curvature matters there
Metric = Callable[[Any], Any]


def influences(layout: Layout, metric: Metric) -> Floats:
    """How much a weight of 1 in each entry moves the metric of each model, (M, T).

    Centred: the number of rows was not left to chance, and only shares vary.
    """
    slopes = []
    for model, cells in enumerate(layout.cells):  # an entry moves all columns of several classes
        values = partial(_value, layout, model, metric)
        slopes.append(by_cell(values, layout.flat(model, layout.weight), STEP)[cells].sum(0))
    raw = np.stack(slopes)
    centre: Floats = ratio(raw @ layout.weight, layout.weight.sum())
    return raw - centre[:, None]


def _value(layout: Layout, model: int, metric: Metric, weight: Floats) -> Any:
    """The metric of a model whose cells have these weights, (..., cells)."""
    return metric(layout.build(model, weight))


def covariance(layout: Layout, influence: Floats) -> Floats:
    """The covariance matrix of the metric over the models, by linearisation, (M, M).

    Without clusters Σw²·a·b over the entries, times n/(n − 1); with clusters the influences of
    a cluster are added before they are multiplied, times C/(C − 1): Binder DA (1983)
    International Statistical Review 51:279–292. nan with fewer than two rows or clusters.
    """
    n = layout.independent
    factor = ratio(n, n - 1) if n > 1 else np.nan
    if layout.cluster is None:
        return (influence * layout.sum_of_squares) @ influence.T * factor
    sums = tallied(layout.cluster, influence * layout.weight, layout.clusters)
    together: Floats = sums @ sums.T * factor
    return together


def correlation(cov: Floats, n: float) -> float:
    """The correlation of two models, as far as it may be used for the interval of a difference.

    It is kept below 1 − 2/n, which is what Newcombe's continuity correction comes to for two
    equal halves: models that agree on every row do not get an interval without width. 0 where
    one of them does not vary.
    """
    scale = np.sqrt(cov[0, 0] * cov[1, 1])
    if not scale > 0:
        return 0.0
    return float(np.clip(cov[0, 1] / scale, -1.0, max(0.0, 1 - 2 / max(n, 2))))
