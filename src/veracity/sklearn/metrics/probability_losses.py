"""Scores of probabilities: log loss, Brier score, and what either gains over the base rates."""

from __future__ import annotations

import warnings
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from veracity.metrics.probability.brier import brier
from veracity.metrics.probability.log_loss import log_loss as mean_log_loss
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    row_count,
    same_length,
)
from veracity.sklearn.inputs.class_columns import (
    ClassProbabilityRows,
    read_binary,
    read_several,
)
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    BOOLEAN,
    HIDDEN_NONE,
    LABEL,
    NONE,
    Rule,
    checked,
    of_type,
    one_of,
)

_NOT_GIVEN = "deprecated"
_LABELS = (ARRAY, NONE)
_RENAMED: dict[str, Rule] = {
    "y_true": ARRAY,
    "y_proba": (ARRAY, HIDDEN_NONE),
    "y_pred": (ARRAY, *of_type(str)),
}


def _renamed(y_proba: ArrayLike | None, y_pred: ArrayLike) -> ArrayLike:
    """The probabilities under their name, or under the one that they had before 1.9."""
    if isinstance(y_pred, str) and y_pred == _NOT_GIVEN:
        if y_proba is None:
            raise TypeError("missing 1 required positional argument: 'y_proba'")
        return y_proba
    if y_proba is not None:
        raise ValueError(
            "Cannot use both `y_pred` and `y_proba`. `y_pred` is deprecated, use `y_proba` instead."
        )
    warnings.warn(
        "`y_pred` was renamed to `y_proba` in version 1.9 and will be removed in 1.11. Use "
        "`y_proba` instead.",
        FutureWarning,
        stacklevel=4,
    )
    return y_pred


def _total_log_loss(rows: ClassProbabilityRows) -> tuple[float, float]:
    """The mean over rows, probabilities clipped by the spacing of their type, and the weight."""
    clip = float(np.finfo(rows.probabilities.dtype).eps)
    table, total = rows.of_truth, float(rows.weights.sum())
    if total > 0 and not table.total > 0:  # indicators without a true class lose nothing
        return 0.0, total
    return float(mean_log_loss(table, clip)) * float(table.total) / total, total


def _brier(rows: ClassProbabilityRows) -> float:
    """The mean over rows of Σ_k (p_k − y_k)²: that of single probabilities, times the classes."""
    return float(brier(rows.of_classes)) * rows.classes


def _read(
    y_true: Targets,
    y_proba: ArrayLike,
    weight: Weights,
    pos_label: object,
    labels: ArrayLike | None,
) -> ClassProbabilityRows:
    p = as_array(y_proba, "float")
    if p.ndim == 1 or p.shape[1] == 1:
        return read_binary(y_true, p, weight, pos_label)
    return read_several(y_true, p, weight, labels)


@checked(**_RENAMED, normalize=BOOLEAN, sample_weight=_LABELS, labels=_LABELS)
def log_loss(
    y_true: Targets,
    y_proba: ArrayLike | None = None,
    *,
    normalize: bool = True,
    sample_weight: Weights = None,
    labels: ArrayLike | None = None,
    y_pred: ArrayLike = _NOT_GIVEN,
) -> float:
    """The mean, or the sum, of minus the logarithm of what the true class was given.

    >>> round(log_loss(["spam", "ham"], [[0.1, 0.9], [0.8, 0.2]]), 4)
    0.1643
    """
    p = as_array(_renamed(y_proba, y_pred), "float")
    rows = read_several(y_true, p, sample_weight, labels)
    mean, total = _total_log_loss(rows)
    return mean if normalize else mean * total


@checked(
    y_true=ARRAY,
    y_proba=ARRAY,
    sample_weight=_LABELS,
    pos_label=(*LABEL, NONE),
    labels=_LABELS,
    scale_by_half=(BOOLEAN, one_of("auto")),
)
def brier_score_loss(
    y_true: Targets,
    y_proba: ArrayLike,
    *,
    sample_weight: Weights = None,
    pos_label: float | str | bool | None = None,
    labels: ArrayLike | None = None,
    scale_by_half: bool | Literal["auto"] = "auto",
) -> float:
    """The mean squared distance of probabilities and outcomes, halved for two classes.

    >>> round(brier_score_loss([0, 1, 1, 0], [0.1, 0.9, 0.8, 0.3]), 4)
    0.0375
    """
    rows = _read(y_true, y_proba, sample_weight, pos_label, labels)
    halved = rows.classes < 3 if scale_by_half == "auto" else scale_by_half
    return _brier(rows) * (0.5 if halved else 1.0)


def _too_few(y_true: Targets, y_proba: Array | ArrayLike, weight: Weights) -> bool:
    same_length(y_proba, y_true, weight)
    if row_count(y_proba) >= 2:
        return False
    warn_undefined("D^2 score is not well-defined with less than two samples.")
    return True


@checked(**_RENAMED, sample_weight=_LABELS, labels=_LABELS)
def d2_log_loss_score(
    y_true: Targets,
    y_proba: ArrayLike | None = None,
    *,
    sample_weight: Weights = None,
    labels: ArrayLike | None = None,
    y_pred: ArrayLike = _NOT_GIVEN,
) -> float:
    """The share of the log loss of the base rates that the probabilities save.

    >>> round(d2_log_loss_score([0, 1], [[0.8, 0.2], [0.1, 0.9]]), 4)
    0.763
    """
    given = _renamed(y_proba, y_pred)
    if _too_few(y_true, given, sample_weight):
        return float("nan")
    rows = read_several(y_true, as_array(given, "float"), sample_weight, labels)
    return 1 - _total_log_loss(rows)[0] / _total_log_loss(rows.at_base_rates())[0]


@checked(
    y_true=ARRAY, y_proba=ARRAY, sample_weight=_LABELS, pos_label=(*LABEL, NONE), labels=_LABELS
)
def d2_brier_score(
    y_true: Targets,
    y_proba: ArrayLike,
    *,
    sample_weight: Weights = None,
    pos_label: float | str | bool | None = None,
    labels: ArrayLike | None = None,
) -> float:
    """The share of the Brier score of the base rates that the probabilities save.

    >>> round(d2_brier_score([0, 1], [0.2, 0.9]), 4)
    0.9
    """
    if _too_few(y_true, y_proba, sample_weight):
        return float("nan")
    rows = _read(y_true, y_proba, sample_weight, pos_label, labels)
    with np.errstate(divide="ignore", invalid="ignore"):
        return float(1 - np.float64(_brier(rows)) / np.float64(_brier(rows.at_base_rates())))
