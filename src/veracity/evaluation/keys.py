"""Which keys an evaluation holds, and what to say of those it does not."""

from __future__ import annotations

from functools import lru_cache

from veracity.errors import NotHere, quoted, refuse
from veracity.metrics import ANY_CLASSES, TWO_CLASSES, Metric
from veracity.metrics.averaging import AVERAGES
from veracity.statistics import ConfusionMatrix

# Averaged over the classes these shares say nothing: one label per case makes them 1/K.
SHARES = ("prevalence", "predicted_positive_rate")


def available(matrix: ConfusionMatrix) -> tuple[str, ...]:
    """The keys that can be computed from this matrix, in reading order, defaults only."""
    return _available(matrix.classes, matrix.pos_label is not None)


@lru_cache(maxsize=8)
def _available(classes: int, positive_known: bool) -> tuple[str, ...]:
    keys = [m.key for m in ANY_CLASSES]
    if classes == 2:
        keys += [m.key for m in TWO_CLASSES if positive_known or m.symmetric]
    telling = [m.key for m in TWO_CLASSES if m.key not in SHARES]
    keys += [f"{how}_{key}" for how in AVERAGES for key in telling]
    return tuple(keys)


def computable(metric: Metric, matrix: ConfusionMatrix) -> Metric:
    """The metric, if this matrix has what it reads; else an error that says what to ask for."""
    if metric.reads is not ConfusionMatrix:
        raise refuse("key_needs_scores", NotHere, key=metric.key)
    if metric.classes == "any" or (
        matrix.classes == 2 and (matrix.pos_label is not None or metric.symmetric)
    ):
        return metric
    if matrix.classes == 2:
        raise refuse("key_needs_pos_label", NotHere, key=metric.key, labels=quoted(matrix.labels))
    if matrix.classes < 2:
        raise refuse("key_needs_two_labels", NotHere, key=metric.key, labels=quoted(matrix.labels))
    raise refuse(
        "key_needs_average",
        NotHere,
        key=metric.key,
        classes=matrix.classes,
        averages=", ".join(f"{how}_{metric.key}" for how in AVERAGES),
    )


HEADLINE_TWO = (
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "mcc",
    "kappa",
    "f1",
    "precision",
    "recall",
    "specificity",
    "npv",
    "prevalence",
    "predicted_positive_rate",
)
HEADLINE_MANY = (
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "mcc",
    "kappa",
    "macro_f1",
    "f1_of_macro",
    "weighted_f1",
    "macro_precision",
    "macro_recall",
)

CLASS_KEYS = (
    "precision",
    "recall",
    "specificity",
    "npv",
    "f1",
    "jaccard",
    "mcc",
    "prevalence",
    "predicted_positive_rate",
)


def headline(matrix: ConfusionMatrix) -> tuple[str, ...]:
    """At most twelve keys that say most about this matrix."""
    if matrix.classes == 2 and matrix.pos_label is not None:
        return HEADLINE_TWO
    return HEADLINE_MANY if matrix.classes >= 2 else HEADLINE_MANY[:2]
