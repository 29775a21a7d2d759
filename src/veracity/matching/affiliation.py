"""The rule `affiliation`: how near, against chance, in the zone of each event (Huet 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ranges
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import Ints, Spans, touching_joined
from veracity.words import Text


@dataclass(frozen=True, eq=False, slots=True)
class EventZones:
    """Zone and event of each event, side by side; nanoseconds as floats."""

    low: Floats
    high: Floats
    start: Floats
    stop: Floats


@dataclass(frozen=True, eq=False, slots=True)
class ZoneParts:
    """The parts of detections inside zones, in order of time; `zone` is where each lies."""

    zone: Ints
    start: Floats
    stop: Floats


def matched(recording: Recording, _: Mapping[str, Any]) -> Match:
    """Means over zones; one without detections has recall 0 and no precision."""
    ours, theirs = (touching_joined(one) for one in (recording.reference, recording.detected))
    if not len(ours):
        return Match(recall=(0.0, 0.0), precision=(0.0, 0.0))
    middle = (ours.stop[:-1] + ours.start[1:]) / 2
    edges = np.concatenate(([0.0], middle, [float(recording.duration)]))
    zones = EventZones(edges[:-1], edges[1:], ours.start.astype(float), ours.end.astype(float))
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
    first = np.searchsorted(spans.end, zones.low, "right")
    last = np.searchsorted(spans.start, zones.high, "left")
    zone, j = ranges(first, np.maximum(last, first))
    start = np.maximum(spans.start[j], zones.low[zone])
    stop = np.minimum(spans.end[j], zones.high[zone])
    kept = stop > start
    return ZoneParts(zone[kept], start[kept], stop[kept])


def _precision(zones: EventZones, parts: ZoneParts) -> Floats:
    """Of each zone, the mean over detected time of the chance to be at least so far away."""
    low, high, start, stop = (
        side[parts.zone] for side in (zones.low, zones.high, zones.start, zones.stop)
    )
    size, length = high - low, stop - start
    near = np.minimum(start - low, high - stop)

    def until(d: Floats) -> Floats:
        """The integral from the event out to the distance d."""
        both = np.where(d <= near, d * d / 2, near * near / 2 + near * (d - near))
        return np.asarray(d - (length * d + d * d / 2 + both) / size)

    inside = np.maximum(np.minimum(parts.stop, stop) - np.maximum(parts.start, start), 0.0)
    none = np.zeros_like(inside)
    before = np.maximum(start - parts.start, none), np.maximum(start - parts.stop, none)
    after = np.maximum(parts.stop - stop, none), np.maximum(parts.start - stop, none)
    worth = inside + until(before[0]) - until(before[1]) + until(after[0]) - until(after[1])
    n = len(zones.low)
    total = np.bincount(parts.zone, parts.stop - parts.start, n)
    return np.asarray(np.bincount(parts.zone, worth, n) / np.where(total > 0, total, 1))


def _recall(zones: EventZones, parts: ZoneParts) -> Floats:
    """Of each zone, the mean over the event of the chance that an accident is as far away.

    Linear between the times where the nearest detection, or the nearer edge, changes.
    """
    each = np.arange(len(zones.low))
    ends = np.concatenate([parts.start, parts.stop])
    of = np.concatenate([parts.zone, parts.zone])
    next_to = np.flatnonzero(np.diff(parts.zone) == 0)
    turns = np.concatenate(
        [
            ends,
            (ends + zones.low[of]) / 2,
            (ends + zones.high[of]) / 2,
            (parts.stop[next_to] + parts.start[next_to + 1]) / 2,
            (zones.low + zones.high) / 2,
        ]
    )
    zone = np.concatenate([of, of, of, parts.zone[next_to], each])
    inner = (turns > zones.start[zone]) & (turns < zones.stop[zone])
    y = np.concatenate([turns[inner], zones.start, zones.stop])
    zone = np.concatenate([zone[inner], each, each])
    order = np.lexsort((y, zone))
    y, zone = y[order], zone[order]
    within = zone[1:] == zone[:-1]
    at, width, zone = ((y[1:] + y[:-1]) / 2)[within], np.diff(y)[within], zone[1:][within]
    d = _distance(at, zone, parts)
    low, high = zones.low[zone], zones.high[zone]
    edge = np.minimum(at - low, high - at)
    finite = np.where(np.isfinite(d), d, 0.0)
    q = np.where(d > 0, 1 - (finite + np.minimum(finite, edge)) / (high - low), 1.0)
    total = np.bincount(zone, q * width, len(zones.low))
    return np.asarray(total / (zones.stop - zones.start))


def _distance(at: Floats, zone: Ints, parts: ZoneParts) -> Floats:
    """From each time to the nearest detection in its own zone; inf where there is none."""
    if not len(parts.zone):
        return np.full(len(at), np.inf)
    before = np.searchsorted(parts.start, at, "right") - 1
    last, following = np.maximum(before, 0), np.minimum(before + 1, len(parts.zone) - 1)
    left = np.where((before >= 0) & (parts.zone[last] == zone), at - parts.stop[last], np.inf)
    here = (before + 1 < len(parts.zone)) & (parts.zone[following] == zone)
    right = np.where(here, parts.start[following] - at, np.inf)
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
    harmonic=True,
)
