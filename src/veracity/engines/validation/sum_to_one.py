"""The probabilities of all classes of a row add up to one, or the row is bad."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Coded, chunks, listed
from veracity.engines.validation.bad_rows import GOOD, NOT_ONE

TOLERANCE = 1e-5  # as scikit-learn; ten columns written with six digits are off by up to 5e-6
SHORT_TOLERANCE = 1e-4
HALF_TOLERANCE = 1e-2
DIGITS = 9
_PIECE = 1 << 14
_FAULTS = np.array([GOOD, NOT_ONE], np.int8)


@dataclass(frozen=True, slots=True)
class SumToOne:
    """A key with one good level: the columns with these names add up to one.

    They are added from left to right as float64, so that every engine finds the same sum. Rows
    in which one of them is no probability are not judged here: they are bad already.
    """

    columns: tuple[Any, ...]


def sum_name(names: Sequence[str]) -> str:
    """What messages call the columns together."""
    return " + ".join(names if len(names) <= 3 else (*names[:2], "…", names[-1]))


def tolerance_of(columns: Sequence[Column]) -> float:
    """How far a sum may be from one: what is left of the digits of the shortest type."""
    sizes = [
        column.values.dtype.itemsize
        for column in columns
        if isinstance(column.values, np.ndarray) and column.values.dtype.kind == "f"
    ]
    shortest = min(sizes, default=8)
    return {2: HALF_TOLERANCE, 4: SHORT_TOLERANCE}.get(shortest, TOLERANCE)


def coded_sum(name: str, codes: NDArray[Any]) -> Coded:
    """Codes from whatever engine: 0 if the sum is one, else 1."""
    return Coded(name, codes, 0, 2, listed((True, False)), True, _FAULTS, (True,))


def off_one(columns: Sequence[NDArray[Any]], tolerance: float) -> NDArray[np.bool_] | None:
    """The rows whose sum is not one; None if there are none."""
    off = np.zeros(len(columns[0]), np.bool_)
    for part in chunks(len(off), _PIECE):
        inside = np.ones(len(off[part]), np.bool_)
        total: Any = 0.0
        for column in columns:
            values = column[part].astype(np.float64, copy=False)
            inside &= (values >= 0) & (values <= 1)
            total = total + values
        off[part] = inside & (np.abs(total - 1) > tolerance)
    return off if off.any() else None


def totals(columns: Sequence[NDArray[Any]]) -> NDArray[np.float64]:
    """The sums as messages show them."""
    total = np.zeros(len(columns[0]))
    for column in columns:
        total += column
    return total.round(DIGITS)
