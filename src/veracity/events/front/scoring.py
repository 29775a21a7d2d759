"""Events that were read → recordings clipped and cleaned → tallies under every rule."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

import numpy as np

from veracity.errors import quoted, refuse
from veracity.events.estimates.by_type import all_types, tallies_together
from veracity.events.estimates.tallying import tallies_of
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.recordings import inside, without_overlaps
from veracity.events.inputs.side import DETECTED, REFERENCE
from veracity.matching import Recording, Rule
from veracity.matching.spans import Spans
from veracity.statistics.labels import Label
from veracity.words import Text, say

Events = Mapping[Label, GivenEvents]
NOTHING = GivenEvents(Spans(np.zeros(0, np.int64), np.zeros(0, np.int64)))
MOST_TYPES = 200


@dataclass(slots=True)
class NoteCounts:
    """What was done to events, counted over recordings, for one note."""

    counts: dict[tuple[str, Text], dict[Label, int]] = field(
        default_factory=lambda: defaultdict(lambda: defaultdict(int))
    )

    def count(self, key: str, side: Text, name: Label, n: int) -> None:
        """Something happened to n events of a recording."""
        if n:
            self.counts[key, side][name] += int(n)

    def notes(self) -> tuple[Text, ...]:
        """One sentence for each thing that happened."""
        return tuple(
            [
                say(key, side=side, name=quoted(list(found), 4), n=sum(found.values()))
                for (key, side), found in self.counts.items()
            ]
        )


class Setting(NamedTuple):
    """What is the same for every type and channel."""

    lengths: Mapping[Label, int]
    whose: Mapping[Label, Label]
    rates: Mapping[Label, float | None]
    rules: Sequence[Rule]
    overlapping: str
    unit: str
    level: float
    seed: int
    counted: NoteCounts
    ignore: tuple[str, ...] = ()


def scored(ours: Events, theirs: Events, setting: Setting) -> EventEvaluation:
    """Every recording under every rule, whatever the types of its events."""
    scenes = _scenes(ours, theirs, setting)
    tallies = tallies_of(setting.rules, scenes, setting.whose)
    return EventEvaluation(
        tallies, setting.level, (), scenes, seed=setting.seed, ignore=setting.ignore
    )


def scored_by_type(
    ours: Events, theirs: Events, types: Sequence[str], setting: Setting, *, kinds: bool
) -> EventEvaluation:
    """Each type by itself, and all of them together: a detection of another type finds nothing."""
    if len(types) > MOST_TYPES:
        raise refuse("event_many_types", n=len(types), most=MOST_TYPES)
    parts = {
        one: scored(
            {name: given.of_type(one, kinds=kinds) for name, given in ours.items()},
            {name: given.of_type(one, kinds=kinds) for name, given in theirs.items()},
            setting,
        )
        for one in types
    }
    listed = list(parts.values())
    if len(listed) == 1:
        return replace(listed[0], types=parts)
    scenes = [one.scenes for one in listed if one.scenes is not None]
    tallies = tallies_together(setting.rules, [one.tallies for one in listed], scenes)
    whole = {name: all_types([one[name] for one in scenes]) for name in setting.lengths}
    return EventEvaluation(
        tallies, setting.level, (), whole, types=parts, seed=setting.seed, ignore=setting.ignore
    )


def _scenes(ours: Events, theirs: Events, setting: Setting) -> dict[Label, Recording]:
    scenes: dict[Label, Recording] = {}
    for name, length in setting.lengths.items():
        reference = _cleaned(ours.get(name, NOTHING), REFERENCE, name, setting)
        detected = _cleaned(theirs.get(name, NOTHING), DETECTED, name, setting)
        spans, overlaps = without_overlaps(reference.spans, setting.overlapping, REFERENCE, name)
        if overlaps:
            done = "event_kept" if setting.overlapping == "keep" else "event_joined"
            setting.counted.count(done, REFERENCE, name, overlaps)
        rate = setting.rates[name]
        scenes[name] = Recording(spans, detected.spans, length, rate, detected.score)
    return scenes


def _cleaned(given: GivenEvents, side: Text, name: Label, setting: Setting) -> GivenEvents:
    """Events on several channels as one, and what of them lies inside the recording."""
    events, fewer = given.on_any_channel()
    events, clipped = inside(events, setting.lengths[name], side, name, setting.unit)
    if fewer or clipped:
        setting.counted.count("event_channels_joined", side, name, fewer)
        setting.counted.count("event_cut", side, name, clipped)
    return events
