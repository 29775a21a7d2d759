"""How well the labels of each row are ranked: coverage, ranking loss, average precision."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.ranking.areas import AUROC, AVERAGE_PRECISION
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    is_sparse,
    mean_of,
    same_length,
)
from veracity.sklearn.inputs.parameter_checks import ARRAY, NONE, SPARSE, checked
from veracity.sklearn.inputs.targets import INDICATOR, type_of_array
from veracity.statistics.scores.score_table import ScoreTable

_ENTRIES = 1 << 20  # ranks that are held at once


def _read(
    y_true: Targets, y_score: Targets, weight: Weights, *, one: bool = False
) -> tuple[Any, Array]:
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
    return truth != 0, scores


def _by_row(truth: Array, scores: Array, figure: Callable[[ScoreTable], Floats]) -> Floats:
    """A ranking metric of each row: its labels are the cases, those that it has are positive."""
    size = max(_ENTRIES // max(truth.shape[1], 1), 1)
    parts = [
        figure(_tables(truth[start : start + size], scores[start : start + size]))
        for start in range(0, len(truth), size)
    ]
    return np.concatenate(parts)


def _tables(truth: Array, scores: Array) -> ScoreTable:
    """One table a row; the distinct scores of a row are numbered, highest first."""
    rows, labels = scores.shape
    order = np.argsort(-scores.astype(np.float64), axis=1, kind="stable")
    falling = np.take_along_axis(scores, order, 1)
    rank = np.zeros((rows, labels), np.int64)
    np.cumsum(falling[:, 1:] != falling[:, :-1], axis=1, out=rank[:, 1:])
    relevant = np.take_along_axis(truth, order, 1)
    cell = (np.arange(rows)[:, None] * 2 + relevant) * labels + rank
    weight = np.bincount(cell.ravel(), minlength=rows * 2 * labels).reshape(rows, 2, labels)
    indices = np.arange(float(labels), 0.0, -1.0)
    return ScoreTable(indices, weight.astype(np.float64), (False, True), True)


def _some_and_not_all(truth: Array) -> Array:
    """Rows that have a label and lack one: of others no ranking is better than another."""
    return np.asarray(truth.any(1) & ~truth.all(1))


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
    found = np.nan_to_num(_by_row(truth, scores, AVERAGE_PRECISION))
    values = np.where(_some_and_not_all(truth), found, 1.0)
    return mean_of(values, sample_weight)


@checked(y_true=(ARRAY, SPARSE), y_score=ARRAY, sample_weight=(ARRAY, NONE))
def label_ranking_loss(
    y_true: Targets, y_score: Targets, *, sample_weight: Weights = None
) -> float:
    """The share of pairs of labels of a row that are ranked the wrong way, ties as wrong.

    >>> label_ranking_loss([[1, 0, 0], [0, 0, 1]], [[0.75, 0.5, 1], [1, 0.2, 0.1]])
    0.75
    """
    truth, scores = _read(y_true, y_score, sample_weight)

    def loss(table: ScoreTable) -> Floats:
        pairs = np.maximum(table.positives * table.negatives, 1.0)
        wrong: Floats = 1.0 - AUROC(table) + table.tied_pairs / (2 * pairs)
        return wrong

    values = np.where(_some_and_not_all(truth), _by_row(truth, scores, loss), 0.0)
    return mean_of(values, sample_weight)


@checked(y_true=ARRAY, y_score=ARRAY, sample_weight=(ARRAY, NONE))
def coverage_error(y_true: Targets, y_score: Targets, *, sample_weight: Weights = None) -> float:
    """How far down the ranking one has to go to find all labels of a row, averaged over rows.

    >>> coverage_error([[1, 0, 0], [0, 1, 1]], [[1, 0, 0], [0, 1, 1]])
    1.5
    """
    as_array(y_true, two_d=True), as_array(y_score, two_d=True)
    truth, scores = _read(y_true, y_score, sample_weight)

    def depth(table: ScoreTable) -> Floats:
        found = (table.tp < np.asarray(table.positives)[..., None]).sum(-1)
        rows = np.arange(len(found))
        deep: Floats = table.tp[rows, found] + table.fp[rows, found]
        return deep

    return mean_of(_by_row(truth, scores, depth), sample_weight)
