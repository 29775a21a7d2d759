"""The calibration line on a grid: how far its slope and intercept can be from those of the rows.

The line is fitted to the middles of the buckets. Every logit lies within half a bucket of its
middle, so that the gradient of the likelihood of the rows, at the line that was fitted, lies in
a known box. How far the best line of the rows can be follows from that box and the curvature,
which changes along a step of the linear predictors by at most e^±(the largest change): the
logistic loss is self-concordant in the sense of Bach F (2010) Electronic Journal of Statistics
4:384–414.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.memo import remember
from veracity.metrics.calibration.logistic import logistic_line, logits
from veracity.metrics.probability.brackets import edges, in_the_middle
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.weighted_sums import inner, pieces

_PIECE = 1 << 13  # buckets at once, near the processor
NOTHING_KNOWN = (math.nan, math.nan), (math.nan, math.nan)


def line_brackets(grid: ScoreGrid, clip: float = 0.0) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """The least and greatest intercept, and the least and greatest slope, of one grid.

    nan where the buckets are too wide to tell, where there is no finite line, or where a
    bucket reaches down to 0 or up to 1, whose logits have no bound.
    """
    return remember(grid, ("line brackets", clip), lambda: _line_brackets(grid, clip))


def _line_brackets(grid: ScoreGrid, clip: float) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    low, high = (logits(p, clip) for p in edges(grid))
    weight = grid.positive + grid.negative
    held = weight > 0
    middle = in_the_middle(grid, (low + high) / 2)
    intercept, slope = (float(one) for one in logistic_line(middle, clip))
    if not (math.isfinite(intercept) and math.isfinite(slope)):
        return NOTHING_KNOWN
    read = (logits(middle.scores, clip), low, high, weight, grid.positive)
    x, low, high, weight, yes = read if held.all() else (part[held] for part in read)
    a, b = _farthest(x, low, high, weight, yes, intercept, slope)
    return (intercept - a, intercept + a), (slope - b, slope + b)


def _farthest(
    x: Floats,
    low: Floats,
    high: Floats,
    weight: Floats,
    yes: Floats,
    intercept: float,
    slope: float,
) -> tuple[float, float]:
    """How far intercept and slope can move when each logit moves from its middle x to an end.

    With G the gradient of the rows at the fitted line, H the curvature at the middles and
    z = √(δᵀHδ) of the step δ to the line of the rows: −δᵀG ≥ (1 − e^−r)/r · c²z², where r is the
    largest change of a linear predictor, at most R·z, and c² how much less the rows may bend
    than the middles. Hence z ≤ −ln(1 − R·|G|/c²)/R, |G| being √(GᵀH⁻¹G).
    """
    sums, widest, total = np.zeros(6), 0.0, weight.sum()
    for part in pieces(len(x), _PIECE):
        found, half = _part_sums(
            x[part], low[part], high[part], weight[part], yes[part], intercept, slope
        )
        sums += found
        widest = max(widest, half)
    if not math.isfinite(widest):
        return math.nan, math.nan
    first, second, third, apart, *box = sums / total
    curvature = np.linalg.inv(np.array([[first, second], [second, third]]))
    corners = np.array([[box[0], box[1]], [box[0], -box[1]]])
    pull = math.sqrt(max(corner @ curvature @ corner for corner in corners))
    # the variance of a linear predictor is convex in the logit: largest at the least or greatest
    ends = np.array([[1.0, low.min()], [1.0, high.max()]])
    reach = math.sqrt(max(float(end @ curvature @ end) for end in ends))
    loose = math.sqrt(curvature[1, 1] * apart)
    firm = math.exp(-abs(slope) * widest) * max(1 - loose, 0.0) ** 2
    if not firm > 0 or reach * pull >= firm:
        return math.nan, math.nan
    step = -math.log1p(-reach * pull / firm) / reach
    return step * math.sqrt(curvature[0, 0]), step * math.sqrt(curvature[1, 1])


def _part_sums(
    x: Floats,
    low: Floats,
    high: Floats,
    weight: Floats,
    yes: Floats,
    intercept: float,
    slope: float,
) -> tuple[Floats, float]:
    """What the rows of some buckets add: to the curvature and to both sides of the box.

    And half the width of the widest of these buckets.
    """
    half = np.maximum(high - x, x - low)
    with np.errstate(over="ignore", invalid="ignore"):
        f = 1 / (1 + np.exp(-(intercept + slope * x)))
        bend = f * (1 - f)
        bent = weight * bend
        # f changes by at most its slope, which itself changes by at most e^|b·half|
        moved = abs(slope) * half
        moved *= bend * np.exp(moved)
        moved *= weight
        wrong = yes * (1 - f) + (weight - yes) * f  # Σ w|f − y|, the same for either outcome
        along = inner(wrong + moved, half) + inner(moved, np.abs(x))
        curved = (bent.sum(), inner(bent, x), inner(bent, x * x), inner(bent, half * half))
    widest = float(half.max())
    return np.array([*curved, moved.sum(), along]), widest if widest >= 0 else math.inf
