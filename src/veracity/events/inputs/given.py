"""What reference and detections may be given as, and what is wrong with them."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import InvalidRows, quoted, refuse
from veracity.events.inputs.event_table import EventTable
from veracity.events.inputs.files import read
from veracity.events.inputs.masks import checked_rate, spans_of_mask
from veracity.matching.spans import SECOND, Spans, in_order, nanoseconds, union
from veracity.statistics.labels import Label
from veracity.words import Text, say

REFERENCE, DETECTED = Text("reference", "参考"), Text("detected", "检测")
ALONE = "recording"
LATEST = 4e9  # seconds, 126 years: so many nanoseconds are whole numbers of 64 bits, and twice
UNITS = {"s": 1.0, "ms": 1e-3, "min": 60.0, "h": 3600.0}


@dataclass(frozen=True, eq=False, slots=True)
class GivenEvents:
    """Events of one side of one recording; `instants` says that times were given, not spans."""

    spans: Spans
    instants: bool
    length: int | None = None


def by_recording(
    given: Any, side: Text, fs: float | None, unit: str, event_type: str | None = None
) -> dict[Label, GivenEvents]:
    """The events of each recording; without a mapping there is one."""
    if unit not in UNITS:
        raise refuse("event_unit", given=repr(unit), names=", ".join(UNITS))
    if isinstance(given, (str, os.PathLike)):
        given = read(given)
        given = given if len(given) > 1 else {ALONE: next(iter(given.values()))}
    listed = given if isinstance(given, Mapping) else {ALONE: given}
    return {
        name: read_events(_kept(one, event_type), side, name, fs, unit)
        for name, one in listed.items()
    }


def _kept(given: object, event_type: str | None) -> Any:
    """Events of a file of that type; other inputs have no types."""
    if isinstance(given, EventTable):
        return given.of_type(event_type)
    if event_type is not None:
        raise refuse("event_type_of_files", given=repr(event_type))
    return given


def read_events(given: Any, side: Text, name: Label, fs: float | None, unit: str) -> GivenEvents:
    """Pairs, times, a mask, a table with onset and duration, or MNE's Annotations."""
    flags = np.asarray(given) if hasattr(given, "dtype") or _is_flags(given) else None
    if flags is not None and flags.dtype == np.bool_:
        if fs is None:
            raise refuse("event_mask_needs_fs", side=side)
        spans = spans_of_mask(flags, fs)
        return GivenEvents(spans, False, round(len(flags) * SECOND / checked_rate(fs)))
    start, stop, instants = _times(given, side, name)
    start, stop = start * UNITS[unit], stop * UNITS[unit]
    _refuse_bad(start, stop, side, name)
    length = getattr(given, "recording_duration", None)
    told = None if length is None else round(length * UNITS[unit] * SECOND)
    return GivenEvents(in_order(nanoseconds(start), nanoseconds(stop)), instants, told)


def _is_flags(given: object) -> bool:
    return isinstance(given, (list, tuple)) and len(given) > 0 and isinstance(given[0], bool)


def _times(given: Any, side: Text, name: Label) -> tuple[Any, Any, bool]:
    """Starts and stops as numbers, and whether they were times alone."""
    columns = _columns(given)
    if columns is not None:
        onset, length = (np.asarray(one, np.float64) for one in columns)
        if hasattr(given, "description"):  # MNE: parts marked bad are no events
            good = [not str(d).upper().startswith(("BAD", "EDGE")) for d in given.description]
            onset, length = onset[good], length[good]
        return onset, onset + length, False
    try:
        times = np.asarray([] if given is None else list(given), np.float64)
    except (TypeError, ValueError, OverflowError):
        raise refuse("event_times", side=side, name=repr(name)) from None
    if times.ndim == 1:
        return times, times, True
    if times.ndim != 2 or times.shape[1] != 2:
        raise refuse("event_times", side=side, name=repr(name))
    return times[:, 0], times[:, 1], False


def _columns(given: Any) -> tuple[Any, Any] | None:
    """Onset and duration of a table or of Annotations."""
    if hasattr(given, "onset") and hasattr(given, "duration") and not hasattr(given, "columns"):
        return given.onset, given.duration
    names = getattr(given, "columns", None)
    if names is None:
        return None
    listed = [str(one) for one in names]
    lacking = [one for one in ("onset", "duration") if one not in listed]
    if lacking:
        raise refuse("event_table", lacking=quoted(lacking), names=quoted(listed))
    return given["onset"], given["duration"]


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


def durations(
    given: Any, names: list[Label], sides: list[dict[Label, GivenEvents]], unit: str
) -> dict[Label, int]:
    """The length of each recording in nanoseconds: as given, or that of its mask."""
    found: dict[Label, int] = {}
    for name in names:
        lengths = {one[name].length for one in sides if name in one} - {None}
        told = given.get(name) if isinstance(given, Mapping) else given
        if told is None and len(lengths) == 1:
            found[name] = next(int(one) for one in lengths if one is not None)
            continue
        if len(lengths) > 1:
            raise refuse("event_masks_differ", name=repr(name))
        try:
            seconds = math.nan if told is None else float(told) * UNITS[unit]
        except (TypeError, ValueError, OverflowError):
            seconds = math.nan
        if not 0 < seconds <= LATEST:
            raise refuse("event_duration", name=repr(name), given=repr(told))
        found[name] = round(seconds * SECOND)
    return found


def inside(
    events: GivenEvents, length: int, side: Text, name: Label
) -> tuple[Spans, tuple[Text, ...]]:
    """The events cut to the recording, and what to say of it; wholly outside is refused."""
    spans = events.spans
    outside = (spans.start >= length) | (spans.end <= 0)
    if outside.any():
        facts = {"side": side, "name": repr(name), "n": int(np.count_nonzero(outside))}
        last = float(spans.stop.max()) / SECOND
        key = "event_outside_ms" if last / 1000 <= length / SECOND else "event_outside"
        raise refuse(key, InvalidRows, last=f"{last:g}", length=f"{length / SECOND:g}", **facts)
    cut = (spans.start < 0) | (spans.stop > length)
    if not cut.any():
        return spans, ()
    kept = Spans(np.clip(spans.start, 0, length), np.clip(spans.stop, 0, length))
    note = say("event_cut", side=side, name=repr(name), n=int(np.count_nonzero(cut)))
    return kept, (note,)


def without_overlaps(
    spans: Spans, how: str, side: Text, name: Label
) -> tuple[Spans, tuple[Text, ...]]:
    """Reference events that share time: joined, kept, or refused."""
    if how not in ("merge", "keep", "raise"):
        raise refuse("event_overlapping", given=repr(how))
    joined = union(spans)
    n = len(spans) - len(joined)
    if not n or how == "keep":
        return spans, ()
    if how == "raise":
        raise refuse("event_overlaps", InvalidRows, side=side, name=repr(name), n=n)
    return joined, (say("event_joined", side=side, name=repr(name), n=n),)
