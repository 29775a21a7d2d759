"""An interval for a plain proportion, without any data."""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.intervals import PROPORTION_METHODS, Settings, proportion_interval
from veracity.results import Estimate


def interval(
    successes: Any, trials: Any, method: str = "wilson", confidence_level: float = 0.95
) -> Estimate:
    """A proportion with its interval.

    >>> print(interval(7, 12))
    0.583 [0.320, 0.807]
    """
    level = Settings(confidence_level).confidence_level
    if method not in PROPORTION_METHODS:
        known = ", ".join(PROPORTION_METHODS)
        raise refuse("method_unknown", method=repr(method), methods=known)
    hits, all_ = np.float64(successes), np.float64(trials)
    if not (0 <= hits <= all_ and 0 < all_ < np.inf):
        raise refuse("proportion_impossible", successes=successes, trials=trials)
    low, high = proportion_interval(hits, all_, method, level)
    return Estimate(float(hits / all_), float(low), float(high), level, method, float(all_))
