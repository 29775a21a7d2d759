"""The value of a metric on a certified grid, and how far from the exact one it can be."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.errors import NotHere, refuse
from veracity.memo import remember
from veracity.metrics import Metric
from veracity.statistics.grid.bounds import extreme_orders
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.scores.score_table import ScoreTable

_ROUNDING = 4e-16


def value_on_grid(metric: Metric, grid: ScoreGrid | ScoreColumns) -> tuple[float, float]:
    """The middle of what the rows can give, and half the width of it.

    A record says how: by a bracket of its own, or because it can only rise (fall, where lower
    is better) when a positive moves up; then the two extreme orders inside the buckets hold
    the exact value between them. A metric that does neither refuses a grid.
    """
    if metric.bracket is not None:
        ends: tuple[Any, Any] = metric.bracket(grid, **metric.values)
    elif metric.rises and grid.kind == "score_grid":
        ends = metric_between(metric, grid)
    else:
        raise refuse("key_needs_exact", NotHere, key=metric.key)
    low, high = sorted(float(end) for end in ends)
    rounding = _ROUNDING * max(abs(low), abs(high)) if low < high else 0.0
    if np.isinf(low) or np.isinf(high):
        return (low if low == high else float("nan")), 0.0
    return (low + high) / 2, (high - low) / 2 + rounding


def metric_between(metric: Metric, grid: ScoreGrid) -> tuple[Any, Any]:
    """The metric of the two extreme orders."""
    if not np.any(grid.wide):
        value = metric(grid.table)
        return value, value
    worst, best = remember(grid, "orders with weights", lambda: _orders(grid))
    return metric(worst), metric(best)


def _orders(grid: ScoreGrid) -> tuple[ScoreTable, ScoreTable]:
    worst, best = extreme_orders(grid)
    if not grid.weighted:
        return worst, best
    # so that a metric that refuses weights still sees them
    return replace(worst, squares=worst.weight), replace(best, squares=best.weight)
