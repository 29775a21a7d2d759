"""Truth and probabilities of two or more classes, checked: who was true, and with what weight."""

from __future__ import annotations

import warnings
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    Weights,
    as_array,
    as_column,
    as_weights,
    refuse_not_finite,
    same_length,
)
from veracity.sklearn.inputs.targets import (
    INDICATOR,
    distinct,
    positive_label,
    refuse_no_classes,
    target_array,
    target_type,
    type_of_array,
)
from veracity.statistics.scores.score_table import ScoreTable

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ClassProbabilityRows:
    """Probabilities (rows, classes), which of the classes are true, and the weights of rows."""

    true: Bools
    probabilities: Array
    weight: Array | None

    @property
    def classes(self) -> int:
        """How many classes there are."""
        return int(self.probabilities.shape[1])

    @property
    def weights(self) -> Array:
        """The weight of each row, 1 without weights."""
        return np.ones(len(self.true)) if self.weight is None else self.weight

    @property
    def of_truth(self) -> ScoreTable:
        """What true classes were given: positives only, and not put in order.

        A mean over rows does not ask for an order.
        """
        weights = np.broadcast_to(self.weights[:, None], self.true.shape)[self.true]
        return _entries(self.probabilities[self.true], weights, np.zeros(len(weights)))

    @property
    def of_classes(self) -> ScoreTable:
        """Every probability of every row, positive where its class is true."""
        weights = np.broadcast_to(self.weights[:, None], self.true.shape)
        yes, no = np.where(self.true, weights, 0.0), np.where(self.true, 0.0, weights)
        return _entries(self.probabilities.ravel(), yes.ravel(), no.ravel())

    def at_base_rates(self) -> ClassProbabilityRows:
        """The shares of the classes as the probabilities of every row."""
        shares = np.average(self.true, axis=0, weights=self.weight)
        everywhere = np.broadcast_to(shares, self.probabilities.shape)
        return ClassProbabilityRows(self.true, everywhere, self.weight)


def _entries(scores: Array, positive: Array, negative: Array) -> ScoreTable:
    weight = np.stack([negative, positive]).astype(np.float64)
    return ScoreTable(scores.astype(np.float64), weight, (False, True), True)


def read_binary(
    y_true: Targets, y_proba: Array, sample_weight: Weights, pos_label: object
) -> ClassProbabilityRows:
    """Two classes and the probability of the positive one."""
    truth, p = as_column(y_true), as_column(y_proba)
    refuse_not_finite(truth)
    refuse_not_finite(p)
    same_length(p, truth, sample_weight)
    weight = None if sample_weight is None else as_weights(sample_weight, len(p))
    kind = target_type(truth, "y_true")
    if kind != "binary":
        raise ValueError(
            f"The type of the target inferred from y_true is {kind} but should be binary "
            "according to the shape of y_prob."
        )
    _refuse_outside(p, "less")
    classes = distinct(truth)
    if pos_label is None and classes.dtype.kind not in "OUS":
        known = classes.tolist() in ([0, 1], [-1, 1], [0], [-1], [1])
        pos_label = 1 if known else classes[-1]
    positive = truth == positive_label(pos_label, truth, classes)
    columns = np.stack([1 - p, p], axis=1)
    true = np.stack([~np.asarray(positive), np.asarray(positive)], axis=1)
    return ClassProbabilityRows(true, columns, weight)


def read_several(
    y_true: Targets, y_proba: Array, sample_weight: Weights, labels: ArrayLike | None
) -> ClassProbabilityRows:
    """One probability for each class, in the order of the labels."""
    _refuse_outside(y_proba, "lower")
    same_length(y_proba, y_true, sample_weight)
    weight = None if sample_weight is None else as_weights(sample_weight, len(y_proba))
    classes, true = _true_classes(y_true, labels)
    p = y_proba if y_proba.ndim == 2 else y_proba[:, None]
    if p.shape[1] == 1:
        p = np.concatenate([1 - p, p], axis=1)
    sums = p.sum(1)
    if not np.isclose(sums, 1, rtol=float(np.sqrt(np.finfo(p.dtype).eps))).all():
        warnings.warn(
            "The y_prob values do not sum to one. Make sure to pass probabilities.",
            UserWarning,
            stacklevel=4,
        )
    if len(classes) != p.shape[1]:
        if labels is not None:
            raise ValueError(
                "The number of classes in labels is different from that in y_prob. Classes found "
                f"in labels: {classes}"
            )
        raise ValueError(
            f"y_true and y_prob contain different number of classes: {len(classes)} vs "
            f"{p.shape[1]}. Please provide the true labels explicitly through the labels "
            f"argument. Classes found in y_true: {classes}"
        )
    return ClassProbabilityRows(true, p, weight)


def _refuse_outside(p: Array, below: str) -> None:
    if p.max() > 1:
        raise ValueError(f"y_prob contains values greater than 1: {p.max()}")
    if p.min() < 0:
        raise ValueError(f"y_prob contains values {below} than 0: {p.min()}")


def _true_classes(y_true: Targets, labels: ArrayLike | None) -> tuple[Array, Bools]:
    """The classes in order, and which of them are true in each row."""
    given = target_array(y_true)
    if labels is None:
        if refuse_no_classes(given, "y_true") == INDICATOR:
            return np.arange(given.shape[1]), given != 0
        truth = as_column(given)
        refuse_not_finite(truth)
        classes = distinct(truth)
        if len(classes) == 1:
            raise ValueError(
                f"y_true contains only one label ({classes[0]}). Please provide the list of all "
                "expected class labels explicitly through the labels argument."
            )
    else:
        classes = _listed_classes(given, labels)
        truth = as_column(given)
    return classes, np.asarray(truth[:, None] == classes)


def _listed_classes(truth: Array, labels: ArrayLike) -> Array:
    listed = as_array(labels, "any")
    refuse_no_classes(listed)
    classes = np.unique(listed)
    if len(classes) == len(listed) and not (classes == listed).all():
        warnings.warn(
            f"Labels passed were {labels!r}. But this function assumes labels are ordered "
            f"lexicographically. Pass the ordered labels={classes.tolist()} and ensure that the "
            "columns of y_prob correspond to this ordering.",
            UserWarning,
            stacklevel=6,
        )
    if not np.isin(truth, listed).all():
        if truth.ndim > 1 and truth.shape[1] > 1:
            raise TypeError(
                "y_true has several labels in a row, which are not among the passed labels "
                f"{labels!r}."
            )
        others = set(truth.ravel().tolist()) - set(listed.tolist())
        raise ValueError(
            f"y_true contains values {others} not belonging to the passed labels {labels!r}."
        )
    if len(classes) == 1:
        raise ValueError(f"The labels array needs to contain at least two labels, got {classes}.")
    if type_of_array(truth, "y_true") == INDICATOR:
        raise ValueError("The object was not fitted with multilabel input.")
    return classes
