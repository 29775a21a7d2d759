"""The rule `segments`: fixed segments, each positive if anything happens in it."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from veracity.matching.cells import counted_cells, rounded_up
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import SECOND, Spans
from veracity.parameters import Parameter
from veracity.words import Text


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """A segment is positive where an event shares any time with it."""
    length = Fraction(round(values["seconds"] * SECOND))
    none = Fraction(0)

    def marked(spans: Spans) -> Spans:
        begin = spans.start // int(length)
        return Spans(begin, rounded_up(spans.end, length, shift=none))

    cells = -(-recording.duration // int(length))
    return counted_cells(marked(recording.reference), marked(recording.detected), cells)


SEGMENTS = Rule(
    key="segments",
    names=Text("Segment by segment", "逐段"),
    question=Text(
        "Of the segments in which an event happens, how many have a detection?",
        "发生事件的时间段中，有多少段有检测？",
    ),
    counts=Text("segments", "时间段"),
    shares=Text("every segment counts once", "每个时间段只计一次"),
    demands=Text(
        "counts segments of {seconds:g} s, so that long events weigh more",
        "按 {seconds:g} 秒的时间段计数，长事件分量更重",
    ),
    misleads_when=Text(
        "segments are long against events: a short detection marks a whole segment",
        "时间段远长于事件：短短的检测就标记整段",
    ),
    references=("Mesaros A, Heittola T, Virtanen T (2016) Applied Sciences 6(6):162",),
    match=matched,
    parameters=(
        Parameter(
            "seconds",
            1,
            Text("length of a segment in seconds", "每段的秒数"),
            between=(1e-6, 1e9),
        ),
    ),
    alarms=False,
)
