"""One number with its uncertainty."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from typing import Any

from veracity.errors import NotOrdered, refuse
from veracity.results.estimate.figures import figure, rounded_up
from veracity.words import Text, say
from veracity.words.layout import number

NO_NOTE = Text("", "")
COUNT = "count"  # the method of a number that was counted: it has no interval
NEXT_TO = 1e-4  # of half the width of an interval: nearer to 0 or 1 its end is that


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value, the interval it lies in with the stated confidence, and how that was found.

    `n` is the number of trials (or rows, or effective rows) behind it, `bound` the largest
    error of a certified grid (0 when exact), `note` why it is undefined or what to know.
    `chance` is the chance level where a value cannot be read without it (average precision).

    Printed, a bound stands in brackets after the value, rounded up, where it could change a
    digit that is printed. The ends of the interval are already wider by it.

    >>> e = Estimate(0.671, 0.552, 0.768, 0.95, "percentile", 100)
    >>> print(e, float(e))
    0.671 [0.552, 0.768] 0.671
    >>> f"{e:.2f}", round(e, 1)
    ('0.67', 0.7)
    >>> print(Estimate(0.671, 0.552, 0.768, 0.95, "percentile", 100, bound=0.0117))
    0.671 (± 0.012) [0.552, 0.768]
    >>> print(Estimate(0.671, 0.552, 0.768, 0.95, "delta", 100, chance=0.3))
    0.671 [0.552, 0.768] (chance 0.300)
    """

    value: float
    low: float
    high: float
    level: float
    method: str
    n: float
    bound: float = 0.0
    note: Text = NO_NOTE
    chance: float | None = field(default=None, repr=False)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return str(self.words)

    @property
    def words(self) -> Text:
        """The value with its interval and, where it cannot be read without, the chance level."""
        return self.titled(Text(self.with_interval, self.with_interval))

    def titled(self, name: Text) -> Text:
        """The name of the figure, with the chance level in brackets where there is one."""
        if self.chance is None or math.isnan(self.value):
            return name
        beside = self.at_chance
        return Text(f"{name.en} ({beside.en})", f"{name.zh}（{beside.zh}）")

    @property
    def at_chance(self) -> Text:
        """The chance level in words; empty where none stands beside the value."""
        if self.chance is None:
            return NO_NOTE
        return say("chance_level", value=figure(self.chance, self.error))

    @property
    def with_interval(self) -> str:
        """The value with its interval alone."""
        value, low, high = self.figures
        display = f"{value}{self._bound_displayed()}"
        if math.isnan(self.low) or math.isnan(self.high):
            return display
        return f"{display} [{low}, {high}]"

    @property
    def error(self) -> float:
        """Half the width of the interval: what digits are worth showing; infinite without."""
        half = (self.high - self.low) / 2
        return half if math.isfinite(half) and half > 0 else math.inf

    @property
    def figures(self) -> tuple[str, str, str]:
        """Value, low and high in the digits that the interval supports.

        >>> Estimate(0.97186, 0.97179, 0.97193, 0.95, "wilson", 2e7).figures
        ('0.97186', '0.97179', '0.97193')
        >>> Estimate(0.5, 9e-12, 1 - 9e-12, 0.95, "delta", 2).figures
        ('0.500', '0.000', '1.000')
        >>> print(Estimate(42, math.nan, math.nan, 0.95, COUNT, 42))
        42
        """
        if self.method == COUNT:
            return number(self.value), "—", "—"
        ends = (_end(v, self.error) for v in (self.low, self.high))
        value, low, high = (figure(v, self.error) for v in (self.value, *ends))
        return value, low, high

    def __format__(self, spec: str) -> str:
        """The value by a format of numbers; without one, or by one of text, as it prints."""
        if not spec or spec.endswith("s"):
            return format(str(self), spec)
        return format(self.value, spec)

    def __round__(self, digits: int | None = None) -> float:
        return round(self.value, digits)

    def _no_order(self, _other: object) -> bool:
        """An estimate has no order: a value may be larger than a number, or its interval may be."""
        raise refuse("estimate_has_no_order", NotOrdered, value=figure(self.value))

    __lt__ = __le__ = __gt__ = __ge__ = _no_order

    def _bound_displayed(self) -> str:
        """The bound, where the digits printed could be others."""
        if not self.bound > 0 or math.isnan(self.value):
            return ""
        ends = {figure(self.value + step * self.bound, self.error) for step in (-1, 0, 1)}
        return f" (± {rounded_up(self.bound)})" if len(ends) > 1 else ""

    @property
    def defined(self) -> bool:
        """Whether there is a value at all."""
        return not math.isnan(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys; `chance` only where it stands beside the value."""
        plain = {**asdict(self), "note": str(self.note)}
        if self.chance is None:
            del plain["chance"]
        return plain


def _end(value: float, error: float) -> float:
    """An end of an interval; 0 or 1 where it is so near that digits would tell nothing."""
    for limit in (0.0, 1.0):
        if math.isfinite(error) and abs(value - limit) < NEXT_TO * error:
            return limit
    return value
