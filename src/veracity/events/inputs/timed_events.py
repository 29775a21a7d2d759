"""Columns of events → spans in order, in nanoseconds, with what each event carries."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.errors import InvalidRows, refuse, spelled
from veracity.events.inputs.clock import LATEST, UNITS, seconds_of
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.kinds import channel_names, is_background, word
from veracity.events.inputs.origins import seconds_before
from veracity.events.inputs.side import DETECTED, Reading, Side
from veracity.events.inputs.tables import RawEvents
from veracity.matching.spans import SECOND, Spans, nanoseconds
from veracity.statistics.labels import Label
from veracity.words import Text

ROUNDED, SLIGHT = 0.01, 0.01  # seconds, share of the length: written stops may be rounded
FILE_SLACK = SECOND  # files round the length of a recording
NANO = np.array(float(SECOND))  # numpy multiplies arrays by it quicker than by a number
LAST = LATEST * SECOND


def usual_events(times: Floats, name: Label, side: Text, how: Reading) -> GivenEvents | None:
    """Starts and stops in seconds that need no more work: in order, with a length, none shared.

    Most lists are so. None where they are not, or where the unit is another.
    """
    if how.unit != "s":
        return None
    whole = times * NANO
    np.rint(whole, out=whole)
    start, stop = whole[0], whole[1]
    n = len(start)
    if (
        np.count_nonzero(stop > start) < n
        or np.count_nonzero(start[1:] >= stop[:-1]) < n - 1
        or not (n and start[0] >= -LAST and stop[-1] <= LAST)
    ):
        return None
    exact = whole.astype(np.int64)
    score = None if how.scores is None else scores_given(how.scores, name, n, side)
    return GivenEvents(Spans(exact[0], exact[1], True), False, None, score)


def timed_events(raw: RawEvents, name: Label, into: Side, how: Reading) -> GivenEvents:
    """Columns as spans in order, with what each event carries; background is no event."""
    side, begin = into.side, how.begin_of(name)
    keep = _happening(raw.types)
    facts = (how.unit, begin, side, spelled(name))
    before = seconds_before(raw, begin, into, name)
    start = seconds_of(raw.start[keep], *facts) - before
    if raw.duration is not None:
        length = seconds_of(raw.duration[keep], *facts)
        stop = start + length
        if raw.stop is not None:
            _refuse_other_stops(raw.stop[keep], start + before, length, how, (side, name))
    else:
        assert raw.stop is not None
        stop = seconds_of(raw.stop[keep], *facts) - before
    _refuse_bad(start, stop, side, name)
    score = _score_column(raw.score, keep, how, name, len(start), side)
    order: slice | NDArray[np.int64] = slice(None)
    if np.count_nonzero(start[1:] > start[:-1]) < len(start) - 1:
        order = np.lexsort((stop, start))
        start, stop = start[order], stop[order]
    spans = Spans(nanoseconds(start), nanoseconds(stop))
    whole = _whole(raw.whole, how.unit, name)
    if not raw.instants:
        into.zero[name] = int(len(spans) - np.count_nonzero(spans.stop != spans.start))
    kinds = None if raw.types is None else tuple(map(word, raw.types[keep][order]))
    channels = None
    if raw.channels is not None:
        channels = tuple(map(channel_names, raw.channels[keep][order]))
    score = None if score is None else score[order]
    return GivenEvents(
        spans, raw.instants, whole, score, kinds, channels, slack=FILE_SLACK if whole else 0
    )


Kept = slice | NDArray[np.bool_]


def _happening(types: NDArray[Any] | None) -> Kept:
    """Which rows are events; background is none."""
    if types is None:
        return slice(None)
    return np.array([not is_background(one) for one in types.tolist()], np.bool_)


def _refuse_other_stops(
    column: NDArray[Any], start: Floats, length: Floats, how: Reading, of: tuple[Text, Label]
) -> None:
    """Refuse numbers in a column of stops that contradict onset and duration by a rounding."""
    stop = np.array([_number_written(one) for one in column.tolist()]) * UNITS[how.unit]
    other = stop - start
    odd = np.abs(other - length) > ROUNDED + SLIGHT * np.abs(length)
    if odd.any():
        row = int(np.flatnonzero(odd)[0])
        ends = {"duration": f"{length[row]:g}", "other": f"{other[row]:g}"}
        facts = {"side": of[0], "name": spelled(of[1]), "n": int(odd.sum()), "row": row}
        raise refuse("event_stops_differ", InvalidRows, **facts, **ends)


def _number_written(given: object) -> float:
    """A number, also as text; nan for what is none."""
    try:
        return float(cast(float, given))
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _whole(given: object, unit: str, name: Label) -> int | None:
    """The length of the recording that a table tells, in nanoseconds."""
    if given is None:
        return None
    seconds = _number_written(given) * UNITS[unit]
    if not 0 < seconds <= LATEST:
        raise refuse("event_duration", InvalidRows, name=spelled(name), given=spelled(given))
    return round(seconds * SECOND)


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
    value = spelled(column[keep][bad[0]])
    raise refuse("event_score_bad", InvalidRows, name=spelled(name), n=len(bad), value=value)


def scores_given(given: object, name: Label, n: int, side: Text) -> Floats | None:
    """One number for each detection, in the order in which they were given."""
    if given is None or side is not DETECTED:
        return None
    mine = given.get(name) if isinstance(given, Mapping) else given
    listed = _values(mine)
    if len(listed) != n:
        raise refuse("event_scores", name=spelled(name), n=n, given=len(listed))
    found = np.array([_number(one) for one in listed], np.float64)
    bad = np.flatnonzero(np.isnan(found))
    if len(bad):
        value = spelled(listed[bad[0]])
        raise refuse("event_score_bad", InvalidRows, name=spelled(name), n=len(bad), value=value)
    return found


def _values(given: object) -> list[object]:
    """The scores one by one; what is no list is one of them."""
    if given is None:
        return []
    if isinstance(given, np.ndarray):
        return list(np.atleast_1d(given).tolist())
    return list(given) if isinstance(given, Iterable) and not isinstance(given, str) else [given]


def _number(given: object) -> float:
    """A number, or nan for what is none."""
    return math.nan if isinstance(given, str) else _number_written(given)


def _refuse_bad(start: Floats, stop: Floats, side: Text, name: Label) -> None:
    n = len(start)
    fine = np.count_nonzero(stop >= start) == n
    if fine and (not n or (start.min() >= -LATEST and stop.max() <= LATEST)):
        return
    far = max(np.abs(start).max(initial=0.0), np.abs(stop).max(initial=0.0))
    if LATEST < far < math.inf:
        raise refuse("event_too_late", side=side, name=spelled(name), most=f"{LATEST:g}")
    bad = ~(np.isfinite(start) & np.isfinite(stop)) | ~(stop >= start)
    if bad.any():
        where = np.flatnonzero(bad)
        first = int(where[0])
        event = f"({start[first]:g}, {stop[first]:g})"
        facts = {"side": side, "name": spelled(name), "n": len(where), "row": first, "event": event}
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
