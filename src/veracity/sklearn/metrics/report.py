"""The classification report: precision, recall, F1 and support of each class, as text or values."""

from __future__ import annotations

import warnings
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.sklearn.inputs.array_likes import Array, Targets, Weights
from veracity.sklearn.inputs.label_tables import as_counted, label_tables, table_of
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    BOOLEAN,
    NAN,
    NONE,
    SPARSE,
    between,
    checked,
    number_among,
    one_of,
)
from veracity.sklearn.inputs.reading import ReadIndicators, ReadLabels, read_targets
from veracity.sklearn.metrics.f_scores import Average, ZeroDivision, scores_of

_HEADERS = ("precision", "recall", "f1-score", "support")
_EVERY = ("precision", "recall", "f-score")
_LONGEST = "weighted avg"


@checked(
    y_true=(ARRAY, SPARSE),
    y_pred=(ARRAY, SPARSE),
    labels=(ARRAY, NONE),
    target_names=(ARRAY, NONE),
    sample_weight=(ARRAY, NONE),
    digits=between(0, None, "left", whole=True),
    output_dict=BOOLEAN,
    zero_division=(number_among(0.0, 1.0), NAN, one_of("warn")),
)
def classification_report(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    target_names: Sequence[str] | Array | None = None,
    sample_weight: Weights = None,
    digits: int = 2,
    output_dict: bool = False,
    zero_division: ZeroDivision = "warn",
) -> Any:
    """Precision, recall, F1 and support of each class, and their averages.

    >>> print(classification_report([0, 1, 1], [0, 1, 0], target_names=["no", "yes"]))
                  precision    recall  f1-score   support
    <BLANKLINE>
              no       0.50      1.00      0.67         1
             yes       1.00      0.50      0.67         2
    <BLANKLINE>
        accuracy                           0.67         3
       macro avg       0.75      0.75      0.67         3
    weighted avg       0.83      0.67      0.67         3
    <BLANKLINE>
    """
    read = read_targets(y_true, y_pred, sample_weight)
    chosen = read.present if labels is None else np.asarray(labels)
    names = _names(chosen, target_names, given=labels is not None)
    lines = _lines(read, chosen, sample_weight, zero_division)
    rows = dict(zip(names, lines[0], strict=False))
    accuracy = _is_accuracy(read, labels, chosen)
    averages = {
        "accuracy" if average == "micro" and accuracy else f"{average} avg": values
        for average, values in lines[1].items()
    }
    if output_dict:
        return _as_dict(rows, averages)
    width = max(max(map(len, names)), len(_LONGEST), digits)
    return _as_text(list(zip(names, lines[0], strict=False)), averages, digits, width)


def _names(labels: Array, names: Sequence[str] | Array | None, *, given: bool) -> list[str]:
    if names is None:
        return [f"{label}" for label in labels]
    if len(names) != len(labels):
        sizes = f"{len(labels)}, does not match size of target_names, {len(names)}"
        if not given:
            raise ValueError(f"Number of classes, {sizes}. Try specifying the labels parameter")
        warnings.warn(f"labels size, {sizes}", stacklevel=4)
    return list(names)


def _is_accuracy(
    read: ReadLabels | ReadIndicators, labels: ArrayLike | None, chosen: Array
) -> bool:
    """Whether the micro average is the accuracy: one label a row, and none left out."""
    if isinstance(read, ReadIndicators):
        return False
    return labels is None or set(chosen.tolist()) >= set(read.present.tolist())


def _lines(
    read: ReadLabels | ReadIndicators,
    labels: Array,
    sample_weight: Weights,
    zero_division: ZeroDivision,
) -> tuple[list[tuple[Any, ...]], dict[str, tuple[Any, ...]]]:
    """The values of each label, and those of each average."""
    by_label = label_tables(read, labels)
    weight = None if sample_weight is None else np.asarray(sample_weight)

    def scores(tables: Any, average: Average) -> tuple[Any, ...]:
        return scores_of(tables, 1.0, average, zero_division, _EVERY, weight)

    *values, support = scores(by_label, None)
    support = as_counted(support, read)
    averages: dict[str, tuple[Any, ...]] = {}
    micro = table_of(by_label.cells.array().sum(0, keepdims=True))
    total = support.sum()
    averages["micro"] = (*scores(micro, "micro")[:3], total)
    averages["macro"] = (*scores(by_label, "macro")[:3], total)
    averages["weighted"] = (*scores(by_label, "weighted")[:3], total)
    if isinstance(read, ReadIndicators):
        rows = label_tables(read, labels, by_row=True)
        averages["samples"] = (*scores(rows, "samples")[:3], total)
    return list(zip(*values, support, strict=True)), averages


def _as_dict(rows: dict[str, tuple[Any, ...]], averages: dict[str, tuple[Any, ...]]) -> Any:
    report: dict[str, Any] = {
        name: dict(zip(_HEADERS, map(float, values), strict=True))
        for name, values in (rows | averages).items()
    }
    if "accuracy" in averages:
        report["accuracy"] = report["accuracy"]["precision"]
    return report


def _as_text(
    rows: list[tuple[str, tuple[Any, ...]]],
    averages: dict[str, tuple[Any, ...]],
    digits: int,
    width: int,
) -> str:
    def line(name: str, values: tuple[Any, ...]) -> str:
        figures = "".join(f" {value:>9.{digits}f}" for value in values[:3])
        return f"{name:>{width}s} {figures} {values[3]:>9}\n"

    head = f"{'':>{width}s} " + "".join(f" {one:>9}" for one in _HEADERS)
    text = head + "\n\n" + "".join(line(*row) for row in rows) + "\n"
    for name, values in averages.items():
        if name == "accuracy":
            text += f"{name:>{width}s} {'':>10}{'':>10} {values[2]:>9.{digits}f} {values[3]:>9}\n"
        else:
            text += line(name, values)
    return text
