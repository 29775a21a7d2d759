"""A number as people read it."""

from __future__ import annotations

import math


def percent(share: float) -> str:
    """A share as people say it, no digit lost.

    >>> percent(0.95), percent(0.995)
    ('95%', '99.5%')
    """
    return f"{100 * share:.10g}%"


def figure(value: float) -> str:
    """Three decimals where they tell something, significant digits where they would not.

    >>> [figure(v) for v in (0.6714, 0.00041, 0.99981, 60.0, 1234567.0, float("inf"))]
    ['0.671', '0.00041', '0.99981', '60.00', '1234567', '∞']
    """
    if math.isnan(value):
        return "—"
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    size, value = abs(value), value + 0.0  # minus zero is zero
    if 0.9995 <= size < 1 - 1e-12:  # not quite 1, and the difference may be what matters
        return f"{value:.{1 - math.floor(math.log10(1 - size))}f}"
    if size == 0 or 0.001 <= size < 10:
        return f"{value:.3f}"
    if size < 0.001:
        return f"{value:.2g}"
    return f"{value:.2f}" if size < 1000 else f"{value:.0f}"


def whole(value: float) -> str:
    """A count: plain where it is whole, two decimals where it is an effective number."""
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.2f}"


def rounded_up(size: float) -> str:
    """A bound in two digits, never less than it is.

    >>> [rounded_up(v) for v in (0.0117, 0.25, 0.00012001, 3.0, float("inf"))]
    ['0.012', '0.25', '0.00013', '3', '∞']
    """
    if math.isinf(size):
        return "∞"
    shown = f"{size:.2g}"
    if float(shown) < size:
        shown = f"{float(shown) + 10.0 ** (math.floor(math.log10(size)) - 1):.2g}"
    return shown
