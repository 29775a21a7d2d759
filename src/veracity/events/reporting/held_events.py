"""Events under several rules as reports see them, whoever holds the tallies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Self

from veracity.cautions.catalogue.events import EVENT_CHECKS, cautions_of_events
from veracity.cautions.record.event_facts import EventFacts
from veracity.events.reporting.verdict import verdict
from veracity.matching import Match, Recording
from veracity.results import Estimate
from veracity.results.estimate.caution import Caution, Check
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label
from veracity.words import Text


class HeldEvents(ABC):
    """What reports need of events: figures by rule, parts, matches, and their notes."""

    tallies: Mapping[str, EventTally]
    level: float
    scenes: Mapping[Label, Recording] | None
    seed: int
    event_notes: tuple[Text, ...]
    types: Mapping[str, Self]
    channels: Mapping[str, Self]
    ignore: tuple[str, ...]

    @property
    @abstractmethod
    def rules(self) -> tuple[str, ...]:
        """The rules, as keys."""

    @property
    @abstractmethod
    def notes(self) -> tuple[Text, ...]:
        """What was done to the events."""

    @property
    @abstractmethod
    def by_rule(self) -> Mapping[str, Mapping[str, Estimate]]:
        """The figures of each rule by key."""

    @property
    @abstractmethod
    def by_cluster(self) -> Mapping[Label, Self]:
        """The same of the recordings of each subject."""

    @property
    @abstractmethod
    def by_recording(self) -> Mapping[Label, Self]:
        """The same of each recording alone."""

    @abstractmethod
    def at_level(self, level: float) -> Self:
        """The same tallies with intervals of another level."""

    @abstractmethod
    def matches(self, rule: str) -> dict[Label, Match]:
        """Which events and detections belong together, recording by recording."""

    @property
    def some_tally(self) -> EventTally:
        """A tally, for what is the same under every rule."""
        return next(iter(self.tallies.values()))

    # what it amounts to

    @cached_property
    def facts(self) -> EventFacts:
        """What checks and the verdict look at; events of several types are no one sequence."""
        scenes = self.scenes if len(self.types) < 2 else None
        return EventFacts(self.by_rule, self.tallies, scenes, self.level)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these figures lie, with their own numbers, gravest first."""
        return cautions_of_events(self.facts, self.ignore)

    def checks(self) -> tuple[Check, ...]:
        """Every check that was made: passed, fired, not applicable or muted, and why.

        >>> from veracity.events import evaluate
        >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
        >>> {one.key: one.state for one in er.checks()}["reference_overlaps"]
        'passed'
        """
        from veracity.cautions.catalogue.checking import checked

        return checked(EVENT_CHECKS, self.facts, self.ignore)

    @cached_property
    def verdict(self) -> Text:
        """One plain sentence or two: what was found, beside chance and beside other rules."""
        return verdict(self.facts)
