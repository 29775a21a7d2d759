"""What kind of target something is: two classes, several, indicators of labels, or no classes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from veracity.engines.reading.reading_labels import group_sum
from veracity.sklearn.inputs.array_likes import (
    Array,
    Targets,
    as_array,
    is_list_of_lists,
    is_sparse,
    refuse_not_finite,
)

CLASSES = ("binary", "multiclass")
INDICATOR = "multilabel-indicator"
_FEW = 1 << 10  # values that are put in order faster than they are counted
_LEGACY = (
    "You appear to be using a legacy multi-label data representation. Sequence of sequences are "
    "no longer supported; use a binary array or sparse matrix instead - the MultiLabelBinarizer "
    "transformer can convert to this format."
)


def target_array(y: Targets) -> Any:
    """A target as an array, whatever it holds; a sparse matrix stays one."""
    if is_sparse(y):
        return y
    if isinstance(y, str) or not (isinstance(y, Sequence) or hasattr(y, "__array__")):
        raise ValueError(f"Expected array-like (array or non-string sequence), got {y!r}")
    try:
        return as_array(y, "any", finite=False, least=0)
    except ValueError as error:
        if str(error).startswith(("Complex", "Found array")):
            raise
    return np.asarray(y, dtype=object)  # rows of different lengths


def target_type(y: Targets, name: str = "") -> str:
    """The kind of a target, in scikit-learn's words.

    >>> target_type([0, 1, 1]), target_type(["a", "b", "c"]), target_type([0.5, 1.5])
    ('binary', 'multiclass', 'continuous')
    >>> target_type([[0, 1], [1, 1]]), target_type([[1, 2], [3, 1]])
    ('multilabel-indicator', 'multiclass-multioutput')
    """
    return type_of_array(target_array(y) if not isinstance(y, np.ndarray) else y, name)


def type_of_array(y: Any, name: str = "") -> str:
    """The kind of a target that is an array or a sparse matrix."""
    if y.ndim == 2 and y.shape[1] > 1 and is_indicator(y):
        return INDICATOR
    if is_sparse(y):
        return "multiclass-multioutput" if y.shape[1] > 1 else "multiclass"
    _refuse_old_forms(y)
    if y.ndim not in (1, 2) or (y.ndim == 2 and not min(y.shape)):
        return "unknown"
    if not len(y):
        return "binary"
    if y.dtype.kind == "O" and not isinstance(y.flat[0], str):
        return "unknown"
    several = "-multioutput" if y.ndim == 2 and y.shape[1] > 1 else ""
    if not whole_numbers(y):
        refuse_not_finite(y, name)
        return "continuous" + several
    if several or len(distinct(y)) > 2:
        return "multiclass" + several
    return "binary"


def refuse_no_classes(y: Any, name: str = "") -> str:
    """The kind of a target whose values may name classes; fractions and objects may not."""
    kind = type_of_array(y, name)
    if "multioutput" in kind:
        raise ValueError("Multioutput target data is not supported with label binarization")
    if kind not in (*CLASSES, INDICATOR):
        raise ValueError(f"Unknown label type: ({y!r},)")
    return kind


def _refuse_old_forms(y: Array) -> None:
    if not y.ndim or not len(y):
        return
    first = y[0]
    if isinstance(first, bytes):
        raise TypeError(
            "Support for labels represented as bytes is not supported. Convert the labels to a "
            "string or integer format."
        )
    if not hasattr(first, "__array__") and is_list_of_lists(first):
        raise ValueError(_LEGACY)


def whole_numbers(y: Array) -> bool:
    """Whether no value has a fraction, so that it may name a class; text may."""
    if y.dtype.kind != "f":
        return True
    with np.errstate(invalid="ignore"):
        return bool((y == np.trunc(y)).all()) and bool(np.isfinite(y).all())


def is_indicator(y: Any) -> bool:
    """Whether a matrix of several columns says which labels each row has."""
    values = y.data if is_sparse(y) else y
    if values.dtype.kind not in "biuf" or not whole_numbers(values):
        return False
    found = _at_ends(values) if values.size else values
    if is_sparse(y):
        return len(found) <= 1 or (len(found) == 2 and 0 in found)
    return len(found) < 3


def _at_ends(values: Array) -> Array:
    """The different values, at a glance where the ends leave room for no other."""
    ends = values.min(), values.max()
    if values.dtype.kind in "biu" and int(ends[1]) - int(ends[0]) <= 1:
        return np.unique(np.asarray(ends))
    return distinct(values)


def distinct(y: Array) -> Array:
    """The different values in their order, as an array of the same type.

    >>> distinct(np.array([3, 1, 3]))
    array([1, 3])
    """
    flat = y.reshape(-1)
    if len(flat) <= _FEW or flat.dtype.kind not in "biufU":
        return np.unique(flat)
    if flat.dtype.kind == "f" and not _fits(flat):
        return np.unique(flat)
    grouped, _ = group_sum(None, {"y": countable(flat)})
    return np.asarray(grouped.categories[0]).astype(y.dtype, copy=False)


def countable(y: Array) -> Array:
    """Labels as the engine counts them fastest: whole numbers, not floats that are whole."""
    return y.astype(np.int64) if y.dtype.kind == "f" else y


def _fits(y: Array) -> bool:
    return whole_numbers(y) and bool((np.abs(y) < 2.0**53).all())


def refuse_mixed(*categories: Array) -> None:
    """Refuse text in one column and numbers in another."""
    text = [any(isinstance(one, str) for one in each.tolist()) for each in categories]
    number = [any(not isinstance(one, str) for one in each.tolist()) for each in categories]
    if any(text) and any(number):
        values_text = " and ".join(map(str, categories))
        raise ValueError(f"Mix of label input types (string and number); Got {values_text}.")


def united(*categories: Array) -> Array:
    """The labels of several columns in their order, of a type that holds all of them.

    Of labels that are equal the first column's stays: True beside 1.

    >>> united(np.array([False, True]), np.array([0, 1])), united(np.array([True]), np.array([2]))
    (array([False,  True]), array([1, 2]))
    """
    refuse_mixed(*categories)
    if len({each.dtype for each in categories}) > 1 and all(
        each.dtype.kind in "biuf" for each in categories
    ):
        return np.array(sorted({label for each in categories for label in each}))
    every = (
        np.concatenate(categories)
        if categories[0].dtype.kind != "O"
        else np.concatenate([each.astype(object) for each in categories])
    )
    return np.unique(every)


def positive_label(pos_label: object, y_true: Array, categories: Array | None = None) -> object:
    """The positive class: the one that was named, or 1 among 0 and 1, or among -1 and 1."""
    if pos_label is not None:
        return pos_label
    classes = distinct(y_true) if categories is None else categories
    known = classes.dtype.kind not in "OUS" and classes.tolist() in (
        [0, 1],
        [-1, 1],
        [0],
        [-1],
        [1],
    )
    if not known:
        classes_text = ", ".join(map(repr, classes.tolist()))
        raise ValueError(
            f"y_true takes value in {{{classes_text}}} and pos_label is not specified: either make "
            "y_true take value in {0, 1} or {-1, 1} or pass pos_label explicitly."
        )
    return 1
