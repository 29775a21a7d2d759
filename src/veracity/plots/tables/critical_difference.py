"""The picture of mean ranks: models that differ significantly, Nemenyi's critical difference."""

from __future__ import annotations

import numpy as np

from veracity.plots.picture.picture import Axis, Layer, Mark, Path, Picture, Words
from veracity.plots.picture.rows import down, height
from veracity.results.comparisons.ranking import RankedModels
from veracity.words import Text
from veracity.words.layout import one_line

TITLE = Text("Mean ranks over the data sets", "各数据集上的平均秩")
RANK = Text("Mean rank (1 is best)", "平均秩（1 为最佳）")
NOT_DISTINGUISHED = Text("Not distinguished", "未能区分")
STEP = 0.45  # between the lines of two groups


def critical_difference_picture(ranking: RankedModels) -> Picture:
    """Each model in a row at its mean rank; lines join those that do not differ significantly.

    Under Nemenyi's test a bar on top is as long as the critical difference.
    """
    names = ranking.names
    k = len(names)
    layers: list[Layer] = []
    for row, name in enumerate(names):
        rank = ranking.mean_ranks[name]
        layers.append(Mark(f"model-{row + 1}", rank, float(row), tone=0))
        rank_text = Text(f"{rank:.2f}", f"{rank:.2f}")
        layers.append(
            Words(f"rank-{row + 1}", 1.02, float(row), rank_text, within="row", tone="ink")
        )
    for index, group in enumerate(ranking.groups):
        ends = np.array([ranking.mean_ranks[group[0]], ranking.mean_ranks[group[-1]]])
        y = np.full(2, k - 0.4 + STEP * index)
        label = NOT_DISTINGUISHED if index == 0 else Text("", "")
        layers.append(Path(f"group-{index + 1}", ends, y, label, 1))
    top = -0.6
    if ranking.posthoc == "nemenyi":
        top = -1.3
        cd = ranking.critical_difference
        bar = np.array([1.0, min(1.0 + cd, float(k))])
        label = Text(f"Critical difference {cd:.2f}", f"临界差 {cd:.2f}")
        layers.append(Path("critical-difference", bar, np.full(2, -0.8), label, "ink"))
    rows = down([Text(one_line(name), one_line(name)) for name in names])
    bottom = k - 0.4 + STEP * max(len(ranking.groups), 1)
    limits = (bottom, top) if rows.limits[0] > rows.limits[1] else (top, bottom)
    across = Axis(RANK, (1.0 - 0.05 * k, k + 0.05 * k))
    down_axis = Axis(rows.label, limits, ticks=rows.ticks)
    size = (6.4, height(k + 1 + len(ranking.groups) // 2))
    return Picture(
        "critical_difference", TITLE, across, down_axis, tuple(layers), size=size, grid="x"
    )
