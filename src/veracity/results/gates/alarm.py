"""An alarm: a requirement that a stream no longer meets, and when that was seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.estimate import Estimate
from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Alarm:
    """Which requirement failed, after how many rows of the stream, at which time, and how far.

    `estimate` has the interval that the alarm was judged on; `message` says all of it.
    """

    requirement: str
    row: int
    time: Any
    estimate: Estimate
    message: Text

    def __str__(self) -> str:
        return str(self.message)
