"""Tallies of events under several rules as a file: a JSON header plus arrays, no pickle."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from veracity.errors import refuse
from veracity.events.reporting.held_events import HeldEvents
from veracity.matching import find_rule
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.events import packed_tally, unpacked_tally
from veracity.words import Text

KIND = "events"
IDS = ("keep", "number")


def save_events(er: HeldEvents, path: str | os.PathLike[str], *, ids: str) -> None:
    """Write the tallies whole, with the level and the notes."""
    if ids not in IDS:
        raise refuse("event_save_ids", given=repr(ids))
    tallies = dict(er.tallies)
    if ids == "number":
        file = uuid.uuid4().hex
        tallies = {name: numbered(tally, file) for name, tally in tallies.items()}
    arrays: storage.Arrays = {}
    entries = [
        packed_tally(tally, f"tally{place}", arrays) for place, tally in enumerate(tallies.values())
    ]
    notes = [] if ids == "number" else [[note.en, note.zh] for note in er.notes]
    header = {
        "kind": KIND,
        "tallies": entries,
        "confidence_level": er.level,
        "random_state": er.seed,
        "notes": notes,
    }
    storage.save(path, header, arrays)


def numbered(tally: EventTally, file: str) -> EventTally:
    """With numbers in place of names; those of one subject stay together."""
    order = {name: i for i, name in enumerate(dict.fromkeys(tally.clusters))}
    own = {name: i for i, name in enumerate(tally.recordings)}
    same = tally.clusters == tally.recordings
    recordings = tuple((file, "recording", own[name]) for name in tally.recordings)
    clusters = tuple((file, "subject", order[name]) for name in tally.clusters)
    return replace(tally, recordings=recordings, clusters=recordings if same else clusters)


def saved_events(path: str | os.PathLike[str]) -> dict[str, Any]:
    """What was saved: tallies by rule, level, seed and notes; damage is refused with the reason."""
    header, arrays = storage.load(path)
    if header.get("kind") != KIND:
        raise storage.not_saved(path, header.get("kind"))
    try:
        return {
            "tallies": _tallies(header["tallies"], arrays),
            "level": _level(header["confidence_level"]),
            "seed": _whole(header["random_state"]),
            "said": tuple(Text(str(en), str(zh)) for en, zh in header["notes"]),
        }
    except storage.DAMAGE as problem:
        raise storage.not_saved(path, problem) from problem


def _tallies(entries: list[Mapping[str, Any]], arrays: storage.Arrays) -> dict[str, EventTally]:
    made = [unpacked_tally(one, f"tally{place}", arrays) for place, one in enumerate(entries)]
    found = {find_rule(one.rule).spelled: one for one in made}
    first = made[0]
    if len(found) < len(made) or any(
        (one.recordings, one.clusters) != (first.recordings, first.clusters) for one in made
    ):
        raise ValueError("tallies of different recordings")
    return found


def _level(value: object) -> float:
    if not isinstance(value, float) or not 0 < value < 1:
        raise ValueError("confidence_level")
    return value


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError("random_state")
    return value
