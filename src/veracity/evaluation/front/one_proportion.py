"""An interval for a plain proportion, without any data."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.intervals import PROPORTION_METHODS, Settings, proportion_interval
from veracity.results import Estimate


def interval(
    successes: float, trials: float, method: str = "wilson", confidence_level: float = 0.95
) -> Estimate:
    """A proportion with its interval; `auto` is Wilson's.

    Both are counts, whole numbers: what 2.5 successes of 5 trials should mean depends on where
    the half comes from, and each answer has another interval.

    >>> print(interval(7, 12))
    0.583 [0.320, 0.807]
    """
    level = Settings(confidence_level).confidence_level
    method = "wilson" if method == "auto" else method
    if method not in PROPORTION_METHODS:
        known = ", ".join(("auto", *PROPORTION_METHODS))
        raise refuse("method_unknown", method=repr(method), methods=known)
    hits, all_ = _number("successes", successes), _number("trials", trials)
    if not (0 <= hits <= all_ and 0 < all_ < np.inf):
        raise refuse("proportion_impossible", successes=successes, trials=trials)
    if hits % 1 or all_ % 1:
        raise refuse("proportion_fractional", successes=successes, trials=trials)
    low, high = proportion_interval(hits, all_, method, level)
    return Estimate(float(hits / all_), float(low), float(high), level, method, float(all_))


def _number(name: str, value: Any) -> np.float64:
    """One number; text, lists and missing values are refused."""
    try:
        found = None if value is None or isinstance(value, (str, bytes)) else np.float64(value)
    except (TypeError, ValueError):
        found = None
    if not isinstance(found, np.float64):
        raise refuse("proportion_not_numbers", name=name, value=repr(value))
    return found
