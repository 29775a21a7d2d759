"""One recording under one rule: counts, times, delays and errors for the tally."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from veracity.matching import Match, Recording, Rule
from veracity.matching.spans import Spans, shared, union
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label


def tallied(recording: Recording, rule: Rule) -> dict[str, Any]:
    """What an EventTally keeps of a recording."""
    found = rule(recording)
    counted: dict[str, Any] = {
        "true_positives": found.true_positives,
        "false_positives": found.false_positives,
        "missed": found.missed,
        "reference_events": _events(found.reference, recording.reference),
        "detected_events": _events(found.detected, recording.detected),
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
    return {
        rule.spelled: EventTally.of_recordings(
            rule.spelled,
            [(name, whose[name], tallied(scene, rule)) for name, scene in scenes.items()],
        )
        for rule in rules
    }


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
