"""The rule `any_overlap`: an event is found if anything overlaps it, with tolerance (SzCORE)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache, partial
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import (
    SECOND,
    Bools,
    Ints,
    Spans,
    beside_share,
    firsts,
    in_no_range,
    joined,
    meeting,
    pieces,
    shared,
)
from veracity.parameters import Parameter
from veracity.words import Text

MANY = 256  # settings that are remembered
MOST = np.iinfo(np.int64).max


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Each list apart is joined and split; then events are found inside their windows.

    True positives are pieces of the reference, false positives pieces of the detections that
    overlap no window of a piece that was found.
    """
    ours, theirs = both_prepared(recording.reference, recording.detected, values)
    window = windows(ours, recording.duration, values)
    least = values["min_overlap"]
    first, last = meeting(window.start, window.stop if ours.apart else window.end, theirs)
    hit = last > first
    if least > 0:
        whole = ours if values["share_of"] == "reference" else window
        left, right = beside_share(shared(whole, theirs), whole.length, least)
        hit = np.asarray(left > right, np.bool_)
        first, last = first[hit], last[hit]
    false = in_no_range(first, last, len(theirs))
    found = np.count_nonzero(hit)
    return Match(
        float(found),
        float(np.count_nonzero(false)),
        float(len(ours) - found),
        ours,
        theirs,
        hit,
        false,
        delayed=partial(_delays, recording, values, ours, window, hit),
    )


def prepared(spans: Spans, values: Mapping[str, Any]) -> Spans:
    """Spans closer than `merge` joined, then those longer than `split` divided: none overlap."""
    gap, most = map(int, _nanoseconds(values["merge"], values["split"]))
    return pieces(joined(spans, gap), most)


def both_prepared(ours: Spans, theirs: Spans, values: Mapping[str, Any]) -> tuple[Spans, Spans]:
    """Two lists, each prepared by itself; in one pass where none of either shares time."""
    n = len(ours)
    if not (ours.apart and theirs.apart and n and len(theirs)):
        return prepared(ours, values), prepared(theirs, values)
    start = np.concatenate((ours.start, theirs.start))
    stop = np.concatenate((ours.stop, theirs.stop))
    gap, most = _nanoseconds(values["merge"], values["split"])
    first = firsts(start, stop, gap)
    first[n] = True
    start, stop = start[first[:-1]], stop[first[1:]]
    n = int(np.count_nonzero(first[:n]))
    near = Spans(start[:n], stop[:n], apart=True), Spans(start[n:], stop[n:], apart=True)
    if np.count_nonzero(stop - start > most):
        return pieces(near[0], int(most)), pieces(near[1], int(most))
    return near


@lru_cache(MANY)
def _nanoseconds(*seconds: float) -> list[Ints]:
    """Seconds in nanoseconds, endless ones as the most that there are.

    Each as an array, because numpy compares arrays with it in half the time.
    """
    return [np.array(round(min(one * SECOND, MOST))) for one in seconds]


def windows(spans: Spans, duration: int, values: Mapping[str, Any]) -> Spans:
    """The events with the time before and after them that still counts, inside the recording."""
    before, after = _nanoseconds(values["before"], values["after"])
    start, stop = spans.start - before, spans.stop + after
    if len(start) and start[0] < 0:
        start = np.maximum(start, 0)
    if len(stop) and not (spans.apart and stop[-1] <= duration):
        stop = np.minimum(stop, duration)
    return Spans(start, stop)


def _delays(
    recording: Recording, values: Mapping[str, Any], ours: Spans, window: Spans, hit: Bools
) -> Floats:
    """From the start of an event to the first detection in its window; later pieces have none.

    A detection as it was given, not after joining: a hit that joining alone brought has no delay.
    """
    given = recording.detected
    if not len(given) or not len(ours):
        return np.full(len(ours), np.nan)
    (gap,) = _nanoseconds(values["merge"])
    begun = joined(recording.reference, int(gap)).start
    first_piece = begun[begun.searchsorted(ours.start, "right") - 1] == ours.start
    index = np.maximum.accumulate(given.end).searchsorted(window.start, "right")
    starts = given.start[np.minimum(index, len(given) - 1)]
    there = (index < len(given)) & (starts < window.end) & hit
    late = np.maximum(starts, window.start) - ours.start
    return np.where(there & (first_piece | (late >= 0)), late.astype(float), np.nan)


def _seconds(name: str, default: float, meaning: Text) -> Parameter:
    return Parameter(name, default, meaning, between=(0.0, 1e9))


def _demanded(values: Mapping[str, Any]) -> Text:
    """Any touch, or a share of the event with its tolerance or without."""
    facts = dict(values) | {"least": f"{100 * values['min_overlap']:.4g}%"}
    if not values["min_overlap"]:
        asked = TOUCHED
    else:
        asked = COVERED if values["share_of"] == "window" else COVERED_ITSELF
    return asked.filled(**facts)


TOUCHED = Text(
    "takes any touch from {before:g} s before an event to {after:g} s after it",
    "从事件前 {before:g} 秒到事件后 {after:g} 秒，任何接触都算",
)
COVERED = Text(
    "asks that detections cover more than {least} of the time from {before:g} s before an event "
    "to {after:g} s after it",
    "要求检测覆盖从事件前 {before:g} 秒到事件后 {after:g} 秒的时间中超过 {least} 的部分",
)
COVERED_ITSELF = Text(
    "asks that detections cover more than {least} of an event itself; from {before:g} s before "
    "to {after:g} s after an event that was found nothing is a false alarm",
    "要求检测覆盖事件本身超过 {least} 的部分；在找到的事件之前 {before:g} 秒到之后 {after:g} "
    "秒内不计误报",
)
ANY_OVERLAP = Rule(
    key="any_overlap",
    names=Text("Any overlap (SzCORE)", "任意重叠（SzCORE）"),
    question=Text(
        "How many of the events does a detection touch, give or take a tolerance?",
        "在容许范围内，有多少事件与检测有重叠？",
    ),
    counts=Text("events", "事件"),
    shares=Text(
        "one detection may find several events, and several may find one",
        "一次检测可以找到多个事件，多次检测也可以找到同一事件",
    ),
    demands=Text("{besides}", "{besides}"),
    misleads_when=Text(
        "detections are long (always saying yes finds everything), or the tolerance is longer "
        "than the gaps between events",
        "检测很长（一直报警就能找到一切），或容许时间长于事件之间的间隔",
    ),
    references=("Dan J, Pale U, Amirshahi A et al. (2025) Epilepsia 66(S3):14–24 (SzCORE)",),
    match=matched,
    besides=_demanded,
    parameters=(
        _seconds("before", 30, Text("tolerance before an event, s", "事件之前的容许秒数")),
        _seconds("after", 60, Text("tolerance after an event, s", "事件之后的容许秒数")),
        Parameter(
            "min_overlap",
            0,
            Text("share that must be exceeded", "必须超过的重叠比例"),
            between=(0.0, 1.0),
            ends=(True, False),
        ),
        Parameter(
            "split",
            300,
            Text("longer events are split, s", "更长的事件被切开（秒）"),
            between=(1e-6, float("inf")),
            endless=True,
        ),
        _seconds("merge", 90, Text("closer events are merged, s", "更近的事件被合并（秒）")),
        Parameter(
            "share_of",
            "window",
            Text("of what the share is taken", "比例以何为分母"),
            words=("window", "reference"),
        ),
    ),
)
