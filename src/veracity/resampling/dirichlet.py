"""A statistic drawn from its posterior: what the truth may be, given the counts."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.cells import DenseCells


def posterior(statistic: Any, times: int, seed: int, rows: float | None = None) -> Any:
    """Shares of the cells drawn from their Dirichlet posterior, scaled to the effective rows.

    The prior has weight 2 in all, spread evenly over the cells: Jeffreys' 1/2 a cell for a
    matrix of two classes. `rows` says how many rows the statistic is worth, where that is not
    its effective total: clusters that all agree are worth as many rows as there are clusters.
    """
    if isinstance(statistic, ConfusionMatrix):
        size = statistic.classes
        weight, squares = statistic.cells.array(), statistic.sum_of_squares.array()
        drawn = _drawn(weight, squares, times, seed, rows).reshape(times, size, size)
        return statistic.changed(cells=DenseCells(drawn), squares=None, units=None)
    assert isinstance(statistic, ScoreTable)
    shape = statistic.weight.shape
    drawn = _drawn(statistic.weight, statistic.sum_of_squares, times, seed, rows)
    return replace(statistic, weight=drawn.reshape(times, *shape), squares=None, units=None)


def _drawn(weight: Floats, squares: Floats, times: int, seed: int, rows: float | None) -> Floats:
    random = np.random.default_rng(seed)
    weight, squares = weight.reshape(-1), squares.reshape(-1)
    worth = float(ratio(weight.sum() ** 2, squares.sum()))
    step = np.where(weight > 0, ratio(squares, weight), ratio(squares.sum(), weight.sum()))
    if rows is not None:
        step = step * (worth / rows)
        worth = rows
    shares: Floats = random.gamma(weight / step + 2 / len(weight), size=(times, len(weight))) * step
    scaled: Floats = shares / shares.sum(-1, keepdims=True) * worth
    return scaled
