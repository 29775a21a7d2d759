"""MOVER: the interval of a difference from the intervals of its two parts."""

from __future__ import annotations

import math

from veracity.results import Estimate

Ends = tuple[float, float]


def square_and_add(first: Estimate, second: Estimate, correlation: float = 0.0) -> Ends:
    """Both ends for first − second, each from the two sides that lead to it.

    Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702 (MOVER); with Wilson intervals
    of proportions it is Newcombe's hybrid score interval (1998, Statistics in Medicine
    17:873–890), and with the correlation of paired ones his method 10 (17:2635–2650). It stays
    inside the range of differences, as the parts stay inside theirs.

    >>> a = Estimate(0.8, 0.7, 0.9, 0.95, "wilson", 100)
    >>> b = Estimate(0.5, 0.4, 0.6, 0.95, "wilson", 100)
    >>> [round(end, 4) for end in square_and_add(a, b)]
    [0.1586, 0.4414]
    """
    value = first.value - second.value
    low = _side(first.value - first.low, second.high - second.value, correlation)
    high = _side(first.high - first.value, second.value - second.low, correlation)
    return value - low, value + high


def _side(one: float, other: float, correlation: float) -> float:
    squares = one**2 - 2 * correlation * one * other + other**2
    return math.nan if math.isnan(squares) else math.sqrt(max(0.0, squares))
