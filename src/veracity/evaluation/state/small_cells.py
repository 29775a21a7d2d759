"""Cells of a confusion matrix that hold too few rows to be shown."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.grid.suppression import enough_rows
from veracity.statistics.held import Held
from veracity.statistics.matrix.cells import Cells, DenseCells, SparseCells

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]


def emptied(held: Held, least: float, *, beside: bool) -> Held:
    """The matrix without its small cells; `beside` scores, whose classes have known totals.

    There a single empty cell of a true class would be the total less the others, so that the
    next smallest cells of that class go too, until what is gone is itself no small cell.
    """
    matrix = None if held.confusion is None else _emptied(held.confusion, least, beside=beside)
    fewest = None if held.fewest is None else _emptied(held.fewest, least, beside=beside)
    return replace(held, confusion=matrix, fewest=fewest)


def uncut(held: Held, grid: ScoreGrid, threshold: float | None) -> Held:
    """The matrix as the buckets tell it: between two matrices where the threshold is in one."""
    assert threshold is not None
    few, most = grid.counts_at(threshold)
    return replace(held, confusion=most, fewest=None if grid.is_exact_at(threshold) else few)


def rows_in_cells(weight: Floats, squares: Floats | None) -> Any:
    """Rows behind each cell; with weights, as many as would be equally informative."""
    return weight if squares is None else ratio(weight**2, squares)


def _emptied(matrix: ConfusionMatrix, least: float, *, beside: bool) -> ConfusionMatrix:
    weight = matrix.cells.weight
    square_weight = None if matrix.squares is None else matrix.squares.weight
    kept = enough_rows(weight, square_weight, least)
    if beside:
        truth = _rows(matrix.cells)
        rows = np.nan_to_num(rows_in_cells(weight, square_weight))
        kept = _kept_of_totals(np.asarray(rows).ravel(), kept.ravel(), truth, least)
        kept = kept.reshape(weight.shape)
    squares = matrix.squares and _only(matrix.squares, kept)
    return matrix.changed(cells=_only(matrix.cells, kept), squares=squares)


def _rows(cells: Cells) -> Any:
    """The true class of each cell."""
    if isinstance(cells, SparseCells):
        return cells.truth
    size = cells.weight.shape[-1]
    return np.repeat(np.arange(size), size)


def _kept_of_totals(rows: Floats, kept: Bools, truth: Ints, least: float) -> Bools:
    """Fewer cells kept, so that the gone ones of each class are several and not few."""
    kept = kept.copy()
    for index in np.unique(truth[~kept]):
        cells = np.flatnonzero((truth == index) & (rows > 0))
        order = cells[np.argsort(rows[cells], kind="stable")]
        gone = int(np.count_nonzero(~kept[order]))
        while gone < len(order) and (gone < 2 or rows[order[:gone]].sum() < least):
            gone += 1
        kept[order[:gone]] = False
    return kept


def _only(cells: Cells, kept: Bools) -> Cells:
    if isinstance(cells, SparseCells):
        return SparseCells(cells.truth[kept], cells.predicted[kept], cells.weight[kept], cells.size)
    return DenseCells(np.where(kept, cells.weight, 0.0))
