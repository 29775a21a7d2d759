"""The percentile interval: the middle part of what the resamples gave."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats


@dataclass(frozen=True, slots=True)
class Percentiles:
    """Both ends, and the share of resamples that were undefined and left out."""

    low: float
    high: float
    undefined: float

    @property
    def found(self) -> bool:
        """Whether enough resamples were defined."""
        return not math.isnan(self.low)

    @property
    def no_width(self) -> bool:
        """Whether the resamples all say the same, up to rounding: that is no interval."""
        return math.isclose(self.low, self.high, rel_tol=1e-12, abs_tol=1e-12)


def percentiles(drawn: Floats, level: float) -> Percentiles:
    """The ends of the middle `level` of the resamples; nan where a whole tail of them is undefined.

    Ends are resamples themselves (nothing is interpolated), so that they stay inside the range of
    the metric and infinite ones stay infinite.
    """
    tail = (1 - level) / 2
    known = drawn[~np.isnan(drawn)]
    undefined = 1 - len(known) / len(drawn)
    if undefined > tail:
        return Percentiles(math.nan, math.nan, undefined)
    low = np.quantile(known, tail, method="lower")
    return Percentiles(float(low), float(np.quantile(known, 1 - tail, method="higher")), undefined)
