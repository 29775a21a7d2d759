"""Least and greatest AUROC, Gini and KS that the rows behind a grid of scores can have.

For records that do not simply rise when a positive moves up, or that have a tighter bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.ranking.staircase import defined, totals
from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import extreme_orders, roc_bound
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.areas import area_under_roc


def area_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """Of the ROC area: pairs inside a bucket count one half, give or take one half."""
    area, bound = area_under_roc(grid), roc_bound(grid)
    return area - bound, area + bound


def gini_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """Of 2 AUROC − 1."""
    low, high = area_bracket(grid)
    return 2 * low - 1, 2 * high - 1


def ks_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """Of the largest distance of the two distributions, whichever of them leads.

    At the edges of the buckets both are known; in between, either may lead at most as far as
    in the extreme orders.
    """
    edges, worst, best = (largest_distance(table) for table in (grid.table, *extreme_orders(grid)))
    return edges, np.maximum(worst, best)


def largest_distance(table: ScoreTable) -> Any:
    """The largest distance of the two distributions at a threshold, whichever of them leads.

    Positives lead most at a step of the curve, negatives just before one.
    """
    largest = np.zeros(table.shape)
    for s in table.steps.parts():
        (tp, fp), (positives, negatives) = s.before, totals(table)
        ahead = ratio(s.tp, positives) - ratio(s.fp, negatives)
        behind = ratio(fp, negatives) - ratio(tp, positives)
        largest = np.maximum(largest, np.maximum(ahead.max(-1), behind.max(-1)))
    return defined(table, largest)
