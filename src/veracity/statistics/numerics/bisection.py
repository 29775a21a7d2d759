"""Where a condition begins to hold along an order, found without reading all of it."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats, Ints

_NUMBERS_A_CELL = 4  # from which on edges are looked up, instead of a cell for every number


def first_where(holds: Callable[[Ints], Any], size: int, shape: tuple[int, ...] = ()) -> Ints:
    """The first of the indices 0 … size − 1 at which `holds`, and `size` where it never does.

    From there on it has to hold for good. `holds` is given an array of indices, one for each of
    `shape`, and answers for each of them: so many searches take as many steps as one.

    >>> first_where(lambda index: np.array([1, 4, 4, 9])[index] >= [4, 10], 4, (2,))
    array([1, 4])
    """
    before = np.zeros(shape, np.int64)
    step = 1 << size.bit_length()
    while step > 1:
        step >>= 1
        last = before + (step - 1)
        further = np.logical_not(holds(np.minimum(last, size - 1)))
        further &= last < size
        before += step * further
    return before


def falling_cells(x: Floats, per_unit: float) -> tuple[Ints, Floats]:
    """Where the numbers come into another cell, and floor(x · per_unit) of each cell.

    The numbers are finite and fall; there is at least one. Cells without numbers are left out.

    >>> first, cell = falling_cells(np.array([0.9, 0.8, 0.3, 0.29, 0.1]), 4.0)
    >>> first.tolist(), cell.tolist()
    ([0, 2, 4], [3.0, 1.0, 0.0])
    """
    top, bottom = math.floor(x[0] * per_unit), math.floor(x[-1] * per_unit)
    if top - bottom >= len(x) // _NUMBERS_A_CELL:
        cell = np.floor(x * per_unit)
        first = np.append(0, np.flatnonzero(cell[1:] != cell[:-1]) + 1)
        return first, cell[first]
    edges = np.arange(top, bottom, -1.0) / per_unit
    first = np.append(0, len(x) - np.searchsorted(x[::-1], edges))
    held = np.append(first[1:], len(x)) > first
    return first[held], np.arange(top, bottom - 1, -1.0)[held]
