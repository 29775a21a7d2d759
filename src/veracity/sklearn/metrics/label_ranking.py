"""How well the labels of each row are ranked: coverage, ranking loss, average precision."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.reading.label_sets import ranked_values
from veracity.sklearn.inputs.array_likes import (
    Targets,
    Weights,
    as_array,
    is_sparse,
    mean_of,
    same_length,
)
from veracity.sklearn.inputs.parameter_checks import ARRAY, NONE, SPARSE, checked
from veracity.sklearn.inputs.targets import INDICATOR, type_of_array


def _read(
    y_true: Targets, y_score: Targets, weight: Weights, *, one: bool = False
) -> tuple[Any, Floats]:
    """Indicators and scores of the same shape; with `one` of a single label too."""
    same_length(y_true, y_score, weight)
    dense: Any = y_true.toarray() if is_sparse(y_true) else y_true
    truth, scores = as_array(dense), as_array(y_score)
    kind = type_of_array(truth, "y_true")
    fits = kind == INDICATOR or (one and kind == "binary" and truth.ndim == 2)
    if one and truth.shape != scores.shape:
        raise ValueError("y_true and y_score have different shape")
    if not fits:
        raise ValueError(f"{kind} format is not supported")
    if truth.shape != scores.shape:
        raise ValueError("y_true and y_score have different shape")
    return truth != 0, scores.astype(np.float64)


@checked(y_true=(ARRAY, SPARSE), y_score=ARRAY, sample_weight=(ARRAY, NONE))
def label_ranking_average_precision_score(
    y_true: Targets, y_score: Targets, *, sample_weight: Weights = None
) -> float:
    """The average precision of the labels of a row, averaged over rows.

    >>> round(
    ...     label_ranking_average_precision_score([[1, 0, 0], [0, 0, 1]], [[3, 2, 4], [4, 1, 3]]), 3
    ... )
    0.5
    """
    truth, scores = _read(y_true, y_score, sample_weight, one=True)
    if sample_weight is not None and not np.any(sample_weight):
        return float("nan")
    return mean_of(ranked_values(truth, scores)[:, 0], sample_weight)


@checked(y_true=(ARRAY, SPARSE), y_score=ARRAY, sample_weight=(ARRAY, NONE))
def label_ranking_loss(
    y_true: Targets, y_score: Targets, *, sample_weight: Weights = None
) -> float:
    """The share of pairs of labels of a row that are ranked the wrong way, ties as wrong.

    >>> label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    0.75
    """
    truth, scores = _read(y_true, y_score, sample_weight)
    return mean_of(ranked_values(truth, scores)[:, 2], sample_weight)


@checked(y_true=ARRAY, y_score=ARRAY, sample_weight=(ARRAY, NONE))
def coverage_error(y_true: Targets, y_score: Targets, *, sample_weight: Weights = None) -> float:
    """How far down the ranking one has to go to find all labels of a row, averaged over rows.

    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 1]])
    1.5
    """
    as_array(y_true, two_d=True), as_array(y_score, two_d=True)
    truth, scores = _read(y_true, y_score, sample_weight)
    return mean_of(ranked_values(truth, scores)[:, 1], sample_weight)
