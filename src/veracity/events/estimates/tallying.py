"""One recording under one rule: counts, times, delays and errors for the tally."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.matching import Match, Recording, Rule
from veracity.matching.spans import Spans, shared, union
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label

AT_ONCE: dict[str, Callable[[Recording, Match], float]] = {
    "true_positives": lambda _, found: found.true_positives,
    "false_positives": lambda _, found: found.false_positives,
    "missed": lambda _, found: found.missed,
    "reference_events": lambda given, found: _events(found.reference, given.reference),
    "detected_events": lambda given, found: _events(found.detected, given.detected),
    "duration": lambda given, _: given.duration,
}
LATER = tuple(one.name for one in fields(EventTally)[3:])


class FreshTally(EventTally):
    """The tally of recordings just scored: what few ask for is worked out when it is asked for.

    What was found, missed and false is counted; times, delays and errors come, all at once, with
    the first look at another column.
    """

    scored: list[tuple[Recording, Match]]

    @classmethod
    def of_scenes(
        cls, rule: Rule, scenes: Mapping[Label, Recording], whose: Mapping[Label, Label]
    ) -> FreshTally:
        """Every recording under one rule."""
        tally = cls.__new__(cls)
        tally.__dict__.update(
            rule=rule.spelled,
            recordings=tuple(scenes),
            clusters=tuple([whose[name] for name in scenes]),
            scored=[(scene, rule(scene)) for scene in scenes.values()],
        )
        return tally

    def __getattr__(self, name: str) -> Any:
        if name not in LATER:
            raise AttributeError(name)
        rows = zip(self.recordings, self.clusters, self.scored, strict=True)
        whole = EventTally.of_recordings(
            self.rule, [(one, whose, tallied(*scored)) for one, whose, scored in rows]
        )
        self.__dict__.update({part: getattr(whole, part) for part in LATER})
        del self.__dict__["scored"]
        return self.__dict__[name]

    def column(self, name: str) -> Floats:
        """One column, by recording."""
        if "counts" in self.__dict__ or name not in AT_ONCE:
            return super().column(name)
        return np.array([AT_ONCE[name](*one) for one in self.scored], np.float64)

    def sum(self, name: str) -> float:
        """One column over all recordings."""
        if len(self.recordings) > 1 or "counts" in self.__dict__ or name not in AT_ONCE:
            return super().sum(name)
        return float(AT_ONCE[name](*self.scored[0]))


def tallied(recording: Recording, found: Match) -> dict[str, Any]:
    """What an EventTally keeps of a recording."""
    counted: dict[str, Any] = {
        **{name: count(recording, found) for name, count in AT_ONCE.items()},
        **times(recording),
        "delays": _delays(found),
        "errors": _errors(found),
    }
    for name, part in (("recall", found.recall), ("precision", found.precision)):
        if part is not None:
            counted[name], counted[f"{name}_n"] = part
    return counted


def tallies_of(
    rules: Sequence[Rule], scenes: Mapping[Label, Recording], whose: Mapping[Label, Label]
) -> dict[str, EventTally]:
    """The tally of all recordings under each rule."""
    return {rule.spelled: FreshTally.of_scenes(rule, scenes, whose) for rule in rules}


def times(recording: Recording) -> dict[str, int]:
    """Nanoseconds watched, inside events, in alarm and in false alarm: the same for every rule."""
    alarm, event = union(recording.detected), union(recording.reference)
    in_alarm = int(alarm.length.sum())
    return {
        "duration": recording.duration,
        "reference_time": int(event.length.sum()),
        "time_in_alarm": in_alarm,
        "time_in_false_alarm": in_alarm - int(shared(alarm, event).sum()),
    }


def _events(counted: Spans | None, given: Spans) -> int:
    return len(given if counted is None else counted)


def _delays(found: Match) -> Any:
    """Nanoseconds to the first detection; a miss is never detected, so that it is infinite."""
    if found.delay is None or found.hit is None:
        return ()
    delayed = np.where(found.hit, found.delay, np.inf)
    return delayed[~np.isnan(delayed)]


def _errors(found: Match) -> Any:
    if found.pairs is None or found.reference is None or found.detected is None:
        return ()
    ours, theirs = found.reference.chosen(found.pairs[0]), found.detected.chosen(found.pairs[1])
    both = np.minimum(ours.end, theirs.end) - np.maximum(ours.start, theirs.start)
    both = np.maximum(both, 0)
    either = (ours.end - ours.start) + (theirs.end - theirs.start) - both
    return np.stack([theirs.start - ours.start, theirs.stop - ours.stop, both / either], -1)
