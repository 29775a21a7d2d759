"""Columns of events → spans in order, in nanoseconds, with what each event carries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import InvalidRows, refuse
from veracity.events.inputs.clock import LATEST, UNITS, seconds_of
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.kinds import channel_names, is_background, word
from veracity.events.inputs.side import DETECTED, Reading, Side
from veracity.events.inputs.tables import RawEvents
from veracity.matching.spans import SECOND, Spans, nanoseconds
from veracity.statistics.labels import Label
from veracity.words import Text

FILE_SLACK = SECOND  # files round the length of a recording


def timed_events(raw: RawEvents, name: Label, into: Side, how: Reading) -> GivenEvents:
    """Columns as spans in order, with what each event carries; background is no event."""
    side, begin = into.side, how.begin_of(name)
    keep = _happening(raw.types)
    facts = (how.unit, begin, side, repr(name))
    start = seconds_of(raw.start[keep], *facts)
    if raw.first_time:
        start = start - raw.first_time
    if raw.stop is not None:
        stop = seconds_of(raw.stop[keep], *facts)
        if raw.first_time:
            stop = stop - raw.first_time
    else:
        assert raw.duration is not None
        stop = start + seconds_of(raw.duration[keep], *facts)
    _refuse_bad(start, stop, side, name)
    score = _score_column(raw.score, keep, how, name, len(start), side)
    order: slice | NDArray[np.int64] = slice(None)
    if np.count_nonzero(start[1:] > start[:-1]) < len(start) - 1:
        order = np.lexsort((stop, start))
        start, stop = start[order], stop[order]
    spans = Spans(nanoseconds(start), nanoseconds(stop))
    told = _whole(raw.whole, how.unit)
    if not raw.instants:
        into.zero[name] = int(len(spans) - np.count_nonzero(spans.stop != spans.start))
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
        return scores_given(how.scores, name, n, side)
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


def scores_given(given: object, name: Label, n: int, side: Text) -> Floats | None:
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
    n = len(start)
    fine = np.count_nonzero(stop >= start) == n
    if fine and (not n or (start.min() >= -LATEST and stop.max() <= LATEST)):
        return
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


def event_table(raw: RawEvents, name: Label, how: Reading) -> EventTable:
    """The same as a table of seconds, in order of time."""
    read = timed_events(raw, name, Side(DETECTED), how)
    n = len(read.spans)
    return EventTable(
        read.spans.start / SECOND,
        read.spans.length / SECOND,
        read.types or ("",) * n,
        np.full(n, math.nan) if read.score is None else read.score,
        tuple(",".join(one) for one in read.channels or ((),) * n),
        None if read.length is None else read.length / SECOND,
    )
