"""Top-k accuracy: whether the true class is among the k with the highest scores."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    as_column,
    same_length,
)
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.parameter_checks import ARRAY, BOOLEAN, NONE, between, checked
from veracity.sklearn.inputs.targets import distinct, type_of_array
from veracity.statistics.joint.top_ranks import TopRanks


@checked(
    y_true=ARRAY,
    y_score=ARRAY,
    k=between(1, None, "left", whole=True),
    normalize=BOOLEAN,
    sample_weight=(ARRAY, NONE),
    labels=(ARRAY, NONE),
)
def top_k_accuracy_score(
    y_true: Targets,
    y_score: Targets,
    *,
    k: int = 2,
    normalize: bool = True,
    sample_weight: Weights = None,
    labels: ArrayLike | None = None,
) -> float:
    """The share of rows whose true class is among the k with the highest scores.

    Among equal scores the last class ranks first; two classes have the score of the second one.

    >>> top_k_accuracy_score([0, 1, 2], [[0.5, 0.2, 0.2], [0.3, 0.4, 0.2], [0.7, 0.2, 0.1]])
    0.6666666666666666
    """
    truth = as_column(as_array(y_true, "any"))
    kind = type_of_array(truth, "y_true")
    if kind == "binary" and labels is not None and len(np.asarray(labels)) > 2:
        kind = "multiclass"
    if kind not in ("binary", "multiclass"):
        raise ValueError(f"y type must be 'binary' or 'multiclass', got '{kind}' instead.")
    scores = _columns(as_array(y_score), kind)
    same_length(truth, scores, sample_weight)
    classes = _classes(truth, scores.shape[1], labels)
    if k >= len(classes):
        warn_undefined(
            f"'k' ({k}) greater than or equal to 'n_classes' ({len(classes)}) will result in a "
            "perfect score and is therefore meaningless."
        )
    weight = None if sample_weight is None else np.asarray(sample_weight)
    last_first = len(classes) - 1 - np.searchsorted(classes, truth)
    ranks = TopRanks.of_rows(last_first, scores[:, ::-1].T, weight, labels=range(len(classes)))
    within = float(ranks.within(min(k, len(classes))))
    if not normalize:
        return within
    if not ranks.total:
        raise ZeroDivisionError("Weights sum to zero, can't be normalized")
    return within / float(ranks.total)


def _columns(scores: Array, kind: str) -> Array:
    """Scores of all classes; of two, that of the second beside the threshold for it."""
    if kind == "multiclass":
        if scores.ndim != 2:
            raise ValueError(
                "`y_score` needs to be of shape `(n_samples, n_classes)`, since `y_true` contains "
                f"multiple classes. Got `y_score.shape={scores.shape}`."
            )
        return scores
    if scores.ndim == 2 and scores.shape[1] != 1:
        raise ValueError(
            f"`y_true` is binary while y_score is 2d with {scores.shape[1]} classes. If `y_true` "
            "does not contain all the labels, `labels` must be provided."
        )
    column = as_column(scores)
    threshold = 0.5 if column.min() >= 0 and column.max() <= 1 else 0.0
    return np.where((column > threshold)[:, None], [0, 1], [1, 0])


def _classes(truth: Array, columns: int, labels: ArrayLike | None) -> Array:
    if labels is None:
        classes = distinct(truth)
        if len(classes) != columns:
            raise ValueError(
                f"Number of classes in 'y_true' ({len(classes)}) not equal to the number of "
                f"classes in 'y_score' ({columns}).You can provide a list of all known classes by "
                "assigning it to the `labels` parameter."
            )
        return classes
    given = as_column(labels)
    classes = np.unique(given)
    if len(classes) != len(given):
        raise ValueError("Parameter 'labels' must be unique.")
    if not np.array_equal(classes, given):
        raise ValueError("Parameter 'labels' must be ordered.")
    if len(classes) != columns:
        raise ValueError(
            f"Number of given labels ({len(classes)}) not equal to the number of classes in "
            f"'y_score' ({columns})."
        )
    if not np.isin(distinct(truth), classes).all():
        raise ValueError("'y_true' contains labels not in parameter 'labels'.")
    return classes
