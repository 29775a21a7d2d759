"""One number with its uncertainty."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

from veracity.results.figures import figure
from veracity.words import Text

NO_NOTE = Text("", "")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval it lies in with the stated confidence, and how that was found.

    `n` is the number of trials (or rows, or effective rows) behind it, `bound` the largest
    error of a certified grid (0 when exact), `note` why it is undefined or what to know.

    >>> e = Estimate(0.671, 0.552, 0.768, 0.95, "percentile", 100)
    >>> print(e, float(e))
    0.671 [0.552, 0.768] 0.671
    """

    value: float
    low: float
    high: float
    level: float
    method: str
    n: float
    bound: float = 0.0
    note: Text = NO_NOTE

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        if math.isnan(self.low) or math.isnan(self.high):
            return figure(self.value)
        return f"{figure(self.value)} [{figure(self.low)}, {figure(self.high)}]"

    @property
    def defined(self) -> bool:
        """Whether there is a value at all."""
        return not math.isnan(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {**asdict(self), "note": str(self.note)}
