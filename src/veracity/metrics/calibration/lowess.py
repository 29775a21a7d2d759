"""Smooth curves of the share of positives by probability: lowess, loess, isotonic, logistic."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.isotonic import isotonic_fit
from veracity.memo import remember
from veracity.metrics.calibration.line_distances import LineDistances
from veracity.metrics.calibration.logistic import logistic_line, logits
from veracity.metrics.probability.rows import RunningSums, alone, below, rows_of
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.numerics.weighted_sums import pieces, sums_between

Ints = NDArray[np.int64]
SPAN = 2 / 3
LOESS_SPAN = 3 / 4
STEP = 0.01
EXACT = 1 << 14  # up to so many distinct probabilities nothing is pooled
POOLED = 1 << 12  # buckets by weight, and as many by width
AT_ONCE = 4  # curves fitted together: their buckets stay near the processor


def smooth_share(table: ScoreTable, smoother: str = "lowess") -> Floats:
    """The share of positives at each probability of one table, (T,), in the order of the table.

    `lowess`: locally linear with tricube weights over 2/3 of the rows, see `lowess`. `loess`:
    the same with parabolas over 3/4 of them, as R's `loess` (surface="direct") has it and
    Austin and Steyerberg (2019) use it. `isotonic`: pool adjacent violators. `logistic`: the
    logistic regression of the outcome on the logit.
    """
    yes, total = table.positive, rows_of(table)
    if smoother == "isotonic":
        return isotonic_fit(yes, total, increasing=False).spread()
    if smoother == "logistic":
        intercept, slope = logistic_line(table)
        with np.errstate(invalid="ignore", over="ignore"):
            return np.asarray(1 / (1 + np.exp(-(intercept + slope * logits(table.scores)))))
    up = slice(None, None, -1)
    if many_alone(table):
        return _joined(table.scores[up], *_corners_of(table, smoother))[up]
    columns = table.scores[up], yes[up], total[up]
    parabolas = smoother == "loess"
    return lowess(*columns, below(table), counted=not table.weighted, parabolas=parabolas)[up]


def many_alone(table: ScoreTable) -> bool:
    """Whether there are very many probabilities, each of one row: then no array as long is made."""
    return len(table) > EXACT and alone(table)


def far_from_lines(table: ScoreTable, smoother: str) -> LineDistances:
    """|smooth share − p| by lowess or loess where there are `many_alone`, found once."""
    return remember(
        table,
        ("far from lines", smoother),
        lambda: LineDistances.of_lines(table.scores, *_corners_of(table, smoother)),
    )


def _corners_of(table: ScoreTable, smoother: str) -> tuple[Ints, Floats]:
    """Where lowess or loess of a table is fitted and its values there, found once."""

    def found() -> tuple[Ints, Floats]:
        up = slice(None, None, -1)
        columns = table.scores[up], table.positive[up], rows_of(table)[up]
        return _corners(*columns, below(table), counted=True, parabolas=smoother == "loess")

    return remember(table, ("corners", smoother), found)


def lowess(
    x: Floats,
    positive: Floats,
    total: Floats,
    until: RunningSums | None = None,
    *,
    counted: bool = True,
    parabolas: bool = False,
) -> Floats:
    """Cleveland's lowess of the outcome on the probability, as R's `lowess(p, y, iter=0)`.

    `x` rises. At a probability the nearest 2/3 of the rows are fitted by a straight line, with
    tricube weights of their distance; fits are made at points about 1 % of the range apart and
    joined by straight lines, as R does (f = 2/3, delta = 0.01 of the range), which is what
    rms `val.prob` uses. Weights are multiplied in; where rows are not `counted` the window
    holds 2/3 of the weight. `until` is the weight below each x and of everything, if known.
    With `parabolas` it is loess: degree 2 and 3/4 of the rows.

    Above 16,384 distinct probabilities neighbours are pooled to at most 8,192 buckets, half by
    weight and half by width, each with its mean, before the lines are fitted; windows, points
    and the final lines keep the exact probabilities. The curve moves by less than 1e-4 then
    (by some 1e-6 where the probabilities are spread out, 2e-5 where most of them are near 0).

    References: Cleveland WS (1979) J Am Stat Assoc 74(368):829–836; Harrell FE (2015)
    Regression Modeling Strategies, 2nd ed., Springer.

    >>> lowess(np.array([0.1, 0.2, 0.3]), np.array([0.0, 1.0, 2.0]), np.full(3, 2.0)).round(9)
    array([0. , 0.5, 1. ])
    """
    held = total > 0
    if not held.all():
        values = np.full(len(x), np.nan)
        if held.any():
            some = x[held], positive[held], total[held]
            values[held] = lowess(*some, counted=counted, parabolas=parabolas)
        return values
    if len(x) < 2:
        return ratio(positive, total)
    if until is None:
        until = RunningSums(len(x), cumulated_from_zero(total))
    return _joined(x, *_corners(x, positive, total, until, counted=counted, parabolas=parabolas))


def _corners(
    x: Floats,
    positive: Floats,
    total: Floats,
    until: RunningSums,
    *,
    counted: bool,
    parabolas: bool,
) -> tuple[Ints, Floats]:
    """The indices where lines are fitted, and their values there."""
    points = _points(x)
    rows = (LOESS_SPAN if parabolas else SPAN) * until.total
    if counted:
        rows = max(2.0, np.floor(rows + 1e-7))
    radius = _radius(x, until, x[points], min(rows, until.total))
    cells = _pooled(x, positive, total, until)
    fitted = _parabolas if parabolas else _lines
    values = np.empty(len(points))
    for part in pieces(len(points), AT_ONCE):
        centre, reach = x[points[part]], radius[part]
        first = np.searchsorted(cells[0], np.min(centre - reach), "left")
        near = slice(first, np.searchsorted(cells[0], np.max(centre + reach), "right"))
        away = cells[0][near] - centre[:, None]
        tricube = _tricube(np.abs(away), reach[:, None])
        values[part] = fitted(away, tricube, cells[1][near], cells[2][near], x[-1] - x[0])
    return points, values


def _joined(x: Floats, points: Ints, values: Floats) -> Floats:
    """Straight lines between the points, one slice of x after the other."""
    curve = np.empty(len(x))
    for first, last, value, steep in _lines_between(x, points, values):
        part = slice(first, last)
        np.subtract(x[part], x[first], out=curve[part])
        curve[part] *= steep
        curve[part] += value
    curve[-1] = values[-1]
    return curve


def _lines_between(
    x: Floats, points: Ints, values: Floats
) -> Iterator[tuple[int, int, float, float]]:
    """From which index to which, the value at the first, and how steep the line is."""
    steep = np.diff(values) / np.diff(x[points])
    ends = points.tolist()
    return zip(ends[:-1], ends[1:], values[:-1].tolist(), steep.tolist(), strict=True)


def _points(x: Floats) -> Ints:
    """Where lines are fitted: the last probability within 1 % of the range, and so on."""
    step, indices, last = STEP * (x[-1] - x[0]), [0], 0
    while last < len(x) - 1:
        beyond = int(np.searchsorted(x, x[last] + step, "right"))
        last = max(last + 1, beyond - 1)
        indices.append(last)
    return np.array(indices)


def _radius(x: Floats, until: RunningSums, centre: Floats, rows: float) -> Floats:
    """The distance within which so much weight lies, by halving between neighbouring numbers."""
    low, high = np.full(len(centre), -1.0), np.full(len(centre), x[-1] - x[0])
    enough = rows * (1 - 1e-12)
    for _ in range(64):
        middle = (low + high) / 2
        within = until.at(np.searchsorted(x, centre + middle, "right"))
        within = within - until.at(np.searchsorted(x, centre - middle, "left"))
        inside = (within >= enough) & (middle >= 0)
        low, high = np.where(inside, low, middle), np.where(inside, middle, high)
    return high


def _pooled(
    x: Floats, positive: Floats, total: Floats, until: RunningSums
) -> tuple[Floats, Floats, Floats]:
    """Neighbours pooled where there are very many: means, positive weight and weight."""
    if len(x) <= EXACT:
        return x, positive, total
    steps = np.arange(POOLED) / POOLED
    by_weight = until.index(steps * until.total, "right") - 1
    by_width = np.searchsorted(x, x[0] + steps * (x[-1] - x[0]), "left")
    either = np.sort(np.concatenate([by_weight, by_width]))
    first = either[np.append(True, either[1:] != either[:-1])]
    sums, each_a_row = np.zeros((3, len(first))), until.sums is None
    for piece in pieces(len(x)):
        inside = first[np.searchsorted(first, piece.start, "right") :]
        inside = inside[: np.searchsorted(inside, piece.stop, "left")]
        starts = np.concatenate([[piece.start], inside])
        bucket = np.searchsorted(first, starts, "right") - 1
        starts -= piece.start
        sums[1, bucket] += sums_between(positive[piece], starts)
        if each_a_row:
            sums[0, bucket] += sums_between(x[piece], starts)
            sums[2, bucket] += np.diff(starts, append=piece.stop - piece.start)
        else:
            weight = total[piece]
            sums[0, bucket] += sums_between(weight * x[piece], starts)
            sums[2, bucket] += sums_between(weight, starts)
    return sums[0] / sums[2], sums[1], sums[2]


def _tricube(far: Floats, radius: Floats) -> Floats:
    """(1 − (far/radius)³)³; as R, below 0.001 of the radius 1 and above 0.999 of it 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        share = far / radius
    rest = share * share
    rest *= share
    np.subtract(1, rest, out=rest)
    tricube: Floats = rest * rest  # far faster than a power
    tricube *= rest
    tricube[far <= 0.001 * radius] = 1.0
    tricube[far > 0.999 * radius] = 0.0
    return tricube


def _lines(away: Floats, tricube: Floats, positive: Floats, total: Floats, span: float) -> Floats:
    """The value at each centre of the line fitted around it; the weights are used up."""
    weight = tricube * total
    sums = weight.sum(-1)
    mean = _sums_of_products(weight, away) / sums  # of the distances from the centre
    away = away - mean[:, None]
    tricube *= positive
    share = tricube.sum(-1) / sums
    tilted = _sums_of_products(tricube, away) / sums
    weight *= away
    spread = _sums_of_products(weight, away) / sums
    with np.errstate(divide="ignore", invalid="ignore"):
        line = share - mean * tilted / spread
    return np.asarray(np.where(np.sqrt(spread) > 0.001 * span, line, share))


def _sums_of_products(one: Floats, other: Floats) -> Floats:
    return np.asarray(np.einsum("pc,pc->p", one, other))


def _parabolas(
    away: Floats, tricube: Floats, positive: Floats, total: Floats, span: float
) -> Floats:
    """The value at each centre of the parabola fitted around it.

    Where the rows do not tell parabolas apart, the one with the least coefficients.
    """
    weight, near = tricube * total, away / max(span, 1e-300)
    powers = np.stack([(weight * near**k).sum(-1) for k in range(5)], -1)
    yes = np.stack([(tricube * positive * near**k).sum(-1) for k in range(3)], -1)
    moments = powers[:, np.add.outer(np.arange(3), np.arange(3))]
    found: Floats = np.linalg.pinv(moments, rcond=1e-13, hermitian=True) @ yes[..., None]
    return found[:, 0, 0]
