"""The rule `taes`: time-aligned event scoring, each event worth one, in parts (NEDC)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.errors import refuse
from veracity.matching.rule import Match, Recording, Rule
from veracity.matching.spans import overlapping_pairs, touching_joined
from veracity.words import Text


def matched(recording: Recording, _: Mapping[str, Any]) -> Match:
    """The share of each event that detections cover; what they add beyond it is false."""
    ours, theirs = (touching_joined(one) for one in (recording.reference, recording.detected))
    if np.any(ours.length == 0):
        raise refuse("rule_instant", rule="taes", n=int(np.count_nonzero(ours.length == 0)))
    length = ours.length.tolist()
    meeting: list[list[int]] = [[] for _ in length]
    for i, j in zip(*(side.tolist() for side in overlapping_pairs(ours, theirs)), strict=True):
        meeting[i].append(j)
    start, stop = theirs.start.tolist(), theirs.stop.tolist()
    begin, end = ours.start.tolist(), ours.stop.tolist()
    seen, used = [False] * len(ours), [False] * len(theirs)
    hits = false = missed = 0.0
    for i, candidates in enumerate(meeting):
        free = [j for j in candidates if not used[j]]
        if seen[i] or not free:
            continue
        seen[i] = True
        missed += 1
        for j in free:
            used[j] = True
            inside = min(stop[j], end[i]) - max(start[j], begin[i])
            hits += inside / length[i]
            missed -= inside / length[i]
            false += min(1.0, (stop[j] - start[j] - inside) / length[i])
        if stop[free[0]] >= end[i]:
            for later in range(i + 1, len(begin)):
                if begin[later] >= stop[free[0]]:
                    break
                if not seen[later]:
                    seen[later] = True
                    missed += 1
    missed += seen.count(False)
    false += used.count(False)
    return Match(hits, false, missed, ours, theirs, np.array(seen, np.bool_))


TAES = Rule(
    key="taes",
    names=Text("Time-aligned event scoring", "时间对齐事件评分（TAES）"),
    question=Text(
        "How much of every event is covered, each event worth one?",
        "每个事件（各记一分）被覆盖了多少？",
    ),
    counts=Text("events, in parts", "事件（可为分数）"),
    shares=Text(
        "a detection belongs to the first event it meets; later ones are missed",
        "一次检测只属于它最先遇到的事件，其后的事件算漏检",
    ),
    demands=Text(
        "counts the share of each event that is covered",
        "按每个事件被覆盖的比例计",
    ),
    misleads_when=Text(
        "one detection spans several events, or false alarms are long: each is at most one",
        "一次检测跨越多个事件，或误报很长：每次最多只记一分",
    ),
    references=(
        "Shah V, Golmohammadi M, Obeid I, Picone J (2021) in: Biomedical Signal Processing, "
        "Springer, 223–255",
    ),
    match=matched,
    parts=True,
)
