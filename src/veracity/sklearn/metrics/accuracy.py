"""Shares of right and wrong predictions: accuracy, balanced accuracy, zero-one and Hamming loss."""

from __future__ import annotations

import warnings

import numpy as np

from veracity.metrics.counts.overall import ACCURACY, BALANCED_ACCURACY, HAMMING_LOSS
from veracity.sklearn.inputs.array_likes import Targets, Weights, is_sparse, row_count
from veracity.sklearn.inputs.label_tables import label_tables, table_of
from veracity.sklearn.inputs.parameter_checks import ARRAY, BOOLEAN, NONE, SPARSE, checked
from veracity.sklearn.inputs.reading import ReadIndicators, read_classes, read_targets
from veracity.sklearn.metrics.matrices import warn_single_label
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix

_TARGET = (ARRAY, SPARSE)
_WEIGHT = (ARRAY, NONE)


def _right_and_wrong(read: ReadIndicators) -> ConfusionMatrix:
    """Rows whose labels are all right, and the others, as a table of two classes."""
    differ = read.truth != read.predicted
    wrong = np.asarray(differ.sum(1) if is_sparse(differ) else differ.any(1)) > 0
    weight = np.ones(len(wrong)) if read.weight is None else read.weight
    return table_of(np.array([[weight[~wrong].sum(), weight[wrong].sum()], [0.0, 0.0]]))


@checked(y_true=_TARGET, y_pred=_TARGET, normalize=BOOLEAN, sample_weight=_WEIGHT)
def accuracy_score(
    y_true: Targets, y_pred: Targets, *, normalize: bool = True, sample_weight: Weights = None
) -> float:
    """The share of rows predicted right, or their number; several labels have to be all right.

    >>> (
    ...     accuracy_score([0, 2, 1, 3], [0, 1, 2, 3]),
    ...     accuracy_score([[0, 1], [1, 1]], np.ones((2, 2))),
    ... )
    (0.5, 0.5)
    """
    return _accuracy(y_true, y_pred, normalize, sample_weight)


def _accuracy(y_true: Targets, y_pred: Targets, normalize: bool, weight: Weights) -> float:
    read = read_targets(y_true, y_pred, weight)
    counts = _right_and_wrong(read) if isinstance(read, ReadIndicators) else read.matrix
    return float(ACCURACY(counts) if normalize else counts.right)


@checked(y_true=_TARGET, y_pred=_TARGET, normalize=BOOLEAN, sample_weight=_WEIGHT)
def zero_one_loss(
    y_true: Targets, y_pred: Targets, *, normalize: bool = True, sample_weight: Weights = None
) -> float:
    """The share of rows predicted wrong, or their number.

    >>> zero_one_loss([1, 2, 3, 4], [2, 2, 3, 4]), zero_one_loss([1, 2], [2, 2], normalize=False)
    (0.25, 1.0)
    """
    right = _accuracy(y_true, y_pred, normalize, sample_weight)
    if normalize:
        return 1 - right
    if sample_weight is None:
        return row_count(y_true) - right
    return np.float64(np.sum(np.asarray(sample_weight)) - right)  # the type of scikit-learn's


@checked(y_true=_TARGET, y_pred=_TARGET, sample_weight=_WEIGHT)
def hamming_loss(y_true: Targets, y_pred: Targets, *, sample_weight: Weights = None) -> float:
    """The share of labels that are wrong, over all rows.

    >>> hamming_loss([[0, 1], [1, 1]], [[0, 0], [0, 0]])
    0.75
    """
    read = read_targets(y_true, y_pred, sample_weight)
    if isinstance(read, ReadIndicators):
        loss = HAMMING_LOSS(table_of(label_tables(read, None).cells.array().sum(0)))
        return float(loss) if sample_weight is None else np.float64(loss)  # the same
    return float(HAMMING_LOSS(read.matrix))


@checked(y_true=ARRAY, y_pred=ARRAY, sample_weight=_WEIGHT, adjusted=BOOLEAN)
def balanced_accuracy_score(
    y_true: Targets, y_pred: Targets, *, sample_weight: Weights = None, adjusted: bool = False
) -> float:
    """The mean recall of the classes; `adjusted` for chance it is 0 by guessing and 1 at best.

    >>> balanced_accuracy_score([0, 1, 0, 0, 1, 0], [0, 1, 0, 0, 0, 1])
    0.625
    """
    read = read_classes(y_true, y_pred, sample_weight)
    warn_single_label(len(read.present))
    occurring = int(np.count_nonzero(read.matrix.truth))
    if occurring < len(read.present):
        warnings.warn("y_pred contains classes not in y_true", stacklevel=3)
    value = float(BALANCED_ACCURACY(read.matrix))
    if not adjusted:
        return value
    if occurring < 2:  # 0/0 of a perfect one, else a loss that nothing could have made good
        return float("nan") if value == 1 else float("-inf")
    chance = 1 / occurring
    return (value - chance) / (1 - chance)
