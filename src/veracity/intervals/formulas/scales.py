"""Scales on which an estimate is about normal and from which no interval leaves the range."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from veracity.arrays import Floats, quiet


@lru_cache(maxsize=256)
def scale_of(low: float, high: float) -> Scale:
    """The scale of a range, made once: the ranges of figures are few."""
    return Scale(low, high)


@dataclass(frozen=True)
class Scale:
    """The scale of a range: the logit between two finite ends, the log above or below one end.

    Between -1 and 1 the logit is twice Fisher's z, so both give the same interval. Without a
    finite end the number stays as it is.

    >>> scale = Scale(0.0, 1.0)
    >>> [round(end, 4) for end in scale.interval(0.9, 0.03, 1.96)]
    [0.824, 0.9453]
    """

    low: float
    high: float

    @cached_property
    def two_sided(self) -> bool:
        """Whether both ends are finite."""
        return math.isfinite(self.low) and math.isfinite(self.high)

    def inside(self, value: float) -> bool:
        """Whether the value lies between the ends and not on one of them."""
        return math.isfinite(value) and self.low < value < self.high

    def to(self, value: float) -> float:
        """The value on this scale."""
        if self.two_sided:
            return math.log((value - self.low) / (self.high - value))
        if math.isfinite(self.low):
            return math.log(value - self.low)
        if math.isfinite(self.high):
            return -math.log(self.high - value)
        return value

    def on_scale(self, values: Floats) -> Floats:
        """Many values on this scale; at an end of the range infinite."""
        with quiet():
            if self.two_sided:
                return np.asarray(np.log((values - self.low) / (self.high - values)))
            if math.isfinite(self.low):
                return np.asarray(np.log(values - self.low))
            return -np.log(self.high - values) if math.isfinite(self.high) else values

    @cached_property
    def one_sided(self) -> bool:
        """Whether the range has one finite end: a ratio, whose scale is the log."""
        return math.isfinite(self.low) != math.isfinite(self.high)

    def slope(self, value: float) -> float:
        """How fast the scale grows at a value: what an error is multiplied with."""
        if self.two_sided:
            return (self.high - self.low) / ((value - self.low) * (self.high - value))
        if math.isfinite(self.low):
            return 1 / (value - self.low)
        return 1 / (self.high - value) if math.isfinite(self.high) else 1.0

    def slopes(self, values: Floats) -> Floats:
        """The same at many values."""
        if self.two_sided:
            return np.asarray((self.high - self.low) / ((values - self.low) * (self.high - values)))
        if math.isfinite(self.low):
            return 1 / (values - self.low)
        return 1 / (self.high - values) if math.isfinite(self.high) else np.ones_like(values)

    def back(self, index: float) -> float:
        """The value at a point of this scale, always inside the range."""
        if self.two_sided:
            share = 1 / (1 + math.exp(-index)) if index > -700 else 0.0
            return self.low + (self.high - self.low) * share
        if math.isfinite(self.low):
            return self.low + math.exp(min(index, 709.0))
        return self.high - math.exp(min(-index, 709.0)) if math.isfinite(self.high) else index

    def interval(self, value: float, error: float, times: float) -> tuple[float, float]:
        """Value ± times · standard error on this scale, and back."""
        return self.around(self.to(value), times * error * self.slope(value))

    def around(self, middle: float, half: float) -> tuple[float, float]:
        """A point of this scale ± half a width, and back."""
        return self.back(middle - half), self.back(middle + half)
