"""Counts and curves over thresholds: ROC, precision-recall, DET; and the area under any points."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import wraps
from inspect import signature
from typing import Any, ParamSpec, TypeVar

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.curves.kinds.det import det
from veracity.curves.kinds.roc import roc
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights, as_column, same_length
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    BOOLEAN,
    CALLABLE,
    LABEL,
    NONE,
    Rule,
    checked,
    of_type,
)
from veracity.sklearn.inputs.ranked import back_to, ranked, ranked_rows
from veracity.sklearn.inputs.targets import distinct, target_array
from veracity.statistics.scores.score_table import ScoreTable

Given = ParamSpec("Given")
Result = TypeVar("Result")
_COMMON: dict[str, Rule] = {
    "y_true": ARRAY,
    "y_score": ARRAY,
    "pos_label": (*LABEL, NONE),
    "sample_weight": (ARRAY, NONE),
    "drop_intermediate": BOOLEAN,
}


def _by_name(version: str) -> Callable[[Callable[Given, Result]], Callable[Given, Result]]:
    """Keyword arguments that were given by position: taken until this version, with a warning."""

    def decorate(function: Callable[Given, Result]) -> Callable[Given, Result]:
        names = list(signature(function).parameters)
        positional = sum(
            one.kind is one.POSITIONAL_OR_KEYWORD for one in signature(function).parameters.values()
        )

        @wraps(function)
        def call(*args: Any, **kwargs: Any) -> Result:
            if len(args) > positional:
                pairs = list(zip(names[positional:], args[positional:], strict=False))
                listed = ", ".join(f"{name}={value}" for name, value in pairs)
                warnings.warn(
                    f"Pass {listed} as keyword args. From version {version} passing these as "
                    "positional arguments will result in an error",
                    FutureWarning,
                    stacklevel=2,
                )
                kwargs.update(pairs)
            return function(*args[:positional], **kwargs)

        return call

    return decorate


@_by_name("1.11")
@checked(y_true=ARRAY, y_score=ARRAY, pos_label=(*LABEL, NONE), sample_weight=(ARRAY, NONE))
def confusion_matrix_at_thresholds(
    y_true: Targets,
    y_score: Targets,
    *,
    pos_label: float | str | bool | None = None,
    sample_weight: Weights = None,
) -> tuple[Array, Array, Array, Array, Array]:
    """TN, FP, FN and TP at every threshold, highest first, and the thresholds.

    >>> tn, fp, fn, tp, thresholds = confusion_matrix_at_thresholds([0, 0, 1, 1], [1, 4, 3, 8])
    >>> tp.tolist(), thresholds.tolist()
    ([1.0, 1.0, 2.0, 2.0], [8, 4, 3, 1])
    """
    table, dtype = ranked(y_true, y_score, pos_label, sample_weight)
    tp, fp = table.tp[1:], table.fp[1:]
    return fp[-1] - fp, fp.copy(), tp[-1] - tp, tp.copy(), back_to(table.scores.copy(), dtype)


def _kept(*moves: Array) -> Array:
    """The ends, and the points at which something moves before or after."""
    return np.flatnonzero(np.concatenate([[True], np.logical_or(*moves), [True]]))


def warn_meaningless(table: ScoreTable) -> None:
    """Warn of rates that have no value because a class does not occur."""
    if not table.negatives > 0:
        warn_undefined("No negative samples in y_true, false positive value should be meaningless")
    if not table.positives > 0:
        warn_undefined("No positive samples in y_true, true positive value should be meaningless")


@checked(**_COMMON)
def roc_curve(
    y_true: Targets,
    y_score: Targets,
    *,
    pos_label: float | str | bool | None = None,
    sample_weight: Weights = None,
    drop_intermediate: bool = True,
) -> tuple[Array, Array, Array]:
    """False and true positive rates at falling thresholds, the first of them above everything.

    >>> fpr, tpr, thresholds = roc_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [inf, 0.8, 0.4, 0.35, 0.1])
    """
    table, _ = ranked(y_true, y_score, pos_label, sample_weight)
    curve = roc(table)
    fpr, tpr, thresholds = curve["fpr"], curve["tpr"], curve.thresholds
    if drop_intermediate and len(table) > 2:
        fp, tp = curve["fp"][1:], curve["tp"][1:]
        kept = np.append(0, _kept(np.diff(fp, 2), np.diff(tp, 2)) + 1)
        fpr, tpr, thresholds = fpr[kept], tpr[kept], thresholds[kept]
    warn_meaningless(table)
    return np.array(fpr), np.array(tpr), np.array(thresholds)


@checked(**_COMMON)
def precision_recall_curve(
    y_true: Targets,
    y_score: Targets,
    *,
    pos_label: float | str | bool | None = None,
    sample_weight: Weights = None,
    drop_intermediate: bool = False,
) -> tuple[Array, Array, Array]:
    """Precision and recall at rising thresholds, closed by the point (1, 0), and the thresholds.

    >>> precision, recall, thresholds = precision_recall_curve([0, 0, 1, 1], [1, 4, 3, 8])
    >>> recall.tolist(), thresholds.tolist()
    ([1.0, 1.0, 0.5, 0.5, 0.0], [1, 3, 4, 8])
    """
    table, dtype = ranked(y_true, y_score, pos_label, sample_weight)
    tp, fp, thresholds = table.tp[1:], table.fp[1:], table.scores
    if drop_intermediate and len(table) > 2:
        kept = _kept(np.diff(tp[:-1]), np.diff(tp[1:]))
        tp, fp, thresholds = tp[kept], fp[kept], thresholds[kept]
    precision: Floats = np.nan_to_num(ratio(tp, tp + fp))
    if table.positives > 0:
        recall = ratio(tp, tp[-1])
    else:
        warnings.warn(
            "No positive class found in y_true, recall is set to one for all thresholds.",
            stacklevel=3,
        )
        recall = np.ones(len(tp))
    return (
        np.append(precision[::-1], 1.0),
        np.append(recall[::-1], 0.0),
        back_to(thresholds[::-1].copy(), dtype),
    )


@checked(**_COMMON)
def det_curve(
    y_true: Targets,
    y_score: Targets,
    pos_label: float | str | bool | None = None,
    sample_weight: Weights = None,
    drop_intermediate: bool = False,
) -> tuple[Array, Array, Array]:
    """False positive and false negative rates at rising thresholds.

    From where no positive is missed to where nothing is predicted falsely.

    >>> fpr, fnr, thresholds = det_curve([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr.tolist(), fnr.tolist()
    ([0.5, 0.5, 0.0], [0.0, 0.5, 0.5])
    """
    table, _ = ranked(y_true, y_score, pos_label, sample_weight)
    if len(distinct(np.asarray(target_array(y_true)))) != 2:
        raise ValueError(
            "Only one class is present in y_true. Detection error tradeoff curve is not defined "
            "in that case."
        )
    curve = det(table)
    fp, tp = curve["fp"], curve["tp"]
    indices = np.arange(len(tp))
    if drop_intermediate and len(tp) > 2:
        indices = _kept(np.diff(tp[:-1]), np.diff(tp[1:]))
    fp, tp = fp[indices], tp[indices]
    first = int(np.searchsorted(fp, fp[0], "right")) - 1
    last = int(np.searchsorted(tp, tp[-1])) + 1
    indices = indices[max(first, 0) : last][::-1]
    return curve["fpr"][indices], curve["fnr"][indices], curve.thresholds[indices]


@checked(
    y_true=ARRAY,
    y_score=ARRAY,
    metric_func=CALLABLE,
    sample_weight=(ARRAY, NONE),
    metric_params=(*of_type(dict), NONE),
)
def metric_at_thresholds(
    y_true: Targets,
    y_score: Targets,
    metric_func: Callable[..., Any],
    *,
    sample_weight: Weights = None,
    metric_params: Mapping[str, Any] | None = None,
) -> tuple[Array, Array]:
    """The values of any function of truth and prediction at every threshold, highest first.

    >>> from veracity.sklearn import accuracy_score
    >>> metric_at_thresholds([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8], accuracy_score)[0].tolist()
    [0.75, 0.5, 0.75, 0.5]
    """
    truth, scores, weight = ranked_rows(y_true, y_score, sample_weight)
    order = len(scores) - 1 - np.argsort(scores[::-1], kind="stable")[::-1]
    truth, scores = truth[order], scores[order]
    given = dict(metric_params or {})
    if weight is not None:
        given["sample_weight"] = weight[order]
    thresholds = scores[np.append(np.flatnonzero(np.diff(scores)), len(scores) - 1)]
    values = [metric_func(truth, (scores >= one).astype(np.int32), **given) for one in thresholds]
    return np.asarray(values), thresholds


@checked(x=ARRAY, y=ARRAY)
def auc(x: ArrayLike, y: ArrayLike) -> float:
    """The area under any points by the trapezoidal rule; x only rises or only falls.

    >>> auc([0, 0.5, 1], [0, 1, 1])
    0.75
    """
    same_length(x, y)
    across, up = as_column(x), as_column(y)
    if len(across) < 2:
        raise ValueError(
            f"At least 2 points are needed to compute area under curve, but x.shape = {len(across)}"
        )
    steps = np.diff(across)
    if (steps < 0).any() and not (steps <= 0).all():
        raise ValueError(f"x is neither increasing nor decreasing : {across}.")
    area = float(np.trapezoid(up, across))
    return -area if (steps < 0).any() else area
