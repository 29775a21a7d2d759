"""An interval as the methods hand it over."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Interval:
    """Both ends, how they were found, and what to know; `n` where it is not the usual one."""

    low: float
    high: float
    method: str
    notes: tuple[Text, ...] = ()
    n: float | None = None

    @property
    def found(self) -> bool:
        """Whether there is one."""
        return not math.isnan(self.low)


def no_interval(*why: Text) -> Interval:
    """None, and the reason."""
    return Interval(math.nan, math.nan, "none", why)
