"""What a grid leaves open: the least and the greatest value that its rows can have.

For records that do not simply rise when a positive moves up, or that have a tighter bound.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.metrics.staircase import staircase
from veracity.statistics.score_areas import area_under_roc
from veracity.statistics.score_bounds import extreme_orders, roc_bound


def area_bracket(grid: Any) -> tuple[Any, Any]:
    """Of the ROC area: pairs inside a bucket count one half, give or take one half."""
    area, bound = area_under_roc(grid), roc_bound(grid)
    return area - bound, area + bound


def gini_bracket(grid: Any) -> tuple[Any, Any]:
    """Of 2 AUROC − 1."""
    low, high = area_bracket(grid)
    return 2 * low - 1, 2 * high - 1


def ks_bracket(grid: Any) -> tuple[Any, Any]:
    """Of the largest distance of the two distributions, whichever of them leads.

    At the edges of the buckets both are known; in between, either may lead at most as far as
    in the extreme orders.
    """
    edges, worst, best = (_distance(table) for table in (grid.table, *extreme_orders(grid)))
    return edges, np.maximum(worst, best)


def _distance(table: Any) -> Any:
    s = staircase(table)
    return np.abs(s.tpr - s.fpr).max(-1)
