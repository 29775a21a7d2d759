"""What is to be reached, and how well a number of cases reaches it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from veracity.words import Text

Kind = Literal["width", "bound", "difference"]
Reached = Literal["width", "power", "confidence"]
MOST = 10**12


@dataclass(frozen=True, slots=True)
class Goal:
    """The least number of independent cases, and the function that says what others reach.

    `cells` are those of the 2×2 table whose cases are the trials; `share` is the part of all
    rows that are trials, None where it is not known. `achieved` is what `reached` names: a
    width (less is better), a power or a confidence (more is better).
    """

    kind: Kind
    asked: float
    expected: float
    needed: int
    achieved: Callable[[float], float]
    method: str
    cells: frozenset[str]
    share: float | None = None
    assumptions: tuple[Text, ...] = ()
    sets: int = 1
    reached: Reached = "power"


def smallest(enough: Callable[[int], bool]) -> int | None:
    """The least whole number that is enough, where every larger one is too; None if none is.

    >>> smallest(lambda n: n * n >= 50)
    8
    """
    high = 1
    while not enough(high):
        high *= 2
        if high > MOST:
            return None
    low = high // 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high
