"""A plan for events: how many subjects, and how many hours of recording."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from veracity.metrics.event_figures.figures import find_figure
from veracity.results.decisions.plan import Plan
from veracity.results.estimate.figures import percent
from veracity.words import Text, current, say


@dataclass(frozen=True, slots=True, repr=False)
class EventPlan(Plan):
    """How many subjects must be recorded; `clusters` are subjects, `trials` their events.

    `between` is how much subjects differ: the standard deviation of their sensitivities, or of
    their rates as a share of the mean rate.
    """

    hours: float = 0.0
    between: float = 0.0

    @property
    def subjects(self) -> int:
        """How many subjects are needed."""
        return int(self.clusters or 0)

    @property
    def events(self) -> int:
        """How many reference events they are expected to have."""
        return self.trials

    def text(self, lang: str | None = None) -> str:
        """The answer in one line, then what was assumed."""
        language = current(lang)
        answer = say(
            "event_plan" if self.events else "event_plan_hours",
            name=find_figure(self.metric).names,
            n=self.subjects,
            hours=f"{self.hours:,.4g}",
            events=self.events,
            width=f"{self.achieved:.3g}",
            level=percent(self.level),
        )
        rest = (f"· {line.within(language)}" for line in self.assumptions)
        return "\n".join([answer.within(language), *rest])

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        more = {"subjects": self.subjects, "hours": self.hours, "between_subjects": self.between}
        return Plan.to_dict(self) | more


EVENTS = Text("events", "事件")
