"""The rule `affiliation`: how near, against chance, in the zone of each event (Huet 2022)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import Spans, touching_joined
from veracity.words import Text

Span = tuple[float, float]


def matched(recording: Recording, _: Mapping[str, Any]) -> Match:
    """Means over zones; one without detections has recall 0 and no precision."""
    ours, theirs = (touching_joined(one) for one in (recording.reference, recording.detected))
    if not len(ours):
        return Match(recall=(0.0, 0.0), precision=(0.0, 0.0))
    middle = (ours.stop[:-1] + ours.start[1:]) / 2
    edges = np.concatenate(([0.0], middle, [float(recording.duration)]))
    recall: list[float] = []
    precision: list[float] = []
    for k in range(len(ours)):
        zone = float(edges[k]), float(edges[k + 1])
        event = float(ours.start[k]), float(ours.end[k])
        found = _inside(theirs, zone)
        recall.append(_recall(event, zone, found))
        if found:
            precision.append(_precision(event, zone, found))
    return Match(
        reference=ours,
        detected=theirs,
        recall=(sum(recall), float(len(recall))),
        precision=(sum(precision), float(len(precision))),
    )


def _inside(spans: Spans, zone: Span) -> list[Span]:
    """The parts of the spans that lie in a zone."""
    low = int(np.searchsorted(spans.end, zone[0], "right"))
    high = int(np.searchsorted(spans.start, zone[1], "left"))
    ends = zip(spans.start[low:high].tolist(), spans.end[low:high].tolist(), strict=True)
    parts = ((max(a, zone[0]), min(b, zone[1])) for a, b in ends)
    return [(a, b) for a, b in parts if b > a]


def _precision(event: Span, zone: Span, found: list[Span]) -> float:
    """The mean over detected time of the chance to be at least so far away by accident."""
    size, length = zone[1] - zone[0], event[1] - event[0]
    near = min(event[0] - zone[0], zone[1] - event[1])

    def until(d: float) -> float:
        """The integral from the event out to the distance d."""
        both = d * d / 2 if d <= near else near * near / 2 + near * (d - near)
        return d - (length * d + d * d / 2 + both) / size

    total = 0.0
    for a, b in found:
        total += max(min(b, event[1]) - max(a, event[0]), 0.0)
        if a < event[0]:
            total += until(event[0] - a) - until(event[0] - min(b, event[0]))
        if b > event[1]:
            total += until(b - event[1]) - until(max(a, event[1]) - event[1])
    return total / sum(b - a for a, b in found)


def _recall(event: Span, zone: Span, found: list[Span]) -> float:
    """The mean over the event of the chance that an accident would be at least so far away.

    Linear between the places where the nearest detection, or the nearer edge, changes.
    """
    if not found:
        return 0.0
    start, stop = (np.array(side) for side in zip(*found, strict=True))
    ends = np.concatenate([start, stop])
    middles = (stop[:-1] + start[1:]) / 2
    turns = np.concatenate([ends, middles, (ends + zone[0]) / 2, (ends + zone[1]) / 2])
    turns = np.append(turns, (zone[0] + zone[1]) / 2)
    inner = turns[(turns > event[0]) & (turns < event[1])]
    y = np.unique(np.concatenate([[event[0]], inner, [event[1]]]))
    at, width = (y[1:] + y[:-1]) / 2, np.diff(y)
    after = np.searchsorted(start, at, "right") - 1
    left = np.where(after >= 0, at - stop[np.maximum(after, 0)], np.inf)
    right = np.where(
        after + 1 < len(start), start[np.minimum(after + 1, len(start) - 1)] - at, np.inf
    )
    d = np.maximum(np.minimum(left, right), 0.0)
    edge = np.minimum(at - zone[0], zone[1] - at)
    q = np.where(d > 0, 1 - (d + np.minimum(d, edge)) / (zone[1] - zone[0]), 1.0)
    return float((q * width).sum() / (event[1] - event[0]))


AFFILIATION = Rule(
    key="affiliation",
    names=Text("Affiliation", "归属距离"),
    question=Text(
        "How near are detections and events to each other, against a detection at random?",
        "与随机检测相比，检测与事件相距多近？",
    ),
    counts=Text("zones of events, in parts", "事件所属区域（可为分数）"),
    shares=Text("every zone counts once", "每个区域只计一次"),
    misleads_when=Text(
        "late alarms are wrong alarms: 20 s late may still score 0.94; 0.5 is chance",
        "迟到的警报就是错误的警报：迟到 20 秒仍可得 0.94；0.5 即随机水平",
    ),
    references=("Huet A, Navarro JM, Rossi D (2022) KDD, 635–645",),
    match=matched,
    alarms=False,
    harmonic=True,
)
