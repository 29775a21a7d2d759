"""The rule `iou`: overlap of at least a share of the union, one to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.matching.collar import one_to_one
from veracity.matching.pairing import best_pairs
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import Ints, beside_share, overlapping_pairs
from veracity.parameters import Parameter
from veracity.words import Text


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Most pairs with overlap >= share · union, then the largest sum of these ratios."""
    i, j, gain = _fitting(recording, values)
    ours, theirs = recording.reference, recording.detected
    return one_to_one(ours, theirs, *best_pairs(i, j, gain, (len(ours), len(theirs))))


def allowed(recording: Recording, values: Mapping[str, Any]) -> tuple[Ints, Ints]:
    """Every pair with enough overlap."""
    i, j, _ = _fitting(recording, values)
    return i, j


def _fitting(recording: Recording, values: Mapping[str, Any]) -> tuple[Ints, Ints, Floats]:
    ours, theirs = recording.reference, recording.detected
    i, j = overlapping_pairs(ours, theirs)
    both = np.minimum(ours.end[i], theirs.end[j]) - np.maximum(ours.start[i], theirs.start[j])
    either = (ours.end - ours.start)[i] + (theirs.end - theirs.start)[j] - both
    left, right = beside_share(both, either, values["share"])
    kept = np.asarray(left >= right, np.bool_)
    return i[kept], j[kept], (both / np.maximum(either, 1))[kept]


IOU = Rule(
    key="iou",
    names=Text("Intersection over union", "交并比"),
    question=Text(
        "Of the events, how many have a detection of much the same extent?",
        "有多少事件有时间范围大致相同的检测？",
    ),
    counts=Text("events", "事件"),
    shares=Text("one detection for one event", "一次检测对应一个事件"),
    demands=Text(
        "asks that detection and event share at least {share:g} of the time they cover together",
        "要求检测与事件的共同时间至少占两者总时间的 {share:g}",
    ),
    misleads_when=Text(
        "the ends of events are vague: a clinically useful alarm fails for its length alone",
        "事件的起止本就含糊：临床上有用的报警仅因长度不符而不算",
    ),
    references=(
        "Warby SC, Wendt SL, Welinder P et al. (2014) Nature Methods 11(4):385–392 (spindles)",
    ),
    match=matched,
    allowed=allowed,
    parameters=(
        Parameter(
            "share",
            0.5,
            Text("least intersection over union", "最小交并比"),
            between=(0.0, 1.0),
            ends=(False, True),
        ),
    ),
)
