"""Numbers as people read them: digits, percent signs, thresholds, counts."""

from __future__ import annotations

import math
from collections.abc import Iterable
from decimal import ROUND_FLOOR, Context, Decimal

from veracity.words import Text

MOST_DECIMALS = 15  # decimals beyond which a float has none
ROUNDING = 1e-15  # less than this is what is left of adding and subtracting shares
DIGITS = 6  # of a threshold


def percent(share: float) -> str:
    """A share as people say it, no digit lost.

    >>> percent(0.95), percent(0.995)
    ('95%', '99.5%')
    """
    return f"{100 * share:.10g}%"


def figure(value: float, error: float = math.inf) -> str:
    """Three decimals where they tell something, significant digits where they would not.

    `error` is half the width of the interval: where three decimals are coarser than it, there
    are as many as it takes to see it. What is not quite 1 gets the decimals that show it: two
    digits of the difference, and where an interval says what they are worth, one.

    >>> [figure(v) for v in (0.6714, 0.00041, 0.99981, 60.0, 1234567.0, float("inf"))]
    ['0.671', '0.00041', '0.99981', '60.00', '1234567', '∞']
    >>> figure(0.9718612, 0.02), figure(0.9718612, 0.00007), figure(0.99981, 0.02), figure(7.4e-19)
    ('0.972', '0.97186', '0.9998', '0.000')
    """
    if math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if math.isinf(error) and abs(value) < ROUNDING:
        value = 0.0
    size, value = abs(value), value + 0.0  # minus zero is zero
    least = 0
    if 0 < error < 1:
        least = min(math.ceil(-math.log10(error)), MOST_DECIMALS)
    if 0.9995 <= size < 1 - 1e-12:  # not quite 1, and the difference may be what matters
        return _beside_one(value, max(3, least), math.isinf(error))
    if size == 0 or 0.001 <= size < 10:
        return f"{value:.{max(3, least)}f}"
    if size < 0.001:
        return f"{value:.{max(2, least + math.floor(math.log10(size)) + 1)}g}"
    return f"{value:.{max(2 if size < 1000 else 0, least)}f}"


def _beside_one(value: float, decimals: int, alone: bool) -> str:
    if alone:
        return f"{value:.{1 - math.floor(math.log10(1 - abs(value)))}f}"
    while abs(float(f"{value:.{decimals}f}")) == 1:
        decimals += 1
    return f"{value:.{decimals}f}"


def threshold_figure(threshold: float) -> str:
    """A threshold in six digits, never more than it is: it still calls the row it was read off.

    >>> [threshold_figure(t) for t in (0.1 + 0.2, 2 / 3, 3.0, -2 / 3, 1 - 1.23456789e-7)]
    ['0.3', '0.666666', '3', '-0.666667', '0.999999876543']
    >>> threshold_figure(float("inf")), threshold_figure(0.4137988073273227)
    ('∞', '0.413798')
    """
    if not math.isfinite(threshold) or threshold == 0:
        return figure(threshold) if threshold else "0"
    size = min(threshold, 1 - threshold) if 0 < threshold < 1 else abs(threshold)
    decimals = DIGITS - 1 - math.floor(math.log10(size))
    unit = Decimal(1).scaleb(-decimals)
    display = Decimal(repr(float(threshold))).quantize(unit, ROUND_FLOOR, Context(prec=400))
    return f"{float(display):.15g}"


def whole(value: float) -> str:
    """A count: plain where it is whole, one decimal where it is an effective number."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def n_title(numbers: Iterable[float]) -> Text:
    """The title of a column of counts; where weights make them effective ones, it says so.

    >>> print(n_title([20, 31]), "|", n_title([20, 18.4]))
    n | effective n
    """
    every = all(math.isnan(n) or float(n).is_integer() for n in numbers)
    return Text("n", "n") if every else Text("effective n", "有效 n")


def rounded_up(size: float) -> str:
    """A bound in two digits, never less than it is.

    >>> [rounded_up(v) for v in (0.0117, 0.25, 0.00012001, 3.0, float("inf"))]
    ['0.012', '0.25', '0.00013', '3', '∞']
    """
    if math.isinf(size):
        return "∞"
    display = f"{size:.2g}"
    if float(display) < size:
        display = f"{float(display) + 10.0 ** (math.floor(math.log10(size)) - 1):.2g}"
    return display
