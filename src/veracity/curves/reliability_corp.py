"""The reliability curve without bins: isotonic regression of the outcome on the probability."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.reliability_bands import Fit, design_effect, wilson_bars
from veracity.isotonic import isotonic_steps, isotonic_values
from veracity.results.curve import Band
from veracity.statistics.probability_table import ProbabilityTable

MOST_POINTS = 200  # where a band is asked for: it bends where the curve itself is straight


def corp_points(table: ProbabilityTable, *, banded: bool) -> tuple[Floats, Floats, Floats]:
    """Probabilities in rising order, the shares of positives there, and the weight behind each.

    The curve is level within a block of the regression and straight from the end of one to the
    start of the next, so its corners say it all. With `banded` points in between are added.
    """
    steps = isotonic_steps(table)
    x = np.column_stack([steps.low, steps.high]).ravel()
    y, weight = np.repeat(steps.value, 2), np.repeat(steps.total, 2)
    new = np.concatenate([[True], np.diff(x) > 0])
    x, y, weight = x[new], y[new], weight[new]
    if not banded:
        return x, y, weight
    every = np.union1d(x, table.coarsened(MOST_POINTS).scores)
    block = np.minimum(np.searchsorted(steps.high, every), len(steps) - 1)
    return every, np.interp(every, x, y), steps.total[block]


def corp_fit(coarse: ProbabilityTable, x: Floats) -> Fit:
    """The curve at these probabilities for other weights of a coarse table."""
    rising = coarse.scores[::-1]
    after = np.clip(np.searchsorted(rising, x), 1, max(len(rising) - 1, 1))
    before = after - 1
    if len(rising) == 1:
        before = after = np.zeros(len(x), np.int64)
    width = rising[after] - rising[before]
    share = np.where(width > 0, np.clip(ratio(x - rising[before], width), 0.0, 1.0), 0.0)

    def fit(positive: Floats, total: Floats) -> Floats:
        values = isotonic_values(positive[..., ::-1], total[..., ::-1])
        between: Floats = values[..., before] * (1 - share) + values[..., after] * share
        return between

    return fit


def corp_bars(table: ProbabilityTable, x: Floats, level: float) -> Band:
    """Wilson's interval of the block around each probability, as if the block had been fixed.

    Weighted rows count as their effective number, clustered ones less by the design effect.
    """
    steps = isotonic_steps(table)
    shares = np.interp(
        table.scores, np.column_stack([steps.low, steps.high]).ravel(), np.repeat(steps.value, 2)
    )
    worth = float(table.effective_total) / float(table.total) / design_effect(table, shares)
    bars = wilson_bars(steps.value, steps.total * worth, level)
    corners = np.column_stack([steps.low, steps.high]).ravel()
    low, high = (np.interp(x, corners, np.repeat(side, 2)) for side in (bars.low, bars.high))
    return Band(low, high, level, bars.method)
