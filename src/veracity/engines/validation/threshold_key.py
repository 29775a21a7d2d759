"""A score at a threshold is a key with two categories: at or above it, and below it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column, as_float
from veracity.engines.encoding.codes import Codes, chunks, listed
from veracity.engines.validation.bad_rows import GOOD, NOT_NUMBER, NULL_SCORE, OUTSIDE
from veracity.errors import refuse
from veracity.statistics.labels import is_null

# What a row can be; the two good ones are the indices of the categories.
BELOW, ABOVE, NO_SCORE, BEYOND, NO_NUMBER = range(5)
FAULTS_AT_THRESHOLD = np.array([GOOD, GOOD, NULL_SCORE, OUTSIDE, NOT_NUMBER], np.int8)
LABELS_AT_THRESHOLD = (False, True, "no score", "outside", "no number")
REACHED = (False, True)
Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class ThresholdKey:
    """True where the score, as float64, is at least the threshold.

    `column` is a column of scores, or its name where the rows are in a file or a table. A
    probability must be in 0 … 1; any other score may be infinite, which still ranks.
    """

    column: Any
    threshold: float = 0.5
    probability: bool = True

    def __post_init__(self) -> None:
        given = self.threshold
        number = isinstance(given, (int, float, np.integer, np.floating))
        if not number or isinstance(given, bool) or math.isnan(given):
            raise refuse("threshold_not_number", given=repr(given))
        object.__setattr__(self, "threshold", float(given))


def threshold_codes(name: str, codes: NDArray[Any]) -> Codes:
    """Codes of the five things a row can be, from whatever engine."""
    return Codes(name, codes, 0, 5, listed(LABELS_AT_THRESHOLD), True, FAULTS_AT_THRESHOLD, REACHED)


def codes_at_threshold(column: Column, key: ThresholdKey) -> Codes:
    """The rows of a column of scores: at or above the threshold, or below."""
    scores, text = scores_of(column)
    codes = np.empty(len(scores), np.uint8)
    for part in chunks(len(scores)):
        piece = scores[part].astype(np.float64, copy=False)
        codes[part] = piece >= key.threshold
        codes[part][np.isnan(piece)] = NO_SCORE
        if key.probability:
            codes[part][(piece < 0) | (piece > 1)] = BEYOND
    if text is not None:
        codes[text] = NO_NUMBER
    return threshold_codes(column.name, codes)


def scores_of(column: Column) -> tuple[NDArray[Any], Bools | None]:
    """The scores as numbers, NaN where there is none, and the rows that hold something else."""
    values = column.values
    if column.categories is not None:
        numbers, text = _numbers([*column.categories, None])
        indices = np.asarray(values)
        indices = np.where(indices < 0, len(numbers) - 1, indices)
        return numbers[indices], None if text is None else text[indices]
    if not isinstance(values, np.ndarray) or values.dtype.kind not in "biuf":
        return _numbers(values)
    if column.nulls is not None and column.nulls.any():
        return np.where(column.nulls, np.nan, values.astype(np.float64)), None
    return values, None


def _numbers(values: Sequence[Any] | NDArray[Any]) -> tuple[Floats, Bools | None]:
    """Objects one by one; text is no number, though it may look like one."""
    numbers = np.full(len(values), np.nan)
    text = np.zeros(len(values), np.bool_)
    for row, value in enumerate(values):
        if is_null(value):
            continue
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            numbers[row] = as_float(value)
        except (TypeError, ValueError):
            text[row] = True
    return numbers, text if text.any() else None
