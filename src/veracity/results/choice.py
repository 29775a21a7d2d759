"""A chosen threshold, with all that is to be known before it is used."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from veracity.metrics.finding import find
from veracity.results.estimate import NO_NOTE, Estimate
from veracity.results.figures import figure
from veracity.results.json_text import json_text
from veracity.words import Text, current, say


@dataclass(frozen=True, slots=True)
class Optimism:
    """How much better the choice looks in its own sample, and how that was found.

    Positive where the sample flatters, for costs too. `spread` is the standard deviation over
    the random divisions (or redraws): it is no confidence interval.
    """

    value: float
    spread: float
    method: str
    repeats: int
    note: Text = NO_NOTE

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        return figure(self.value)

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {**asdict(self), "note": str(self.note)}


@dataclass(frozen=True, slots=True)
class NearOptimal:
    """How flat the optimum is: thresholds around the best that are within a distance of it.

    All scores from `low` to `high` were looked at, meet the constraints and have a value at
    most `within` worse than the best; `thresholds` of them, and `rows` is the share of rows
    whose call depends on which one is taken.
    """

    low: float
    high: float
    within: float
    thresholds: int
    rows: float


@dataclass(frozen=True, slots=True)
class Choice:
    """A threshold: score >= threshold is positive; +inf calls nothing positive.

    `estimates` are those at the threshold as if it had been given beforehand. `corrected` is
    the value of the aim without the `optimism` of having chosen. `holds_with` says for each
    constraint how likely it holds in the population, and not only in this sample.
    """

    threshold: float
    maximize: str
    value: float
    estimates: Mapping[str, Estimate]
    optimism: Optimism
    corrected: float
    near_optimal: NearOptimal
    holds_with: Mapping[str, float] = field(default_factory=dict)
    constraints: Mapping[str, float] = field(default_factory=dict)
    assurance: float | None = None
    note: Text = NO_NOTE

    def __float__(self) -> float:
        return self.threshold

    def __str__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None) -> str:
        """The choice in a few lines, in the language asked for or the one spoken now."""
        language = current(lang)
        return "\n".join(line.within(language) for line in self._lines())

    def _lines(self) -> list[Text]:
        aim = find(self.maximize)
        near = self.near_optimal
        best = "choice_lowest" if aim.better == "lower" else "choice_highest"
        lines = [
            say("choice_threshold", threshold=figures(self.threshold)),
            say(best, name=aim.names, value=self.estimates[self.maximize]),
            say("choice_optimism", optimism=self.optimism, corrected=figure(self.corrected)),
            say(
                "choice_near",
                n=near.thresholds,
                low=figures(near.low),
                high=figures(near.high),
                within=f"{near.within:.3g}",
            ),
        ]
        for name, chance in self.holds_with.items():
            bound = f"{self.constraints[name]:g}"
            lines.append(say("choice_holds", name=name, bound=bound, chance=f"{chance:.3f}"))
        lines += [
            _row(find(key).names, estimate)
            for key, estimate in self.estimates.items()
            if key != self.maximize
        ]
        return [*lines, self.note] if self.note else lines

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "threshold": self.threshold,
            "maximize": self.maximize,
            "value": self.value,
            "estimates": {key: e.to_dict() for key, e in self.estimates.items()},
            "optimism": self.optimism.to_dict(),
            "corrected": self.corrected,
            "near_optimal": asdict(self.near_optimal),
            "holds_with": dict(self.holds_with),
            "constraints": dict(self.constraints),
            "assurance": self.assurance,
            "note": str(self.note),
        }

    def to_json(self, *, indent: int | None = 2) -> str:
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return json_text(self.to_dict(), indent)


def _row(name: Text, estimate: Estimate) -> Text:
    return Text(f"{name.en}: {estimate}", f"{name.zh}：{estimate}")


def figures(threshold: float) -> str:
    """A threshold with every digit it has: rounded up, it would no longer call its own row.

    >>> figures(0.1 + 0.2), figures(3.0), figures(float("inf"))
    ('0.30000000000000004', '3', '∞')
    """
    if math.isinf(threshold):
        return figure(threshold)
    return repr(float(threshold)).removesuffix(".0")
