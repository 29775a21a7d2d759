"""The moment from which times count (MNE's orig_time), and two sides brought to the same one."""

from __future__ import annotations

import datetime

import numpy as np

from veracity.errors import InvalidRows, refuse, spelled
from veracity.events.inputs.clock import is_moment, seconds_between
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.side import Origin, Side
from veracity.events.inputs.tables import RawEvents
from veracity.matching.spans import SECOND, Spans
from veracity.statistics.labels import Label


def seconds_before(raw: RawEvents, begin: object, side: Side, name: Label) -> float:
    """Seconds from time 0 of these columns to the beginning of the recording.

    Where its beginning on the clock was not given, the moment of time 0 is kept for
    `on_one_clock`.
    """
    first = raw.first_time or 0.0
    if not is_moment(raw.origin):
        return first
    if is_moment(begin):
        return seconds_between(raw.origin, begin, side.side, spelled(name))
    moment = _later(raw.origin, first)
    side.origins[name] = Origin(moment, raw.first_time is not None)
    return first


def on_one_clock(ours: Side, theirs: Side) -> None:
    """Count both sides of each recording from its beginning, where both tell their time 0.

    Annotations beside a Raw are moved to its beginning; otherwise different moments are refused,
    because nobody says when the recording began.
    """
    for name, mine in ours.origins.items():
        yours = theirs.origins.get(name)
        if yours is None:
            continue
        late = seconds_between(mine.moment, yours.moment, theirs.side, spelled(name))
        if late == 0:
            continue
        if mine.begins == yours.begins:
            moments = f"{mine.moment} / {yours.moment}"
            raise refuse("event_origins", InvalidRows, name=spelled(name), moments=moments)
        side, by = (theirs, late) if mine.begins else (ours, -late)
        side.events[name] = _moved(side.events[name], by)


def _moved(events: GivenEvents, seconds: float) -> GivenEvents:
    by = round(seconds * SECOND)
    spans = events.spans
    return events._replace(spans=Spans(spans.start + by, spans.stop + by, spans.apart))


def _later(moment: object, seconds: float) -> object:
    if isinstance(moment, datetime.datetime):
        return moment + datetime.timedelta(seconds=seconds)
    assert isinstance(moment, np.datetime64)
    return moment.astype("M8[ns]") + np.timedelta64(round(seconds * SECOND), "ns")
