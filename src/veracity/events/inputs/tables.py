"""Tables of events: which column means what, and the rows of each recording."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.engines.reading.decimal_text import column_with_points
from veracity.engines.reading.read_columns import column_names, plain_values, read_columns
from veracity.errors import InvalidRows, quoted, refuse, spelled
from veracity.statistics.labels import Label, canonical
from veracity.words import Text

Values = NDArray[Any]
ONSET = ("onset", "start", "start_time", "begin")
STOP = ("stop", "end", "stop_time")
RECORDING = ("recording", "recording_id", "recording_name", "filename")
TYPE = ("eventType", "event_type", "trial_type", "label", "description", "type")
CHANNEL = ("channels", "channel", "ch_names")
CONFIDENCE = ("confidence",)
WHOLE = ("recordingDuration", "recording_duration")
__all__ = ["EventColumns", "RawEvents", "is_table", "plain_values", "table_events"]

NUMBERS = ("start", "duration", "stop", "score", "whole")


class EventColumns(NamedTuple):
    """Columns by name, as `evaluate` was asked for them; None: the usual names."""

    recording: str | None = None
    cluster: str | None = None
    event_type: str | None = None
    channel: str | None = None
    score: str | None = None
    duration: str | None = None


class RawEvents(NamedTuple):
    """Columns of the events of one recording, as they were given; None: there is no such column.

    `duration` counts where it is there, and `stop` must agree with it. `whole` is the length of
    the recording, `cluster` whose it is. `typed` and `on_channel` say that the column asked for is
    there. `origin` is the moment of time 0 on the clock; `first_time` is where a Raw begins after
    it, None of others. `own_name` is what a column that nobody asked for calls the recording.
    """

    start: Values
    stop: Values | None = None
    duration: Values | None = None
    score: Values | None = None
    types: Values | None = None
    channels: Values | None = None
    whole: object = None
    cluster: Label | None = None
    typed: bool = False
    on_channel: bool = False
    instants: bool = False
    first_time: float | None = None
    origin: object = None
    names: tuple[str, ...] = ()
    own_name: Label | None = None


def is_table(given: object) -> bool:
    """Whether something has columns of events: a frame, or a mapping with an onset column."""
    if isinstance(given, Mapping):
        return any(name in given for name in ONSET) and any(
            name in given for name in ("duration", *STOP)
        )
    kind = type(given)  # asking a lazy table itself would look through it
    return hasattr(kind, "columns") or hasattr(kind, "schema")


def fields_of(given: object) -> object:
    """A structured array as its columns; anything else as it is."""
    if not isinstance(given, np.ndarray) or given.dtype.names is None:
        return given
    return {name: given[name] for name in given.dtype.names}


def table_events(
    given: object,
    asked: EventColumns,
    side: Text,
    *,
    alone: Label,
    within: Label | None = None,
) -> dict[Label, RawEvents]:
    """The events of each recording of a table; without a column of recordings there is one.

    `within` is the recording that the whole table was said to be.
    """
    names = column_names(given)
    onset, stop = first_column(ONSET, names), first_column(STOP, names)
    length = first_column(("duration",), names)
    if onset is None or (stop is None and length is None):
        lacking = [] if onset else ["onset"]
        lacking += [] if stop or length else ["duration"]
        raise refuse("event_table", lacking=quoted(lacking), names=quoted(names))
    used = {
        "start": onset,
        "duration": length,
        "stop": stop,
        "score": _asked(asked.score, CONFIDENCE, names),
        "types": _named(asked.event_type, TYPE, names),
        "channels": _named(asked.channel, CHANNEL, names),
        "whole": _asked(asked.duration, WHOLE, names),
        "cluster": asked.cluster if asked.cluster in names else None,
        "recording": asked.recording,
        "unasked": first_column(RECORDING, names) if asked.recording is None else None,
    }
    if asked.recording is not None and asked.recording not in names:
        raise refuse(
            "event_no_column", column=spelled(asked.recording), side=side, names=quoted(names)
        )
    columns = read_columns(given, [name for name in dict.fromkeys(used.values()) if name])
    sizes = {name: len(column) for name, column in columns.items()}
    if len(set(sizes.values())) > 1:
        raise refuse("event_columns_differ", side=side, sizes=str(sizes)[1:-1])
    found = {key: columns[name] for key, name in used.items() if name is not None}
    own_name = None
    if (unasked := found.pop("unasked", None)) is not None:
        own_name = refuse_several(unasked, str(used["unasked"]), side, within)
    found |= {key: column_with_points(found[key]) for key in NUMBERS if key in found}
    rows = _rows(found.pop("recording", None), len(found["start"]), side, alone)
    parts = {name: _part(found, which, asked, names, side, name) for name, which in rows.items()}
    return {name: part._replace(own_name=own_name) for name, part in parts.items()}


def refuse_several(
    values: Values, column: str, side: Text, within: Label | None = None
) -> Label | None:
    """Refuse several recordings that would count as one, as nobody named their column.

    What the only one is called, unless it was given another name.
    """
    distinct = [one for one in dict.fromkeys(values.tolist()) if not _missing(one)]
    if len(distinct) < 2:
        return canonical(distinct[0]) if distinct and within is None else None
    if within is not None:
        raise refuse("event_nested", side=side, name=spelled(within), n=len(distinct))
    facts = {"column": spelled(column), "names": quoted(distinct, 4)}
    raise refuse("event_recordings_unasked", side=side, n=len(distinct), **facts)


def _part(
    found: Mapping[str, Values],
    which: NDArray[np.int64],
    asked: EventColumns,
    names: Sequence[str],
    side: Text,
    name: Label,
) -> RawEvents:
    part = {key: column[which] for key, column in found.items()}
    whole = _only(part.pop("whole", None), "duration", side, name)
    cluster = _only(part.pop("cluster", None), "cluster", side, name)
    return RawEvents(
        part["start"],
        part.get("stop"),
        part.get("duration"),
        part.get("score"),
        part.get("types"),
        part.get("channels"),
        whole=whole,
        cluster=None if cluster is None else canonical(cluster),
        typed=asked.event_type in names,
        on_channel=asked.channel in names,
        names=tuple(names),
    )


def _rows(
    column: Values | None, n: int, side: Text, alone: Label
) -> dict[Label, NDArray[np.int64]]:
    """The rows of each recording, in order of appearance."""
    if column is None:
        return {alone: np.arange(n)}
    rows_of: dict[Label, list[int]] = {}
    for i, one in enumerate(column.tolist()):
        if one is None or one != one:
            raise refuse("event_no_recording", InvalidRows, side=side, row=i)
        rows_of.setdefault(canonical(one), []).append(i)
    return {name: np.array(rows, np.int64) for name, rows in rows_of.items()}


def _only(column: Values | None, what: str, side: Text, name: Label) -> object:
    """The one value that a column has in a recording; None where it has none."""
    values = [] if column is None else [one for one in column.tolist() if not _missing(one)]
    distinct = list(dict.fromkeys(values))
    if len(distinct) > 1:
        facts = {"what": what, "side": side, "name": spelled(name), "values": quoted(distinct)}
        raise refuse("event_two_values", InvalidRows, **facts)
    return distinct[0] if distinct else None


def _missing(one: object) -> bool:
    return one is None or one != one or one in ("n/a", "")


def first_column(usual: Sequence[str], names: Sequence[str]) -> str | None:
    """The column that has one of the usual names; else with capitals or blanks that do not count.

    >>> first_column(("onset", "start"), [" Start ", "onset"]), first_column(("onset",), ["Onset"])
    ('onset', 'Onset')
    """
    folded = {str(name).strip().casefold(): name for name in names}
    exact = next((name for name in usual if name in names), None)
    return exact or next((folded[key] for u in usual if (key := u.casefold()) in folded), None)


def _named(asked: str | None, usual: Sequence[str], names: Sequence[str]) -> str | None:
    """The column asked for if it is there, else the usual one."""
    return asked if asked in names else first_column(usual, names)


def _asked(asked: str | None, usual: Sequence[str], names: Sequence[str]) -> str | None:
    """The column asked for, and no other; the usual one where none was."""
    if asked is None:
        return first_column(usual, names)
    return asked if asked in names else None


def is_path(given: object) -> bool:
    """Whether a file or a folder is meant."""
    return isinstance(given, (str, os.PathLike))
