"""The probabilities of all classes of a row add up to one, or the row is bad.

Rounded probabilities do not: K numbers with d decimals are off by up to K/2 of the last decimal,
hardly ever by more than 6·√(K/12) of it, and by nothing on average. So much is allowed where all
values of the columns have d decimals; such rows are then divided by their sum.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Codes, chunks, listed
from veracity.engines.validation.bad_rows import GOOD, NOT_ONE
from veracity.words import Text, say

TOLERANCE = 1e-5  # as scikit-learn; ten columns written with six digits are off by up to 5e-6
SHORT_TOLERANCE = 1e-4
HALF_TOLERANCE = 1e-2
DIGITS = 9
FEWEST_DECIMALS, MOST_DECIMALS = 2, 9
MOST_OFF = 0.05
MEAN_OFF = 0.001
_BITS = 1e-9  # what is lost in sums of float64, and far less than a last decimal
LAST_BIT = {8: 4e-16, 4: 6.1e-8, 2: 4.9e-4}  # how far a float is from its decimal, by its bytes
_PIECE = 1 << 14


@dataclass(frozen=True, slots=True)
class SumToOne:
    """A key that says how far the sum of the columns with these names is from one.

    They are added from left to right as float64, so that every engine finds the same sum. Its
    codes count the `steps` that are exceeded. Rows in which a value is no probability are not
    validated here: they are bad already.
    """

    columns: tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Allowance:
    """How far from one the sums may be: `steps[level]`.

    `decimals` is what the values are rounded to, if they are. `divided` says whether rows were
    accepted for that reason alone, which are to be divided by their sums; `remark` what there
    is to add where rows are refused.
    """

    steps: tuple[float, ...]
    level: int = 0
    decimals: int | None = None
    divided: bool = False
    remark: Text | None = None

    @property
    def tolerance(self) -> float:
        """How far from one a sum may be."""
        return self.steps[self.level]


def sum_name(names: Sequence[str]) -> str:
    """What messages call the columns together."""
    return " + ".join(names if len(names) <= 3 else (*names[:2], "…", names[-1]))


def float_size(column: Column) -> int:
    """The bytes of the floats of a column; whatever holds no floats is read as float64."""
    values = column.values
    if column.float_bytes is not None:
        return column.float_bytes
    if isinstance(values, np.ndarray) and values.dtype.kind == "f":
        return min(values.dtype.itemsize, 8)
    return 8


def tight_tolerance(sizes: Sequence[int]) -> float:
    """How far a sum of numbers that are not rounded may be from one, by their bytes."""
    return {2: HALF_TOLERANCE, 4: SHORT_TOLERANCE}.get(min(sizes), TOLERANCE)


def allowed_steps(classes: int, tight: float) -> tuple[float, ...]:
    """The tolerance of numbers as they are, then those of ever fewer decimals, down to two.

    >>> [round(step, 6) for step in allowed_steps(3, TOLERANCE)]
    [1e-05, 1.5e-05, 0.00015, 0.0015, 0.015]
    """
    last = min(classes / 2, 6 * math.sqrt(classes / 12))
    rounded = [
        min(last * 10.0**-decimals, MOST_OFF) + _BITS
        for decimals in range(MOST_DECIMALS, FEWEST_DECIMALS - 1, -1)
    ]
    return (tight, *(step for step in rounded if step > tight + 2 * _BITS))


def most_decimals(steps: Sequence[float]) -> int:
    """The most decimals that make a difference; one less if there are none."""
    return FEWEST_DECIMALS + len(steps) - 2


def allowance(
    steps: tuple[float, ...], decimals: int, rows: Sequence[Any], off: Sequence[Any]
) -> Allowance:
    """What is allowed, from the decimals of all values, and rows and their Σ(sum − 1) by code.

    The mean is that of the rows which are near enough to one; the others are refused anyway.
    """
    last = most_decimals(steps)
    if decimals > last or not any(rows[1:]):
        return Allowance(steps)
    level = len(steps) - 1 - (decimals - FEWEST_DECIMALS)
    near = float(sum(rows[: level + 1]))
    mean = float(sum(off[: level + 1])) / near if near else 0.0
    if abs(mean) > MEAN_OFF + _BITS:
        mean_text = f"{1 + mean:.6g}"
        return Allowance(steps, remark=say("rounded_mean_off", decimals=decimals, mean=mean_text))
    most = f"{steps[level]:.3g}"
    return Allowance(
        steps,
        level,
        decimals,
        any(rows[1 : level + 1]),
        say("rounded_explains", decimals=decimals, most=most),
    )


def sum_codes(name: str, codes: NDArray[Any], allowed: Allowance) -> Codes:
    """Codes from whatever engine: how many steps the sum is off by."""
    size = len(allowed.steps) + 1
    faults = np.full(size, NOT_ONE, np.int8)
    faults[: allowed.level + 1] = GOOD
    categories = tuple(range(size))
    return Codes(name, codes, 0, size, listed(categories), True, faults, categories, allowed.remark)


def check_sums(
    columns: Sequence[NDArray[Any]], sizes: Sequence[int]
) -> tuple[NDArray[np.uint8] | None, Allowance]:
    """The codes of columns in memory, None if all sums are one, and what is allowed.

    `sizes` are the bytes of the floats that the columns hold.
    """
    steps = allowed_steps(len(columns), tight_tolerance(sizes))
    codes = np.zeros(len(columns[0]), np.uint8)
    rows, off = np.zeros(len(steps) + 1, np.int64), np.zeros(len(steps) + 1)
    for part in chunks(len(codes), _PIECE):
        total, inside = _added([column[part] for column in columns])
        for step in steps:
            codes[part] += inside & (np.abs(total - 1) > step)
        rows += np.bincount(codes[part][inside], minlength=len(rows))
        off += np.bincount(codes[part][inside], total[inside] - 1, len(rows))
    if not rows[1:].any():
        return None, Allowance(steps)
    decimals = decimals_of(columns, sizes, most_decimals(steps))
    return codes, allowance(steps, decimals, rows.tolist(), off.tolist())


def decimals_of(columns: Sequence[NDArray[Any]], sizes: Sequence[int], most: int) -> int:
    """The fewest decimals, at least two, that all probabilities have; `most` + 1 if none do.

    >>> decimals_of([np.array([0.5, 0.125]), np.array([0.25, np.nan])], [8, 8], 5)
    3
    """
    decimals = FEWEST_DECIMALS
    for column, size in zip(columns, sizes, strict=True):
        for part in chunks(len(column), _PIECE):
            values = column[part].astype(np.float64)
            values = values[(values >= 0) & (values <= 1)]
            while decimals <= most and not _have(values, size, decimals):
                decimals += 1
            if decimals > most:
                return most + 1
    return decimals


def _have(values: NDArray[np.float64], size: int, decimals: int) -> bool:
    """Whether these numbers, as floats of so many bytes, have no more decimals.

    Without a division, which not every engine rounds to the nearest number.
    """
    scaled = values * 10.0**decimals
    whole = np.rint(scaled)
    return bool((np.abs(scaled - whole) <= whole * LAST_BIT[size]).all())


def off_one(columns: Sequence[NDArray[Any]], tolerance: float) -> NDArray[np.bool_] | None:
    """The rows whose sum is not one; None if there are none."""
    off = np.zeros(len(columns[0]), np.bool_)
    for part in chunks(len(off), _PIECE):
        total, inside = _added([column[part] for column in columns])
        off[part] = inside & (np.abs(total - 1) > tolerance)
    return off if off.any() else None


def divided_by_sum(
    columns: Sequence[NDArray[Any]], allowed: Allowance
) -> list[NDArray[np.float64]]:
    """The columns as float64; rows that only rounding excuses are divided by their sum.

    >>> thirds = [np.array([0.33, 0.2]), np.array([0.33, 0.3]), np.array([0.33, 0.5])]
    >>> found = divided_by_sum(thirds, Allowance((1e-5, 0.015), 1))
    >>> [column.round(4).tolist() for column in found]
    [[0.3333, 0.2], [0.3333, 0.3], [0.3333, 0.5]]
    """
    made = [column.astype(np.float64) for column in columns]
    for part in chunks(len(made[0]), _PIECE):
        total, inside = _added([column[part] for column in made])
        off = np.abs(total - 1)
        rows = np.flatnonzero(inside & (off > allowed.steps[0]) & (off <= allowed.tolerance))
        if len(rows):
            for column in made:
                column[part.start + rows] /= total[rows]
    return made


def _added(
    columns: Sequence[NDArray[Any]],
) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """The sums of rows, and the rows in which every value is a probability."""
    inside = np.ones(len(columns[0]), np.bool_)
    total = np.zeros(len(columns[0]))
    for column in columns:
        values = column.astype(np.float64, copy=False)
        inside &= (values >= 0) & (values <= 1)
        total = total + values
    return total, inside


def totals(columns: Sequence[NDArray[Any]]) -> NDArray[np.float64]:
    """The sums as messages show them."""
    total = np.zeros(len(columns[0]))
    for column in columns:
        total += column
    return total.round(DIGITS)
