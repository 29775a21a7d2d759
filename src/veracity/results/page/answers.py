"""The questions of a first screen and their short answers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from veracity.results.estimate.estimate import Estimate
from veracity.words import Text

Tone = Literal["good", "plain", "warning", "serious", "unknown"]


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """A value and its interval on a line from `first` to `last`; `mark` is what to compare with.

    `mark_name` says what that is.
    """

    value: float
    low: float
    high: float
    first: float
    last: float
    mark: float | None = None
    mark_name: Text | None = None

    @classmethod
    def of(
        cls,
        estimate: Estimate,
        first: float,
        last: float,
        mark: float | None = None,
        mark_name: Text | None = None,
    ) -> IntervalBar | None:
        """The bar of an estimate, longer where the interval needs it; None without an interval."""
        ends = (estimate.value, estimate.low, estimate.high)
        if not all(map(math.isfinite, ends)):
            return None
        marks = ends if mark is None else (*ends, mark)
        return cls(*ends, min(first, *marks), max(last, *marks), mark, mark_name)

    def share(self, value: float) -> float:
        """Where a value lies on the line, from 0 to 1.

        >>> IntervalBar(0.5, 0.4, 0.6, 0.0, 2.0).share(0.5)
        0.25
        """
        return (value - self.first) / (self.last - self.first)


@dataclass(frozen=True, slots=True)
class Answer:
    """A question, its answer in a few words, and the figures behind it.

    `tone` is how good that is; "unknown" where that is undecided. `key` is its name on a page.
    """

    key: str
    question: Text
    answer: Text
    figures: Text
    tone: Tone = "plain"
    bar: IntervalBar | None = None
