"""Counts of score tables at thresholds: score >= threshold is called positive."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.arrays import Floats
from veracity.errors import refuse, spelled
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import SMALL, DenseCells
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.numerics.running_sums import cumulated_from_zero, sums_from_below
from veracity.statistics.scores.sweep import Sweep

Locations = NDArray[np.int64] | np.int64 | slice


def checked_thresholds(thresholds: ArrayLike) -> Floats:
    """Thresholds as numbers; NaN compares with nothing."""
    try:
        numbers = np.asarray(thresholds, np.float64)
    except (TypeError, ValueError):
        raise refuse("threshold_not_number", given=repr(thresholds)) from None
    if np.isnan(numbers).any():
        raise refuse("threshold_not_number", given="NaN")
    return numbers


def checked_threshold(threshold: ArrayLike) -> float:
    """One threshold as a number."""
    number = checked_thresholds(threshold)
    if number.ndim:
        raise refuse("threshold_not_number", given=spelled(threshold))
    return float(number)


def threshold_indices(scores: Floats, thresholds: Floats) -> NDArray[np.int64]:
    """How many of the scores, which fall, are at or above each threshold."""
    return len(scores) - np.searchsorted(scores[::-1], thresholds, "left")


def matrix_at(table: Sweep, index: Locations, clusters: Clusters | None = None) -> ConfusionMatrix:
    """The counts where so many of the scores are called positive, on a new last leading axis."""
    squares = None
    yes = 0 if table.positive_first else 1
    if table.squares is not None:
        up, across = table.squares[..., yes, :], table.squares[..., 1 - yes, :]
        sums = cumulated_from_zero(up), cumulated_from_zero(across)
        called_positive = tuple(part[..., index] for part in sums)
        squares = _cells(called_positive, tuple(part[..., -1] for part in sums), yes)
        squares = _added_up(squares, partial(sums_from_below, table.squares), index, 1 - yes)
    if isinstance(index, slice):
        called_positive = table.tp[..., index], table.fp[..., index]
    else:
        called_positive = table.reached(index)
    cells = _cells(called_positive, (table.positives, table.negatives), yes)
    cells = _added_up(cells, lambda: None if table.whole else table.below, index, 1 - yes)
    return ConfusionMatrix.made(cells, table.labels, table.pos_label, squares, clusters)


def _cells(called_positive: tuple[Floats, ...], totals: tuple[Any, ...], yes: int) -> DenseCells:
    """Each of the four cells lies in one piece of memory: metrics read them one by one."""
    shape = np.shape(called_positive[0])
    cells, no = np.empty((2, 2, *shape)), 1 - yes
    for truth, reached, total in zip((yes, no), called_positive, totals, strict=True):
        whole = np.asarray(total)
        cells[truth, yes] = reached
        left = np.subtract(whole[..., None] if len(shape) > whole.ndim else whole, reached)
        # running sums of fractions may end an ulp off
        np.maximum(left, 0.0, out=cells[truth, no, ...])
    return DenseCells(np.moveaxis(cells, (0, 1), (-2, -1)))


def _added_up(
    cells: DenseCells, from_below: Callable[[], Floats | None], index: Locations, no: int
) -> DenseCells:
    """The same, a small rest that is not called positive as added up from the lowest score.

    As what is left of a sum it would have lost digits: all of them where weights differ by
    10^16. Whole numbers lose none (None); they are looked at only where a rest is small.
    """
    four = cells.array()
    small = four[..., no] <= SMALL * four.sum(-1)
    below = from_below() if small.any() else None
    if below is None:
        return cells
    rest = np.moveaxis(below[..., index], below.ndim - 2, -1)
    kept = four.copy()
    kept[..., no] = np.where(small, rest, four[..., no])
    return DenseCells(kept)


def clusters_at(clusters: Clusters, scores: int, index: int, yes: int) -> Clusters:
    """What each cluster adds to the four cells of one threshold."""
    truth, score = np.divmod(clusters.cell, scores)
    called_positive = np.where(score < index, yes, 1 - yes)
    return Clusters.of_entries(
        clusters.ids,
        clusters.cluster,
        truth * 2 + called_positive,
        clusters.weight,
        clusters.squares,
    )
