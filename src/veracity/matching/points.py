"""The rule `points`: times within a tolerance of each other, one to one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import ranges
from veracity.matching.collar import one_to_one
from veracity.matching.nearest_times import nearest_in_order
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import SECOND, Ints
from veracity.parameters import Parameter
from veracity.words import Text


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Most pairs of starts within the tolerance, then the nearest: a spike is claimed once."""
    ours, theirs = recording.reference, recording.detected
    tolerance = round(values["tolerance"] * SECOND)
    return one_to_one(ours, theirs, *nearest_in_order(ours.start, theirs.start, tolerance))


def allowed(recording: Recording, values: Mapping[str, Any]) -> tuple[Ints, Ints]:
    """Every pair of starts within the tolerance."""
    ours, theirs = recording.reference.start, recording.detected.start
    tolerance = round(values["tolerance"] * SECOND)
    low = np.searchsorted(theirs, ours - tolerance, "left")
    return ranges(low, np.searchsorted(theirs, ours + tolerance, "right"))


POINTS = Rule(
    key="points",
    names=Text("Points within a tolerance", "容差内的时间点"),
    question=Text(
        "Of the times, how many have a detected time close by, each used once?",
        "有多少时间点附近有检测到的时间点（各用一次）？",
    ),
    counts=Text("events", "事件"),
    shares=Text("one detection for one event", "一次检测对应一个事件"),
    demands=Text(
        "asks for an onset within {tolerance:g} s",
        "要求起点相差不超过 {tolerance:g} 秒",
    ),
    misleads_when=Text(
        "the tolerance is longer than the time between events",
        "容差长于事件之间的间隔",
    ),
    references=("Raffel C, McFee B, Humphrey EJ et al. (2014) ISMIR, 367–372 (mir_eval)",),
    match=matched,
    parameters=(
        Parameter(
            "tolerance", 0.05, Text("tolerance in seconds", "容差（秒）"), between=(0.0, 1e9)
        ),
    ),
    points=True,
    allowed=allowed,
)
