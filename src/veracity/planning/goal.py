"""What is to be reached, and how well a number of cases reaches it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from veracity.words import Text

Kind = Literal["width", "bound", "difference"]
Reached = Literal["width", "power", "confidence"]
MOST = 10**12  # trials, and rows


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


def smallest(enough: Callable[[int], bool], near: int = 1, most: int = MOST) -> int | None:
    """The least whole number that is enough, where every larger one is too; None if none is.

    The search widens from `near`, so that a good guess saves most of the steps.

    >>> smallest(lambda n: n * n >= 50), smallest(lambda n: n * n >= 50, near=1000)
    (8, 8)
    """
    near = min(max(near, 1), most)
    low, high, step = near - 1, near, 1
    while not enough(high):
        low, high, step = high, high + step, 2 * step
        if low >= most:
            return None
    step = 1
    while low > 0 and enough(low):
        low, high, step = max(0, low - step), low, 2 * step
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high if high <= most else None
