"""What every check of events looks at: figures and tallies by rule, and the recordings if held."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from veracity.arrays import Floats
from veracity.cautions.record.caution_record import Need
from veracity.matching import Recording, Rule, find_rule
from veracity.results import Estimate
from veracity.statistics.events.event_tally import SECOND, EventTally
from veracity.statistics.labels import Label
from veracity.words import Text

Figures = Mapping[str, Mapping[str, Estimate]]


@dataclass(frozen=True)
class EventFacts:
    """Events under several rules; `scenes` is None where only tallies were kept."""

    figures: Figures
    tallies: Mapping[str, EventTally]
    scenes: Mapping[Label, Recording] | None = None
    level: float = 0.95

    @cached_property
    def rules(self) -> tuple[Rule, ...]:
        """The rules, in their order."""
        return tuple(find_rule(name) for name in self.tallies)

    @property
    def some(self) -> EventTally:
        """A tally, for what is the same under every rule."""
        return next(iter(self.tallies.values()))

    @property
    def subjects(self) -> int:
        """Number of subjects, or of recordings that stand for them."""
        return len(set(self.some.clusters))

    def of_kind(self, *keys: str) -> Iterator[tuple[Rule, EventTally]]:
        """The rules of these kinds, with their tallies."""
        for rule in self.rules:
            if rule.key in keys:
                yield rule, self.tallies[rule.spelled]

    def lengths(self, side: str) -> Floats:
        """Lengths of the events of one side as they were given, in seconds."""
        found = [getattr(scene, side).length for scene in (self.scenes or {}).values()]
        return np.concatenate([*found, np.zeros(0)]).astype(np.float64) / SECOND

    def gaps(self) -> Floats:
        """Seconds from the start of one reference event to that of the next."""
        found = [np.diff(scene.reference.start) for scene in (self.scenes or {}).values()]
        return np.concatenate([*found, np.zeros(0)]).astype(np.float64) / SECOND


TWO_RULES = Need[EventFacts](
    Text("there is one rule only", "只有一条规则"), lambda facts: len(facts.rules) > 1
)
SCENES = Need[EventFacts](
    Text("only tallies were kept, no recordings", "只保留了计数，没有记录"),
    lambda facts: bool(facts.scenes),
)
TOLERANT = Need[EventFacts](
    Text("no rule has a tolerance", "没有带容许时间的规则"),
    lambda facts: any(True for _ in facts.of_kind("any_overlap", "points", "collar")),
)
