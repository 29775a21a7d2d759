"""The interval of the ROC area and of what is a straight line of it (Gini, Somers' D)."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from veracity.arrays import ratio
from veracity.intervals.formulas.interval import Interval
from veracity.intervals.formulas.roc_area import FEW, FEW_UNEVEN, RocArea
from veracity.intervals.influence.linearised import NOTHING, cluster_notes
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.statistics.scores.areas import Ranked
from veracity.statistics.scores.heavy_negatives import weigh_alike_by_class
from veracity.words import Text, say


def area_interval(sample: Sample, metric: Metric, method: str, value: float) -> Interval:
    """By the method asked for; by default DeLong's logit, for few cases with Newcombe's."""
    assert metric.area is not None
    start, slope = metric.area.start, metric.area.slope
    found = roc_area(sample, min(max((value - start) / slope, 0.0), 1.0))
    chosen, freedom = method, None
    notes: tuple[Text, ...] = ()
    if sample.cluster_count is not None:
        found, freedom, notes = _of_clusters(sample, metric, found)
    if method == "area":
        chosen, why = _usual(found, sample)
        notes += why
    elif "delong" in method and not found.varies:
        chosen, notes = "newcombe", (*notes, say("area_without_variance", method=method))
    if chosen == "newcombe":
        freedom = None
    ends = found.ends(chosen, quantile_of(sample.settings.confidence_level, freedom))
    low, high = (start + slope * end for end in ends)
    name = chosen if sample.cluster_count is None else f"{chosen} (clusters)"
    return Interval(low, high, name, notes)


def _usual(found: RocArea, sample: Sample) -> tuple[str, tuple[Text, ...]]:
    """The method by default, and why it is not the usual one; of clusters t makes up for few."""
    at_its_end = found.area in (0.0, 1.0)
    if at_its_end or not found.varies:
        if sample.cluster_count is not None:
            return "newcombe", (say("area_of_clusters"),)
        end = say("area_at_its_end")
        return "newcombe", (end if at_its_end else say("area_without_spread"),)
    if sample.cluster_count is None and found.few:
        few = say("area_of_uneven", n=FEW_UNEVEN) if found.uneven else say("area_of_few", n=FEW)
        return "newcombe_delong", (few,)
    return "delong_logit", ()


def _of_clusters(
    sample: Sample, metric: Metric, found: RocArea
) -> tuple[RocArea, float | None, tuple[Text, ...]]:
    """The variance as far as the clusters of each class tell it, and its degrees of freedom.

    The sum of squares is that of the exact table; how often it counts comes from the influence
    on the coarse one.
    """
    influence = sample.directions.influence(metric)
    number = len(influence.each)
    more = float(influence.squares[0]) * (number - 1) / number if number else 1.0
    if not influence.variance > NOTHING**2:
        return found, influence.freedom, ()
    return (
        replace(found, variance=found.variance * more),
        influence.freedom,
        (cluster_notes(influence),),
    )


def roc_area(sample: Sample, area: float) -> RocArea:
    """The area with its variance and the cases behind it."""
    ranked: Ranked = sample.statistic
    variance = sample.area_variance
    steps, squares = ranked.steps, ranked.square_steps
    if ranked.clusters is None:
        positives = float(ratio(steps.positives**2, squares.positives))
        negatives = float(ratio(steps.negatives**2, squares.negatives))
    else:
        size = len(ranked.positive)
        first = ranked.clusters.cell < size
        held = [len(np.unique(ranked.clusters.cluster[part])) for part in (first, ~first)]
        positives, negatives = held if ranked.positive_first else held[::-1]
    if math.isnan(variance):
        variance = 0.0
    uneven = not weigh_alike_by_class(sample.read)
    return RocArea(area, positives, negatives, variance, uneven)
