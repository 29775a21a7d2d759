"""The rule `affiliation`: how near, against chance, in the zone of each event (Huet 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ranges
from veracity.matching.rule import Match, Recording, Rule, harmonic_mean
from veracity.matching.spans import Ints, Spans, touching_joined
from veracity.words import Text


@dataclass(frozen=True, eq=False, slots=True)
class EventZones:
    """Zone and event of each event, side by side, in half nanoseconds: all borders are whole."""

    low: Ints
    high: Ints
    start: Ints
    stop: Ints


@dataclass(frozen=True, eq=False, slots=True)
class ZoneParts:
    """The parts of detections inside zones, in order of time; `zone` is where each lies."""

    zone: Ints
    start: Ints
    stop: Ints


def matched(recording: Recording, _: Mapping[str, Any]) -> Match:
    """Means over zones; one without detections has recall 0 and no precision."""
    ours, theirs = (touching_joined(one) for one in (recording.reference, recording.detected))
    if not len(ours):
        return Match(recall=(0.0, 0.0), precision=(0.0, 0.0))
    middle = ours.stop[:-1] + ours.start[1:]
    edges = np.concatenate(([0], middle, [2 * recording.duration]))
    zones = EventZones(edges[:-1], edges[1:], 2 * ours.start, 2 * ours.end)
    parts = _parts(theirs, zones)
    there = np.bincount(parts.zone, minlength=len(ours)) > 0
    recall, precision = _recall(zones, parts), _precision(zones, parts)
    return Match(
        reference=ours,
        detected=theirs,
        recall=(float(recall[there].sum()), float(len(ours))),
        precision=(float(precision[there].sum()), float(there.sum())),
    )


def _parts(spans: Spans, zones: EventZones) -> ZoneParts:
    """Detections split at the borders of zones."""
    begin, end = 2 * spans.start, 2 * spans.end
    first = np.searchsorted(end, zones.low, "right")
    last = np.searchsorted(begin, zones.high, "left")
    zone, j = ranges(first, np.maximum(last, first))
    start = np.maximum(begin[j], zones.low[zone])
    stop = np.minimum(end[j], zones.high[zone])
    kept = stop > start
    return ZoneParts(zone[kept], start[kept], stop[kept])


def _precision(zones: EventZones, parts: ZoneParts) -> Floats:
    """Of each zone, the mean over detected time of the chance to be at least so far away."""
    low, high, start, stop = (
        side[parts.zone] for side in (zones.low, zones.high, zones.start, zones.stop)
    )
    size, length = (high - low).astype(float), (stop - start).astype(float)
    near = np.minimum(start - low, high - stop)

    def between(first: Ints, last: Ints) -> Floats:
        """The integral over distances from the event; of a short way, no difference of long ones.

        Sides of a trapezium, and of one more below the distance to the nearer edge.
        """
        turn = np.minimum(np.maximum(near, first), last)
        width, middle = (last - first).astype(float), first / 2 + last / 2
        both = (turn - first) * (first / 2 + turn / 2) + (last - turn) * near.astype(float)
        return np.asarray(width - (width * (length + middle) + both) / size)

    inside = np.maximum(np.minimum(parts.stop, stop) - np.maximum(parts.start, start), 0)
    before = between(np.maximum(start - parts.stop, 0), np.maximum(start - parts.start, 0))
    after = between(np.maximum(parts.start - stop, 0), np.maximum(parts.stop - stop, 0))
    n = len(zones.low)
    total = np.bincount(parts.zone, parts.stop - parts.start, n)
    worth = np.bincount(parts.zone, inside + before + after, n)
    return np.asarray(worth / np.where(total > 0, total, 1))


def _recall(zones: EventZones, parts: ZoneParts) -> Floats:
    """Of each zone, the mean over the event of the chance that an accident is as far away.

    Linear between the times where the nearest detection, or the nearer edge, changes. These stay
    whole numbers, so that a short event late in a long recording keeps its length.
    """
    each = np.arange(len(zones.low))
    ends = np.concatenate([parts.start, parts.stop])
    of = np.concatenate([parts.zone, parts.zone])
    next_to = np.flatnonzero(np.diff(parts.zone) == 0)
    turns = np.concatenate(
        [
            ends,
            _halfway(zones.low[of], ends),
            _halfway(ends, zones.high[of]),
            _halfway(parts.stop[next_to], parts.start[next_to + 1]),
            _halfway(zones.low, zones.high),
        ]
    )
    zone = np.concatenate([of, of, of, parts.zone[next_to], each])
    inner = (turns > zones.start[zone]) & (turns < zones.stop[zone])
    y = np.concatenate([turns[inner], zones.stop, zones.start])  # a stop before the next start
    zone = np.concatenate([zone[inner], each, each])
    order = np.argsort(y, kind="stable")
    y, zone = y[order], zone[order]
    within = zone[1:] == zone[:-1]
    at, width, zone = y[:-1][within], np.diff(y)[within], zone[1:][within]
    half = width / 2
    d = _distance(at, half, zone, parts)
    low, high = zones.low[zone], zones.high[zone]
    edge = np.minimum((at - low) + half, (high - at) - half)
    finite = np.where(np.isfinite(d), d, 0.0)
    q = np.where(d > 0, 1 - (finite + np.minimum(finite, edge)) / (high - low), 1.0)
    return np.asarray(np.bincount(zone, q * width, len(each)) / (zones.stop - zones.start))


def _halfway(first: Ints, last: Ints) -> Ints:
    """Between two times; the sum of both would be too large for 64 bits."""
    return first + ((last - first) >> 1)


def _distance(at: Ints, later: Floats, zone: Ints, parts: ZoneParts) -> Floats:
    """From so long after each time to the nearest detection in its own zone; inf: none there."""
    if not len(parts.zone):
        return np.full(len(at), np.inf)
    before = np.searchsorted(parts.start, at, "right") - 1
    last, following = np.maximum(before, 0), np.minimum(before + 1, len(parts.zone) - 1)
    there = (before >= 0) & (parts.zone[last] == zone)
    left = np.where(there, (at - parts.stop[last]) + later, np.inf)
    here = (before + 1 < len(parts.zone)) & (parts.zone[following] == zone)
    right = np.where(here, (parts.start[following] - at) - later, np.inf)
    return np.asarray(np.maximum(np.minimum(left, right), 0.0))


AFFILIATION = Rule(
    key="affiliation",
    names=Text("Affiliation", "归属距离"),
    question=Text(
        "How near are detections and events to each other, against a detection at random?",
        "与随机检测相比，检测与事件相距多近？",
    ),
    counts=Text("zones of events, in parts", "事件所属区域（可为分数）"),
    shares=Text("every zone counts once", "每个区域只计一次"),
    demands=Text(
        "counts how near detections lie, where 0.5 is chance",
        "按检测与事件的远近计，0.5 即随机水平",
    ),
    misleads_when=Text(
        "late alarms are wrong alarms: 20 s late may still score 0.94; 0.5 is chance",
        "迟到的报警就是错误的报警：迟到 20 秒仍可得 0.94；0.5 即随机水平",
    ),
    references=("Huet A, Navarro JM, Rossi D (2022) KDD, 635–645",),
    match=matched,
    alarms=False,
    harmonic=harmonic_mean,
)
