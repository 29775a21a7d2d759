"""The jackknife: what leaving out each row, or each cluster, does to the value.

Efron B, Tibshirani RJ (1993) An Introduction to the Bootstrap, chapter 11; of whole clusters as in
Wolter KM (2007) Introduction to Variance Estimation, chapter 4.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.intervals.formulas.interval import Interval, no_interval
from veracity.intervals.formulas.scales import Scale
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import say


def jackknife(sample: Sample, metric: Metric, value: float) -> Interval:
    """Value ± t · standard error on the scale of the range, n − 1 (or clusters − 1) df."""
    less, times = _left_out(sample)
    with np.errstate(all="ignore"):
        values = np.asarray(metric(sample.directions.parts.put(less, None)))
    if not np.isfinite(values).all():
        return no_interval(say("jackknife_undefined"))
    n = float(times.sum())
    mean = float(times @ values) / n
    error = math.sqrt((n - 1) / n * float(times @ (values - mean) ** 2))
    scale = Scale(*metric.bounds)
    if not scale.inside(value) or not error > 0:
        return no_interval()
    level = sample.settings.confidence_level
    low, high = scale.interval(value, error, quantile_of(level, n - 1))
    name = "jackknife" if sample.clusters is None else "jackknife (whole clusters)"
    return Interval(low, high, name)


def _left_out(sample: Sample) -> tuple[Floats, Floats]:
    """The weights of all cells without one row of each, or one cluster, and how often each is."""
    parts = sample.directions.parts
    if parts.clusters is not None:
        without = parts.weight - parts.clusters.dense(len(parts))
        return np.maximum(without, 0.0), np.ones(len(parts.clusters))
    return np.maximum(parts.weight - np.eye(len(parts)), 0.0), parts.weight
