"""Two questions in one picture: does it discriminate, and are its probabilities calibrated."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from veracity.metrics.calibration.slope_intercept import CALIBRATION_SLOPE
from veracity.metrics.ranking.areas import AUROC
from veracity.plots.picture.picture import (
    Axis,
    Layer,
    Mark,
    Picture,
    ReferenceLine,
    Words,
    user_text,
)
from veracity.results import Estimate
from veracity.results.estimate.curve import Window
from veracity.statistics.labels import Label
from veracity.words import Text

TITLE = Text("Ranking and calibration", "排序能力与校准")
NO_POINT = Text(
    "Neither has a value: both classes and several probabilities are needed.",
    "两者均无取值：需要两个类别以及多个不同的概率。",
)
CHANCE = Text("Chance", "随机")
IDEAL = Text("Slope 1", "斜率 1")
ROOM = 0.015
TICKS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
TIMID = Text("ranks well,\ntoo timid", "排序好，\n概率过于保守")
EXTREME = Text("ranks well,\ntoo extreme", "排序好，\n概率过于极端")
CORNERS = (
    Words("corner-1", 0.98, 0.98, TIMID, "right", "top", "part"),
    Words("corner-2", 0.98, 0.02, EXTREME, "right", "bottom", "part"),
)


@dataclass(frozen=True, slots=True)
class QuadrantPoint:
    """One model: its ROC area, its calibration slope and whether the probabilities are calibrated.

    `large` is calibration in the large: a slope of 1 alone does not make probabilities true.
    """

    area: Estimate
    slope: Estimate
    large: Estimate
    calibrated: str = "unsure"


def quadrant_picture(points: QuadrantPoint | Mapping[Label, QuadrantPoint]) -> Picture:
    """The calibration slope against the ROC area, with both intervals.

    Right of the dotted line it ranks better than chance; on the dashed one probabilities are
    spread as they should be, below it they are too extreme, above it too timid. A full mark:
    slope and calibration in the large are compatible with calibrated probabilities.
    Van Calster B et al. (2019) BMC Medicine 17:230.
    """
    several = dict(points) if isinstance(points, Mapping) else {"": points}
    seen = {name: one for name, one in several.items() if one.area.defined and one.slope.value > 0}
    across = Axis(AUROC.names, _ranking(list(seen.values())))
    up = Axis(
        CALIBRATION_SLOPE.names,
        _slopes(list(seen.values())),
        "log",
        tuple((p, Text(f"{p:g}", f"{p:g}")) for p in TICKS),
    )
    blank = Picture("quadrant", TITLE, across, up)
    if not seen:
        return blank.saying(_why(list(several.values())))
    layers: list[Layer] = [
        ReferenceLine("chance", "x", 0.5, CHANCE, "guide"),
        ReferenceLine("ideal", "y", 1.0, IDEAL, "chance"),
    ]
    layers += CORNERS
    for tone, (name, one) in enumerate(seen.items()):
        layers.append(
            Mark(
                f"model-{tone + 1}",
                one.area.value,
                _inside(one.slope.value, up.limits, 1.08),
                _description(user_text(name) if name != "" else Text("", ""), one),
                tone,
                filled=one.calibrated == "yes",
                x_span=_span(one.area, across.limits),
                y_span=_span(one.slope, up.limits),
            )
        )
    return blank.of(layers)


def _description(name: Text, one: QuadrantPoint) -> Text:
    state = {
        "yes": Text("no miscalibration shown", "未见校准问题"),
        "no": Text("miscalibrated", "校准不良"),
    }.get(one.calibrated, Text("calibration unsure", "校准情况不明"))
    words = Text(f"{state.en}, in the large {one.large}", f"{state.zh}，总体校准 {one.large}")
    return Text(f"{name.en}: {words.en}", f"{name.zh}：{words.zh}") if name else words


def _ranking(models: list[QuadrantPoint]) -> Window:
    """From 0.4, or lower where an interval is, to 1."""
    ends = [e for one in models for e in (one.area.value, one.area.low) if math.isfinite(e)]
    return max(min([*ends, 0.42]) - 0.02, 0.0), 1.0 + ROOM


def _slopes(models: list[QuadrantPoint]) -> Window:
    """From one half to two, wider where needed, a hundredth to a hundred at most."""
    ends = [
        e
        for one in models
        for e in (one.slope.value, one.slope.low, one.slope.high)
        if math.isfinite(e) and e > 0
    ]
    return max(min([*ends, 0.4]) / 1.1, 0.01), min(max([*ends, 2.5]) * 1.1, 100.0)


def _inside(value: float, limits: Window, room: float = 1.0) -> float:
    """Within the limits; with some room, so that a mark at the end is seen whole."""
    return min(max(value, limits[0] * room), limits[1] / room)


def _span(estimate: Estimate, limits: Window) -> Window | None:
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return None
    return _inside(estimate.low, limits), _inside(estimate.high, limits)


def _why(models: list[QuadrantPoint]) -> Text:
    for one in models:
        for estimate in (one.area, one.slope):
            if not estimate.defined and estimate.note:
                return estimate.note
    reversed_scores = any(one.slope.value <= 0 for one in models)
    words = Text("The calibration slope is not above 0.", "校准斜率不大于 0。")
    return words if reversed_scores else NO_POINT
