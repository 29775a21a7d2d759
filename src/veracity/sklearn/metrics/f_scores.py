"""Precision, recall, F-scores and Jaccard index: of one class, of each, and averaged."""

from __future__ import annotations

import warnings
from collections.abc import Collection
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.metrics.counts.among_predicted import PRECISION
from veracity.metrics.counts.among_truth import RECALL
from veracity.metrics.counts.f_scores import JACCARD, fbeta
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.label_tables import as_counted, label_tables, table_of
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    LABEL,
    NAN,
    NONE,
    SPARSE,
    Rule,
    between,
    checked,
    number_among,
    of_type,
    one_of,
)
from veracity.sklearn.inputs.reading import ReadIndicators, ReadLabels, read_targets
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix

Average: TypeAlias = Literal["binary", "micro", "macro", "weighted", "samples"] | None
ZeroDivision: TypeAlias = float | Literal["warn"]
Read: TypeAlias = ReadLabels | ReadIndicators

_AVERAGES = (None, "micro", "macro", "weighted", "samples")
_COMMON: dict[str, Rule] = {
    "y_true": (ARRAY, SPARSE),
    "y_pred": (ARRAY, SPARSE),
    "labels": (ARRAY, NONE),
    "pos_label": (*LABEL, NONE),
    "average": (one_of("binary", "macro", "micro", "samples", "weighted"), NONE),
    "sample_weight": (ARRAY, NONE),
    "zero_division": (number_among(0.0, 1.0), NAN, one_of("warn")),
}
_BETA = between(0, None, "both")


def chosen_labels(
    read: Read, average: Average, labels: ArrayLike | None, pos_label: object
) -> ArrayLike | None:
    """The labels to look at: the positive one alone for `binary`, else those that were named."""
    if average != "binary":
        if pos_label not in (None, 1):
            warnings.warn(
                f"Note that pos_label (set to {pos_label!r}) is ignored when average != 'binary' "
                f"(got {average!r}). You may use labels=[pos_label] to specify a single positive "
                "class.",
                UserWarning,
                stacklevel=4,
            )
        return labels
    if read.kind == "binary":
        if pos_label not in read.present.tolist() and len(read.present) >= 2:
            raise ValueError(
                f"pos_label={pos_label} is not a valid label. It should be one of {read.present}"
            )
        one: Any = pos_label
        return [one]
    others = [one for one in _AVERAGES if one != "samples" or read.kind != "multiclass"]
    raise ValueError(
        f"Target is {read.kind} but average='binary'. Please choose another average setting, one "
        f"of {others!r}."
    )


def tables_for(read: Read, average: Average, labels: ArrayLike | None) -> ConfusionMatrix:
    """A table for each label, or each row; for `micro` all of them added up to one."""
    tables = label_tables(read, labels, by_row=average == "samples")
    if average == "micro":
        return table_of(tables.cells.array().sum(0, keepdims=True))
    return tables


def settled(
    values: Floats,
    name: str,
    missing: str,
    average: Average,
    zero_division: ZeroDivision,
    warn_for: Collection[str],
) -> Array:
    """The values with a substitute for those that are 0/0, and a warning where asked."""
    undefined = np.isnan(values)
    if not undefined.any():
        return values
    if zero_division == "warn" and name in warn_for:
        axes = ("label", "sample") if average == "samples" else ("sample", "label")
        where = "due to" if len(values) == 1 else f"in {axes[1]}s with"
        warn_undefined(
            f"{name.capitalize()} is ill-defined and being set to 0.0 {where} no {missing} "
            f"{axes[0]}s. Use `zero_division` parameter to control this behavior."
        )
    return np.where(undefined, 0.0 if zero_division == "warn" else float(zero_division), values)


def averaged(values: Array, weights: Array | None) -> float:
    """The mean of the values that there are; plain where all weights are 0."""
    there = ~np.isnan(values)
    if not there.any():
        return float("nan")
    if weights is None or not weights[there].sum():
        return float(values[there].mean())
    return float(np.average(values[there], weights=weights[there]))


def scores_of(
    tables: ConfusionMatrix,
    beta: float,
    average: Average,
    zero_division: ZeroDivision,
    warn_for: Collection[str],
    weight: Array | None,
) -> tuple[Any, Any, Any, Array]:
    """Precision, recall, F and support of tables, averaged if asked."""

    def settle(values: Floats, name: str, missing: str) -> Array:
        return settled(values, name, missing, average, zero_division, warn_for)

    precision = settle(PRECISION(tables), "precision", "predicted")
    recall = settle(RECALL(tables), "recall", "true")
    if np.isposinf(beta):
        f = recall
    elif beta == 0:
        f = precision
    else:
        f = settle(fbeta(tables, beta), "f-score", "true nor predicted")
    support: Array = tables.tp + tables.fn
    if average is None:
        return precision, recall, f, support
    weights = {"weighted": support, "samples": weight}.get(average)
    means = [averaged(one, weights) for one in (precision, recall, f)]
    return means[0], means[1], means[2], support


def _scores(
    y_true: Targets,
    y_pred: Targets,
    beta: float,
    labels: ArrayLike | None,
    pos_label: object,
    average: Average,
    warn_for: Collection[str],
    sample_weight: Weights,
    zero_division: ZeroDivision,
) -> tuple[Any, Any, Any, Any]:
    read = read_targets(y_true, y_pred, sample_weight)
    labels = chosen_labels(read, average, labels, pos_label)
    tables = tables_for(read, average, labels)
    weight = None if sample_weight is None else np.asarray(sample_weight)
    *scores, support = scores_of(tables, beta, average, zero_division, warn_for, weight)
    if average is not None:
        return scores[0], scores[1], scores[2], None
    return scores[0], scores[1], scores[2], as_counted(support, read)


@checked(**_COMMON, beta=_BETA, warn_for=of_type(list, tuple, set))
def precision_recall_fscore_support(
    y_true: Targets,
    y_pred: Targets,
    *,
    beta: float = 1.0,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = None,
    warn_for: Collection[str] = ("precision", "recall", "f-score"),
    sample_weight: Weights = None,
    zero_division: ZeroDivision = "warn",
) -> tuple[Any, Any, Any, Any]:
    """Precision, recall, F-score and number of rows of each class, or averages of the first three.

    >>> y_true, y_pred = ["cat", "dog", "cat"], ["cat", "cat", "cat"]
    >>> precision_recall_fscore_support(y_true, y_pred, average="micro")[2] == 2 / 3
    True
    """
    return _scores(
        y_true, y_pred, beta, labels, pos_label, average, warn_for, sample_weight, zero_division
    )


@checked(**_COMMON)
def precision_score(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = "binary",
    sample_weight: Weights = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """TP / (TP + FP) of the positive class, of each class, or averaged.

    >>> precision_score([0, 1, 1, 0], [0, 1, 1, 1], average=None)
    array([1.        , 0.66666667])
    """
    return _scores(
        y_true,
        y_pred,
        1.0,
        labels,
        pos_label,
        average,
        ("precision",),
        sample_weight,
        zero_division,
    )[0]


@checked(**_COMMON)
def recall_score(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = "binary",
    sample_weight: Weights = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """TP / (TP + FN) of the positive class, of each class, or averaged.

    >>> recall_score([0, 1, 1, 0], [0, 1, 0, 1])
    0.5
    """
    return _scores(
        y_true, y_pred, 1.0, labels, pos_label, average, ("recall",), sample_weight, zero_division
    )[1]


@checked(**_COMMON)
def f1_score(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = "binary",
    sample_weight: Weights = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """The harmonic mean of precision and recall of a class, of each class, or averaged.

    >>> round(f1_score([0, 1, 2, 0, 1, 2], [0, 2, 1, 0, 0, 1], average="macro"), 4)
    0.2667
    """
    return _scores(
        y_true, y_pred, 1.0, labels, pos_label, average, ("f-score",), sample_weight, zero_division
    )[2]


@checked(**_COMMON, beta=_BETA)
def fbeta_score(
    y_true: Targets,
    y_pred: Targets,
    *,
    beta: float,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = "binary",
    sample_weight: Weights = None,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """The harmonic mean of precision and recall, recall weighing beta times as much.

    >>> round(fbeta_score([0, 1, 1, 0], [0, 1, 1, 1], beta=2), 4)
    0.9091
    """
    return _scores(
        y_true, y_pred, beta, labels, pos_label, average, ("f-score",), sample_weight, zero_division
    )[2]


@checked(**{**_COMMON, "zero_division": (number_among(0, 1), one_of("warn"))})
def jaccard_score(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    pos_label: float | str | bool | None = 1,
    average: Average = "binary",
    sample_weight: Weights = None,
    zero_division: float | Literal["warn"] = "warn",
) -> Any:
    """TP / (TP + FP + FN) of the positive class, of each class, or averaged.

    >>> jaccard_score([0, 1, 1], [1, 1, 1])
    0.6666666666666666
    """
    read = read_targets(y_true, y_pred, sample_weight)
    labels = chosen_labels(read, average, labels, pos_label)
    tables = tables_for(read, average, labels)
    missing = "true or predicted"
    values = settled(JACCARD(tables), "jaccard", missing, average, zero_division, ("jaccard",))
    if average is None:
        return values
    weight = None if sample_weight is None else np.asarray(sample_weight)
    return averaged(values, {"weighted": tables.tp + tables.fn, "samples": weight}.get(average))
