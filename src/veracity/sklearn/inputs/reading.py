"""Truth and prediction read once: classes into a confusion matrix, indicators as they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.reading.reading_labels import group_sum
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_column,
    as_weights,
    is_sparse,
    row_count,
    same_length,
)
from veracity.sklearn.inputs.targets import (
    CLASSES,
    INDICATOR,
    countable,
    target_array,
    type_of_array,
    united,
    whole_numbers,
)
from veracity.statistics.matrix.cells import gathered
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix

_SIMPLE = "biufU"
_EXACT = 2.0**53


@dataclass(frozen=True, slots=True)
class ReadLabels:
    """Labels of two or more classes, counted: rows are truth, over the labels that occur.

    `kind` is binary or multiclass; `true_indices` are those of the labels that are true
    somewhere, be it in a row that weighs nothing; `weights` is the type of weights, None without.
    """

    kind: str
    present: Array
    true_indices: NDArray[np.int64]
    matrix: ConfusionMatrix
    weights: np.dtype[Any] | None

    @property
    def several_labels(self) -> bool:
        """Whether a row has several labels."""
        return False


@dataclass(frozen=True, slots=True)
class ReadIndicators:
    """Indicators of labels, one column a label, dense truth values or sparse; and the weights."""

    truth: Any
    predicted: Any
    weight: Array | None

    kind = INDICATOR

    @property
    def several_labels(self) -> bool:
        """Whether a row has several labels."""
        return True

    @property
    def present(self) -> NDArray[np.int64]:
        """The labels: the columns."""
        return np.arange(self.truth.shape[1])


def read_targets(
    y_true: Targets, y_pred: Targets, sample_weight: Weights = None
) -> ReadLabels | ReadIndicators:
    """Truth and prediction of the same kind, read; anything else is refused.

    >>> read_targets(["a", "b", "b"], ["a", "b", "a"]).matrix.counts.tolist()
    [[1, 0], [1, 1]]
    """
    same_length(y_true, y_pred, sample_weight)
    truth, predicted = target_array(y_true), target_array(y_pred)
    if not (_simple(truth) and _simple(predicted)):
        kinds = [type_of_array(truth, "y_true"), type_of_array(predicted, "y_pred")]
        _refuse_kinds(kinds, row_count(truth))
        if INDICATOR in kinds:
            return _indicators(truth, predicted, sample_weight)
        if is_sparse(truth) or is_sparse(predicted):
            raise TypeError("Sparse input is only supported when targets are of multilabel type")
    weight = None if sample_weight is None else as_weights(sample_weight, row_count(truth))
    return _labels(as_column(truth, name="y_true"), as_column(predicted, name="y_pred"), weight)


def read_classes(y_true: Targets, y_pred: Targets, sample_weight: Weights = None) -> ReadLabels:
    """The same where every row has one label."""
    read = read_targets(y_true, y_pred, sample_weight)
    if isinstance(read, ReadIndicators):
        raise ValueError(f"{INDICATOR} is not supported")
    return read


def _simple(y: Any) -> bool:
    """Whether it can be nothing but one column of labels."""
    if is_sparse(y) or y.ndim != 1 or not len(y) or y.dtype.kind not in _SIMPLE:
        return False
    return y.dtype.kind != "f" or (whole_numbers(y) and bool((np.abs(y) < _EXACT).all()))


def _refuse_kinds(kinds: list[str], rows: int) -> None:
    if rows < 1:
        raise ValueError(
            "Found empty input array (e.g., `y_true` or `y_pred`) while a minimum of 1 sample is "
            "required."
        )
    different = set(kinds) - ({"binary"} if "multiclass" in kinds else set())
    if len(different) > 1:
        raise ValueError(
            f"Classification metrics can't handle a mix of {kinds[0]} and {kinds[1]} targets"
        )
    (kind,) = different
    if kind not in (*CLASSES, INDICATOR):
        raise ValueError(f"{kind} is not supported")


def _labels(truth: Array, predicted: Array, weight: Array | None) -> ReadLabels:
    """Rows counted by the engine; the labels keep the type that they were given in."""
    if truth.dtype.kind == "O" or predicted.dtype.kind == "O":
        return _of_objects(truth, predicted, weight)
    grouped, _ = group_sum(
        None, {"y_true": countable(truth), "y_pred": countable(predicted)}, weight=weight
    )
    categories = [
        np.asarray(each).astype(given.dtype, copy=False)
        for each, given in zip(grouped.categories, (truth, predicted), strict=True)
    ]
    present = united(*categories)
    entries = [
        np.searchsorted(present, each)[codes]
        for each, codes in zip(categories, grouped.codes, strict=True)
    ]
    sums = grouped.rows.astype(np.float64) if grouped.weight is None else grouped.weight
    cells = gathered(entries[0], entries[1], sums, len(present))
    matrix = ConfusionMatrix.made(cells, tuple(range(len(present))), None)
    largest = max(map(len, categories))
    kind = "multiclass" if largest > 2 or len(present) > 2 else "binary"
    true_indices = np.searchsorted(present, categories[0])
    return ReadLabels(kind, present, true_indices, matrix, None if weight is None else weight.dtype)


def _of_objects(truth: Array, predicted: Array, weight: Array | None) -> ReadLabels:
    """Labels that are Python objects: counted by their indices among the different ones."""
    categories, codes = zip(
        *(np.unique(one, return_inverse=True) for one in (truth, predicted)), strict=True
    )
    present = united(*categories)
    indices = [
        np.searchsorted(present, each)[code] for each, code in zip(categories, codes, strict=True)
    ]
    read = _labels(indices[0], indices[1], weight)
    kind = "multiclass" if len(present) > 2 else "binary"
    return ReadLabels(kind, present, np.unique(indices[0]), read.matrix, read.weights)


def _indicators(truth: Any, predicted: Any, sample_weight: Weights) -> ReadIndicators:
    if truth.shape[1] != predicted.shape[1]:
        raise ValueError("Multi-label binary indicator input with different numbers of labels")
    weight = None if sample_weight is None else as_weights(sample_weight, truth.shape[0])
    if is_sparse(truth) or is_sparse(predicted):
        from scipy.sparse import csr_array

        return ReadIndicators(
            csr_array(truth).astype(bool), csr_array(predicted).astype(bool), weight
        )
    return ReadIndicators(truth != 0, predicted != 0, weight)
