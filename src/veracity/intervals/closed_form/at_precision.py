"""The interval of recall at a precision, by inverting the test of that precision.

The recall R* = max R(t) with P(t) ≥ p is read where the curve of precision falls below p. By
chance it does so deeper in one sample than in another, and resamples of a sample do it deeper
still: their percentiles covered 0.54 to 0.93. Instead the precision at every threshold is
tested. Down to the lowest threshold at which it is significantly above p, R* must be as large;
below the lowest one at which it is not significantly below p it cannot lie. The recalls at these
two are known up to the chance in recall itself, which goes along with that in the threshold (by
√((1 − p)(1 − R)) in independent rows; by the clusters' own sums otherwise): both are put
together as in Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.influence.clusters import variance_of_sum
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.single_cluster_classes import fewest_clusters
from veracity.metrics import Metric
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.scores.classes import scaled_classes
from veracity.words import Text, say

NAME = "inverted test"
MOST_CLUSTERS = 1024


@dataclass(frozen=True, slots=True, eq=False)
class SurplusVariance:
    """What chance does to the surplus at every threshold, to the recall, and to both alike."""

    surplus: Floats
    low: float
    high: float
    alike: float
    method: str = NAME
    notes: tuple[Text, ...] = ()


def at_precision(sample: Sample, metric: Metric, value: float) -> Interval:
    """From the score test of the precision p at each of the pooled thresholds.

    Its variance is p(1 − p)/n among n cases called positive; with weights a positive counts
    for Σw²/Σw of its class and a negative for that of the other. With clusters it is as many times
    that as they make the precision vary more, and t has as many degrees of freedom as clusters
    hold the rarer class, less one.
    """
    moving = metric.moving
    assert moving is not None
    assert moving.target is not None
    p, parts = float(moving.target(**metric.values)), sample.resamples_at_threshold.parts
    here: ScoreTable = parts.put(parts.weight, parts.squares)
    table = here if moving.seen is None else moving.seen(here)
    found = _of_rows(table, p, value, sample.settings.confidence_level)
    if parts.clusters is not None:
        found = _of_clusters(sample, here, table, p, value, found)
    surplus, recall = _surplus(table, p), ratio(table.tp, table.positives)
    surely, perhaps = (_deepest(surplus + way * found.surplus, recall) for way in (-1, 1))
    down = _together(max(value - surely, 0.0), value - found.low, found.alike)
    up = _together(max(perhaps - value, 0.0), found.high - value, found.alike)
    note = say("precision_test_inverted", p=p)
    return Interval(
        max(value - down, 0.0), min(value + up, 1.0), found.method, (note, *found.notes)
    )


def _surplus(table: ScoreTable, p: float) -> Floats:
    """How many more positives than p of those called positive, at every threshold, (..., T + 1)."""
    surplus: Floats = (1 - p) * table.tp - p * table.fp
    return surplus


def _of_rows(table: ScoreTable, p: float, value: float, level: float) -> SurplusVariance:
    """Of independent rows."""
    called_positive = table.tp + table.fp
    error = quantile_of(level, None) * np.sqrt(
        p * (1 - p) * weight_of_a_row(table, p) * called_positive
    )
    cases = float(table.positives) / _steps(table)[0]
    low, high = proportion_interval(value * cases, cases, "wilson", level)
    return SurplusVariance(error, float(low), float(high), math.sqrt((1 - p) * max(1 - value, 0.0)))


def weight_of_a_row(table: ScoreTable, p: float) -> float:
    """What one row counts for in the variance of a precision of p.

    Each row called positive adds p(1 − p) of it.
    Without weights that is 1. Weights, or another prevalence, may differ between the classes.
    """
    one, other = _steps(table)
    return (1 - p) * one + p * other


def _steps(table: ScoreTable) -> tuple[float, float]:
    """Σw²/Σw of the positives and of the negatives; without any, that of the others."""
    squares = table.sum_of_squares.sum(-1)
    up, across = squares if table.positive_first else squares[::-1]
    found = ratio(up, table.positives), ratio(across, table.negatives)
    one, other = (float(step) if step > 0 else 0.0 for step in found)
    return one or other, other or one


def _of_clusters(
    sample: Sample,
    here: ScoreTable,
    table: ScoreTable,
    p: float,
    value: float,
    alone: SurplusVariance,
) -> SurplusVariance:
    """Of clusters, from what each of them adds; no less than of rows at any threshold."""
    parts, settings = sample.resamples_at_threshold.parts, sample.settings
    clusters = parts.clusters
    assert clusters is not None
    if len(clusters) > MOST_CLUSTERS:
        from veracity.resampling.resamples import grouped_at_random

        clusters = grouped_at_random(clusters, MOST_CLUSTERS, settings.random_state)
    each: ScoreTable = parts.put(clusters.dense(len(parts)), None)
    if table is not here:  # at another prevalence a row of a class counts for more or less
        each = scaled_classes(each, ratio(table.truth, here.truth))
    freedom = fewest_clusters(sample) - 1
    times = quantile_of(settings.confidence_level, freedom)
    error = alone.surplus * np.sqrt(_design_effect(table, each))
    error *= times / quantile_of(settings.confidence_level, None)
    index = int(np.argmin(np.abs(ratio(table.tp, table.positives) - value)))
    moved = each.tp[:, index] - value * each.tp[:, -1]
    wide = times * math.sqrt(float(variance_of_sum(moved))) / float(table.positives)
    alike = _correlation(_surplus(each, p)[:, index], moved)
    low, high = max(value - wide, 0.0), min(value + wide, 1.0)
    note = say("clusters_linearised", n=sample.cluster_count, df=f"{freedom:.0f}")
    return SurplusVariance(error, low, high, alike, f"{NAME} (clusters)", (note,))


def _design_effect(table: ScoreTable, each: ScoreTable) -> Floats:
    """How much more the precision at every threshold varies by clusters than by rows; at least 1.

    Where all called positive are of one class nothing varies: it is that of the next threshold.
    """
    share = ratio(table.tp, table.tp + table.fp)
    squares = cumulated_from_zero(table.sum_of_squares)
    up, across = squares if table.positive_first else squares[::-1]
    by_rows = (1 - share) ** 2 * up + share**2 * across
    more = ratio(variance_of_sum((1 - share) * each.tp - share * each.fp), by_rows)
    known = np.flatnonzero(np.isfinite(more))
    if not len(known):
        return np.ones(len(more))
    return np.maximum(np.interp(np.arange(len(more)), known, more[known]), 1.0)


def _deepest(holds: Floats, recall: Floats) -> float:
    """The recall down to which a sum along the thresholds stays at 0 or above, the last time."""
    last = int(np.flatnonzero(holds >= 0)[-1])  # above the first score it is 0
    if last == len(holds) - 1:
        return float(recall[-1])
    part = holds[last] / (holds[last] - holds[last + 1])
    return float(recall[last] + part * (recall[last + 1] - recall[last]))


def _correlation(one: Floats, other: Floats) -> float:
    """Of what clusters bring to two sums; 1, the worst, where all of them bring the same."""
    one, other = one - one.mean(), other - other.mean()
    lengths = math.sqrt(float((one**2).sum())) * math.sqrt(float((other**2).sum()))
    return float((one * other).sum()) / lengths if lengths > 0 else 1.0


def _together(one: float, other: float, alike: float) -> float:
    """How far two errors reach that have so much in common."""
    return math.sqrt(max(one**2 + other**2 + 2 * alike * one * other, 0.0))
