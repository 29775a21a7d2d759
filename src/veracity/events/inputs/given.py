"""Reference or detections, in whatever form, as the events of each recording."""

from __future__ import annotations

import math
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import InvalidRows, refuse
from veracity.events.inputs.clock import LATEST, UNITS, seconds_of
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.files import is_event_file, read
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.kinds import channel_names, is_background, word
from veracity.events.inputs.masks import spans_of_mask
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
from veracity.matching.spans import SECOND, Spans, nanoseconds
from veracity.statistics.labels import Label, canonical
from veracity.words import Text

REFERENCE, DETECTED = Text("reference", "参考"), Text("detected", "检测")
ALONE = "recording"
FILE_SLACK = SECOND  # files round the length of a recording


@dataclass(slots=True)
class Side:
    """One side: the events of each recording, and what its columns told beside them."""

    side: Text
    events: dict[Label, GivenEvents] = field(default_factory=dict)
    clusters: dict[Label, Label] = field(default_factory=dict)
    typed: bool = False
    on_channel: bool = False
    zero: dict[Label, int] = field(default_factory=dict)
    in_table: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """How a side is read: names of columns, unit, rates of masks, beginnings of recordings."""

    asked: EventColumns
    unit: str
    rate: Mapping[Label, float] | float | None
    begins: Mapping[Label, object]
    scores: object = None

    def rate_of(self, name: Label) -> float | None:
        """The sampling rate of a recording."""
        return self.rate.get(name) if isinstance(self.rate, Mapping) else self.rate

    def begin_of(self, name: Label) -> object:
        """When the recording begins, on the clock."""
        return self.begins.get(name, self.begins.get(None))


def read_side(given: object, side: Text, how: Reading) -> Side:
    """The events of each recording; one recording at a time, so that masks may be generated."""
    found = Side(side)
    for name, one in _recordings(given, how.asked, side):
        if name in found.events:
            raise refuse("event_recording_twice", side=side, name=repr(name))
        found.events[name] = _events(one, name, found, how)
    return found


def _recordings(given: object, asked: EventColumns, side: Text) -> Iterator[tuple[Label, object]]:
    given = fields_of(given)
    if is_path(given):
        yield from _of_path(cast(str, given), asked, side)
    elif is_table(given):
        yield from table_events(given, asked, side, alone=ALONE).items()
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
    path: str | os.PathLike[str], asked: EventColumns, side: Text
) -> Iterator[tuple[Label, Any]]:
    place = Path(path)
    if is_event_file(place) or place.is_dir() or not place.exists():
        found = read(path) if place.exists() or not _has_magic(place) else {}
        if found:
            yield from found.items() if place.is_dir() else ((ALONE, t) for t in found.values())
            return
    yield from table_events(path, asked, side, alone=ALONE).items()


def _has_magic(place: Path) -> bool:
    return any(sign in str(place) for sign in "*?[")


def _events(given: object, name: Label, into: Side, how: Reading) -> GivenEvents:
    """The events of one recording."""
    given = fields_of(given)
    if is_path(given) or is_table(given):
        inner = list(_recordings(given, replace(how.asked, recording=None), into.side))
        if len(inner) > 1:
            raise refuse("event_nested", side=into.side, name=repr(name), n=len(inner))
        given = inner[0][1] if inner else None
    flags = _flags(given)
    if flags is not None:
        rate = how.rate_of(name)
        if rate is None:
            raise refuse("event_mask_needs_fs", side=into.side)
        spans = spans_of_mask(flags, rate)
        whole, slack = round(len(flags) * SECOND / rate), round(SECOND / rate)
        score = _scores(how.scores, name, len(spans), into.side)
        return GivenEvents(spans, length=whole, slack=slack, fs=rate, score=score)
    raw = given if isinstance(given, RawEvents) else _raw(given, into.side, name)
    if isinstance(given, EventTable) and how.asked.score not in (None, *CONFIDENCE):
        raw = replace(raw, score=None)
    if raw.cluster is not None:
        into.clusters[name] = raw.cluster
    into.in_table |= bool(raw.names)
    into.typed |= raw.typed or (raw.types is not None and how.asked.event_type in TYPE)
    into.on_channel |= raw.on_channel or (raw.channels is not None and how.asked.channel in CHANNEL)
    return _timed(raw, name, into, how)


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


def _raw(given: Any, side: Text, name: Label) -> RawEvents:
    """Pairs, times, a table that was read, or MNE's Annotations (of a Raw: those it holds)."""
    if hasattr(given, "annotations"):
        raw = _raw(given.annotations, side, name)
        return RawEvents(
            raw.start,
            duration=raw.duration,
            types=raw.types,
            channels=raw.channels,
            whole=given.n_times / given.info["sfreq"],
            first_time=float(given.first_time),
        )
    if isinstance(given, EventTable):
        known = np.isfinite(given.confidence).any() or not len(given)
        return RawEvents(
            given.onset,
            duration=given.duration,
            score=given.confidence if known else None,
            types=_objects(given.event_type),
            channels=_objects(given.channels),
            whole=given.recording_duration,
        )
    if hasattr(given, "onset") and hasattr(given, "duration"):
        kinds = getattr(given, "description", None)
        channels = getattr(given, "ch_names", None)
        return RawEvents(
            np.asarray(given.onset),
            duration=np.asarray(given.duration),
            types=None if kinds is None else _objects(kinds),
            channels=None if channels is None else _objects(channels),
        )
    return _listed(given, side, name)


def _objects(values: Iterable[object]) -> NDArray[Any]:
    listed = [tuple(one) if isinstance(one, list) else one for one in values]
    held = np.empty(len(listed), object)
    held[:] = listed
    return held


def _listed(given: object, side: Text, name: Label) -> RawEvents:
    """Pairs (start, stop), or single times."""
    try:
        held = isinstance(given, (list, np.ndarray))
        values = [] if given is None else given if held else list(cast(Iterable[object], given))
        times = np.asarray(values if len(cast(list[object], values)) else np.zeros((0,)))
        if times.dtype.kind == "c":
            raise TypeError
        if times.dtype == object or times.dtype.kind in "mM":
            times = np.array(values, object)
        else:
            times = times.astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refuse("event_times", side=side, name=repr(name)) from None
    if times.ndim == 1 and times.dtype.kind == "f" and _is_mask_of_numbers(times):
        raise refuse("event_mask_numbers", side=side, name=repr(name), n=len(times))
    single = times.dtype != object or not any(np.ndim(cast(float, one)) for one in times.tolist())
    if times.ndim == 1 and single:
        return RawEvents(times, stop=times, instants=True)
    if times.ndim != 2 or times.shape[1] != 2:
        if times.size == 0:
            return RawEvents(np.zeros(0), stop=np.zeros(0))
        raise refuse("event_times", side=side, name=repr(name))
    return RawEvents(times[:, 0], stop=times[:, 1])


def _is_mask_of_numbers(times: Floats) -> bool:
    """Zeros and ones, more than two: nobody has so many events in two instants."""
    return len(times) > 2 and bool(np.isin(times, (0.0, 1.0)).all())


def _timed(raw: RawEvents, name: Label, into: Side, how: Reading) -> GivenEvents:
    """Columns as spans in order, with what each event carries; background is no event."""
    side, begin = into.side, how.begin_of(name)
    keep = _happening(raw.types)
    facts = (how.unit, begin, side, repr(name))
    start = seconds_of(raw.start[keep], *facts) - raw.first_time
    if raw.stop is not None:
        stop = seconds_of(raw.stop[keep], *facts) - raw.first_time
    else:
        assert raw.duration is not None
        stop = start + seconds_of(raw.duration[keep], *facts)
    _refuse_bad(start, stop, side, name)
    score = _score_column(raw.score, keep, how, name, len(start), side)
    order: slice | NDArray[np.int64] = slice(None)
    if not (start[1:] > start[:-1]).all():
        order = np.lexsort((stop, start))
    spans = Spans(nanoseconds(start[order]), nanoseconds(stop[order]))
    told = _whole(raw.whole, how.unit)
    if not raw.instants:
        into.zero[name] = len(spans) - int(np.count_nonzero(spans.length))
    kinds = None if raw.types is None else tuple(map(word, raw.types[keep][order]))
    channels = None
    if raw.channels is not None:
        channels = tuple(map(channel_names, raw.channels[keep][order]))
    score = None if score is None else score[order]
    return GivenEvents(
        spans, raw.instants, told, score, kinds, channels, slack=FILE_SLACK if told else 0
    )


Kept = slice | NDArray[np.bool_]


def _happening(types: NDArray[Any] | None) -> Kept:
    """Which rows are events; background is none."""
    if types is None:
        return slice(None)
    return np.array([not is_background(one) for one in types.tolist()], np.bool_)


def _whole(given: object, unit: str) -> int | None:
    """The length of the recording that a table tells, in nanoseconds."""
    if given is None:
        return None
    try:
        seconds = float(cast(float, given)) * UNITS[unit]
    except (TypeError, ValueError, OverflowError):
        seconds = math.nan
    return round(seconds * SECOND) if 0 < seconds <= LATEST else None


def _score_column(
    column: NDArray[Any] | None, keep: Kept, how: Reading, name: Label, n: int, side: Text
) -> Floats | None:
    """Scores beside the events, or of their own shape; a score that is no number is refused."""
    if side is not DETECTED:
        return None
    if column is None or how.scores is not None:
        return _scores(how.scores, name, n, side)
    try:
        found = np.array([math.nan if one is None else float(one) for one in column[keep]])
    except (TypeError, ValueError):
        found = np.full(n, math.nan)
    bad = np.flatnonzero(np.isnan(found))
    if not len(bad):
        return found
    if how.asked.score is None:  # the usual column is not filled in: there are no scores
        return None
    value = repr(column[keep][bad[0]])
    raise refuse("event_score_bad", InvalidRows, name=repr(name), n=len(bad), value=value)


def _scores(given: object, name: Label, n: int, side: Text) -> Floats | None:
    """One number for each detection, in the order in which they were given."""
    if given is None or side is not DETECTED:
        return None
    mine = given.get(name) if isinstance(given, Mapping) else given
    try:
        found = np.asarray([] if mine is None else list(cast(Iterable[float], mine)), np.float64)
    except (TypeError, ValueError):
        found = np.full(1, math.nan)
    if found.shape != (n,) or np.isnan(found).any():
        raise refuse("event_scores", name=repr(name), n=n, given=len(found))
    return found


def _refuse_bad(start: Floats, stop: Floats, side: Text, name: Label) -> None:
    far = max(np.abs(start).max(initial=0.0), np.abs(stop).max(initial=0.0))
    if LATEST < far < math.inf:
        raise refuse("event_too_late", side=side, name=repr(name), most=f"{LATEST:g}")
    bad = ~(np.isfinite(start) & np.isfinite(stop)) | ~(stop >= start)
    if bad.any():
        where = np.flatnonzero(bad)
        first = int(where[0])
        shown = f"({start[first]:g}, {stop[first]:g})"
        facts = {"side": side, "name": repr(name), "n": len(where), "row": first, "event": shown}
        raise refuse("event_bad", InvalidRows, **facts)
