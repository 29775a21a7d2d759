"""The logistic regression of the outcome on the logit of the probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from veracity.arrays import Bools, Floats, quiet, ratio
from veracity.memo import remember
from veracity.metrics.calibration.weighted_line import weighted_lines
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.bisection import falling_cells
from veracity.statistics.numerics.weighted_sums import first_held, inner, pieces, sums_between

DIRECT = 1 << 14  # up to so many distinct probabilities each is a point of its own
CELLS = 2.0**8  # per unit of the logit, above that
_ROUNDS = 60
_CLOSE = 1e-8  # a step of Newton's method that leaves an error of about its square
NEAR = 1e-14  # log odds that cannot be distinguished


def logits(p: Floats, clip: float = 0.0) -> Floats:
    """ln(p/(1 − p)); infinite at 0 and 1.

    One logarithm of the odds: as close as the difference of two, in less time.
    """
    p = np.clip(p, clip, 1 - clip) if clip else np.asarray(p)
    odds = np.subtract(1.0, p, out=np.empty(p.shape))
    with quiet():
        np.divide(p, odds, out=odds)
        return np.log(odds, out=odds)


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


def logit_sums(table: ScoreTable, clip: float = 0.0) -> LogitSums:
    """The sums of a table, made once for every fit."""
    return remember(table, ("logits", clip), lambda: _logit_sums(table, clip))


def _logit_sums(table: ScoreTable, clip: float) -> LogitSums:
    """The sums of a table; with very many probabilities in cells 1/256 of a logit wide.

    The sums of the fit over a cell are then a Taylor series in the distance from its middle, up
    to the third power: what is left out is below 1e-13 of a row.
    """
    yes, outcomes = table.positive, table.positive_total
    if table.shape or len(table) <= DIRECT:
        # rows at 0 or 1 make the fit undefined elsewhere; where none are, nothing is at infinity
        x = np.nan_to_num(logits(table.scores, clip), posinf=0.0, neginf=0.0)
        return LogitSums(x, (yes + table.negative,), outcomes, (yes * x).sum(-1))
    lone = table.lone
    own = None if lone is None or lone.truth != table.positive_index else lone.position
    middles, moments, products = [], [], 0.0
    for piece in pieces(len(table)):
        x = logits(table.scores[piece], clip)
        if not np.isfinite(x[[0, -1]]).all():  # they fall: only the ends can be infinite
            x = np.nan_to_num(x, posinf=0.0, neginf=0.0)
        if own is None:
            products += float(inner(yes[piece], x))
        else:
            inside = slice(*np.searchsorted(own, [piece.start, piece.stop]))
            products += float(x[own[inside] - piece.start].sum())
        first, cell = falling_cells(x, CELLS)
        rows, middle = np.diff(first, append=len(x)), (cell + 0.5) / CELLS
        middles.append(middle)
        x -= np.repeat(middle, rows)
        if lone is not None:  # every weight is 1
            of_piece, term = [rows.astype(np.float64)], x.copy()
        else:
            weight = yes[piece] + table.negative[piece]
            of_piece, term = [sums_between(weight, first)], weight * x
        for _ in range(2):
            of_piece.append(sums_between(term, first))
            term *= x
        of_piece.append(sums_between(term, first))
        moments.append(np.stack(of_piece))
    return LogitSums(
        np.concatenate(middles), tuple(np.concatenate(moments, -1)), outcomes, products
    )


class Expected(NamedTuple):
    """Σ f and Σ x f of f = 1/(1 + e^−(a + b x)), and the three second derivatives."""

    ones: Floats
    xs: Floats
    h0: Floats
    h1: Floats
    h2: Floats


def _expected(sums: LogitSums, a: Floats, b: Floats) -> Expected:
    f, m0, x = _rates(sums, a, b), sums.moments[0], sums.x
    rest = 1 - f
    rest *= f
    steep = rest * m0
    if len(sums.moments) == 1:
        value, along = np.multiply(f, m0, out=f), np.float64(0.0)
    else:
        m1, m2, m3 = sums.moments[1:]
        second = rest * (1 - 2 * f)
        third = rest * (1 - 6 * rest)
        b = b[..., None]
        value = f * m0 + b * rest * m1 + b**2 * second * m2 / 2 + b**3 * third * m3 / 6
        along = (f * m1 + b * rest * m2 + b**2 * second * m3 / 2).sum(-1)
    return Expected(
        value.sum(-1),
        inner(value, x) + along,
        steep.sum(-1),
        inner(steep, x),
        inner(steep, x * x),
    )


def loss_of_line(sums: LogitSums, a: Floats, b: Floats) -> Floats:
    """Σ −ln P of what came, at P = 1/(1 + e^−(a + b x)): Σ w ln(1 + e^η) − Σ w y η."""
    a, b = np.asarray(a), np.asarray(b)
    eta = b[..., None] * sums.x
    eta += a[..., None]
    log = np.abs(eta)
    np.negative(log, out=log)
    np.log1p(np.exp(log, out=log), out=log)
    log += np.maximum(eta, 0.0, out=eta)
    log *= sums.moments[0]
    if len(sums.moments) > 1:
        m1, m2, m3 = sums.moments[1:]
        f = _rates(sums, a, b)
        rest, slope = f * (1 - f), b[..., None]
        log += slope * f * m1 + slope**2 * rest * m2 / 2 + slope**3 * rest * (1 - 2 * f) * m3 / 6
    return np.asarray(log.sum(-1) - a * sums.outcomes - b * sums.products)


def _rates(sums: LogitSums, a: Floats, b: Floats) -> Floats:
    """1/(1 + e^−(a + b x)) at every x."""
    eta = b[..., None] * -sums.x
    eta -= a[..., None]
    with quiet():
        np.exp(eta, out=eta)
    eta += 1
    return np.divide(1.0, eta, out=eta)


def _together(sums: LogitSums) -> LogitSums:
    """The tables of all leading axes as one: where it is solved, theirs are not far."""
    axes = tuple(range(np.ndim(sums.outcomes)))
    moments = tuple(np.nan_to_num(m).mean(axes) for m in sums.moments)
    return LogitSums(sums.x, moments, np.mean(sums.outcomes), np.mean(sums.products))


def logistic_line(table: ScoreTable, clip: float = 0.0) -> tuple[Floats, Floats]:
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
    with quiet():
        sums = logit_sums(table, clip)
        a, b = _newton(sums, *_first_line(sums))
        if table.squares is not None and len(table) <= DIRECT:
            a, b = weighted_lines(table, sums.x, a, b, usable)
    return np.where(usable, a, np.nan)[()], np.where(usable, b, endless)[()]


def _first_line(sums: LogitSums) -> tuple[Floats, Floats]:
    """Where to begin: no slope; of several tables the line of all of them together."""
    if not np.ndim(sums.outcomes):
        rate = ratio(sums.outcomes, sums.moments[0].sum(-1))
        return np.asarray(np.log(rate / (1 - rate))), np.zeros(())
    whole = _together(sums)
    shape = np.shape(sums.outcomes)
    a, b = (np.broadcast_to(part, shape) for part in _newton(whole, *_first_line(whole)))
    known = bool(np.isfinite(a).all() and np.isfinite(b).all())
    return (a, b) if known else (np.zeros(shape), np.zeros(shape))


def _newton(sums: LogitSums, a: Floats, b: Floats) -> tuple[Floats, Floats]:
    """Newton's method; a step that goes so far that the likelihood falls as steeply as it rose
    before is halved. It is concave, so that it has not fallen on the whole then.
    """  # noqa: D205
    there = _expected(sums, a, b)
    for _ in range(_ROUNDS):
        g0, g1 = sums.outcomes - there.ones, sums.products - there.xs
        det = there.h0 * there.h2 - there.h1 * there.h1
        up = ratio(there.h2 * g0 - there.h1 * g1, det)
        turn = ratio(there.h0 * g1 - there.h1 * g0, det)
        if not np.any(_length(up, turn, a, b) > _CLOSE):
            return np.asarray(a + up), np.asarray(b + turn)
        rise, part = g0 * up + g1 * turn, np.ones(np.shape(a))
        there = _expected(sums, a + up, b + turn)
        for _ in range(30):
            falls = (there.ones - sums.outcomes) * up + (there.xs - sums.products) * turn
            # a tiny step is right up to rounding, whichever way it seems to lead
            far = (falls > rise) & (_length(part * up, part * turn, a, b) > 1e-6)
            if not np.any(far):
                break
            part = np.where(far, part / 2, part)
            there = _expected(sums, a + part * up, b + part * turn)
        a, b = a + part * up, b + part * turn
    return np.asarray(a), np.asarray(b)


def _length(up: Floats, turn: Floats, a: Floats, b: Floats) -> Floats:
    """How far a step goes, beside the line itself."""
    return np.asarray(np.maximum(np.abs(up), np.abs(turn)) / (1 + np.abs(a) + np.abs(b)))


def offset_intercept(table: ScoreTable, clip: float = 0.0) -> Floats:
    """The a of logit P(y = 1) = a + logit p: the slope is held at 1.

    Solved by Newton's method inside a bracket; for any leading axes. Nan where a probability
    is 0 or 1 or only one class occurs.
    """
    yes, total = table.positive_total, table.total
    both = (yes > 0) & (yes < total)
    usable = both & ~_extreme(table, clip)
    if not np.any(usable):
        return np.full(table.shape, np.nan)[()]
    with quiet():
        sums = logit_sums(table, clip)
        start = np.zeros(())
        if table.shape:  # those of single tables are near that of all together
            start = np.nan_to_num(_shifted(_together(sums), start, np.ones((), np.bool_)))
        a = _shifted(sums, np.broadcast_to(start, table.shape), usable)
    return np.where(usable, np.where(np.abs(a) <= NEAR, 0.0, a), np.nan)[()]


def _shifted(sums: LogitSums, a: Floats, usable: Bools) -> Floats:
    """The shift of all logits at which as many are expected as occurred."""
    shape, one = np.shape(a), np.ones(np.shape(a))
    low, high = np.full(shape, -80.0), np.full(shape, 80.0)
    for _ in range(_ROUNDS):
        value, steep = _counted(sums, a, one)
        over = value > sums.outcomes
        low, high = np.where(over, low, a), np.where(over, a, high)
        new = a + ratio(sums.outcomes - value, steep)
        inside = (new >= low) & (new <= high)
        new = np.where(inside, new, (low + high) / 2)
        moved, a = np.abs(new - a), new
        near = np.where(inside, _CLOSE, NEAR)  # of halving, what is left is as long as the step
        if not np.any(usable & (moved > near * (1 + np.abs(a)))):
            break
    return np.asarray(a)


def _counted(sums: LogitSums, a: Floats, one: Floats) -> tuple[Floats, Floats]:
    """Σ f and its derivative by a, the slope being 1."""
    if len(sums.moments) > 1:
        found = _expected(sums, a, one)
        return found.ones, found.h0
    f = _rates(sums, a, one)
    value = np.asarray(np.einsum("...t,...t->...", f, sums.moments[0]))
    rest = 1 - f
    rest *= f
    return value, np.asarray(np.einsum("...t,...t->...", rest, sums.moments[0]))


def _extreme(table: ScoreTable, clip: float) -> Any:
    """Whether there is weight at a probability of exactly 0 or 1."""
    if clip or not len(table):
        return np.zeros(table.shape, np.bool_)
    known = ((0, 1.0), (len(table) - 1, 0.0))  # they fall: 1 is the first, 0 the last
    ends = [index for index, certain in known if table.scores[index] == certain]
    if not ends:
        return np.zeros(table.shape, np.bool_)
    return ((table.positive[..., ends] + table.negative[..., ends]) > 0).any(-1)


def solvable(table: ScoreTable, clip: float = 0.0) -> tuple[Any, Any]:
    """Where the line exists, and where a threshold separates the classes: 1, −1 or 0."""
    if not len(table):
        return np.zeros(table.shape, np.bool_), np.zeros(table.shape)
    p = np.clip(table.scores, clip, 1 - clip) if clip else table.scores
    both = (table.positive_total > 0) & (table.negative_total > 0) & ~_extreme(table, clip)

    def ends(weight: Floats) -> tuple[Any, Any]:
        return p[first_held(weight)], p[len(p) - 1 - first_held(weight[..., ::-1])]

    (most_yes, least_yes), (most_no, least_no) = ends(table.positive), ends(table.negative)
    above, below = least_yes >= most_no, most_yes <= least_no
    separated = np.where(both, above.astype(float) - below.astype(float), 0.0)
    return both & ~above & ~below, separated
