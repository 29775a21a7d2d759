"""Intervals from resamples of the statistic: percentile, basic, BCa, studentised, stratified.

Resamples of scores come from a coarse table; they are moved by what coarsening did to the value,
so that they are centred on the exact one. BCa as in Efron B (1987) Journal of the American
Statistical Association 82:171–185, its acceleration from the influence function; studentised as
in Davison AC, Hinkley DV (1997) Bootstrap Methods and their Application, section 5.2, on a
range-preserving scale.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.intervals.formulas.interval import Interval, no_interval
from veracity.intervals.formulas.percentile import Percentiles, percentiles
from veracity.intervals.formulas.scales import Scale
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.single_cluster_classes import fewest_clusters
from veracity.metrics import Metric
from veracity.resampling.resamples import Resamples
from veracity.statistics.numerics.quantiles import normal_quantile, quantile_of
from veracity.words import Text, say

KINDS = {
    "counts": "{method}",
    "weighted": "{method} (two-moment redraw)",
    "clusters": "{method} (whole clusters)",
}


def resampled_values(
    sample: Sample, metric: Metric, value: float, *, by_truth: bool = False
) -> tuple[Resamples, Floats]:
    """The metric of every resample, centred on the exact value."""
    resamples = sample.resamples_at_threshold if metric.moving is not None else sample.resamples
    resamples = sample.resamples_by_truth if by_truth else resamples
    compute = metric.of_resamples
    drawn = resamples.values(compute)
    parts = resamples.parts
    with np.errstate(all="ignore"):
        coarse = float(compute(parts.put(parts.weight * resamples.scale, None)))
    if math.isfinite(coarse) and math.isfinite(value) and coarse != value:
        drawn = drawn + (value - coarse)
    return resamples, np.clip(drawn, *metric.bounds)


def resampled(sample: Sample, metric: Metric, value: float, method: str) -> Interval:
    """The interval by one of the methods; without width where all resamples agree."""
    resamples, drawn = resampled_values(sample, metric, value, by_truth=method == "stratified")
    level = sample.settings.confidence_level
    found = percentiles(drawn, level)
    if not found.found:
        return _undefined(found, level)
    if found.no_width:
        return Interval(found.low, found.high, method)
    if method == "bca":
        found = _bca(found, drawn, value, sample.directions.influence(metric).acceleration, level)
    elif method == "basic":  # Davison and Hinkley (1997), section 5.2: reflected about the value
        ends = np.clip([2 * value - found.high, 2 * value - found.low], *metric.bounds)
        found = Percentiles(float(ends[0]), float(ends[1]), found.undefined)
    elif method == "studentised":
        found = _studentised(sample, metric, value)
        if not found.found:
            return _undefined(found, level)
    notes = _notes(sample, resamples, found, value)
    if method == "stratified":
        notes += (say("redraws_by_truth"),)
    if method == "studentised" and sample.resamples_to_derive.times < sample.settings.n_resamples:
        notes += (say("studentised_fewer", n=sample.resamples_to_derive.times),)
    if sample.settings.method == "auto":
        notes += (say("redrawn_at_moving_cut"),)
    low, high = min(found.low, value), max(found.high, value)
    return Interval(low, high, KINDS[resamples.kind].format(method=method), notes)


def _undefined(found: Percentiles, level: float) -> Interval:
    return no_interval(
        say("resamples_undefined", share=found.undefined, limit=100 * (1 - level) / 2)
    )


def _notes(
    sample: Sample, resamples: Resamples, found: Percentiles, value: float
) -> tuple[Text, ...]:
    notes: tuple[Text, ...] = ()
    if found.undefined:
        notes += (say("redraws_some_undefined", share=found.undefined),)
    if not found.low <= value <= found.high:
        notes += (say("redraws_beside"),)
    if sample.cluster_count is not None:
        notes += (say("clusters_redrawn", n=sample.cluster_count),)
    if resamples.times < sample.settings.n_resamples:
        notes += (say("redraws_fewer", n=resamples.times),)
    return notes


def _bca(
    found: Percentiles, drawn: Floats, value: float, acceleration: float, level: float
) -> Percentiles:
    """Percentiles at levels that allow for bias and for a spread that grows with the value."""
    from scipy.special import ndtr, ndtri

    known = drawn[~np.isnan(drawn)]
    below = float((known < value).mean() + (known == value).mean() / 2)
    if not 0 < below < 1 or not math.isfinite(acceleration):
        return found
    middle = float(ndtri(below))
    ends = []
    for z in (normal_quantile((1 - level) / 2), normal_quantile((1 + level) / 2)):
        moved = middle + (middle + z) / (1 - acceleration * (middle + z))
        ends.append(float(ndtr(moved)))
    low = float(np.quantile(known, ends[0], method="lower"))
    return Percentiles(low, float(np.quantile(known, ends[1], method="higher")), found.undefined)


def _studentised(sample: Sample, metric: Metric, value: float) -> Percentiles:
    """Quantiles of (resample − value)/its own standard error, reflected, on the scale."""
    scale, level = Scale(*metric.bounds), sample.settings.confidence_level
    error = math.sqrt(sample.directions.influence(metric).variance)
    if not scale.inside(value) or not error > 0:
        return Percentiles(math.nan, math.nan, 1.0)
    parts = sample.resamples_to_derive.parts
    with np.errstate(all="ignore"):
        middle = float(metric(parts.put(parts.weight, None)))
    found_in = [some.values(metric) for some in sample.moved_resamples()]
    drawn, errors = (np.concatenate(part) for part in zip(*found_in, strict=True))
    inside = (drawn > scale.low) & (drawn < scale.high) & (errors > 0)
    if not scale.inside(middle):
        return Percentiles(math.nan, math.nan, 1.0)
    t = np.full(len(drawn), np.nan)
    slopes = scale.slopes(drawn[inside])
    t[inside] = (scale.on_scale(drawn[inside]) - scale.to(middle)) / (errors[inside] * slopes)
    found = percentiles(t, level)
    if not found.found:
        return found
    index, width = scale.to(value), error * scale.slope(value)
    low, high = (scale.back(index - end * width) for end in (found.high, found.low))
    return Percentiles(low, high, found.undefined)


def spread_of_resamples(sample: Sample, metric: Metric, value: float) -> Interval:
    """Value ± t · standard deviation of whole-cluster resamples, on the scale of the range.

    For functionals of a score quantile, which have no derivative by cell; with few clusters
    percentiles of resamples are too narrow; t makes up for it, with one degree of freedom less
    than there are clusters that hold the rarer class.
    """
    assert sample.cluster_count is not None
    fewest = fewest_clusters(sample)
    if fewest < 2:
        return no_interval(say("rarer_class_in_one_cluster"))
    drawn = resampled_values(sample, metric, value)[1]
    found = percentiles(drawn, sample.settings.confidence_level)
    if not found.found:
        return _undefined(found, sample.settings.confidence_level)
    scale = Scale(*metric.bounds)
    with np.errstate(all="ignore"):  # infinite resamples have no deviation: percentiles then
        error = float(np.nanstd(drawn)) * math.sqrt(fewest / (fewest - 1))
    if not scale.inside(value) or found.no_width or not math.isfinite(error):
        return Interval(found.low, found.high, "percentile (whole clusters)", ())
    times = quantile_of(sample.settings.confidence_level, fewest - 1)
    low, high = scale.interval(value, error, times)
    notes: tuple[Text, ...] = ()
    if found.undefined:
        notes = (say("redraws_some_undefined", share=found.undefined),)
    notes += (say("clusters_linearised", n=sample.cluster_count, df=f"{fewest - 1:.0f}"),)
    return Interval(low, high, "redraw sd (whole clusters)", notes)
