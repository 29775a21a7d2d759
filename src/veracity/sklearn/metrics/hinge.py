"""The hinge loss: how far decisions fall short of a margin of one."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    as_column,
    mean_of,
    same_length,
)
from veracity.sklearn.inputs.parameter_checks import ARRAY, NONE, checked
from veracity.sklearn.inputs.targets import refuse_no_classes


@checked(y_true=ARRAY, pred_decision=ARRAY, labels=(ARRAY, NONE), sample_weight=(ARRAY, NONE))
def hinge_loss(
    y_true: Targets,
    pred_decision: ArrayLike,
    *,
    labels: ArrayLike | None = None,
    sample_weight: Weights = None,
) -> float:
    """The mean of max(0, 1 − margin).

    The margin is the decision itself towards the true one of two classes; of several, that of
    the true class less the largest of the others. Crammer K, Singer Y (2001) JMLR 2:265–292.

    >>> hinge_loss([-1, 1, 1], [-2.0, 0.5, 1.5])
    0.16666666666666666
    """
    same_length(y_true, pred_decision, sample_weight)
    decision = as_array(pred_decision)
    truth = as_column(y_true)
    classes = np.unique(truth if labels is None else np.asarray(labels))
    if len(classes) > 2:
        margin = _over_the_others(truth, decision, classes, given=labels is not None)
    else:
        refuse_no_classes(truth)
        positive = truth == np.unique(truth)[-1] if len(np.unique(truth)) == 2 else _lone(truth)
        margin = np.where(positive, 1, -1) * as_column(decision)
    return mean_of(np.maximum(1 - margin, 0), sample_weight)


def _lone(truth: Array) -> Array:
    """Rows of a single class are the negative ones, as scikit-learn has it."""
    return np.zeros(len(truth), bool)


def _over_the_others(truth: Array, decision: Array, classes: Array, *, given: bool) -> Array:
    shape = (len(truth), len(classes))
    if decision.ndim <= 1:
        raise ValueError(
            "The shape of pred_decision cannot be 1d arraywith a multiclass target. pred_decision "
            f"shape must be (n_samples, n_classes), that is {shape}. Got: {decision.shape}"
        )
    if decision.shape[1] != len(classes):
        if not given:
            raise ValueError("Please include all labels in y_true or pass labels as third argument")
        raise ValueError(
            "The shape of pred_decision is not consistent with the number of classes. With a "
            "multiclass target, pred_decision shape must be (n_samples, n_classes), that is "
            f"{shape}. Got: {decision.shape}"
        )
    unknown = np.setdiff1d(truth, classes)
    if len(unknown):
        raise ValueError(f"y contains previously unseen labels: {unknown.tolist()}")
    rows, index = np.arange(len(truth)), np.searchsorted(classes, truth)
    others = decision.astype(decision.dtype if decision.dtype.kind == "f" else np.float64)
    others[rows, index] = -np.inf
    margin: Array = decision[rows, index] - others.max(1)
    return margin
