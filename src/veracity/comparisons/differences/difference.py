"""The difference of two models on the same rows, with its interval, for any metric."""

from __future__ import annotations

import math
from typing import Any

from veracity.arrays import Floats
from veracity.comparisons.differences.delong import Gap
from veracity.comparisons.differences.mover import Ends, square_and_add
from veracity.comparisons.differences.paired_proportions import (
    PairedCounts,
    newcombe,
    paired_counts,
)
from veracity.comparisons.differences.ratio import as_ratio
from veracity.comparisons.paired_samples.between_clusters import DifferenceVariance
from veracity.comparisons.paired_samples.influence import correlation
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.paired_samples.resampling import percentile_ends
from veracity.errors import quoted, refuse
from veracity.intervals.formulas.two_proportions import TWO_PROPORTIONS
from veracity.metrics import Metric
from veracity.results import Estimate
from veracity.words import Text, joined, say

METHODS = ("auto", "newcombe", "delong", "mover", "delta", "percentile", "none")
ALL_METHODS = (*METHODS, *TWO_PROPORTIONS)  # the latter for two sets of rows
SMALL_CLASS = 10  # rows of the smaller class below which DeLong's interval is too narrow


def checked_method(method: str) -> str:
    """The method, if it is one for differences."""
    if method not in ALL_METHODS:
        raise refuse("method_unknown", method=repr(method), methods=", ".join(ALL_METHODS))
    return method


def difference(
    paired: Paired, first: int, second: int, metric: Metric, method: str, *, by_name: bool = False
) -> Estimate:
    """First minus second with its interval.

    By itself it takes Newcombe's paired score interval (1998, method 10) for proportions of the
    same rows, DeLong's for ROC areas (from ten rows in each class on), paired resamples for
    metrics that read the scores at a threshold that moves with the sample, and for everything else
    square-and-add of the two intervals with the correlation of the influences. With clusters it
    is the linearised difference with t; no interval where a class that matters lives in a
    single cluster. The method that was taken is in the estimate.
    """
    mine, yours = (paired.estimate(metric, model) for model in (first, second))
    value, level = mine.value - yours.value, paired.settings.confidence_level
    n = min(mine.n, yours.n)
    if not math.isfinite(value):
        notes = (say("difference_undefined"), *_why(mine, yours))
        return Estimate(math.nan, math.nan, math.nan, level, "none", n, 0.0, joined(notes))
    counts = proportion_counts(paired, metric, first, second)
    spread = paired.spread(metric, first, second)
    taken, notes = _taken(paired, metric, method, counts, by_name, spread)
    ends = math.nan, math.nan
    if taken == "none" and metric.no_interval is not None:
        notes += (metric.no_interval.sentence(),)
    if taken != "none":
        ends, taken, more = _ends(paired, first, second, metric, taken, value, counts)
        notes += more + _clustered(paired, metric, taken, spread)
    notes += _limits(paired, metric, first, second) + _priced(paired, metric)
    if metric.bounds == (0.0, math.inf):
        notes += as_ratio(metric, mine, yours, _correlation(paired, metric, first, second))
    return Estimate(value, *_within(ends, metric), level, taken, n, 0.0, joined(notes))


def gap(paired: Paired, first: int, second: int, metric: Metric) -> Gap:
    """The difference with its standard error: DeLong's for ROC areas, linearised otherwise."""
    value = paired.estimate(metric, first).value - paired.estimate(metric, second).value
    scale = 1.0 if metric.area is None else metric.area.slope**2
    between = paired.spread(metric, first, second)
    if between is not None:
        return Gap(value, math.sqrt(scale * between.variance), between.df)
    cov = paired.covariance(metric) if metric.area is None else paired.areas
    spread = cov[first, first] + cov[second, second] - 2 * cov[first, second]
    largest = max(abs(cov[first, first]), abs(cov[second, second]))
    if spread < 1e-12 * largest:  # what is left of equal influences is rounding
        spread = 0.0
    return Gap(value, math.sqrt(scale * spread), None)


def proportion_counts(
    paired: Paired, metric: Metric, first: int, second: int
) -> PairedCounts | None:
    """The counts of a proportion on the same rows, or None."""
    return paired_counts(paired.layout(metric), metric, first, second)


def _taken(
    paired: Paired,
    metric: Metric,
    method: str,
    counts: PairedCounts | None,
    by_name: bool,
    spread: DifferenceVariance | None,
) -> tuple[str, tuple[Text, ...]]:
    """The method that is used, and what to say where it is not the one asked for."""
    if metric.no_interval is not None:
        return "none", ()
    layout = paired.layout(metric)
    if layout.cluster is not None and layout.clusters < 2:
        return "none", (say("one_cluster"),)
    if spread is not None and spread.hidden:
        return "none", (hidden_words(paired, spread),)
    fits = {
        "newcombe": counts is not None and counts.trials > 0,
        "delong": metric.area is not None,
        "delta": metric.moving is None,
        **dict.fromkeys(TWO_PROPORTIONS, False),
    }
    # percentiles of few whole clusters are too narrow; the two intervals know t
    usual = "percentile" if metric.moving is not None and spread is None else "mover"
    # with clusters a side of an interval may be near the end of the range, and no standard error
    order = ("newcombe", "delong") if spread is None else ("delong", "delta")
    if math.isinf(metric.bounds[1]):  # on the log scale of the two intervals
        order = ("newcombe", "delong")
    usual = next((name for name in order if fits[name]), usual)
    if method == "auto":
        if usual == "delong" and spread is None and paired.smaller_class < SMALL_CLASS:
            return "mover", (say("few_in_a_class", n=SMALL_CLASS),)
        return usual, ()
    if fits.get(method, True):
        return method, ()
    if by_name:
        fitting = ", ".join(name for name in METHODS if fits.get(name, True))
        raise refuse("compare_method_misfit", method=method, key=metric.key, fitting=fitting)
    return usual, (say("method_does_not_fit", method=method, key=metric.key),)


def _ends(
    paired: Paired,
    first: int,
    second: int,
    metric: Metric,
    method: str,
    value: float,
    counts: PairedCounts | None,
) -> tuple[Ends, str, tuple[Text, ...]]:
    level = paired.settings.confidence_level
    if method == "newcombe" and counts is not None:
        return newcombe(counts, level), method, ()
    if method in ("delong", "delta"):
        found = gap(paired, first, second, metric)
        if found.error > 0:
            return found.ends(level, _bounds(metric)), method, ()
    if method == "percentile":
        resamples = paired.resamples(metric)
        drawn = resamples.differences(first, second, metric, value)
        notes: tuple[Text, ...] = ()
        if resamples.times < paired.settings.n_resamples:
            notes = (say("redraws_fewer", n=resamples.times),)
        ends = percentile_ends(drawn, level)
        if math.isnan(ends[0]):
            return ends, "none", (*notes, say("redraws_too_undefined"))
        if ends[0] < ends[1]:  # else the models never disagree, as for every other method
            return ends, method, notes
    mine, yours = (paired.estimate(metric, model) for model in (first, second))
    if any(math.isnan(end) for end in (mine.low, mine.high, yours.low, yours.high)):
        return (math.nan, math.nan), "none", _why(mine, yours)
    rho = _correlation(paired, metric, first, second)
    return square_and_add(mine, yours, rho), "mover", ()


def _correlation(paired: Paired, metric: Metric, first: int, second: int) -> float:
    pair = [first, second]
    cov = _together(paired, metric)
    return correlation(cov[pair][:, pair], paired.layout(metric).independent)


def _together(paired: Paired, metric: Metric) -> Floats:
    """How the metric varies over the models: by DeLong, by resamples, or by linearisation."""
    if metric.area is not None:
        return paired.areas
    if metric.moving is not None:
        return paired.resamples(metric).covariance(metric)
    return paired.covariance(metric)


def hidden_words(paired: Paired, spread: DifferenceVariance) -> Text:
    """Which classes live in a single cluster."""
    labels = [paired.entries.labels[index] for index in spread.hidden]
    return say("compared_class_in_one_cluster", labels=quoted(labels))


def _clustered(
    paired: Paired, metric: Metric, method: str, spread: DifferenceVariance | None
) -> tuple[Text, ...]:
    """That whole clusters vary, where they do, and how many of them tell."""
    if spread is None or method == "none":
        return ()
    clusters = paired.layout(metric).clusters
    if method == "percentile":
        return (say("clusters_redrawn", n=clusters),)
    facts = {"n": clusters, "df": f"{spread.df:.3g}"}
    if spread.clusters in (0, clusters):
        return (say("compared_clusters", **facts),)
    return (say("compared_clusters_some", used=spread.clusters, **facts),)


def _limits(paired: Paired, metric: Metric, first: int, second: int) -> tuple[Text, ...]:
    """Why a value is what it is by its limit alone, of either model."""
    if metric.limit is None:
        return ()
    reasons = [
        reason.sentence()
        for model in (first, second)
        for reason in metric.reasons(paired.statistic(metric, model))
    ]
    return tuple(dict.fromkeys(reasons))


def _priced(paired: Paired, metric: Metric) -> tuple[Text, ...]:
    """That calls are only priced, where a metric cannot act at its own threshold."""
    one = metric if metric.average is None else metric.average.of
    if one.own_threshold is None or paired.reading(metric)[1] is not None:
        return ()
    return (say("benefit_of_given_calls", at=f"{one.own_threshold:g}"),)


def _bounds(metric: Metric) -> Ends:
    low, high = metric.bounds
    return low - high, high - low


def _within(ends: Ends, metric: Metric) -> Ends:
    """No difference lies outside what the range of the metric allows."""
    low, high = _bounds(metric)
    if any(math.isnan(end) for end in ends):
        return math.nan, math.nan
    return max(ends[0], low), min(ends[1], high)


def _why(*estimates: Any) -> tuple[Text, ...]:
    """The notes of the two values, each once."""
    return tuple(dict.fromkeys(one.note for one in estimates if one.note))
