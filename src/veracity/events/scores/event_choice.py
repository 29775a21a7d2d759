"""A threshold chosen for detections of events, in words of events."""

from __future__ import annotations

import math
from dataclasses import dataclass

from veracity.metrics.event_figures.figures import find_figure
from veracity.results.decisions.choice import Choice
from veracity.results.estimate.figures import figure, threshold_figure
from veracity.words import Text, say

BOUNDED = {"max_false_alarms_per_hour": "false_alarms_per_hour", "min_sensitivity": "sensitivity"}


@dataclass(frozen=True, slots=True)
class EventChoice(Choice):
    """A threshold: detections with a score at or above it are kept.

    `estimates` are those at the threshold, taken as if it had been fixed before; what it is
    worth on other recordings is `corrected`, and `constraint_corrected` for what was bounded.
    """

    def _lines(self) -> list[Text]:
        aim = find_figure(self.maximize)
        best = "choice_lowest" if aim.better == "lower" else "choice_highest"
        lines = [
            say("event_choice_threshold", threshold=threshold_figure(self.threshold)),
            say(best, name=aim.names, value=self.estimates[self.maximize]),
            self._in_others(),
        ]
        for name, bound in self.constraints.items():
            expected = self.constraint_corrected.get(name, math.nan)
            sign = "≥" if name.startswith("min_") else "≤"
            facts = {"name": find_figure(BOUNDED[name]).names, "bound": f"{sign} {bound:g}"}
            lines.append(say("event_choice_bound", **facts))
            if not math.isnan(expected):
                lines.append(say("event_choice_expect", name=facts["name"], value=figure(expected)))
        for key, estimate in self.estimates.items():
            if key != self.maximize:
                name = find_figure(key).names
                lines.append(Text(f"{name.en}: {estimate}", f"{name.zh}：{estimate}"))
        return [line for line in (*lines, self.note) if line]

    def _in_others(self) -> Text:
        """How much better it looks than in recordings that did not choose, or why not known."""
        if math.isnan(self.corrected):
            return self.optimism.note
        size = figure(abs(self.optimism.value))
        worse = self.optimism.value < 0 < float(size)  # not by 0.000
        key = "event_choice_worse" if worse else "event_choice_optimism"
        return say(key, optimism=size, corrected=figure(self.corrected))
