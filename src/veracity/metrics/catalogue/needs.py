"""What a metric needs of a classifier, and which interval methods it can have."""

from __future__ import annotations

from typing import Literal

from veracity.metrics.catalogue.catalogue import PROBABILITY
from veracity.metrics.record.interval_facts import (
    MeanPerCase,
    MovingThreshold,
    NoInterval,
    OfArea,
    OfShare,
    Proportion,
)
from veracity.metrics.record.metric import Metric, Through
from veracity.statistics import ConfusionMatrix
from veracity.statistics.joint.top_label import TopLabel

Needs = Literal["labels or a threshold", "ranks", "probabilities"]
OF_SHARES = (
    "wilson",
    "wilson_cc",
    "clopper_pearson",
    "jeffreys",
    "agresti_coull",
    "wald",
    "mid_p",
)
OF_AREAS = ("newcombe", "delong", "delong_logit", "newcombe_delong", "hanley_mcneil")
RESAMPLED = ("percentile", "basic", "poisson", "stratified", "bayes")
SMOOTH = (
    *("delta", "jackknife", "percentile", "basic", "poisson"),
    *("bca", "studentised", "stratified", "bayes"),
)


def needs_of(metric: Metric) -> Needs:
    """Labels (or a threshold), the order of scores only, or probabilities."""
    if metric.reads is ConfusionMatrix:
        return "labels or a threshold"
    of_values = metric.base_key in PROBABILITY and metric.base_key != "ordinal_auroc"
    return "probabilities" if of_values or metric.reads is TopLabel else "ranks"


def interval_methods(metric: Metric) -> tuple[str, ...]:
    """The methods by name that fit such a metric of a plain sample; none where it has none."""
    match metric.interval:
        case NoInterval():
            return ()
        case Through(metric=other):
            return interval_methods(other)
        case Proportion() | OfShare():
            return (*OF_SHARES, *SMOOTH)
        case MeanPerCase():
            return ("wilson", *SMOOTH)
        case OfArea():
            return (*OF_AREAS, *SMOOTH)
        case MovingThreshold():
            return RESAMPLED
        case _:
            return SMOOTH
