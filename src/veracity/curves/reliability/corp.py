"""The reliability curve without bins: isotonic regression of the outcome on the probability."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.reliability.bands import Fit, design_effect, wilson_bars
from veracity.isotonic import isotonic_steps, isotonic_values
from veracity.results.estimate.curve import Band
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.scores.probability_table import ProbabilityTable

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
    """The curve at these probabilities for other weights of a coarse table.

    It is straight between the probabilities that a resample has; beyond them nothing is known.
    """
    rising = coarse.scores[::-1]
    at = np.clip(x, rising[0], rising[-1])

    def fit(positive: Floats, total: Floats) -> Floats:
        yes, rows = positive[..., ::-1], total[..., ::-1]
        values = isotonic_values(yes, rows)
        curves = np.empty((*values.shape[:-1], len(x)))
        for axes in np.ndindex(values.shape[:-1]):
            held = rows[axes] > 0
            if not held.any():  # a weighted resample may be empty
                curves[axes] = np.nan
                continue
            curves[axes] = np.interp(at, rising[held], values[axes][held], np.nan, np.nan)
        return curves

    return fit


def corp_bars(table: ProbabilityTable, x: Floats, level: float) -> Band:
    """Where the share at each probability can lie, if shares never fall as probabilities rise.

    Then the rows just below are positive no more often than those at x, and the rows just above
    no less often: the lower limit is Wilson's of the n^(2/3) rows up to x, the upper one
    Wilson's of the n^(2/3) rows from x on, equal probabilities together. The outcomes have no
    part in the choice of these rows, as they have in that of the blocks of the regression.
    Weighted rows count as their effective number, clustered ones less by the design effect.
    """
    steps = isotonic_steps(table)
    corners = np.column_stack([steps.low, steps.high]).ravel()
    shares = np.interp(table.scores, corners, np.repeat(steps.value, 2))
    worth = float(table.effective_total) / float(table.total) / design_effect(table, shares)
    p = table.scores[::-1]
    yes, rows = (cumulated_from_zero(one[::-1]) for one in (table.positive, table.weight.sum(-2)))
    window = rows[-1] * (rows[-1] * worth) ** (-1 / 3) * (1 - 1e-12)
    stop, start = np.searchsorted(p, x, "right"), np.searchsorted(p, x, "left")
    first = np.maximum(np.searchsorted(rows, rows[stop] - window, "right") - 1, 0)
    last = np.minimum(np.searchsorted(rows, rows[start] + window, "left"), len(p))
    below, above = (
        wilson_bars(ratio(yes[b] - yes[a], rows[b] - rows[a]), (rows[b] - rows[a]) * worth, level)
        for a, b in ((first, stop), (start, last))
    )
    return Band(below.low, above.high, level, below.method)
