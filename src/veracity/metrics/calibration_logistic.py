"""The logistic regression of the outcome on the logit of the probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.probability_sums import kept
from veracity.statistics.weighted_sums import pieces, sums_between

DIRECT = 1 << 14  # up to so many distinct probabilities each is a point of its own
CELLS = 2.0**8  # per unit of the logit, above that
_ROUNDS = 60


def logits(p: Floats, clip: float = 0.0) -> Floats:
    """ln(p/(1 − p)); infinite at 0 and 1."""
    q = np.clip(p, clip, 1 - clip) if clip else p
    with np.errstate(divide="ignore"):
        return np.asarray(np.log(q) - np.log1p(-q))


@dataclass(frozen=True, slots=True)
class LogitSums:
    """What the fit reads: cells of logits with the moments of their weight about `x`.

    `moments[m]` is Σ w·d^m, d being the distance from `x`, (..., C); `outcomes` Σ w·y and
    `products` Σ w·y·logit, (...). With one cell for each logit all moments but the first are 0.
    """

    x: Floats
    moments: tuple[Floats, ...]
    outcomes: Any
    products: Any


def logit_sums(table: Any, clip: float = 0.0) -> LogitSums:
    """The sums of a table, made once for every fit."""
    return kept(table, ("logits", clip), lambda: _logit_sums(table, clip))


def _logit_sums(table: Any, clip: float) -> LogitSums:
    """The sums of a table; with very many probabilities in cells 1/256 of a logit wide.

    The sums of the fit over a cell are then a Taylor series in the distance from its middle, up
    to the third power: what is left out is below 1e-13 of a row.
    """
    yes, outcomes = table.positive, table.positive.sum(-1)
    if table.shape or len(table) <= DIRECT:
        # rows at 0 or 1 make the fit undefined elsewhere; where none are, nothing is at infinity
        x = np.nan_to_num(logits(table.scores, clip), posinf=0.0, neginf=0.0)
        return LogitSums(x, (yes + table.negative,), outcomes, (yes * x).sum(-1))
    middles, moments, products = [], [], 0.0
    for piece in pieces(len(table)):
        x = np.nan_to_num(logits(table.scores[piece], clip), posinf=0.0, neginf=0.0)
        term = yes[piece] + table.negative[piece]
        products += float((yes[piece] * x).sum())
        cell = np.floor(x * CELLS)
        first = np.flatnonzero(np.diff(cell, prepend=np.inf))
        middle = (cell + 0.5) / CELLS
        away = x - middle
        middles.append(middle[first])
        of_piece = []
        for _ in range(4):
            of_piece.append(sums_between(term, first))
            term = term * away
        moments.append(np.stack(of_piece))
    return LogitSums(
        np.concatenate(middles), tuple(np.concatenate(moments, -1)), outcomes, products
    )


def _expected(sums: LogitSums, a: Floats, b: Floats) -> tuple[Floats, ...]:
    """Σ f and Σ x f of f = 1/(1 + e^−(a + b x)), and the three second derivatives."""
    eta = a[..., None] + b[..., None] * sums.x
    with np.errstate(over="ignore"):
        f = 1 / (1 + np.exp(-eta))
    slope = f * (1 - f)
    m0 = sums.moments[0]
    value, steep = f * m0, slope * m0
    along: Any = 0.0
    if len(sums.moments) > 1:
        m1, m2, m3 = sums.moments[1:]
        second = slope * (1 - 2 * f)
        third = slope * (1 - 6 * slope)
        b = b[..., None]
        value = value + b * slope * m1 + b**2 * second * m2 / 2 + b**3 * third * m3 / 6
        along = f * m1 + b * slope * m2 + b**2 * second * m3 / 2
    return (
        value.sum(-1),
        (sums.x * value + along).sum(-1),
        steep.sum(-1),
        (steep * sums.x).sum(-1),
        (steep * sums.x**2).sum(-1),
    )


def _likelihood(sums: LogitSums, a: Floats, b: Floats) -> Floats:
    eta = a[..., None] + b[..., None] * sums.x
    rest = np.logaddexp(0.0, eta) * sums.moments[0]
    return np.asarray(a * sums.outcomes + b * sums.products - rest.sum(-1))


def logistic_line(table: Any, clip: float = 0.0) -> tuple[Floats, Floats]:
    """Intercept and slope of logit P(y = 1) = a + b · logit p, by maximum likelihood.

    For any leading axes; Newton's method, a step that lowers the likelihood is halved. The
    slope is infinite where a threshold separates the classes, the intercept nan there; both
    are nan where a probability is 0 or 1, only one class occurs, or all logits are equal.
    Cox DR (1958) Biometrika 45(3/4):562–565.
    """
    shape = table.shape
    nothing = np.full(shape, np.nan)
    usable, separated = solvable(table, clip)
    endless = np.where(separated != 0, np.copysign(np.inf, separated), np.nan)
    if not np.any(usable):
        return nothing[()], endless[()]
    with np.errstate(all="ignore"):
        sums = logit_sums(table, clip)
        rate = ratio(sums.outcomes, sums.moments[0].sum(-1))
        a, b = np.asarray(np.log(rate / (1 - rate))), np.zeros(shape)
        a, b = _newton(sums, a, b)
    return np.where(usable, a, np.nan)[()], np.where(usable, b, endless)[()]


def _newton(sums: LogitSums, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    best = _likelihood(sums, a, b)
    for _ in range(_ROUNDS):
        ones, xs, h0, h1, h2 = _expected(sums, a, b)
        g0, g1 = sums.outcomes - ones, sums.products - xs
        det = h0 * h2 - h1 * h1
        up, turn = ratio(h2 * g0 - h1 * g1, det), ratio(h0 * g1 - h1 * g0, det)
        part, found = np.ones(np.shape(a)), _likelihood(sums, a + up, b + turn)
        for _ in range(30):
            # a fall within rounding is none: at the top the steps are that small
            worse = found < best - 1e-9 * np.abs(best)
            if not np.any(worse):
                break
            part = np.where(worse, part / 2, part)
            found = _likelihood(sums, a + part * up, b + part * turn)
        a, b, best = a + part * up, b + part * turn, found
        moved = np.maximum(np.abs(part * up), np.abs(part * turn))
        if not np.any(moved > 1e-13 * (1 + np.abs(a) + np.abs(b))):
            break
    return np.asarray(a), np.asarray(b)


def offset_intercept(table: Any, clip: float = 0.0) -> Floats:
    """The a of logit P(y = 1) = a + logit p: the slope is held at 1.

    Solved by Newton's method inside a bracket; for any leading axes. Nan where a probability
    is 0 or 1 or only one class occurs.
    """
    yes, total = table.positive.sum(-1), table.positive.sum(-1) + table.negative.sum(-1)
    both = (yes > 0) & (yes < total)
    usable = both & ~_extreme(table, clip)
    if not np.any(usable):
        return np.full(table.shape, np.nan)[()]
    with np.errstate(all="ignore"):
        sums = logit_sums(table, clip)
        one = np.ones(table.shape)
        low, high = np.full(table.shape, -80.0), np.full(table.shape, 80.0)
        a = np.zeros(table.shape)
        for _ in range(_ROUNDS):
            value, _, steep, *_ = _expected(sums, a, one)
            over = value > sums.outcomes
            low, high = np.where(over, low, a), np.where(over, a, high)
            step = ratio(sums.outcomes - value, steep)
            new = a + step
            new = np.where((new > low) & (new < high), new, (low + high) / 2)
            moved, a = np.abs(new - a), new
            if not np.any(usable & (moved > 1e-14 * (1 + np.abs(a)))):
                break
    return np.where(usable, a, np.nan)[()]


def _extreme(table: Any, clip: float) -> Any:
    """Whether there is weight at a probability of exactly 0 or 1."""
    if clip or not len(table):
        return np.zeros(table.shape, np.bool_)
    ends = (table.scores == 0) | (table.scores == 1)
    if not ends.any():
        return np.zeros(table.shape, np.bool_)
    return ((table.positive[..., ends] + table.negative[..., ends]) > 0).any(-1)


def solvable(table: Any, clip: float = 0.0) -> tuple[Any, Any]:
    """Where the line exists, and where a threshold separates the classes: 1, −1 or 0."""
    if not len(table):
        return np.zeros(table.shape, np.bool_), np.zeros(table.shape)
    p = np.clip(table.scores, clip, 1 - clip) if clip else table.scores
    yes, no = table.positive > 0, table.negative > 0
    both = yes.any(-1) & no.any(-1) & ~_extreme(table, clip)
    last = len(p) - 1

    def ends(mask: Any) -> tuple[Any, Any]:
        return p[np.argmax(mask, -1)], p[last - np.argmax(mask[..., ::-1], -1)]

    (most_yes, least_yes), (most_no, least_no) = ends(yes), ends(no)
    above, below = least_yes >= most_no, most_yes <= least_no
    separated = np.where(both, above.astype(float) - below.astype(float), 0.0)
    return both & ~above & ~below, separated
