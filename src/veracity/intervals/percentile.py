"""The percentile interval: the middle part of what the redraws gave."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Both ends, and the share of redraws that were undefined and left out."""

    low: float
    high: float
    undefined: float

    @property
    def found(self) -> bool:
        """Whether enough redraws were defined."""
        return not math.isnan(self.low)

    @property
    def no_width(self) -> bool:
        """Whether the redraws all say the same, up to rounding: that is no interval."""
        return math.isclose(self.low, self.high, rel_tol=1e-12, abs_tol=1e-12)


def percentiles(drawn: Floats, level: float) -> Percentiles:
    """The ends of the middle `level` of the redraws; nan where a whole tail of them is undefined.

    Ends are redraws themselves (nothing is interpolated), so that they stay inside the range of
    the metric and infinite ones stay infinite.
    """
    tail = (1 - level) / 2
    known = drawn[~np.isnan(drawn)]
    undefined = 1 - len(known) / len(drawn)
    if undefined > tail:
        return Percentiles(math.nan, math.nan, undefined)
    low = np.quantile(known, tail, method="lower")
    return Percentiles(float(low), float(np.quantile(known, 1 - tail, method="higher")), undefined)


def without_bias(
    found: Percentiles, drawn: Floats, value: float, bounds: tuple[float, float]
) -> Percentiles:
    """The same ends, moved back by twice the bias of the redraws where that bias matters.

    The redraws lie about as far from the value as the value from the truth (K small classes
    lower a macro average once in the sample and again in each redraw), so the middle of the
    interval belongs on the other side. A bias below a quarter of the spread can be left alone
    (Efron B, Tibshirani RJ (1993) An Introduction to the Bootstrap, section 10.3); metrics
    without finite ends are skewed, not biased, and are left alone too.
    """
    known = drawn[np.isfinite(drawn)]
    bias = float(known.mean()) - value if len(known) else 0.0
    if not np.isfinite(bounds).all() or abs(bias) <= known.std() / 4:
        return found
    low, high = (float(np.clip(end - 2 * bias, *bounds)) for end in (found.low, found.high))
    return Percentiles(low, high, found.undefined)
