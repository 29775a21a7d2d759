"""One metric in each group of rows, beside that of all rows."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from veracity.plots.picture.picture import Axis, Layer, Picture, ReferenceLine, Region, user_texts
from veracity.plots.picture.rows import down, figures, height, reach, whiskers
from veracity.plots.tables.forest import directed
from veracity.results import percent, whole
from veracity.results.page.profile import Line
from veracity.words import Text

TITLE = Text("By group", "各组结果")
GROUP = Text("Group", "组")
NO_LINES = Text("There are no figures by group.", "没有按组的结果。")


def by_group_picture(lines: Sequence[Line], overall: Line | None = None) -> Picture:
    """One metric in each group with its interval, and the number that it is made from.

    `lines` are those of one metric; `overall` is the estimate of all rows, drawn as a line with
    its interval. Groups whose interval holds that line do not differ visibly; that intervals
    overlap does not show that groups are alike.
    """
    if not lines:
        return Picture("by_group", TITLE, Axis(TITLE, (0.0, 1.0)), down([]), note=NO_LINES)
    estimates = [line.estimate for line in lines]
    limits = reach(estimates)
    level = percent(estimates[0].level)
    name = directed(lines[0])
    layers: list[Layer] = []
    if overall is not None and overall.estimate.defined:
        e = overall.estimate
        label = Text(f"All rows, {e.words.en}", f"全部样本 {e.words.zh}")
        if not (math.isnan(e.low) or math.isnan(e.high)):
            across = np.clip(np.array([e.low, e.high]), *limits)
            ends = np.array([-0.5, len(lines) - 0.5])
            layers.append(Region("all-band", across, ends[[0, 0]], ends[[1, 1]], tone=1))
        layers.append(ReferenceLine("all", "x", e.value, label, 1))
    layers.append(whiskers("groups", estimates, limits))
    notes = [_counted(line) for line in lines]
    return Picture(
        "by_group",
        Text(f"{lines[0].names.en} by group", f"{lines[0].names.zh}（各组）"),
        Axis(Text(f"{name.en}, {level} interval", f"{name.zh}，{level} 区间"), limits),
        down(user_texts([line.of for line in lines], 24)),
        (*layers, *figures(estimates, notes)),
        size=(6.4, height(len(lines)) + 0.2),
        grid="x",
    )


def _counted(line: Line) -> Text:
    e = line.estimate
    n = whole(round(e.n, 2)) if math.isfinite(e.n) else "—"
    return Text(f"{e.words.en}, n = {n}", f"{e.words.zh}，n = {n}")
