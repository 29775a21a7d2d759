"""Derivatives by central differences: by one number, by every cell, or along directions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from veracity.arrays import Floats

BATCH = 1 << 21  # numbers at a time
Function = Callable[[Any], Any]


def derivative(function: Function, at: Any, step: Any) -> Floats:
    """(f(x + h) − f(x − h)) / 2h, of any shape that the function takes.

    >>> float(derivative(lambda x: x**3, 2.0, 1e-4).round(6))
    12.0
    """
    with np.errstate(all="ignore"):
        more, less = (np.asarray(function(at + way * step), np.float64) for way in (1, -1))
        return np.asarray((more - less) / (2 * step))


def by_cell(function: Function, cells: Floats, step: float) -> Floats:
    """By each of the cells (C,), moved by a share of itself; 0 for cells that are empty.

    The function takes leading axes: many cells are moved at once, each in a row of its own.

    >>> by_cell(lambda x: x[..., 0] * x[..., 1], np.array([2.0, 3.0, 0.0]), 1e-4).round(6)
    array([3., 2., 0.])
    """
    occupied, slope = np.flatnonzero(cells), np.zeros(len(cells))
    batch = max(1, BATCH // len(cells))
    for start in range(0, len(occupied), batch):
        part = occupied[start : start + batch]
        moves = np.zeros((len(part), len(cells)))
        moves[np.arange(len(part)), part] = step * cells[part]
        with np.errstate(all="ignore"):
            more, less = (np.asarray(function(cells + way * moves)) for way in (1, -1))
            slope[part] = (more - less) / (2 * step * cells[part])
    return slope


def along(function: Function, cells: Floats, ways: Floats, step: float) -> Floats:
    """As all cells move a little along each of the ways, (ways, C); none falls below 0.

    >>> along(lambda x: x.sum(-1), np.array([2.0, 3.0]), np.eye(2), 1e-4).round(6)
    array([1., 1.])
    """
    with np.errstate(all="ignore"):
        ends = (np.maximum(cells + way * step * ways, 0.0) for way in (1, -1))
        more, less = (np.asarray(function(end)) for end in ends)
        return np.asarray((more - less) / (2 * step))
