"""Numbers that fall, in cells of equal width: where each cell begins among them."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats, Ints

_NUMBERS_A_CELL = 4  # from which on edges are looked up, instead of a cell for every number


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
