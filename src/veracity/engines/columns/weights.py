"""The weight of each row: numbers that are neither negative nor unknown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.array_likes import read_column
from veracity.engines.columns.column import as_float
from veracity.errors import quoted, refuse
from veracity.statistics.labels import is_null

WEIGHT_KINDS = ("importance", "sampling", "frequency")
LEAST_TOTAL, MOST_TOTAL = 1e-100, 1e100
Weights = NDArray[Any]
Bools = NDArray[np.bool_]


def checked_kind(weight_kind: str) -> str:
    """One of the three things a weight can be."""
    if weight_kind not in WEIGHT_KINDS:
        raise refuse("weight_kind_unknown", given=repr(weight_kind), known=quoted(WEIGHT_KINDS))
    return weight_kind


def read_weight(given: object, name: str) -> Weights:
    """The weights as numbers, in the type they came in; a null is NaN, text is an error."""
    column = read_column(name, given)
    values = column.values
    if column.categories is not None:
        values = [None if i < 0 else column.categories[i] for i in np.asarray(values).tolist()]
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf":
        values = _numbers(name, values)
    if column.nulls is not None and column.nulls.any():
        values = np.where(column.nulls, np.nan, values.astype(np.float64, copy=False))
    return values


def _numbers(name: str, values: Sequence[Any] | NDArray[Any]) -> Weights:
    """Objects one by one: numpy alone would take "3" for a number."""
    numbers = np.empty(len(values))
    for row, value in enumerate(values):
        if is_null(value):
            numbers[row] = np.nan
            continue
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            numbers[row] = as_float(value)
        except (TypeError, ValueError):
            raise refuse("weight_not_a_number", column=name, row=row, value=repr(value)) from None
    return numbers


def usable_weights(weight: Weights, weight_kind: str, name: str) -> tuple[Weights, Bools | None]:
    """Weights fit for summing, and the rows whose weight was not (they count as 0)."""
    bad = _bad(weight)
    if bad is None:
        checked_scale(weight, weight_kind, name)
    if weight_kind == "frequency" and weight.dtype.kind == "f":
        _refuse_fractions(name, weight, bad)
    return (weight, None) if bad is None else (np.where(bad, 0, weight), bad)


def checked_scale(weight: Weights, weight_kind: str, name: str) -> None:
    """Refuse weights so small or large that their squares are 0 or infinite.

    Importance and sampling weights have no scale, so that any constant may be taken out of
    them; it has to be the same in all parts that are ever added, which only their owner knows.
    """
    if weight_kind == "frequency" or not len(weight):
        return
    with np.errstate(over="ignore"):
        total = float(np.add.reduce(weight, dtype=np.float64))
    if total > 0 and not LEAST_TOTAL <= total <= MOST_TOTAL:
        raise refuse("weights_beyond_squares", column=name, total=f"{total:.3g}")


def _bad(weight: Weights) -> Bools | None:
    """Which rows have a weight that means nothing; None if all are good."""
    if np.minimum.reduce(weight) >= 0 and np.maximum.reduce(weight) < np.inf:
        return None
    bad: Bools = ~((weight >= 0) & (weight < np.inf))
    return bad


def _refuse_fractions(name: str, weight: Weights, bad: Bools | None) -> None:
    """Frequencies are whole numbers: 2.5 rows do not exist."""
    fractional = np.floor(weight) != weight
    if bad is not None:
        fractional &= ~bad
    rows = np.flatnonzero(fractional)
    if len(rows):
        first = int(rows[0])
        raise refuse(
            "frequency_fractional",
            column=name,
            n=len(rows),
            row=first,
            value=repr(float(weight[first])),
        )
