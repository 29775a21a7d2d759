"""The rule `range_based`: recall and precision of ranges (Tatbul 2018)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.matching.cells import length_of
from veracity.matching.rule import Match, Recording, Rule, harmonic_mean_or_zero
from veracity.matching.samples import sampled
from veracity.matching.spans import Spans, overlapping_pairs, touching_joined
from veracity.parameters import Parameter
from veracity.words import Text

BIASES = ("flat", "front", "middle", "back")


def matched(recording: Recording, values: Mapping[str, Any]) -> Match:
    """Means over events and over detections of the share that is covered, weighted by position."""
    ranges = [touching_joined(one) for one in (recording.reference, recording.detected)]
    sides, discrete = ranges, recording.fs is not None
    if recording.fs is None:
        _refuse_instants(ranges)
    else:
        length = length_of(recording.fs)
        sampled_sides = (sampled(one, length) for one in sides)
        sides = [touching_joined(one.chosen(one.stop > one.start)) for one in sampled_sides]
    ours, theirs = sides
    reciprocal = values["cardinality"] == "reciprocal"
    recall = scored(ours, theirs, values["bias"], reciprocal=reciprocal, discrete=discrete)
    found = recall > 0
    alpha = values["alpha"]
    worth = alpha * found + (1 - alpha) * recall
    right = scored(theirs, ours, values["precision_bias"], reciprocal=reciprocal, discrete=discrete)
    return Match(
        reference=ranges[0],
        detected=ranges[1],
        recall=(float(worth.sum()), float(len(ours))),
        precision=(float(right.sum()), float(len(theirs))),
    )


def _refuse_instants(sides: list[Spans]) -> None:
    """What has no length has no share of it; where samples are counted it has none of these."""
    n = sum(int(np.count_nonzero(one.length == 0)) for one in sides)
    if n:
        raise refuse("rule_instant", rule="range_based", n=n)


def scored(of: Spans, by: Spans, bias: str, *, reciprocal: bool, discrete: bool) -> Floats:
    """The weighted share of each span that the others cover, divided among several if asked."""
    i, j = overlapping_pairs(of, by)
    length = of.length[i].astype(float)
    start, stop = np.maximum(of.start[i], by.start[j]), np.minimum(of.stop[i], by.stop[j])
    from_start = (start - of.start[i]).astype(float), (stop - of.start[i]).astype(float)
    before, after = (reached(bias, t, length, discrete) for t in from_start)
    whole = reached(bias, length, length, discrete)
    covered = (after - before) / np.where(whole > 0, whole, 1)
    share: Floats = np.bincount(i, covered, len(of)).astype(np.float64)
    if not reciprocal:
        return share
    return np.asarray(share / np.maximum(np.bincount(i, minlength=len(of)), 1))


def reached(bias: str, t: Floats, n: Floats, discrete: bool) -> Floats:
    """The weight of the first t of n: of samples one by one, or of time."""
    one = 1.0 if discrete else 0.0
    up = t * (t + one) / 2
    if bias == "flat":
        return t
    if bias == "back":
        return up
    if bias == "front":
        return t * (n + one) - up
    half = np.floor(n / 2) if discrete else n / 2
    rising = half * (half + one) / 2
    beyond = rising + (t - half) * (n + one) - (up - rising)
    return np.where(t <= half, up, beyond)


def _demanded(values: Mapping[str, Any]) -> Text:
    """Shares that are covered, in recall also or only whether an event is met at all."""
    alpha, bias = values["alpha"], values["bias"]
    asked = COVERED if alpha == 0 else MET if alpha == 1 else BOTH
    most = MOST.get(bias, Text("", "")) if alpha < 1 else Text("", "")
    return asked.filled(alpha=f"{100 * alpha:.4g}%", most=most)


COVERED = Text(
    "counts the share of each event that is covered{most}", "按每个事件被覆盖的比例计{most}"
)
MET = Text(
    "counts in recall whether an event is met at all, in precision the share of each detection "
    "that is covered",
    "召回只计事件是否被碰到，查准率按每次检测被覆盖的比例计",
)
BOTH = Text(
    "counts {alpha} of an event as covered where it is met at all, and the rest by the share of "
    "it that is covered{most}",
    "事件只要被碰到就计 {alpha}，其余按被覆盖的比例计{most}",
)
MOST = {
    "front": Text(", its front weighing most", "，前部权重最大"),
    "middle": Text(", its middle weighing most", "，中部权重最大"),
    "back": Text(", its back weighing most", "，后部权重最大"),
}
RANGE_BASED = Rule(
    key="range_based",
    names=Text("Range-based recall and precision", "基于区间的召回与精确"),
    question=Text(
        "How much of every range is covered, where in it, and by how many pieces?",
        "每个区间被覆盖多少、覆盖在何处、由几段覆盖？",
    ),
    counts=Text("ranges, in parts", "区间（可为分数）"),
    shares=Text(
        "several detections may cover one range; `reciprocal` divides by their number",
        "多次检测可覆盖同一区间；reciprocal 会除以其次数",
    ),
    demands=Text("{besides}", "{besides}"),
    misleads_when=Text(
        "settings are not stated: alpha, bias and cardinality change the result at will",
        "未说明设置：alpha、bias、cardinality 可任意改变结果",
    ),
    references=("Tatbul N, Lee TJ, Zdonik S, Alam M, Gottschlich J (2018) NeurIPS 31",),
    match=matched,
    besides=_demanded,
    parameters=(
        Parameter(
            "alpha",
            0,
            Text("weight of being found at all (recall)", "“被发现”本身的权重（召回）"),
            between=(0.0, 1.0),
        ),
        Parameter("bias", "flat", Text("where coverage counts most", "何处更重要"), words=BIASES),
        Parameter(
            "cardinality",
            "one",
            Text("whether several pieces divide the share", "多段是否平分比例"),
            words=("one", "reciprocal"),
        ),
        Parameter(
            "precision_bias",
            "flat",
            Text("the same for precision", "查准率中的何处更重要"),
            words=BIASES,
        ),
    ),
    alarms=False,
    harmonic=harmonic_mean_or_zero,
)
