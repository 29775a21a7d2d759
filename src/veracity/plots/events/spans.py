"""Events as strips of a picture: in the unit of its axis, what is found apart from what is not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from veracity.arrays import Floats
from veracity.matching import Match, Recording
from veracity.matching.spans import SECOND, Bools, Spans, in_order, joined
from veracity.plots.picture.picture import Axis, Strips, Tone
from veracity.results.estimate.curve import Window
from veracity.words import Text

SEEN = 3000  # strips side by side that a picture can show
UNITS = (
    (3 * 3600.0, 3600.0, Text("Time (h)", "时间（小时）")),
    (600.0, 60.0, Text("Time (min)", "时间（分）")),
    (0.0, 1.0, Text("Time (s)", "时间（秒）")),
)


@dataclass(frozen=True, slots=True)
class EventKind:
    """What becomes of events of one side: its words and how it is drawn.

    What went wrong is half as high (`side` −1 the upper half, 1 the lower one), so that it can
    be told apart where strips are thin, without colours too.
    """

    id: str
    words: Text
    tone: Tone
    style: Literal["filled", "open", "hatched"] = "filled"
    side: int = 0


FOUND = EventKind("found", Text("Found", "已发现"), 0)
MISSED = EventKind("missed", Text("Missed", "漏检"), 3, "open", -1)
RIGHT = EventKind("right", Text("Right", "正确"), 2)
FALSE = EventKind("false", Text("False alarms", "误报"), 1, "hatched", 1)
EVENTS = EventKind("reference", Text("Events", "事件"), 0)
DETECTIONS = EventKind("detected", Text("Detections", "检测"), 2)


@dataclass(frozen=True, slots=True)
class Clock:
    """From where to where time goes, in seconds, and in which unit it is written."""

    window: Window
    unit: float
    label: Text

    def axis(self) -> Axis:
        """The axis of time."""
        room = 0.01 * (self.window[1] - self.window[0])
        ends = (self.window[0] - room) / self.unit, (self.window[1] + room) / self.unit
        return Axis(self.label, ends)

    def inside(self, spans: Spans) -> Spans:
        """What lies inside the window, at least in part."""
        low, high = (round(end * SECOND) for end in self.window)
        return spans.chosen((spans.end > low) & (spans.start < high))

    def within(self, spans: Spans) -> tuple[Floats, Floats]:
        """Starts and stops of what lies inside, as many as can be seen, in the unit."""
        low, high = (round(end * SECOND) for end in self.window)
        kept = self.inside(spans)
        if len(kept) > SEEN:
            kept = joined(in_order(kept.start, kept.stop), max((high - low) // SEEN, 1))
        ends = (np.clip(one, low, high) / SECOND / self.unit for one in (kept.start, kept.stop))
        start, stop = ends
        return start, stop


def clock(seconds: float, window: Window | None = None) -> Clock:
    """The clock of so many seconds, or of a part of them.

    >>> clock(86400).unit, clock(86400, (10, 40)).unit
    (3600.0, 1.0)
    """
    visible = (0.0, seconds) if window is None else window
    unit, label = next((u, name) for least, u, name in UNITS if visible[1] - visible[0] >= least)
    return Clock(visible, unit, label)


def both_sides(scene: Recording, match: Match) -> list[list[tuple[EventKind, Spans]]]:
    """Reference and detections as the rule took them, divided by what became of them.

    Rules of samples, segments and epochs say nothing about single events: these are as given.
    """
    ours = scene.reference if match.reference is None else match.reference
    theirs = scene.detected if match.detected is None else match.detected
    return [
        _divided(ours, match.hit, (FOUND, MISSED), EVENTS),
        _divided(theirs, None if match.false is None else ~match.false, (RIGHT, FALSE), DETECTIONS),
    ]


def _divided(
    spans: Spans, good: Bools | None, kinds: tuple[EventKind, EventKind], plain: EventKind
) -> list[tuple[EventKind, Spans]]:
    if good is None or len(good) != len(spans):
        return [(plain, spans)]
    return [(kinds[0], spans.chosen(good)), (kinds[1], spans.chosen(~good))]


def strips(kind: EventKind, spans: Spans, at: Clock, row: float, *, height: float) -> Strips | None:
    """The events of one kind in one row, and how many there are; None where there are none."""
    start, stop = at.within(spans)
    if not len(start):
        return None
    rows = np.full(len(start), float(row))
    return strip_layer(kind, start, stop, rows, height=height, n=len(at.inside(spans)))


def strip_layer(
    kind: EventKind, start: Floats, stop: Floats, rows: Floats, *, height: float, n: int
) -> Strips:
    """Stretches of one kind in their rows; `n` is how many events they are."""
    label = Text(f"{kind.words.en}: {n}", f"{kind.words.zh}：{n}")
    rows = rows + kind.side * height / 4
    high = height / 2 if kind.side else height
    return Strips(kind.id, start, stop, rows, high, label, kind.tone, kind.style)
