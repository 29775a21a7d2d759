"""A plan: how many rows are needed, for what, and what was assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from veracity.metrics import find
from veracity.results.estimate.figures import figure, percent
from veracity.results.estimate.readable import ReadableResult
from veracity.words import Text, current, say

SURE = 0.95  # the confidence of `assured_rows`


@dataclass(frozen=True, slots=True, repr=False)
class Plan(ReadableResult):
    """How many cases must be seen, and how many rows hold them.

    `trials` are the cases that the metric counts (`trials_of` says which: positives for recall),
    `rows` those expected to hold them at the prevalence, `assured_rows` those that hold them
    with 95 % certainty, as positives come by chance. `achieved` is the width, the power or the
    confidence with that many; `reached` says which. Where two separate sets are compared, all
    numbers are for each set.
    """

    metric: str
    goal: Literal["width", "bound", "difference"]
    asked: float
    achieved: float
    reached: Literal["width", "power", "confidence"]
    expected: float
    trials: int
    trials_of: Text
    rows: int | None
    positives: int | None
    negatives: int | None
    assured_rows: int | None
    clusters: int | None
    sets: int
    level: float
    method: str
    design_effect: float
    assumptions: tuple[Text, ...]
    request: Mapping[str, Any] = field(repr=False)

    def text(self, lang: str | None = None) -> str:
        """The answer in one line, then what was assumed."""
        language = current(lang)
        lines = [self._answer(), *self.assumptions]
        first, *rest = (line.within(language) for line in lines)
        return "\n".join([first, *(f"· {line}" for line in rest)])

    def _answer(self) -> Text:
        name = find(self.metric).names
        facts: dict[str, Any] = {"name": name, "need": self._need(), "level": percent(self.level)}
        if self.goal == "width":
            return say("plan_for_width", width=figure(self.achieved), **facts)
        key = "plan_for_bound" if self.goal == "bound" else "plan_for_difference"
        if self.method == "chi_squared":
            key = "plan_for_several"
        if self.reached == "confidence":  # how likely a model gets there is unknown
            key = "plan_for_bound_by_misses"
        return say(
            key, achieved=percent(round(self.achieved, 4)), asked=figure(self.asked), **facts
        )

    def _need(self) -> Text:
        trials = f"{self.trials:,}"
        if self.rows is None:
            need = say("plan_trials", n=trials, of=self.trials_of)
        elif self.rows == self.trials:
            need = say("plan_rows", rows=self.rows)
        else:
            need = say("plan_trials_in_rows", n=trials, of=self.trials_of, rows=self.rows)
        if self.sets > 2:
            return say("plan_each_of_sets", need=need, sets=self.sets)
        return say("plan_each_set", need=need) if self.sets == 2 else need

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "metric": self.metric,
            "goal": self.goal,
            "asked": self.asked,
            "achieved": self.achieved,
            "reached": self.reached,
            "expected": self.expected,
            "trials": self.trials,
            "trials_of": self.trials_of.en,
            "rows": self.rows,
            "positives": self.positives,
            "negatives": self.negatives,
            "assured_rows": self.assured_rows,
            "clusters": self.clusters,
            "sets": self.sets,
            "confidence_level": self.level,
            "method": self.method,
            "design_effect": self.design_effect,
            "assumptions": [str(one) for one in self.assumptions],
        }
