"""The front door of events: reference and detections in, an EventEvaluation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from veracity.errors import quoted, refuse
from veracity.events.estimates.tallying import tallied
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.inputs.files import subject_of
from veracity.events.inputs.given import (
    DETECTED,
    REFERENCE,
    GivenEvents,
    by_recording,
    durations,
    inside,
    without_overlaps,
)
from veracity.events.inputs.masks import checked_rate
from veracity.matching import Recording, Rule, find_rule
from veracity.matching.spans import Spans
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.labels import Label
from veracity.words import Text

NOTHING = GivenEvents(Spans(np.zeros(0, np.int64), np.zeros(0, np.int64)), False)


def evaluate(
    reference: Any,
    detected: Any,
    *,
    duration: Any = None,
    fs: float | None = None,
    rules: str | Iterable[str] | None = None,
    cluster: Mapping[Any, Any] | None = None,
    event_type: str | None = None,
    unit: str = "s",
    overlapping: str = "merge",
    absent: str = "raise",
    confidence_level: float = 0.95,
) -> EventEvaluation:
    """Say which events were found, and how many alarms were false, under named rules.

    reference, detected: (start, stop) pairs in seconds, half-open; times of instants; boolean
    masks with `fs`; tables with the columns onset and duration; MNE's Annotations; or a mapping
    from the name of a recording to any of these; or the path of a BIDS `*_events.tsv` or TUH
    `.csv_bi` file, or of a folder of them. duration: length of the recording in the same
    unit, or a mapping; of masks and of files that tell it, it is known. rules: keys such as
    "any_overlap(before=0)"; without them any_overlap and iou, points for times, samples where
    `fs` is known. cluster: a mapping from recording to subject; without it the `sub-…` of the
    names, or else every recording stands for itself. event_type: of files, only these events
    ("sz": all seizures).
    overlapping: reference events that share time are joined ("merge"), kept ("keep") or refused
    ("raise"). absent: recordings on one side only are refused, or "empty".

    >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    >>> er["any_overlap"]["false_alarms_per_hour"].value
    1.0
    """
    rate = None if fs is None else checked_rate(fs)
    ours = by_recording(reference, REFERENCE, rate, unit, event_type)
    theirs = by_recording(detected, DETECTED, rate, unit, event_type)
    names = _names(ours, theirs, absent)
    lengths = durations(duration, names, [ours, theirs], unit)
    notes: list[Text] = []
    scenes: dict[Label, Recording] = {}
    for name in names:
        sides = []
        for given, side in ((ours, REFERENCE), (theirs, DETECTED)):
            spans, said = inside(given.get(name, NOTHING), lengths[name], side, name)
            notes += said
            sides.append(spans)
        sides[0], said = without_overlaps(sides[0], overlapping, REFERENCE, name)
        notes += said
        scenes[name] = Recording(sides[0], sides[1], lengths[name], rate)
    instants = any(one.instants and len(one.spans) for one in ours.values())
    chosen = _rules(rules, rate, instants=instants)
    if cluster is None and all(subject_of(str(name)) for name in names):
        cluster = {name: subject_of(str(name)) for name in names}
    whose = _clusters(names, cluster)
    tallies = {
        rule.spelled: EventTally.of_recordings(
            rule.spelled, [(n, whose[n], tallied(scenes[n], rule)) for n in names]
        )
        for rule in chosen
    }
    return EventEvaluation(tallies, confidence_level, tuple(notes), scenes)


def _names(ours: Mapping[Label, Any], theirs: Mapping[Label, Any], absent: str) -> list[Label]:
    if absent not in ("raise", "empty"):
        raise refuse("event_absent", given=repr(absent))
    names = list(dict.fromkeys((*ours, *theirs)))
    lacking = [name for name in names if name not in ours or name not in theirs]
    if lacking and absent == "raise":
        raise refuse("event_one_side", names=quoted(lacking), n=len(lacking))
    if not names:
        raise refuse("event_no_recordings")
    return names


def _rules(given: str | Iterable[str] | None, fs: float | None, *, instants: bool) -> list[Rule]:
    if given is None:
        usual = ["any_overlap", "points" if instants else "iou"]
        given = usual if fs is None else [*usual, "samples"]
    listed = [given] if isinstance(given, (str, Rule)) else _listed(given)
    found = {rule.spelled: rule for rule in map(find_rule, listed)}
    lacking = [name for name, rule in found.items() if rule.needs_fs and fs is None]
    if lacking:
        raise refuse("event_rule_needs_fs", rules=quoted(lacking))
    return list(found.values())


def _listed(given: Iterable[str]) -> list[str]:
    """The rules that were named: at least one."""
    listed = list(given) if isinstance(given, Iterable) else []
    if not listed or not all(isinstance(one, (str, Rule)) for one in listed):
        raise refuse("event_rules", given=repr(given))
    return listed


def _clusters(names: list[Label], cluster: Mapping[Any, Any] | None) -> dict[Label, Label]:
    if cluster is None:
        return {name: name for name in names}
    lacking = [name for name in names if name not in cluster]
    if lacking:
        raise refuse("event_cluster_lacks", names=quoted(lacking), n=len(lacking))
    return {name: cluster[name] for name in names}
