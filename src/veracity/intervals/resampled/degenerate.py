"""Samples without variation: perfect predictions, 0 of n, n of n. They are no certainty."""

from __future__ import annotations

import math

import numpy as np

from veracity.intervals.formulas.interval import Interval, no_interval
from veracity.intervals.formulas.percentile import percentiles
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.influence.linearised import linearised
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.single_cluster_classes import fewest_clusters
from veracity.metrics import Metric
from veracity.words import say


def without_width(sample: Sample, metric: Metric, value: float) -> Interval:
    """An interval with a width where the sample itself shows none, or the reason for none.

    Counts of a proportion in clusters that agree on 0 or 1: each cluster is a single trial. Where
    they agree on another value: their rows, as they vary no more than those. Anything else: the
    Dirichlet posterior of the cells with a prior of weight 2, clusters that agree counting as
    one row each.
    """
    if sample.cluster_count is not None and metric.counted is not None and value in (0.0, 1.0):
        return _one_trial_a_cluster(sample, metric, value)
    if sample.cluster_count is not None and metric.moving is None:
        agreed = _as_rows(sample, metric, value)
        if agreed.found:
            return agreed
    if not sample.dense:
        return no_interval(say("redraws_no_width"))
    with np.errstate(all="ignore"):
        drawn = metric.of_resamples(
            sample.posterior(sample.cluster_count, at_threshold=metric.at_threshold)
        )
    found = percentiles(drawn, sample.settings.confidence_level)
    if not found.found or found.no_width:
        return no_interval(say("always_the_same" if math.isfinite(value) else "infinite_here"))
    note = say("clusters_all_agree")
    if sample.cluster_count is None:
        note = say("top_alike" if metric.reads_alike(sample.read) else "nothing_varies")
    name = "bayes" if sample.cluster_count is None else "bayes (clusters)"
    low, high = np.clip((min(found.low, value), max(found.high, value)), *metric.bounds)
    return Interval(float(low), float(high), name, (note,))


def _as_rows(sample: Sample, metric: Metric, value: float) -> Interval:
    """The same value in every cluster, as a balanced design has: the variance of its rows.

    Clusters that differ would not agree so well, so that independent rows bound their variance
    from above. Few clusters may agree by chance: the quantile is that of t with one degree of
    freedom less than there are clusters (simulated in `simulations.agreeing_clusters`).
    """
    statistic = sample.statistic
    if statistic.kind not in ("confusion_matrix", "score_table"):
        return no_interval()
    rows = statistic.without_clusters()
    influence = Sample(rows, sample.settings).directions.influence(metric)
    level, freedom = sample.settings.confidence_level, max(fewest_clusters(sample) - 1, 1.0)
    share = metric.counted is not None
    found = linearised(value, influence, metric.bounds, level, freedom, plain=share)
    if not found.found:
        return found
    note = say("clusters_agree", df=freedom)
    return Interval(found.low, found.high, "delta (clusters)", (*found.notes, note))


def _one_trial_a_cluster(sample: Sample, metric: Metric, value: float) -> Interval:
    """0 or all of the trials in every cluster: as if each cluster were a single trial."""
    assert metric.counted is not None
    clusters = float((metric.counted.trials(sample.read.by_cluster()) > 0).sum())
    if clusters < 2:
        return no_interval(say("trials_in_one_cluster"))
    level = sample.settings.confidence_level
    low, high = proportion_interval(value * clusters, clusters, "wilson", level)
    note = say("one_trial_a_cluster", n=clusters)
    return Interval(float(low), float(high), "wilson (clusters)", (note,))
