"""What a classifier's alarms ask of the people who review them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.readable import ReadableResult
from veracity.words import Text, say


@dataclass(frozen=True, slots=True)
class Alarms(ReadableResult):
    """Expected numbers for each hour or day, with intervals.

    `alarms` are all positive calls, `true_alarms` and `false_alarms` their two kinds, `missed`
    the positive cases that raise none, `false_per_true` the false ones for each true one, and
    `review_hours` the time that all of them take (None where no minutes were given).
    """

    per: Literal["hour", "day"]
    cases: float
    alarms: Estimate
    true_alarms: Estimate
    false_alarms: Estimate
    missed: Estimate
    false_per_true: Estimate
    review_hours: Estimate | None = None
    minutes_each: float | None = None
    note: Text = NO_NOTE

    @property
    def estimates(self) -> Mapping[str, Estimate]:
        """All of them by name."""
        names = ("alarms", "true_alarms", "false_alarms", "missed", "false_per_true")
        found = {name: getattr(self, name) for name in names}
        return found if self.review_hours is None else found | {"review_hours": self.review_hours}

    def _lines(self) -> list[Text]:
        period = say(f"period_{self.per}")
        lines = [say("alarms_head", cases=f"{self.cases:g}", period=period)]
        lines += [say(f"alarms_{name}", value=value) for name, value in self.estimates.items()]
        return [*lines, self.note] if self.note else lines

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "per": self.per,
            "cases": self.cases,
            "minutes_each": self.minutes_each,
            **{name: estimate.to_dict() for name, estimate in self.estimates.items()},
            "note": str(self.note),
        }
