"""A class that lives in a single cluster: how it varies between clusters cannot be known.

One patient with all the seizures says nothing about how recall differs between patients, however
many patients without seizures there are.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import ratio
from veracity.intervals.influence.influence import Influence
from veracity.intervals.sample.sample import Sample
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import Smooth
from veracity.statistics import ConfusionMatrix
from veracity.words import Text, say


def in_single_cluster(sample: Sample, metric: Metric) -> Text | None:
    """Why there is no interval, where a class that the metric needs is in one cluster."""
    held = sample.clusters_by_class
    if held is None:
        return None
    alone = np.flatnonzero(held == 1)
    for index in alone:
        if _needs(metric, sample, int(index)):
            return say("class_in_one_cluster", label=repr(sample.statistic.labels[index]))
    return None


def _needs(metric: Metric, sample: Sample, index: int) -> bool:
    """Whether the metric says something of this class that other classes do not say.

    So it is for every average over classes; where without the class the value is lost, goes to
    the end of its range or says no more than chance; and where the class might have any size
    (recalls, ROC areas).
    """
    if sample.joint or (metric.average is not None and metric.average.how == "macro"):
        return True
    parts = sample.directions.parts
    assert parts.truth is not None
    own = parts.truth == index
    with np.errstate(all="ignore"):
        here = float(metric(parts.put(parts.weight, parts.squares)))
        rest, more = (parts.scaled(np.where(own, by, 1.0)) for by in (0.0, 2.0))
        without, grown = float(metric(rest)), float(metric(more))
        if np.isnan(without):
            return True
        if metric.counted is None and (without in metric.bounds or _chance(metric, rest, without)):
            return True
    unmoved = abs(grown - here) <= 1e-9 * max(abs(here), 1e-300)
    return bool(unmoved and abs(without - here) > 1e-9 * max(abs(here), 1e-300))


def _chance(metric: Metric, matrix: ConfusionMatrix, value: float) -> bool:
    """Whether a matrix says no more than its margins do."""
    if metric.reads is not ConfusionMatrix:
        return False
    return bool(np.isclose(float(metric.at_chance(matrix)), value, rtol=1e-9, atol=1e-12))


def freedom_of_classes(sample: Sample) -> float:
    """Degrees of freedom if every class brings as much: K²/Σ 1/(k − 1) of k clusters each.

    For what is known of whole clusters only; never more than one less than all clusters.
    """
    most = float((sample.cluster_count or 2) - 1)
    held = sample.clusters_by_class
    if held is None:
        return most
    free = held[~np.isnan(held)] - 1
    if (free <= 0).any():
        return most
    return min(most, float(len(free) ** 2 / ratio(1.0, free).sum()))


def fewest_clusters(sample: Sample) -> float:
    """Clusters of the class that is in the fewest of them."""
    held = sample.clusters_by_class
    clusters = float(sample.cluster_count or 0)
    return clusters if held is None else float(np.nanmin(held))


def between_clusters(sample: Sample, metric: Metric) -> Influence:
    """The influence with the degrees of freedom that the classes leave it."""
    smooth = metric.fact(Smooth)
    if sample.joint and smooth is not None and smooth.by_entry is not None:
        from veracity.intervals.sample.by_entry import influence_of_entries

        found = influence_of_entries(sample, metric)
    else:
        found = sample.directions.influence(metric)
    if not sample.joint or found.freedom is None:
        return found
    return replace(found, freedom=min(found.freedom, freedom_of_classes(sample)))
