"""The smooth reliability curve: local lines through the outcomes, and the same for resamples."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.reliability.bands import Fit, design_effect, wilson_bars
from veracity.metrics.calibration.lowess import SPAN, smooth_share
from veracity.results.estimate.curve import Band
from veracity.statistics.scores.probability_table import ProbabilityTable

MOST_POINTS = 200


def smooth_points(table: ProbabilityTable) -> tuple[Floats, Floats, Floats]:
    """Probabilities in rising order, the smooth share of positives, and the weight around each.

    The curve is lowess as in R and rms `val.prob` (see `lowess`), from which ICI and E90 come
    too. It is not held inside 0 … 1 nor to rise; what leaves 0 … 1 is drawn at the edge.
    """
    every = np.clip(smooth_share(table), 0.0, 1.0)[::-1]
    rising = table.scores[::-1]
    held = ~np.isnan(every)
    coarse = table.coarsened(MOST_POINTS)
    x = np.unique(np.concatenate([rising[held][[0, -1]], coarse.scores]))
    index = np.searchsorted(coarse.scores[::-1], x, "right") - 1
    weight = coarse.weight.sum(-2)[::-1][np.clip(index, 0, len(coarse) - 1)]
    return x, np.interp(x, rising[held], every[held]), weight


def smooth_fit(coarse: ProbabilityTable, x: Floats) -> Fit:
    """Local lines at these probabilities for other weights of a coarse table.

    The windows (the nearest 2/3 of the weight, tricube) are those of the table itself: a
    resample changes what lies in them, not their width.
    """
    away, tricube = _windows(coarse, x)
    zeroth, first, second = tricube, tricube * away, tricube * away**2
    span = float(coarse.scores.max() - coarse.scores.min())

    def fit(positive: Floats, total: Floats) -> Floats:
        n0, n1, n2 = (total @ part for part in (zeroth, first, second))
        y0, y1 = positive @ zeroth, positive @ first
        mean, share = ratio(n1, n0), ratio(y0, n0)
        spread = ratio(n2, n0) - mean**2
        line = share - mean * ratio(ratio(y1, n0) - mean * share, spread)
        straight = spread > (0.001 * span) ** 2
        return np.clip(np.where(straight, line, share), 0.0, 1.0)

    return fit


def smooth_bars(coarse: ProbabilityTable, x: Floats, share: Floats, level: float) -> Band:
    """Wilson's interval of the share at each probability, among the rows of its window.

    A window counts as (Σk)²/Σk² rows, k being their tricube weights; weighted rows as their
    effective number, clustered ones less by the design effect.
    """
    _, tricube = _windows(coarse, x)
    rows = coarse.weight.sum(-2)
    shares = np.interp(coarse.scores, x, share)
    worth = float(coarse.effective_total) / float(coarse.total) / design_effect(coarse, shares)
    return wilson_bars(share, ratio((rows @ tricube) ** 2, rows @ tricube**2) * worth, level)


def _windows(coarse: ProbabilityTable, x: Floats) -> tuple[Floats, Floats]:
    """How far each probability is from each x, and its tricube weight there, (T, points)."""
    p, total = coarse.scores, coarse.weight.sum(-2)
    away = p - x[:, None]
    far = np.abs(away)
    order = np.argsort(far, axis=-1, kind="stable")
    reached = np.cumsum(total[order], -1) >= SPAN * total.sum() * (1 - 1e-12)
    last = np.take_along_axis(order, reached.argmax(-1)[:, None], -1)
    radius = np.take_along_axis(far, last, -1)
    near = np.where(radius > 0, ratio(far, radius), far > 0)
    return away.T, (np.clip(1 - near**3, 0.0, None) ** 3).T
