"""The rule `samples`: every sample is right or wrong for itself."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from veracity.matching.cells import counted_cells, length_of, rounded_up
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import Spans
from veracity.words import Text

HALF = Fraction(1, 2)


def matched(recording: Recording, _: Mapping[str, Any]) -> Match:
    """Sample k is positive where its centre (k + 1/2) / fs lies in [start, stop)."""
    assert recording.fs is not None
    length = length_of(recording.fs)
    ours, theirs = sampled(recording.reference, length), sampled(recording.detected, length)
    return counted_cells(ours, theirs, round(recording.duration / length))


def sampled(spans: Spans, length: Fraction) -> Spans:
    """The samples whose centres lie in each span, as indices."""
    start, stop = (rounded_up(time, length, shift=HALF) for time in (spans.start, spans.stop))
    return Spans(start, stop)


SAMPLES = Rule(
    key="samples",
    names=Text("Sample by sample", "逐样本"),
    question=Text(
        "Of the samples inside events, how many are inside detections?",
        "事件之内的样本中，有多少位于检测之内？",
    ),
    counts=Text("samples", "样本"),
    shares=Text("every sample counts once", "每个样本只计一次"),
    demands=Text(
        "counts time, so that long events weigh more and covering a part is found in part",
        "按时间计数，长事件分量更重，只覆盖一部分就只算一部分",
    ),
    misleads_when=Text(
        "events differ in length: one long event outweighs many short ones",
        "事件长短不一：一个长事件盖过许多短事件",
    ),
    references=("Dan J, Pale U, Amirshahi A et al. (2025) Epilepsia 66(S3):14–24 (SzCORE)",),
    match=matched,
    alarms=False,
    needs_fs=True,
)
