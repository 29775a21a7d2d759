"""Which method fits a metric of a sample, and which one it gets without being asked."""

from __future__ import annotations

from veracity.intervals.proportion import PROPORTION_METHODS
from veracity.intervals.roc_area import AREA_METHODS
from veracity.intervals.sample import Sample
from veracity.metrics import Metric
from veracity.statistics import ScoreTable

MOST_STUDENTISED = 300  # cells: each redraw needs a derivative by each of them


def counted(metric: Metric, sample: Sample) -> bool:
    """Whether it counts successes among independent trials."""
    return metric.trials is not None and sample.clusters is None


def fits(method: str, metric: Metric, sample: Sample) -> bool:
    """Whether a method can be used for this metric here."""
    if method in PROPORTION_METHODS:  # weighted rows have no exact count, only an effective one
        return counted(metric, sample) and (method == "wilson" or not sample.weighted)
    if method in AREA_METHODS:
        plain = method in ("delong", "delong_logit") or sample.clusters is None
        return metric.of_auroc is not None and plain
    if not sample.redrawable:
        return method == "none"
    if method == "delta":
        return not metric.quantile
    if method == "bca":
        return not metric.quantile and sample.directions.kind != "signs"
    if method == "studentised":
        few = isinstance(sample.read, ScoreTable) or len(sample.directions.parts) < MOST_STUDENTISED
        return not metric.quantile and sample.clusters is None and not sample.weighted and few
    if method == "stratified":
        return sample.clusters is None and sample.redraws.parts.truth is not None
    if method == "bayes":
        return sample.clusters is None and sample.dense
    return method in ("percentile", "none")


def usual(metric: Metric, sample: Sample) -> str:
    """The method by default; for ROC areas `area` decides between two."""
    if counted(metric, sample):
        return "wilson"
    if metric.of_auroc is not None:
        return "area"
    if not sample.redrawable:
        return "none"
    return "percentile" if metric.quantile else "delta"
