"""Areas under the ROC and the precision-recall curve: two classes, several, several labels."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from itertools import combinations
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.metrics.ranking.areas import AUROC, AVERAGE_PRECISION
from veracity.metrics.ranking.partial import partial_auroc
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    as_column,
    same_length,
)
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.parameter_checks import ARRAY, LABEL, NONE, between, checked, one_of
from veracity.sklearn.inputs.ranked import ranked_rows, table_of_rows
from veracity.sklearn.inputs.targets import INDICATOR, distinct, target_array, type_of_array
from veracity.sklearn.metrics.curves import warn_meaningless

Average: TypeAlias = Literal["micro", "macro", "weighted", "samples"] | None
Area: TypeAlias = Callable[[Array, Array, Array | None], float]
_AVERAGE = (one_of("macro", "micro", "samples", "weighted"), NONE)


def _average_precision(truth: Array, scores: Array, weight: Array | None) -> float:
    value = float(AVERAGE_PRECISION(table_of_rows(ranked_rows(truth, scores, weight))))
    if np.isnan(value):
        warnings.warn(
            "No positive class found in y_true, recall is set to one for all thresholds.",
            stacklevel=5,
        )
        return 0.0
    return value


def _roc_area(max_fpr: float | None) -> Area:
    def area(truth: Array, scores: Array, weight: Array | None) -> float:
        if truth.all() or not truth.any():
            warn_undefined(
                "Only one class is present in y_true. ROC AUC score is not defined in that case."
            )
            return float("nan")
        table = table_of_rows(ranked_rows(truth, scores, weight))
        warn_meaningless(table)
        whole = max_fpr is None or max_fpr == 1
        return float(AUROC(table) if whole else partial_auroc(table, max_fpr or 1.0, None, "yes"))

    return area


def _of_labels(
    truth: Array, scores: Array, average: Average, weight: Array | None, area: Area
) -> Any:
    """The area of each label, or each row, or of all entries together; averaged if asked."""
    same_length(truth, scores, weight)
    truth, scores = as_array(truth) != 0, as_array(scores)
    if scores.ndim == 1:
        raise ValueError("Expected 2D array, got 1D array instead: y_score needs a column a label.")
    if scores.shape != truth.shape:
        raise ValueError(f"y_true has shape {truth.shape}, y_score {scores.shape}: one column each")
    if average == "micro":
        spread = None if weight is None else np.repeat(weight, truth.shape[1])
        return area(truth.ravel(), scores.ravel(), spread)
    shares: Array | None = None
    if average == "weighted":
        shares = truth.sum(0) if weight is None else (truth * weight[:, None]).sum(0)
        if np.isclose(shares.sum(), 0):
            return 0
    elif average == "samples":
        truth, scores, shares, weight = truth.T, scores.T, weight, None
    values = np.array([area(*pair, weight) for pair in zip(truth.T, scores.T, strict=True)])
    if average is None:
        return values
    if shares is None:
        return float(values.mean())
    values[shares == 0] = 0
    return float(np.average(values, weights=shares))


@checked(
    y_true=ARRAY,
    y_score=ARRAY,
    average=_AVERAGE,
    pos_label=LABEL,
    sample_weight=(ARRAY, NONE),
)
def average_precision_score(
    y_true: Targets,
    y_score: Targets,
    *,
    average: Average = "macro",
    pos_label: float | str | bool = 1,
    sample_weight: Weights = None,
) -> Any:
    """Precision at each threshold, averaged by how much recall it adds.

    >>> round(average_precision_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]), 4)
    0.8333
    """
    weight = None if sample_weight is None else as_column(sample_weight)
    truth = target_array(y_true)
    kind = type_of_array(truth, "y_true")
    if kind == "binary":
        present = distinct(truth)
        if len(present) == 2 and pos_label not in present.tolist():
            raise ValueError(
                f"pos_label={pos_label} is not a valid label. It should be one of {present}"
            )
        positive = np.asarray(as_column(truth) == pos_label)
        return _average_precision(positive, as_array(y_score, "any"), weight)
    if kind not in (INDICATOR, "multiclass"):
        raise ValueError(f"{kind} format is not supported")
    if pos_label != 1:
        raise ValueError(
            f"Parameter pos_label is fixed to 1 for {kind} y_true. Do not set pos_label or set "
            "pos_label to 1."
        )
    scores = as_array(y_score, "any")
    if kind == "multiclass":
        truth = as_column(truth)[:, None] == distinct(truth)
        _refuse_shape(scores, truth.shape)
    return _of_labels(truth, scores, average, weight, _average_precision)


def _refuse_shape(scores: Array, shape: tuple[int, ...] | None = None) -> None:
    if scores.ndim != 2 or (shape is not None and scores.shape != shape):
        raise ValueError(
            "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains "
            f"multiple classes. Got `y_score.shape={scores.shape}`."
        )


@checked(
    y_true=ARRAY,
    y_score=ARRAY,
    average=_AVERAGE,
    sample_weight=(ARRAY, NONE),
    max_fpr=(between(0, 1, "right"), NONE),
    multi_class=one_of("raise", "ovr", "ovo"),
    labels=(ARRAY, NONE),
)
def roc_auc_score(
    y_true: Targets,
    y_score: Targets,
    *,
    average: Average = "macro",
    sample_weight: Weights = None,
    max_fpr: float | None = None,
    multi_class: Literal["raise", "ovr", "ovo"] = "raise",
    labels: ArrayLike | None = None,
) -> Any:
    """How often a positive ranks above a negative; up to `max_fpr` on McClish's scale.

    Several classes: each against the others (`ovr`), or pair by pair (`ovo`; Hand and Till 2001).

    >>> roc_auc_score([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    0.75
    """
    truth = target_array(y_true)
    kind = type_of_array(truth, "y_true")
    truth = as_array(truth, "any")
    scores = as_array(y_score)
    weight = None if sample_weight is None else as_column(sample_weight)
    several = scores.ndim == 2 and scores.shape[1] > 2
    if kind == "multiclass" or (kind == "binary" and several):
        if max_fpr is not None and max_fpr != 1:
            raise ValueError(
                "Partial AUC computation not available in multiclass setting, 'max_fpr' must be "
                f"set to `None`, received `max_fpr={max_fpr}` instead"
            )
        if multi_class == "raise":
            raise ValueError("multi_class must be in ('ovo', 'ovr')")
        return _of_classes(as_column(truth), scores, labels, multi_class, average, weight)
    if kind == "binary":
        classes = distinct(truth)
        positive = (truth == classes[-1]) & (len(classes) > 1)
        return _roc_area(max_fpr)(as_column(positive), scores, weight)
    if kind != INDICATOR:
        raise ValueError(f"{kind} format is not supported")
    return _of_labels(truth, scores, average, weight, _roc_area(max_fpr))


def _of_classes(
    truth: Array,
    scores: Array,
    labels: ArrayLike | None,
    multi_class: Literal["ovr", "ovo"],
    average: Average,
    weight: Array | None,
) -> Any:
    _refuse_shape(scores)
    if not np.allclose(1, scores.sum(1)):
        raise ValueError(
            "Target scores need to be probabilities for multiclass roc_auc, i.e. they should sum "
            "up to 1.0 over classes"
        )
    options = (
        ("macro", "weighted", None)
        if multi_class == "ovo"
        else ("micro", "macro", "weighted", None)
    )
    if average not in options:
        raise ValueError(f"average must be one of {options} for multiclass problems")
    if average is None and multi_class == "ovo":
        raise NotImplementedError("average=None is not implemented for multi_class='ovo'.")
    classes = _classes(truth, scores, labels)
    if multi_class == "ovr":
        return _of_labels(truth[:, None] == classes, scores, average, weight, _roc_area(None))
    if weight is not None:
        raise ValueError(
            "sample_weight is not supported for multiclass one-vs-one ROC AUC, 'sample_weight' "
            "must be None in this case."
        )
    return _pair_by_pair(np.searchsorted(classes, truth), scores, average)


def _classes(truth: Array, scores: Array, labels: ArrayLike | None) -> Array:
    if labels is None:
        classes = distinct(truth)
        if len(classes) != scores.shape[1]:
            raise ValueError(
                "Number of classes in y_true not equal to the number of columns in 'y_score'"
            )
        return classes
    given = as_column(labels)
    classes = np.unique(given)
    if len(classes) != len(given):
        raise ValueError("Parameter 'labels' must be unique")
    if not np.array_equal(classes, given):
        raise ValueError("Parameter 'labels' must be ordered")
    if len(classes) != scores.shape[1]:
        raise ValueError(
            f"Number of given labels, {len(classes)}, not equal to the number of columns in "
            f"'y_score', {scores.shape[1]}"
        )
    if not np.isin(distinct(truth), classes).all():
        raise ValueError("'y_true' contains labels not in parameter 'labels'")
    return classes


def _pair_by_pair(truth: NDArray[np.intp], scores: Array, average: Average) -> float:
    """The mean over pairs of classes of the two areas between them, on the rows of each pair."""
    same_length(truth, scores)
    rows = {index: np.flatnonzero(truth == index) for index in np.unique(truth).tolist()}
    area = _roc_area(None)
    values, shares = list[float](), list[float]()
    for a, b in combinations(rows, 2):
        both = np.concatenate([rows[a], rows[b]])
        first = np.arange(len(both)) < len(rows[a])
        areas = area(first, scores[both, a], None), area(~first, scores[both, b], None)
        values.append(sum(areas) / 2)
        shares.append(len(both) / len(truth))
    weights = shares if average == "weighted" else None
    return np.float64(np.average(values, weights=weights))  # the type that scikit-learn gives
