"""The logistic line of weighted tables, where weights lie many magnitudes apart."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Bools, Floats
from veracity.statistics import ScoreTable

_ROUNDS = 300
_FARTHEST = 8.0  # in log odds: a longer step ends where the likelihood is flat
_SHORT = 1e-6  # such a step leaves its square, whichever way the loss seems to lead
_LAST = 3


def weighted_lines(
    table: ScoreTable, x: Floats, a: Floats, b: Floats, usable: Bools
) -> tuple[Floats, Floats]:
    """The line of a weighted table; of many tables those that plain Newton steps left open."""
    left = usable & ~(np.isfinite(a) & np.isfinite(b)) if table.shape else usable
    a, b = np.array(a), np.array(b)
    for index in np.argwhere(left):
        at = tuple(index)
        a[at], b[at] = weighted_line(x, table.positive[at], table.negative[at])
    return a, b


def weighted_line(x: Floats, yes: Floats, no: Floats) -> tuple[float, float]:
    """Intercept and slope of logit P(y = 1) = a + b·x, by Newton's method.

    What plain sums lose by cancelling is kept: residuals are those of the rows, distances of x
    are from the mean under the weights of the step, and a step is halved until the loss falls.
    """
    held = yes + no > 0
    x, yes, no = x[held], yes[held], no[held]
    a, b = float(np.log(yes.sum()) - np.log(no.sum())), 0.0
    loss, last = _loss(x, yes, no, a, b), _LAST
    for _ in range(_ROUNDS):
        up, turn = _step(x, yes, no, a, b)
        far = float(np.abs(up + turn * x).max())
        if not np.isfinite(far) or not last:
            break
        if far > _FARTHEST:
            up, turn = up * _FARTHEST / far, turn * _FARTHEST / far
        while _length(up, turn, a, b) > _SHORT and _loss(x, yes, no, a + up, b + turn) > loss:
            up, turn = up / 2, turn / 2
        last -= bool(_length(up, turn, a, b) <= _SHORT)
        a, b = a + up, b + turn
        loss = _loss(x, yes, no, a, b)
    return a, b


def _step(x: Floats, yes: Floats, no: Floats, a: float, b: float) -> tuple[float, float]:
    eta = a + b * x
    rate, rest = 1 / (1 + np.exp(-eta)), 1 / (1 + np.exp(eta))
    left, steep = yes * rest - no * rate, (yes + no) * rate * rest
    middle = float((steep * x).sum() / steep.sum())
    away = x - middle
    turn = float((left * away).sum() / (steep * away * away).sum())
    return float(left.sum() / steep.sum()) - middle * turn, turn


def _loss(x: Floats, yes: Floats, no: Floats, a: float, b: float) -> float:
    eta = a + b * x
    return float((yes * np.logaddexp(0, -eta) + no * np.logaddexp(0, eta)).sum())


def _length(up: float, turn: float, a: float, b: float) -> float:
    return max(abs(up), abs(turn)) / (1 + abs(a) + abs(b))
