"""Welch's degrees of freedom of a difference between two samples of clusters."""

from __future__ import annotations

import math

from veracity.arrays import ratio
from veracity.results import Estimate
from veracity.statistics.numerics.quantiles import quantile_of

Freedoms = tuple[float | None, float | None]


def welch(estimates: tuple[Estimate, Estimate], freedoms: Freedoms) -> float | None:
    """Welch's degrees of freedom; None where neither estimate comes from clusters.

    The variance of each is read off its interval, half of whose width is so many standard
    errors as t has at its own degrees of freedom; (v + w)²/(v²/f + w²/g) (Welch BL (1947)
    Biometrika 34:28–35), between the smaller of the two and their sum. One that does not come
    from clusters has no end of them.

    >>> a, b = (Estimate(0.5, 0.5 - h, 0.5 + h, 0.95, "delta (clusters)", 90) for h in (0.1, 0.1))
    >>> round(welch((a, b), (9.0, 9.0)), 6), welch((a, b), (None, None))
    (18.0, None)
    """
    if all(one is None for one in freedoms):
        return None
    upper = lower = 0.0
    for one, free in zip(estimates, freedoms, strict=True):
        error = (one.high - one.low) / 2 / quantile_of(one.level, free)
        if not math.isfinite(error):
            return min(f for f in freedoms if f is not None)
        upper += error**2
        lower += 0.0 if free is None else error**4 / free
    found = float(ratio(upper**2, lower))
    return found if found > 0 else min(f for f in freedoms if f is not None)
