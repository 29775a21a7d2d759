"""Confusion matrices: of all classes, and of each label or row against the others."""

from __future__ import annotations

import warnings
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import ratio
from veracity.sklearn.inputs.array_likes import Array, Targets, Weights, as_array, is_sparse
from veracity.sklearn.inputs.label_tables import as_counted, indices_of, label_tables
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    BOOLEAN,
    NONE,
    SPARSE,
    checked,
    one_of,
)
from veracity.sklearn.inputs.reading import ReadLabels, read_classes, read_targets
from veracity.statistics.matrix.cells import LARGEST_EXACT, DenseCells
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix


@checked(
    y_true=ARRAY,
    y_pred=ARRAY,
    labels=(ARRAY, NONE),
    sample_weight=(ARRAY, NONE),
    normalize=(one_of("true", "pred", "all"), NONE),
)
def confusion_matrix(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    sample_weight: Weights = None,
    normalize: Literal["true", "pred", "all"] | None = None,
) -> Array:
    """Counts or weights by truth (rows) and prediction (columns), as an array.

    >>> confusion_matrix(["a", "b", "b"], ["a", "b", "a"], labels=["b", "a"])
    array([[1, 1],
           [0, 1]])
    """
    read = read_classes(y_true, y_pred, sample_weight)
    cells = among_labels(read, labels)
    whole = read.weights is None or read.weights.kind in "biu"
    if whole and read.matrix.total < LARGEST_EXACT:  # beyond it, sums are rounded and stay floats
        cells = cells.astype(np.int64)
    if normalize is not None:
        axis = {"true": 1, "pred": 0, "all": None}[normalize]
        cells = np.nan_to_num(ratio(cells, cells.sum(axis=axis, keepdims=True)))
    warn_single_label(len(cells))
    return cells


def warn_single_label(classes: int) -> None:
    """Warn that the matrix has one class only."""
    if classes == 1:
        warnings.warn(
            "A single label was found in 'y_true' and 'y_pred'. For the confusion matrix to have "
            "the correct shape, use the 'labels' parameter to pass all known labels.",
            UserWarning,
            stacklevel=4,
        )


def among_labels(read: ReadLabels, labels: ArrayLike | None) -> Array:
    """The cells of some labels in their order; rows with others are left out."""
    cells: Any = read.matrix.cells.array()
    cells = cells.toarray() if is_sparse(cells) else cells
    if labels is None:
        return np.array(cells)
    asked = as_array(labels, "any", least=0)
    if not asked.size:
        raise ValueError("'labels' should contain at least one label.")
    indices = indices_of(asked, read.present)
    size = len(read.present)
    if not np.isin(indices, read.true_indices).any():
        raise ValueError("At least one label specified must be in y_true")
    values = asked.tolist()
    last = {value: index for index, value in enumerate(values)}
    indices = np.where([last[v] == i for i, v in enumerate(values)], indices, size)
    found: Array = np.pad(cells, (0, 1))[np.ix_(indices, indices)]
    return found


def matrix_of(cells: Array) -> ConfusionMatrix:
    """Cells of any number of classes as the statistic that metrics read."""
    counts = DenseCells(cells.astype(np.float64))
    return ConfusionMatrix.made(counts, tuple(range(len(cells))), None)


@checked(
    y_true=(ARRAY, SPARSE),
    y_pred=(ARRAY, SPARSE),
    sample_weight=(ARRAY, NONE),
    labels=(ARRAY, NONE),
    samplewise=BOOLEAN,
)
def multilabel_confusion_matrix(
    y_true: Targets,
    y_pred: Targets,
    *,
    sample_weight: Weights = None,
    labels: ArrayLike | None = None,
    samplewise: bool = False,
) -> Array:
    """A 2×2 matrix for each label, or with `samplewise` for each row: [[TN, FP], [FN, TP]].

    >>> multilabel_confusion_matrix([[1, 0], [1, 1]], [[1, 1], [0, 1]])[0].tolist()
    [[0, 0], [1, 1]]
    """
    read = read_targets(y_true, y_pred, sample_weight)
    cells = label_tables(read, labels, by_row=samplewise).cells.array()
    return as_counted(cells, read, by_row=samplewise)
