"""Columns given instead of another: probabilities as labels, truth and prediction swapped."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from typing import Any

import numpy as np

from veracity.engines.columns.column import Column
from veracity.errors import refuse

_FEW = 20
_SAMPLE = 1000


def refuse_scores(
    truth: tuple[str, Sequence[Any]],
    predicted: tuple[str, Sequence[Any]],
    expected: Collection[Hashable] | None,
) -> None:
    """Refuse numbers that are no labels, each column given as its name and distinct values.

    What the user lists in `labels` is a label, whatever it looks like.
    """
    true_name, true_labels = truth
    name, labels = predicted
    known = frozenset(expected or ())
    in_truth = _fractions(true_labels, known)
    if in_truth and len(true_labels) <= _FEW and _fractions(labels, known) and len(labels) <= _FEW:
        return  # both columns hold a few fractions: they are the names of classes
    in_predicted = _fractions(labels, known.union(in_truth))
    if in_truth and not in_predicted and len(labels) <= _FEW and not set(in_truth) <= set(labels):
        raise refuse("arguments_swapped", truth=true_name, predicted=name, values=_some(in_truth))
    if len(in_truth) > _FEW:
        raise refuse("looks_like_numbers", column=true_name, values=_some(in_truth))
    between = all(0 < value < 1 for value in in_predicted)
    if len(in_predicted) > _FEW or (
        len(true_labels) <= _FEW and any(0 < v < 1 for v in in_predicted)
    ):
        key = "looks_like_probabilities" if between else "looks_like_scores"
        raise refuse(key, column=name, values=_some(in_predicted))


def refuse_sampled_scores(
    samples: Sequence[tuple[str, Sequence[Any]]], expected: Collection[Hashable] | None
) -> None:
    """The same from samples of columns, truth first, if one holds many numbers not whole.

    So a hundred million different scores are recognised before they are encoded.
    """
    if any(len(_fractions(values, frozenset())) > _FEW for _, values in samples):
        for one in samples[1:]:
            refuse_scores(samples[0], one, expected)


def refuse_sampled(columns: Sequence[Column], expected: Collection[Hashable] | None) -> None:
    """The same of columns of labels in memory, before millions of numbers are encoded."""
    if any(full_of_fractions(column) for column in columns):
        samples = [(column.name, sampled(column)) for column in columns]
        for one in samples[1:]:
            refuse_scores(samples[0], one, expected)


def full_of_fractions(column: Column) -> bool:
    """Whether a sample of a float column holds many numbers that are not whole.

    So ten million different scores are recognised before they are encoded one by one.
    """
    values = column.values
    if not isinstance(values, np.ndarray) or values.dtype.kind != "f" or column.categories:
        return False
    return len(_fractions(sampled(column), frozenset())) > _FEW


def sampled(column: Column) -> list[Any]:
    """Distinct values of a sample of the rows."""
    values = column.values[:: max(len(column) // _SAMPLE, 1)]
    found = values.tolist() if isinstance(values, np.ndarray) else values
    if column.categories is not None:
        found = [column.categories[code] for code in found if code >= 0]
    try:
        return list(dict.fromkeys(found))
    except TypeError:  # not labels at all; the encoding says so better
        return []


def _fractions(labels: Sequence[Any], known: frozenset[Hashable]) -> list[float]:
    """Numbers that are not whole and were not announced as labels."""
    return [
        v
        for v in labels
        if type(v) is float and v - v == 0 and not v.is_integer() and v not in known
    ]


def _some(values: Sequence[float]) -> str:
    listed = ", ".join(f"{value:.6g}" for value in values[:3])
    return listed + (" …" if len(values) > 3 else "")
