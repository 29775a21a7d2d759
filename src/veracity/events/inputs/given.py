"""Reference or detections, in whatever form, as the events of each recording."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.engines.reading.read_columns import column_names
from veracity.errors import refuse, spelled
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.files import is_event_file, read_files
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.listed_events import pairs_of, raw_events
from veracity.events.inputs.masks import spans_of_mask
from veracity.events.inputs.side import ALONE, REFERENCE, Reading, Side
from veracity.events.inputs.tables import (
    CHANNEL,
    CONFIDENCE,
    TYPE,
    EventColumns,
    RawEvents,
    fields_of,
    is_path,
    is_table,
    table_events,
)
from veracity.events.inputs.timed_events import (
    event_table,
    scores_given,
    timed_events,
    usual_events,
)
from veracity.files import checked_path
from veracity.matching.spans import SECOND
from veracity.statistics.labels import Label, canonical
from veracity.words import Text

PLAIN = (list, np.ndarray)


def read_side(given: object, side: Text, how: Reading) -> Side:
    """The events of each recording; one recording at a time, so that masks may be generated."""
    if given is None:
        raise refuse("event_none", side=side)
    found = Side(side)
    for name, one in _recordings(given, how.asked, side):
        if name in found.events:
            raise refuse("event_recording_twice", side=side, name=spelled(name))
        found.events[name] = _events(one, name, found, how)
    table = None if found.events else fields_of(given)
    if table is not None and (is_path(table) or is_table(table)):  # without rows
        names = column_names(table)
        found.in_table = True
        found.typed, found.on_channel = how.asked.event_type in names, how.asked.channel in names
    return found


def _recordings(
    given: object, asked: EventColumns, side: Text, within: Label | None = None
) -> Iterator[tuple[Label, object]]:
    """Recordings by name; `within` is the one that all of them were said to be."""
    if type(given) is list:
        yield ALONE, given
        return
    given = fields_of(given)
    if type(given) is np.ndarray:
        yield ALONE, given
    elif is_path(given):
        yield from _of_path(cast(str, given), asked, side, within)
    elif is_table(given):
        yield from table_events(given, asked, side, alone=ALONE, within=within).items()
    elif isinstance(given, Mapping):
        for name in given:
            yield canonical(name), given[name]
    elif isinstance(given, Iterator):
        first = next(given, None)
        rest = chain([] if first is None else [first], given)
        if _is_named(first):
            yield from ((canonical(name), one) for name, one in rest)
        else:
            yield ALONE, list(rest)
    else:
        yield ALONE, given


def _is_named(first: object) -> bool:
    """Whether a generator gives (recording, events), and not (start, stop)."""
    if not isinstance(first, tuple) or len(first) != 2:
        return False
    return isinstance(first[0], str) or np.ndim(first[1]) > 0 or hasattr(first[1], "onset")


def _of_path(
    path: str | os.PathLike[str], asked: EventColumns, side: Text, within: Label | None
) -> Iterator[tuple[Label, Any]]:
    file = Path(path)
    if is_event_file(file) or file.is_dir() or not file.exists():
        found = read_files(path) if file.exists() or not _has_magic(file) else {}
        if found:
            yield from found.items() if file.is_dir() else ((ALONE, t) for t in found.values())
            return
    yield from table_events(path, asked, side, alone=ALONE, within=within).items()


def _has_magic(file: Path) -> bool:
    return any(sign in str(file) for sign in "*?[")


def _events(given: object, name: Label, into: Side, how: Reading) -> GivenEvents:
    """The events of one recording."""
    if type(given) is not list:
        if given is None:
            raise refuse("event_none_of", side=into.side, name=spelled(name))
        given = fields_of(given)
    if type(given) not in PLAIN and (is_path(given) or is_table(given)):
        inner = list(_recordings(given, how.asked._replace(recording=None), into.side, name))
        if len(inner) > 1:
            raise refuse("event_nested", side=into.side, name=spelled(name), n=len(inner))
        given = inner[0][1] if inner else None
    times = pairs_of(given)
    if times is not None:
        usual = usual_events(times, name, into.side, how)
        return usual or timed_events(RawEvents(*times), name, into, how)
    flags = _flags(given)
    if flags is not None:
        rate = how.rate_of(name)
        if rate is None:
            raise refuse("event_mask_needs_fs", side=into.side)
        spans = spans_of_mask(flags, rate)
        if not len(flags):
            raise refuse("event_mask_empty", side=into.side, name=spelled(name))
        whole, slack = round(len(flags) * SECOND / rate), round(SECOND / rate)
        score = scores_given(how.scores, name, len(spans), into.side)
        return GivenEvents(spans, length=whole, slack=slack, fs=rate, score=score)
    raw = given if isinstance(given, RawEvents) else raw_events(given, into.side, name)
    if isinstance(given, EventTable) and how.asked.score not in (None, *CONFIDENCE):
        raw = raw._replace(score=None)
    if raw.cluster is not None:
        into.clusters[name] = raw.cluster
    if raw.own_name is not None:
        into.own_names[name] = raw.own_name
    into.in_table |= bool(raw.names)
    into.typed |= raw.typed or (raw.types is not None and how.asked.event_type in TYPE)
    into.on_channel |= raw.on_channel or (raw.channels is not None and how.asked.channel in CHANNEL)
    return timed_events(raw, name, into, how)


def _flags(given: object) -> NDArray[np.bool_] | None:
    """A mask of booleans, if it is one."""
    if isinstance(given, (list, tuple)):
        if not given or not isinstance(given[0], (bool, np.bool_)):
            return None
        flags = np.asarray(given)
    elif hasattr(given, "dtype") or hasattr(given, "__array__"):
        flags = np.asarray(given)
    else:
        return None
    return flags if flags.dtype == np.bool_ else None


def read(path: str | os.PathLike[str], *, recording: str | None = None) -> dict[Label, EventTable]:
    """The events of a file, or of every event file below a folder, by recording.

    BIDS `*_events.tsv` and TUH `.csv_bi` files, where a recording is named by its path below the
    folder (a file by its name); or a CSV, TSV or Parquet table with onset and duration, where
    `recording` names the column of recordings.
    """
    file = checked_path(path)
    if recording is None and (is_event_file(file) or file.is_dir() or not file.exists()):
        return dict(read_files(path).items())
    name = file.name.partition(".")[0]
    found = table_events(path, EventColumns(recording), REFERENCE, alone=name)
    how = Reading(EventColumns(recording), "s", None, {})
    return {one: event_table(raw, one, how) for one, raw in found.items()}
