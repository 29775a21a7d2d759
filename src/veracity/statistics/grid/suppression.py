"""Buckets with too few rows to be published, joined with their neighbours.

Emptying them would take the rare class away where it is sparse, and every area with it. Wider
buckets keep every row: the counts stay, only the certificate grows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.grid.merging import components, pooled_into
from veracity.statistics.grid.score_grid import ScoreGrid, picked
from veracity.statistics.scores.score_table import ScoreTable

Ints = NDArray[np.int64]
_ROUNDING = 1e-9  # of effective rows: (0.1 + 0.1)² / (0.1² + 0.1²) is 2


def enough_rows(weight: Floats, squares: Floats | None, least: float) -> NDArray[np.bool_]:
    """Which cells hold no row, or at least so many; with weights, effective rows (Kish 1965).

    >>> enough_rows(np.array([0.0, 4.0, 5.0]), None, 5).tolist()
    [True, False, True]
    """
    rows = weight if squares is None else weight**2
    needed = least if squares is None else least * squares
    return np.asarray((weight == 0) | (rows >= needed * (1 - _ROUNDING)))


def without_small_buckets(
    grids: Sequence[ScoreGrid], least: float, edge: float | None = None
) -> tuple[ScoreGrid, ...] | None:
    """The grids in common buckets that each hold 0 or at least `least` rows of every class.

    The grids are those of a whole and of its parts: had they other buckets, a difference of
    two of them would show what neither shows. Neighbours are joined from the highest down,
    none across `edge`; what is left over at the end joins the buckets above it. None if no
    joining helps: a class with too few rows in all.
    """
    low, high, indices = components([(one.low, one.high) for one in grids])
    if not len(low):
        return tuple(grids)
    size = len(low)
    weight = np.concatenate([_spread(g.table.weight, p, size) for g, p in _pairs(grids, indices)])
    squares = None
    if any(grid.weighted for grid in grids):
        squared = [_spread(g.table.sum_of_squares, p, size) for g, p in _pairs(grids, indices)]
        squares = np.concatenate(squared)
    sides = [slice(0, size)]
    if edge is not None:
        above = int(np.count_nonzero(low >= edge))
        sides = [slice(0, above), slice(above, size)]
    starts: list[int] = []
    for side in sides:
        part = None if squares is None else squares[:, side]
        found = joined_starts(weight[:, side], part, least)
        if found is None:
            return None
        starts += [side.start + start for start in found]
    ends = np.append(np.array(starts[1:], np.int64), size) - 1
    number = np.searchsorted(starts, np.arange(size), "right") - 1
    wider_low, wider_high = low[ends], high[starts]
    return tuple(
        _pooled(grid, wider_low, wider_high, number[index])
        for grid, index in _pairs(grids, indices)
    )


def joined_starts(weight: Floats, squares: Floats | None, least: float) -> list[int] | None:
    """Where joined buckets begin, of weights (cells, B) in order; None if even all together fail.

    >>> joined_starts(np.array([[3.0, 3.0, 0.0, 6.0, 1.0]]), None, 5)
    [0, 2, 3]
    """
    size = weight.shape[-1]
    starts: list[int] = []
    begin = 0
    held, squared = _none_yet(weight, squares)
    for index in range(size):
        held += weight[:, index]
        if squares is not None:
            squared += squares[:, index]
        if enough_rows(held, None if squares is None else squared, least).all():
            starts.append(begin)
            begin = index + 1
            held, squared = _none_yet(weight, squares)
    while begin < size:
        if not starts:
            return None
        begin = starts.pop()
        rest = weight[:, begin:].sum(-1)
        rest_squares = None if squares is None else squares[:, begin:].sum(-1)
        if enough_rows(rest, rest_squares, least).all():
            starts.append(begin)
            break
    return starts


def split_at(grid: ScoreGrid, source: ScoreTable, threshold: float) -> ScoreGrid:
    """The grid with its bucket around a threshold split there; `source` knows both sides.

    `source` is what the grid was made from: a table, or that of the edges of a finer grid.
    """
    around = np.flatnonzero((grid.low < threshold) & (threshold <= grid.high))
    if not len(around):
        return grid
    index = int(around[0])
    low, high = grid.low[index], grid.high[index]
    above = (source.scores >= threshold) & (source.scores <= high)
    below = (source.scores < threshold) & (source.scores >= low)
    table = grid.table
    squares = None
    if table.squares is not None and source.squares is not None:
        squares = _replaced(table.squares, index, source.squares, (above, below))
    split = replace(
        table,
        scores=np.concatenate([table.scores[:index], [threshold, low], table.scores[index + 1 :]]),
        weight=_replaced(table.weight, index, source.weight, (above, below)),
        squares=squares,
        clusters=None,
    )
    under = np.nextafter(threshold, -np.inf)
    edges = np.concatenate([grid.high[:index], [high, under], grid.high[index + 1 :]])
    held = split.weight.sum(0) > 0
    squares = None if split.squares is None else split.squares[..., held]
    split = replace(
        split, scores=split.scores[held], weight=split.weight[..., held], squares=squares
    )
    return replace(grid, table=split, high=edges[held])


def _replaced(values: Floats, index: int, source: Floats, sides: tuple[Any, Any]) -> Floats:
    halves = np.stack([source[..., side].sum(-1) for side in sides], -1)
    return np.concatenate([values[..., :index], halves, values[..., index + 1 :]], -1)


def _none_yet(weight: Floats, squares: Floats | None) -> tuple[Floats, Floats]:
    return np.zeros(len(weight)), np.zeros(0 if squares is None else len(squares))


def _pairs(grids: Sequence[ScoreGrid], indices: Sequence[Ints]) -> list[tuple[ScoreGrid, Ints]]:
    return list(zip(grids, indices, strict=True))


def _spread(values: Floats, index: Ints, size: int) -> Floats:
    """Weights (K, B) in the common buckets; several old ones may fall into one."""
    total = np.zeros((values.shape[-2], size))
    for row, its in zip(total, values, strict=True):
        np.add.at(row, index, its)
    return total


def _pooled(grid: ScoreGrid, low: Floats, high: Floats, index: Ints) -> ScoreGrid:
    """The grid in wider buckets; nothing is kept of single values."""
    table = pooled_into(grid.table, low, index)
    held = index[np.flatnonzero(np.diff(index, prepend=-1))]
    nothing = picked(grid.tied, np.zeros(len(grid.tied), np.bool_))
    return replace(grid, table=table, high=high[held], tied=nothing)
