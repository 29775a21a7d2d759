"""Tallies of events under several rules as a file: a JSON header plus arrays, no pickle."""

from __future__ import annotations

import os
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from veracity.errors import refuse
from veracity.events.reporting.held_events import HeldEvents
from veracity.matching import find_rule
from veracity.statistics.events.event_tally import EventTally
from veracity.statistics.storage import file as storage
from veracity.statistics.storage.events import KIND, packed_tally, unpacked_tally
from veracity.words import Text

IDS = ("keep", "number")


def save_events(er: HeldEvents, path: str | os.PathLike[str], *, ids: str) -> None:
    """Write the tallies whole, with the level and the notes."""
    if ids not in IDS:
        raise refuse("event_save_ids", given=repr(ids))
    arrays: storage.Arrays = {}
    file = uuid.uuid4().hex if ids == "number" else None
    header = {
        "kind": KIND,
        **_packed(er, "", arrays, file),
        "confidence_level": er.level,
        "random_state": er.seed,
        "ignore": list(er.ignore),
        "notes": [[note.en, note.zh] for note in er.event_notes] if file is None else [],
    }
    storage.save(path, header, arrays)


def _packed(
    er: HeldEvents, prefix: str, arrays: storage.Arrays, file: str | None
) -> dict[str, Any]:
    """The tallies by rule, and the same of each type and channel of events."""
    tallies = er.tallies.values()
    kept = tallies if file is None else [numbered(tally, file) for tally in tallies]
    entry: dict[str, Any] = {
        "tallies": [packed_tally(one, f"{prefix}tally{i}", arrays) for i, one in enumerate(kept)]
    }
    for kind, parts in (("types", er.types), ("channels", er.channels)):
        entry[kind] = [
            [str(name), _packed(part, f"{prefix}{kind}{i}.", arrays, file)]
            for i, (name, part) in enumerate(parts.items())
        ]
    return entry


def numbered(tally: EventTally, file: str) -> EventTally:
    """With numbers instead of names; those of one subject stay together."""
    order = {name: i for i, name in enumerate(dict.fromkeys(tally.clusters))}
    own = {name: i for i, name in enumerate(tally.recordings)}
    same = tally.clusters == tally.recordings
    recordings = tuple((file, "recording", own[name]) for name in tally.recordings)
    clusters = tuple((file, "subject", order[name]) for name in tally.clusters)
    return replace(tally, recordings=recordings, clusters=recordings if same else clusters)


@dataclass(frozen=True, eq=False, slots=True)
class SavedEvents:
    """What a file holds: tallies by rule, the same of types and channels, level, seed, notes."""

    tallies: dict[str, EventTally]
    types: dict[str, SavedEvents]
    channels: dict[str, SavedEvents]
    level: float
    seed: int
    event_notes: tuple[Text, ...] = ()
    ignore: tuple[str, ...] = ()


def saved_events(path: str | os.PathLike[str]) -> SavedEvents:
    """What was saved; damage is refused with the reason."""
    with storage.opened(path, KIND) as (header, arrays):
        level, seed = _level(header["confidence_level"]), _whole(header["random_state"])
        notes = tuple(Text(str(en), str(zh)) for en, zh in header["notes"])
        muted = tuple(map(str, header.get("ignore", ())))
        return replace(_unpacked(header, "", arrays, level, seed), event_notes=notes, ignore=muted)


def _unpacked(
    entry: Mapping[str, Any], prefix: str, arrays: storage.Arrays, level: float, seed: int
) -> SavedEvents:
    parts: list[dict[str, SavedEvents]] = []
    for kind in ("types", "channels"):
        listed = enumerate(entry.get(kind, ()))
        parts.append(
            {
                str(name): _unpacked(part, f"{prefix}{kind}{i}.", arrays, level, seed)
                for i, (name, part) in listed
            }
        )
    tallies = _tallies(entry["tallies"], prefix, arrays)
    return SavedEvents(tallies, parts[0], parts[1], level, seed)


def _tallies(
    entries: list[Mapping[str, Any]], prefix: str, arrays: storage.Arrays
) -> dict[str, EventTally]:
    made = [unpacked_tally(one, f"{prefix}tally{i}", arrays) for i, one in enumerate(entries)]
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
