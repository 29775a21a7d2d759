"""The interval of the ROC area and of what is a straight line of it (Gini, Somers' D)."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import ratio
from veracity.intervals.interval import Interval
from veracity.intervals.linearised import quantile_of
from veracity.intervals.roc_area import FEW, RocArea
from veracity.intervals.sample import Sample
from veracity.metrics import Metric
from veracity.statistics.score_areas import Ranked, delong_variance
from veracity.words import Text, say


def area_interval(sample: Sample, metric: Metric, method: str, value: float) -> Interval:
    """By the method asked for; by default Newcombe's for few cases, DeLong's logit otherwise."""
    assert metric.of_auroc is not None
    start, slope = metric.of_auroc
    found = roc_area(sample, min(max((value - start) / slope, 0.0), 1.0))
    chosen, notes = method, _cluster_note(sample)
    if method == "area":
        chosen = "newcombe" if _few(found, sample) else "delong_logit"
        if chosen == "newcombe":
            few = say("area_of_few", n=FEW) if 0 < found.area < 1 else say("area_at_its_end")
            notes += (few if sample.clusters is None else say("area_of_clusters"),)
    elif method.startswith("delong") and not found.variance > 0:
        chosen, notes = "newcombe", (*notes, say("area_without_variance", method=method))
    freedom = None
    if sample.clusters is not None and chosen != "newcombe":
        freedom = sample.clusters - 1
    ends = found.ends(chosen, quantile_of(sample.settings.confidence_level, freedom))
    low, high = (start + slope * end for end in ends)
    name = chosen if sample.clusters is None else f"{chosen} (clusters)"
    return Interval(low, high, name, notes)


def _few(found: RocArea, sample: Sample) -> bool:
    """Whether DeLong's variance cannot be used; of clusters t makes up for few of them."""
    if sample.clusters is None:
        return found.few
    return found.area in (0.0, 1.0) or not found.variance > 0


def _cluster_note(sample: Sample) -> tuple[Text, ...]:
    if sample.clusters is None:
        return ()
    return (say("clusters_linearised", n=sample.clusters, df=sample.clusters - 1),)


def roc_area(sample: Sample, area: float) -> RocArea:
    """The area with its variance and the cases behind it."""
    ranked: Ranked = sample.statistic
    variance = float(delong_variance(ranked))
    steps, squares = ranked.steps, ranked.square_steps
    if ranked.units is None:
        positives = float(ratio(steps.positives**2, squares.positives))
        negatives = float(ratio(steps.negatives**2, squares.negatives))
    else:
        size = len(ranked.positive)
        first = ranked.units.cell < size
        held = [len(np.unique(ranked.units.unit[part])) for part in (first, ~first)]
        positives, negatives = held if ranked.positive_first else held[::-1]
    if math.isnan(variance):
        variance = 0.0
    return RocArea(area, positives, negatives, variance)
