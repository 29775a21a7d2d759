"""The rule `collar`: onset, and where asked offset, within a collar; one to one (sed_eval)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from veracity.arrays import Floats, ranges
from veracity.matching.nearest_times import nearest_in_order
from veracity.matching.pairing import best_pairs
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import SECOND, Ints, Spans
from veracity.parameters import Parameter
from veracity.words import Text


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Most pairs with |Δonset| <= onset and |Δoffset| <= max(offset, share · length)."""
    ours, theirs = recording.reference, recording.detected
    onset = round(values["onset"] * SECOND)
    if values["offset"] is None and values["offset_share"] is None:
        return one_to_one(ours, theirs, *nearest_in_order(ours.start, theirs.start, onset))
    i, j = allowed(recording, values)
    near = 1 - np.abs(theirs.start[j] - ours.start[i]) / (onset + 1)
    return one_to_one(ours, theirs, *best_pairs(i, j, near, (len(ours), len(theirs))))


def allowed(recording: Recording, values: Mapping[str, Any]) -> tuple[Ints, Ints]:
    """Every pair whose onset, and offset where asked, is within its collar."""
    ours, theirs = recording.reference, recording.detected
    onset = round(values["onset"] * SECOND)
    low = np.searchsorted(theirs.start, ours.start - onset, "left")
    high = np.searchsorted(theirs.start, ours.start + onset, "right")
    i, j = ranges(low, high)
    if values["offset"] is None and values["offset_share"] is None:
        return i, j
    share = np.rint((values["offset_share"] or 0) * ours.length).astype(np.int64)
    collar = np.maximum(round((values["offset"] or 0) * SECOND), share)
    kept = np.abs(theirs.stop[j] - ours.stop[i]) <= collar[i]
    return i[kept], j[kept]


def one_to_one(ours: Spans, theirs: Spans, i: Ints, j: Ints) -> Match:
    """The counts of pairs: what has no partner is missed, or a false alarm."""
    hit, false = np.zeros(len(ours), np.bool_), np.ones(len(theirs), np.bool_)
    hit[i], false[j] = True, False
    return Match(
        float(len(i)),
        float(len(theirs) - len(j)),
        float(len(ours) - len(i)),
        ours,
        theirs,
        hit,
        false,
        (i, j),
        partial(_delays, ours, theirs, i, j),
    )


def _delays(ours: Spans, theirs: Spans, i: Ints, j: Ints) -> Floats:
    """From the start of an event to that of its partner."""
    delay = np.full(len(ours), np.nan)
    delay[i] = theirs.start[j] - ours.start[i]
    return delay


def _of_offset(values: Mapping[str, Any]) -> Text:
    """What is asked of the offset: either of two collars, where both are given."""
    within, share = values["offset"], values["offset_share"]
    asked = [] if within is None else [Text(f"{within:g} s", f" {within:g} 秒")]
    if share is not None:
        asked.append(Text(f"{share:g} of the event's length", f"事件长度的 {share:g} 倍"))
    if not asked:
        return Text("", "")
    en, zh = " or ".join(one.en for one in asked), "或".join(one.zh for one in asked)
    return Text(f" and an offset within {en}", f"，且终点相差不超过{zh}")


COLLAR = Rule(
    key="collar",
    names=Text("Onset and offset within a collar", "起止点在容差内"),
    question=Text(
        "Of the events, how many have a detection that starts (and ends) close by?",
        "有多少事件能找到起点（和终点）都接近的检测？",
    ),
    counts=Text("events", "事件"),
    shares=Text("one detection for one event", "一次检测对应一个事件"),
    demands=Text(
        "asks for an onset within {onset:g} s{besides}",
        "要求起点相差不超过 {onset:g} 秒{besides}",
    ),
    misleads_when=Text(
        "the offset rule is read as AND: it is met by either of the two",
        "把终点条件误读为“且”：两者满足其一即可",
    ),
    references=("Mesaros A, Heittola T, Virtanen T (2016) Applied Sciences 6(6):162",),
    match=matched,
    allowed=allowed,
    besides=_of_offset,
    parameters=(
        Parameter(
            "onset", 0.2, Text("collar of the onset, s", "起点容差（秒）"), between=(0.0, 1e9)
        ),
        Parameter(
            "offset", None, Text("collar of the offset, s", "终点容差（秒）"), between=(0.0, 1e9)
        ),
        Parameter(
            "offset_share",
            None,
            Text("collar of the offset as a share of the event", "终点容差占事件长度的比例"),
            between=(0.0, 1e3),
        ),
    ),
)
