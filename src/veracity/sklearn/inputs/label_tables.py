"""One 2×2 table for each label or for each row: what averages over labels are made of."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats
from veracity.sklearn.inputs.array_likes import Array, is_sparse
from veracity.sklearn.inputs.reading import ReadIndicators, ReadLabels
from veracity.statistics.label_sets.label_sets import rows_with_each
from veracity.statistics.matrix.cells import DenseCells
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix


def label_tables(
    read: ReadLabels | ReadIndicators, labels: ArrayLike | None, *, by_row: bool = False
) -> ConfusionMatrix:
    """Each label against the others, (labels, 2, 2); with `by_row` the labels of each row."""
    if isinstance(read, ReadIndicators):
        return table_of(_indicator_cells(read, labels, by_row))
    if by_row:
        raise ValueError(
            "Samplewise metrics are not available outside of multilabel classification."
        )
    cells = read.matrix.cells.one_vs_rest().array()
    return table_of(cells if labels is None else _among(read, cells, np.asarray(labels)))


def table_of(cells: Floats) -> ConfusionMatrix:
    """Tables (..., 2, 2) as a matrix of two classes, the second of them positive."""
    return ConfusionMatrix.made(DenseCells(cells), (False, True), True)


def as_counted(values: Floats, read: ReadLabels | ReadIndicators, *, by_row: bool = False) -> Array:
    """Sums of rows in scikit-learn's type: whole numbers without weights, else floats.

    Floats too where no row is right. Whole weights of indicators become floats when they are added
    up over rows: the tables of single rows keep them, and so do no tables.
    """
    if isinstance(read, ReadLabels):
        whole = read.weights is None and bool(read.matrix.right > 0)
    else:
        added_up = not by_row and values.size > 0
        whole = read.weight is None or (read.weight.dtype.kind in "biu" and not added_up)
    return values.astype(np.int64) if whole else values.copy()


def _among(read: ReadLabels, cells: Floats, labels: Array) -> Floats:
    """The tables of some labels; one that occurs nowhere has true negatives only."""
    nowhere = np.zeros((1, 2, 2))
    nowhere[0, 0, 0] = float(read.matrix.total)
    return np.concatenate([cells, nowhere])[indices_of(labels, read.present)]


def indices_of(labels: Array, present: Array) -> Array:
    """The index of each label among those that occur; their number for one that does not.

    >>> indices_of(np.array([2, 7]), np.array([1, 2]))
    array([1, 2])
    """
    known = {label: index for index, label in enumerate(present.tolist())}
    return np.array([known.get(one, len(present)) for one in labels.tolist()], dtype=np.int64)


def _indicator_cells(read: ReadIndicators, labels: ArrayLike | None, by_row: bool) -> Floats:
    truth, predicted, weight = read.truth, read.predicted, read.weight
    if labels is not None:
        chosen = np.asarray(labels)
        chosen = chosen if chosen.size else chosen.astype(np.int64)  # nothing is read as floats
        _refuse_columns(chosen, truth.shape[1])
        truth, predicted = truth[:, chosen], predicted[:, chosen]
    both = truth.multiply(predicted) if is_sparse(truth) else truth & predicted
    hit, true, claimed = (_sums(one, weight, by_row) for one in (both, truth, predicted))
    if by_row:
        total = truth.shape[1] * (np.ones(truth.shape[0]) if weight is None else weight)
    else:
        total = truth.shape[0] if weight is None else weight.sum()
    false, missed = claimed - hit, true - hit
    four = np.stack([total - hit - false - missed, false, missed, hit], -1)
    return four.reshape(-1, 2, 2).astype(np.float64)


def _refuse_columns(labels: Array, columns: int) -> None:
    if labels.size and labels.max() > columns - 1:
        raise ValueError(
            "All labels must be in [0, n labels) for multilabel targets. "
            f"Got {labels.max()} > {columns - 1}"
        )
    if labels.size and labels.min() < 0:
        raise ValueError(
            f"All labels must be in [0, n labels) for multilabel targets. Got {labels.min()} < 0"
        )


def _sums(matrix: Any, weight: Array | None, by_row: bool) -> Array:
    """How many of a row, or of a column, are true; rows count as much as they weigh."""
    if by_row:
        count = np.asarray(matrix.sum(1) if is_sparse(matrix) else np.count_nonzero(matrix, axis=1))
        return count if weight is None else count * weight
    if weight is not None:
        return np.asarray(weight @ matrix)
    return np.asarray(matrix.sum(0)) if is_sparse(matrix) else rows_with_each(matrix)
