"""Which method fits a metric of a sample, why another does not, and which is taken unasked."""

from __future__ import annotations

from veracity.intervals.closed_form.of_means import mean_fits
from veracity.intervals.formulas.proportion import PROPORTION_METHODS
from veracity.intervals.formulas.roc_area import AREA_METHODS
from veracity.intervals.sample.sample import Sample
from veracity.intervals.sample.settings import METHODS
from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import (
    MeanPerCase,
    MovingThreshold,
    OfArea,
    Proportion,
)
from veracity.words import Text, say

MOST_LEFT_OUT = 2048  # cells: each is left out once, of all of them
MOST_STUDENTISED = 128  # cells: each resample needs a derivative by each of them


def fits(method: str, metric: Metric, sample: Sample) -> bool:
    """Whether a method can be used for this metric here."""
    return misfit(method, metric, sample) is None


def misfit(method: str, metric: Metric, sample: Sample) -> Text | None:
    """Why a method cannot be used for this metric here; None where it can."""
    if method in PROPORTION_METHODS:
        return _no_proportion(method, metric, sample)
    if method in AREA_METHODS:
        if metric.area is None:
            return say("why_no_area")
        plain = method in ("delong", "delong_logit") or sample.cluster_count is None
        return None if plain else say("why_clustered")
    if method in ("none", "auto"):
        return None
    if not sample.resamplable:
        return say("why_not_joint")
    if metric.moving is not None and method in ("delta", "jackknife", "bca", "studentised"):
        return say("why_moving_cut")
    if sample.cluster_count is not None and method in ("bca", "studentised", "stratified", "bayes"):
        return say("why_clustered")
    return _by_cells(method, sample)


def _no_proportion(method: str, metric: Metric, sample: Sample) -> Text | None:
    if method == "wilson" and mean_fits(metric, sample):
        return None
    if metric.counted is None:
        return say("why_no_proportion")
    if sample.cluster_count is not None:
        return say("why_clustered")
    # weighted rows have no exact count, only an effective one
    return say("why_weighted") if sample.weighted and method != "wilson" else None


def _by_cells(method: str, sample: Sample) -> Text | None:
    if method == "bca" and sample.directions.kind == "signs":
        return say("why_many_cells")
    if method == "jackknife":
        if len(sample.directions.parts) > MOST_LEFT_OUT:
            return say("why_many_cells")
        alone = sample.weighted and sample.cluster_count is None
        return say("why_weighted") if alone else None
    if method == "studentised":
        few = sample.read.kind == "score_table" or len(sample.directions.parts) < MOST_STUDENTISED
        if not few:
            return say("why_many_cells")
        return say("why_weighted") if sample.weighted else None
    if method == "stratified" and sample.resamples.parts.truth is None:
        return say("why_no_truth")
    if method == "bayes" and not sample.dense:
        return say("why_not_listed")
    return None


def fitting(metric: Metric, sample: Sample) -> str:
    """The methods that fit, by name."""
    return ", ".join(m for m in METHODS if m != "none" and fits(m, metric, sample))


def usual(metric: Metric, sample: Sample) -> str:
    """The method by default; for ROC areas `area` decides between two."""
    match metric.interval:
        case Proportion() if sample.cluster_count is None:
            return "wilson"
        case MeanPerCase() if mean_fits(metric, sample):
            return "wilson"
        case OfArea():
            return "area"
        case _ if not sample.resamplable:
            return "none"
        case MovingThreshold(at="precision"):
            return "inverted"
        case MovingThreshold():
            from veracity.intervals.closed_form.at_rate import few_decide

            return "rate inverted" if few_decide(sample, metric) else "percentile"
        case _:  # smooth, or of a smooth metric
            return "delta"
