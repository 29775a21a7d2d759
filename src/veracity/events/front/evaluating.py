"""The front door of events: reference and detections in, an EventEvaluation out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from typing import Any

from veracity.errors import quoted, refuse, spelled
from veracity.evaluation.state.keys import ignored
from veracity.events.front.event_evaluation import EventEvaluation
from veracity.events.front.scoring import NoteCounts, Setting, scored, scored_by_type
from veracity.events.inputs.clock import checked_unit
from veracity.events.inputs.given import read_side
from veracity.events.inputs.kinds import ALL, is_kind, word
from veracity.events.inputs.masks import Rate, checked_rates
from veracity.events.inputs.origins import on_one_clock
from veracity.events.inputs.recordings import (
    begins,
    by_recording,
    clusters,
    durations,
    plain,
    recording_names,
    refuse_others,
    words_of,
)
from veracity.events.inputs.sample_columns import masks_of_columns
from veracity.events.inputs.side import DETECTED, REFERENCE, Reading, Side
from veracity.events.inputs.tables import TYPE, EventColumns
from veracity.intervals.sample.settings import Settings
from veracity.matching import Rule, find_rule
from veracity.statistics.labels import Label
from veracity.words import Text, say

TOO_EARLY = 500  # all events in the first 1/500 of the time: is the duration in milliseconds?
MANY = 10


def evaluate(
    reference: Any,
    detected: Any,
    *,
    duration: object = None,
    fs: object = None,
    rules: str | Iterable[str] | None = None,
    score: object = None,
    recording: str | None = None,
    cluster: Mapping[Any, Any] | str | None = None,
    event_type: str | Iterable[str] | None = None,
    channel: str | Iterable[str] | None = None,
    data: object = None,
    unit: str = "s",
    overlapping: str = "merge",
    absent: str = "raise",
    confidence_level: float = 0.95,
    random_state: int = 0,
    ignore: str | Iterable[str] = (),
) -> EventEvaluation:
    """Say which events were found, and how many alarms were false, under named rules.

    reference, detected: (start, stop) pairs in seconds, half-open; times of instants; boolean
    masks with `fs`; tables with the columns onset and duration; MNE's Annotations; the path of a
    BIDS `*_events.tsv` or TUH `.csv_bi` file, of a folder of them, or of a CSV or Parquet table;
    a mapping from the name of a recording to any of these, or a generator of such pairs. With
    data=, a table with a row for each sample, they name columns of 0 and 1.
    duration: length of the recording in the same unit, a mapping, a column, or (begin, end) on
    the clock; masks and some files tell it. fs: sampling rate of masks; (fs, fs) where the two
    sides differ. rules: keys such as "any_overlap(before=0)"; without them any_overlap and iou,
    points for times, samples where `fs` is known. score: one number for each detection, in the
    same shapes, or a column. recording: the column of recordings. cluster: a mapping from
    recording to subject, or a column; without it the `sub-…` of the names, or else every
    recording stands for itself. event_type, channel: a column, by which events are scored apart
    and together, or the words to choose ("sz": all seizures). overlapping: reference events that
    share time are joined ("merge"), kept ("keep") or refused ("raise"). absent: recordings on
    one side only are refused, or "empty". ignore: keys of cautions to mute; every output says
    which are.

    >>> er = evaluate([(100, 160), (900, 930)], [(95, 120), (500, 510)], duration=3600)
    >>> er["any_overlap"]["false_alarms_per_hour"].value
    1.0
    """
    checked = Settings(confidence_level, random_state=random_state)
    duration, whose, rates = plain(duration), plain(cluster), checked_rates(fs)
    if data is not None:
        named = masks_of_columns(data, reference, detected, recording, cluster, score)
        reference, detected, score = named.reference, named.detected, named.score
        whose = named.clusters if isinstance(whose, str) else whose
    asked = EventColumns(
        recording,
        whose if isinstance(whose, str) else None,
        event_type if isinstance(event_type, str) else None,
        channel if isinstance(channel, str) else None,
        score if isinstance(score, str) else None,
        duration if isinstance(duration, str) else None,
    )
    scores = None if isinstance(score, str) else score
    if recording is not None and not isinstance(recording, str):
        raise refuse("event_recording_word", given=spelled(recording))
    each = by_recording(duration)
    how = Reading(asked, checked_unit(unit), rates[0], begins(duration, each), scores)
    ours = read_side(reference, REFERENCE, how)
    other = how if rates[0] == rates[1] else how._replace(rate=rates[1])
    theirs = read_side(detected, DETECTED, other)
    on_one_clock(ours, theirs)
    if ours.own_names:
        refuse_others(ours, theirs)
    if recording is not None and data is None and not (ours.in_table or theirs.in_table):
        raise refuse("event_recording_column", given=spelled(recording))
    names = recording_names(ours, theirs, each, absent)
    lengths = durations(duration, each, names, [ours, theirs], unit)
    counted = NoteCounts()
    for side in (ours, theirs):
        for name, n in side.zero.items():
            counted.count("event_zero", side.side, name, n)
    fastest = _fastest(names, rates)
    known = None not in fastest.values()
    setting = Setting(
        lengths,
        clusters(names, whose, [ours, theirs]),
        fastest,
        _rules(rules, ours, known=known),
        overlapping,
        unit,
        checked.confidence_level,
        checked.random_state,
        counted,
        ignored(ignore),
    )
    types, kinds = _types(event_type, ours, theirs)
    apart: tuple[str, ...] = ()
    if channel is not None:
        apart = _channels(channel, ours, theirs)
        if not (ours.on_channel or theirs.on_channel):  # words, no column: they choose
            ours, theirs = _on(ours, apart), _on(theirs, apart)
    whole = _apart(ours, theirs, types, setting, kinds=kinds)
    parts = {}
    if channel is not None:
        quiet = setting._replace(counted=NoteCounts())  # events are noted once, for all
        parts = {
            one: _apart(_on(ours, (one,)), _on(theirs, (one,)), types, quiet, kinds=kinds)
            for one in apart
        }
    if isinstance(score, str):
        raised = [one for one in theirs.events.values() if len(one.spans)]
        if raised and all(one.score is None for one in raised):
            raise refuse("event_score_column", column=spelled(score))
    notes = (*counted.notes(), *_doubts(whole, types))
    return replace(whole, event_notes=notes, channels=parts) if notes or parts else whole


def _doubts(whole: EventEvaluation, types: tuple[str, ...]) -> list[Text]:
    """What looks like a mistake and may be none."""
    notes = [say("event_type_nowhere", type=one) for one in types if not _any(whole.types[one])]
    last = []  # stops, as shares of the recording
    for scene in (whole.scenes or {}).values():
        for spans in (scene.reference, scene.detected):
            if len(spans) and spans.start[-1] >= scene.duration / TOO_EARLY:
                return notes
            last += [float(spans.stop.max()) / scene.duration] if len(spans) else []
    if len(last) > 1 and max(last) < 1 / TOO_EARLY and _any(whole, MANY):
        notes.append(say("event_all_early", share=f"{max(last):.2g}"))
    return notes


def _any(part: EventEvaluation, least: int = 1) -> bool:
    scenes = (part.scenes or {}).values()
    return sum(len(one.reference) + len(one.detected) for one in scenes) >= least


def _apart(
    ours: Side, theirs: Side, types: tuple[str, ...], setting: Setting, *, kinds: bool
) -> EventEvaluation:
    if not types:
        return scored(ours.events, theirs.events, setting)
    return scored_by_type(ours.events, theirs.events, types, setting, kinds=kinds)


def _on(side: Side, channels: tuple[str, ...]) -> Side:
    """The events on some of the channels."""
    return replace(side, events={n: one.of_channels(channels) for n, one in side.events.items()})


def _types(
    given: str | Iterable[str] | None, ours: Side, theirs: Side
) -> tuple[tuple[str, ...], bool]:
    """The types to be scored apart, and whether each takes the kinds under it."""
    if given is None:
        return (), False
    for side in (ours, theirs):
        lacking = any(one.types is None and len(one.spans) for one in side.events.values())
        if lacking:
            usual = quoted(TYPE)
            raise refuse("event_no_type", given=spelled(given), side=side.side, usual=usual)
    listed = [t for side in (ours, theirs) for one in side.events.values() for t in one.types or ()]
    if ours.typed or theirs.typed:
        return tuple(dict.fromkeys(listed)), False
    names = words_of(given)
    found = tuple(dict.fromkeys(map(word, names)))
    if not found:
        raise refuse("event_type_unknown", given=spelled(given), names=quoted(sorted(set(listed))))
    for one, other in permutations(found, 2):
        if is_kind(one, other):  # its events would count twice in what is pooled
            raise refuse("event_types_nested", kind=spelled(one), type=spelled(other))
    return found, True


def _channels(given: str | Iterable[str], ours: Side, theirs: Side) -> tuple[str, ...]:
    """The channels to be scored apart."""
    for side in (ours, theirs):
        lacking = any(one.channels is None and len(one.spans) for one in side.events.values())
        if lacking:
            raise refuse("event_no_channel", given=spelled(given), side=side.side)
    listed = [
        name
        for side in (ours, theirs)
        for one in side.events.values()
        for names in one.channels or ()
        for name in names
    ]
    there = tuple(dict.fromkeys(listed))
    if ours.on_channel or theirs.on_channel:
        return tuple(one for one in there if one != ALL) or there
    asked = words_of(given)
    unknown = [one for one in asked if one not in there]
    if unknown and ALL not in there:
        raise refuse("event_channel_unknown", given=quoted(unknown), names=quoted(there))
    return asked


def _fastest(names: Sequence[Label], rates: tuple[Rate, Rate]) -> dict[Label, float | None]:
    """The rate by which samples of each recording are counted: the finer of both sides."""
    found: dict[Label, float | None] = dict.fromkeys(names)
    for one in rates:
        for name in names if one is not None else ():
            rate = one.get(name) if isinstance(one, Mapping) else one
            found[name] = max((r for r in (rate, found[name]) if r is not None), default=None)
    return found


def _rules(given: str | Iterable[str] | None, ours: Side, *, known: bool) -> list[Rule]:
    if given is None:
        instants = any(one.instants and len(one.spans) for one in ours.events.values())
        usual = ["any_overlap", "points" if instants else "iou"]
        given = [*usual, "samples"] if known else usual
    listed = [given] if isinstance(given, (str, Rule)) else _listed(given)
    found = {rule.spelled: rule for rule in map(find_rule, listed)}
    lacking = [name for name, rule in found.items() if rule.needs_fs and not known]
    if lacking:
        raise refuse("event_rule_needs_fs", rules=quoted(lacking))
    return list(found.values())


def _listed(given: Iterable[str]) -> list[str]:
    """The rules that were named: at least one."""
    try:
        listed = list(given)
    except TypeError:
        listed = []
    if not listed or not all(isinstance(one, (str, Rule)) for one in listed):
        raise refuse("event_rules", given=spelled(given))
    return listed
