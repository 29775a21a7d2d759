"""How many more rows like these would decide, if the value stayed as it is.

Wilson intervals are inverted exactly: the interval of a share p among n trials excludes q as soon
as n (p − q)² ≥ z² q(1 − q). Other exact intervals of shares are searched. All others are taken to
shrink with one over the root of the rows, as their variance does, on the scale on which they are
nearest to symmetric: most of them are made on a range-preserving scale.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from veracity.arrays import ratio
from veracity.intervals import PROPORTION_METHODS, proportion_interval
from veracity.results import Estimate

MOST = 1e15
MOST_TIMES, HALVINGS = 1e9, 50
Span = tuple[float, float]
ANYWHERE: Span = (-math.inf, math.inf)


def growth(estimate: Estimate, bound: float, span: Span = ANYWHERE) -> float:
    """By which factor the rows must grow until the interval no longer holds the bound.

    `span` is the range of the metric. nan where no number of rows can be expected to do it: the
    value is at the bound, or nearer to it than a grid can tell.

    >>> e = Estimate(0.95, 0.8882, 0.9785, 0.95, "wilson", 100)
    >>> math.ceil(100 * growth(e, 0.90))
    139
    """
    above = estimate.value > bound
    away = abs(estimate.value - bound)
    if not math.isfinite(away) or away <= estimate.bound:
        return math.nan
    if estimate.bound == 0 and _plain(estimate.method) == "wilson":
        return _wilson(estimate.value, estimate.low if above else estimate.high, bound)
    if estimate.bound == 0 and _plain(estimate.method) in PROPORTION_METHODS:
        return _searched(estimate, bound)
    # The error of a grid stays as it is: the ends move in by it, and so must the bound.
    low, high = estimate.low + estimate.bound, estimate.high - estimate.bound
    aim = bound + estimate.bound if above else bound - estimate.bound
    scale = _even_scale((low, high), estimate.value, aim, span)
    middle = scale(estimate.value)
    reach = middle - scale(low) if above else scale(high) - middle
    return _known(float(ratio(reach, abs(middle - scale(aim)))) ** 2)


def growth_by(ends: Callable[[float], tuple[float, float]], above: bool, bound: float) -> float:
    """The same of a forecast: ends of the interval of a study so many times as large.

    >>> round(growth_by(lambda times: (0.5 - 0.2 / times, 0.5 + 0.2 / times), True, 0.4), 9)
    2.0
    """

    def holds(times: float) -> bool:
        low, high = ends(times)
        return not (low >= bound if above else high <= bound)

    low = high = 1.0
    while holds(high):
        low, high = high, 2 * high
        if high > MOST_TIMES:
            return math.nan
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return _known(high)


def _even_scale(
    ends: tuple[float, float], value: float, aim: float, span: Span
) -> Callable[[float], float]:
    """The scale on which both sides of the interval are most nearly alike: plain, log or logit."""
    low, high = ends
    bottom, top = span
    scales: list[Callable[[float], float]] = [lambda v: v]
    if math.isfinite(bottom) and bottom < min(low, value, aim):
        scales.append(lambda v: math.log(v - bottom))
        if math.isfinite(top) and max(high, value, aim) < top:
            scales.append(lambda v: math.log((v - bottom) / (top - v)))

    def unevenness(scale: Callable[[float], float]) -> float:
        left, right = scale(value) - scale(low), scale(high) - scale(value)
        known = 0 < left < math.inf and 0 < right < math.inf
        return abs(math.log(left / right)) if known else math.inf

    return min(scales, key=unevenness)


def growth_beside(
    estimate: Estimate, fixed: float, away: float, *, below: bool, span: Span = ANYWHERE
) -> float:
    """The same for a difference of which only this estimate can grow.

    The two intervals together reach √(own² + fixed²) towards the bound, which is `away`; so
    this one may reach √(away² − fixed²) below or above its value. nan where the fixed one alone
    reaches too far.
    """
    left = away**2 - fixed**2
    if not left > 0:
        return math.nan
    reach = math.sqrt(left)
    aim = estimate.value - reach if below else estimate.value + reach
    return growth(estimate, aim, span) if span[0] < aim < span[1] else math.nan


def more(rows: float, factor: float) -> int | None:
    """Rows to be added, at least one; None where there is no such number."""
    if not math.isfinite(factor) or rows * factor > MOST:
        return None
    return max(1, math.ceil(rows * (factor - 1) * (1 - 1e-12)))


def _wilson(value: float, end: float, bound: float) -> float:
    """Needed over present number of trials, both read off the same equation; z cancels."""
    needed = ratio(bound * (1 - bound), (value - bound) ** 2)
    present = ratio(end * (1 - end), (value - end) ** 2)
    return _known(float(ratio(needed, present)))


def _searched(estimate: Estimate, bound: float) -> float:
    above, method = estimate.value > bound, _plain(estimate.method)

    def holds(n: float) -> bool:
        low, high = proportion_interval(estimate.value * n, n, method, estimate.level)
        return bool(low < bound if above else high > bound)

    low = high = max(estimate.n, 1.0)
    while holds(high):
        low, high = high, 2 * high
        if high > MOST:
            return math.nan
    while high - low > 0.5:
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return float(ratio(high, estimate.n))


def _plain(method: str) -> str:
    """The method without the remark on its trials; Wilson's needs no number of them."""
    if method in ("wilson (clusters)", "wilson (subjects)"):  # one trial each, where all agree
        return "wilson"
    return method.removesuffix(" (effective n)")


def _known(factor: float) -> float:
    return factor if factor > 1 else math.nan
