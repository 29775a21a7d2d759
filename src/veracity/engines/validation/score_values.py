"""A column of scores as numbers: what may rank, and what may not."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import chunks
from veracity.engines.validation.threshold_key import scores_of
from veracity.errors import VeracityError, refuse

LARGEST_EXACT = 1 << 53
_PIECE = 1 << 16
_LONG = 10**30
_PLAIN = frozenset((float, int, bool))


def score_numbers(column: Column) -> tuple[NDArray[Any], NDArray[np.bool_] | None]:
    """The scores in the type they came in, NaN where there is none, and rows that hold no number.

    Whole numbers that a float64 cannot tell apart are refused: they would be ties.
    """
    values = column.values
    if not isinstance(values, np.ndarray) and set(map(type, values)) <= _PLAIN:
        _refuse_beyond(column, values)
        return np.array(values, np.float64), None
    numbers, text = scores_of(column)
    kind, size = numbers.dtype.kind, numbers.dtype.itemsize
    if kind in "iu" and size == 8:
        low, high = ends_of(numbers)
        if low < -LARGEST_EXACT or high > LARGEST_EXACT:
            row = int(np.argmax((numbers < -LARGEST_EXACT) | (numbers > LARGEST_EXACT)))
            raise _beyond(column, row, numbers[row])
    elif isinstance(values, np.ndarray) and values.dtype.kind == "O":
        _refuse_beyond(column, values)
    if kind == "b":
        numbers = numbers.view(np.uint8)
    return numbers.astype(np.float64) if kind == "f" and size > 8 else numbers, text


def ends_of(values: NDArray[Any]) -> tuple[float, float]:
    """The smallest and the largest value, from one trip through memory; NaN if there is one."""
    if 0 < len(values) <= _PIECE:
        return values.min().item(), values.max().item()
    ends = [
        (np.minimum.reduce(values[part]), np.maximum.reduce(values[part]))
        for part in chunks(len(values), _PIECE)
    ]
    low, high = (np.array(side) for side in zip(*ends, strict=True))
    return low.min().item(), high.max().item()


def _refuse_beyond(column: Column, values: Sequence[Any] | NDArray[Any]) -> None:
    for row, value in enumerate(values):
        if type(value) is int and not -LARGEST_EXACT <= value <= LARGEST_EXACT:
            raise _beyond(column, row, value)


def _beyond(column: Column, row: int, value: Any) -> VeracityError:
    whole = str(int(value)) if abs(int(value)) < _LONG else _in_short(int(value))
    return refuse("scores_beyond_exact", column=column.name, row=row, value=whole)


def _in_short(value: int) -> str:
    """A number of hundreds of digits: how many they are is what there is to know."""
    digits = int(abs(value).bit_length() * math.log10(2))
    sign = "−" if value < 0 else ""
    return f"{sign}{abs(value) // 10 ** (digits - 3)}… (≈ 10^{digits})"
