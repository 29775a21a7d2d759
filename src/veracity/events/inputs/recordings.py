"""Recordings: which there are, how long, whose, and what of their events lies inside."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import cast

import numpy as np

from veracity.errors import InvalidRows, quoted, refuse, spelled
from veracity.events.inputs.clock import LATEST, UNITS, duration_seconds, is_period
from veracity.events.inputs.files import subject_of
from veracity.events.inputs.given_events import GivenEvents
from veracity.events.inputs.side import ALONE, Side
from veracity.matching.spans import SECOND, Spans, union
from veracity.statistics.labels import Label, canonical
from veracity.words import Text

SHORT = 1000  # so many times too long: milliseconds were taken for seconds


def plain(given: object) -> object:
    """A pandas Series by recording as a mapping; anything else as it is."""
    return given.to_dict() if hasattr(given, "to_dict") and hasattr(given, "index") else given


def by_recording(duration: object) -> dict[Label, object] | None:
    """Lengths that are given for each recording; None where one is given for all."""
    if not isinstance(duration, Mapping):
        return None
    return {canonical(name): one for name, one in duration.items()}


def begins(duration: object, each: Mapping[Label, object] | None) -> dict[Label, object]:
    """When recordings begin, where they are given as (begin, end)."""
    if each is not None:
        periods = {name: one for name, one in each.items() if is_period(one)}
        return {name: cast(tuple[object, object], one)[0] for name, one in periods.items()}
    return {None: cast(tuple[object, object], duration)[0]} if is_period(duration) else {}


def recording_names(
    ours: Side, theirs: Side, timed: Iterable[Label] | None, absent: str
) -> list[Label]:
    """Every recording; one that is on one side only, or on neither, is refused or empty."""
    if not isinstance(absent, str) or absent not in ("raise", "empty"):
        raise refuse("event_absent", given=spelled(absent))
    names = list(ours.events)
    if ours.events.keys() != theirs.events.keys():
        names = list(dict.fromkeys((*ours.events, *theirs.events)))
        lacking = [name for name in names if name not in ours.events or name not in theirs.events]
        if lacking and absent == "raise":
            raise refuse("event_one_side", names=quoted(lacking), n=len(lacking))
    if timed is not None:
        more = [one for one in timed if one not in names]
        if more and absent == "raise":
            raise refuse("event_no_side", names=quoted(more), n=len(more))
        names += more
    if not names:
        raise refuse("event_no_recordings")
    return names


def refuse_others(ours: Side, theirs: Side) -> None:
    """Refuse two tables of different recordings, whose column nobody named, as one recording."""
    for name, mine in ours.own_names.items():
        yours = theirs.own_names.get(name, mine)
        if mine != yours:
            raise refuse("event_recordings_differ", ours=spelled(mine), theirs=spelled(yours))


def durations(
    given: object,
    each: Mapping[Label, object] | None,
    names: Sequence[Label],
    sides: Sequence[Side],
    unit: str,
) -> dict[Label, int]:
    """The length of each recording in nanoseconds: as given, or as a mask or a file tells it."""
    found: dict[Label, int] = {}
    for name in names:
        reported = [
            (one.length, one.slack)
            for side in sides
            if (one := side.events.get(name)) is not None and one.length is not None
        ]
        stated = given if each is None else each.get(name)
        if reported and isinstance(given, str):  # the name of a column, which has been read
            stated = None
        whole = None if stated is None else _stated_length(stated, name, unit)
        found[name] = _agreed(whole, reported, name) if reported or whole is None else whole
    return found


def _stated_length(stated: object, name: Label, unit: str) -> int:
    """A length that a user states, in nanoseconds."""
    seconds = duration_seconds(stated, unit)
    if LATEST < seconds < math.inf:
        most = f"{LATEST:g}"
        raise refuse("event_duration_long", name=spelled(name), given=spelled(stated), most=most)
    if not SECOND * seconds >= 1 or seconds > LATEST:
        raise refuse("event_duration", name=spelled(name), given=spelled(stated))
    return round(seconds * SECOND)


def _agreed(stated: int | None, reported: Sequence[tuple[int, int]], name: Label) -> int:
    """The length that masks and files tell, give or take their slack; what is stated wins."""
    lengths = [length for length, _ in reported] + ([] if stated is None else [stated])
    if not lengths:
        unknown = "event_length_unknown" if name == ALONE else "event_lengths_unknown"
        raise refuse(unknown, name=spelled(name))
    if max(lengths) - min(lengths) > max(slack for _, slack in reported):
        lengths_text = " / ".join(f"{one / SECOND:g} s" for one in lengths)
        raise refuse("event_lengths_differ", name=spelled(name), lengths=lengths_text)
    return max(lengths) if stated is None else stated


def clusters(names: Sequence[Label], given: object, sides: Sequence[Side]) -> dict[Label, Label]:
    """Whose recordings these are: as given, as columns tell, or as BIDS names them."""
    if given is None:
        subjects = [subject_of(str(name)) for name in names]
        return dict(zip(names, subjects if all(subjects) else names, strict=True))
    if isinstance(given, Mapping):
        by_name = {canonical(name): canonical(one) for name, one in given.items()}
        lacking = [name for name in names if _nobody(by_name.get(name))]
        if lacking:
            raise refuse("event_cluster_lacks", names=quoted(lacking), n=len(lacking))
        return {name: by_name[name] for name in names}
    return _clusters_of_column(names, given, sides)


def _nobody(subject: object) -> bool:
    """Whether this names no subject: None, or a number that is none."""
    return subject is None or (isinstance(subject, float) and math.isnan(subject))


def _clusters_of_column(
    names: Sequence[Label], column: object, sides: Sequence[Side]
) -> dict[Label, Label]:
    found: dict[Label, Label] = {}
    for one in sides:
        for name, cluster in one.clusters.items():
            if found.setdefault(name, cluster) != cluster:
                values = quoted([found[name], cluster])
                facts = {"what": "cluster", "side": one.side, "name": spelled(name)}
                raise refuse("event_two_values", InvalidRows, values=values, **facts)
    lacking = [name for name in names if name not in found]
    if len(lacking) == len(names):
        raise refuse("event_cluster_column", column=spelled(column))
    if lacking:
        raise refuse("event_cluster_lacks", names=quoted(lacking), n=len(lacking))
    return {name: found[name] for name in names}


def inside(
    events: GivenEvents, length: int, side: Text, name: Label, unit: str
) -> tuple[GivenEvents, int]:
    """The events clipped to the recording, and how many were; wholly outside is refused."""
    spans = events.spans
    if not len(spans):
        return events, 0
    last = spans.stop[-1] if spans.apart else spans.stop.max()
    if spans.start[0] >= 0 and last < length:
        return events, 0
    outside = (spans.start >= length) | (spans.end <= 0)
    if outside.any():
        raise _outside(events, int(np.count_nonzero(outside)), length, side, name, unit)
    clipped = (spans.start < 0) | (spans.stop > length)
    if not clipped.any():
        return events, 0
    start, stop = np.clip(spans.start, 0, length), np.clip(spans.stop, 0, length)
    order = np.lexsort((stop, start))
    kept = events.chosen(order)._replace(spans=Spans(start[order], stop[order]))
    return kept, int(np.count_nonzero(clipped))


def _outside(
    events: GivenEvents, n: int, length: int, side: Text, name: Label, unit: str
) -> Exception:
    """Events beyond the recording; a thousand times too far, they may be milliseconds."""
    last, whole = float(events.spans.stop.max()) / SECOND, length / SECOND
    facts = {"side": side, "name": spelled(name), "n": n}
    if last <= whole:
        first = f"{events.spans.start[0] / SECOND:g}"
        return refuse("event_before", InvalidRows, first=first, **facts)
    thousandth = unit == "s" and last > whole and last / SHORT <= whole
    key = "event_outside_ms" if thousandth else "event_outside"
    if last > whole and UNITS[unit] < 1 and last <= whole / UNITS[unit]:
        key = "event_outside_unit"
    return refuse(
        key, InvalidRows, last=f"{last:g}", length=f"{whole:g}", unit=spelled(unit), **facts
    )


def without_overlaps(spans: Spans, how: str, side: Text, name: Label) -> tuple[Spans, int]:
    """Reference events that share time joined, kept, or refused; and how many do."""
    if not isinstance(how, str) or how not in ("merge", "keep", "raise"):
        raise refuse("event_overlapping", given=spelled(how))
    joined = union(spans)
    n = len(spans) - len(joined)
    if n and how == "raise":
        raise refuse("event_overlaps", InvalidRows, side=side, name=spelled(name), n=n)
    return (spans if how == "keep" else joined), n


def words_of(given: Iterable[str] | str | None) -> tuple[str, ...]:
    """Words that were asked for, one or several."""
    if given is None:
        return ()
    if not isinstance(given, Iterable):
        raise refuse("event_words", given=spelled(given))
    return (given,) if isinstance(given, str) else tuple(map(str, given))
