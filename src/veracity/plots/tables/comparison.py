"""The forest plot of differences between models."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np

from veracity.plots.picture.picture import Axis, Layer, Picture, ReferenceLine, Region, user_text
from veracity.plots.picture.rows import down, figures, height, reach, whiskers
from veracity.results import Comparison, Contrast, percent
from veracity.results.estimate.curve import Window
from veracity.results.estimate.test import p_words
from veracity.words import Text

TITLE = Text("Differences between models", "模型之间的差异")
DIFFERENCE = Text("Difference", "差值")
NO_DIFFERENCE = Text("No difference", "无差异")
NO_CONTRASTS = Text("There is nothing to compare.", "没有可比较的内容。")
VERDICTS = {
    "better": Text("better", "更好"),
    "worse": Text("worse", "更差"),
    "equivalent": Text("equivalent", "等效"),
    "non_inferior": Text("non-inferior", "非劣效"),
    "cannot_tell": Text("cannot tell", "无法判断"),
}
WIDEST = (-10.0, 10.0)


def comparison_picture(
    comparison: Comparison | Sequence[Contrast],
    *,
    keys: Sequence[str] | None = None,
    widest: Window = WIDEST,
) -> Picture:
    """First minus second in each row with its interval, the adjusted p-value and the verdict.

    A full mark: the verdict says something; an open one: it cannot tell. The shaded strip is
    the margin, where there is one and the same for all rows.
    """
    contrasts = [one for one in comparison if keys is None or one.key in keys]
    nowhere = Axis(DIFFERENCE, (-1.0, 1.0))
    if not contrasts:
        return Picture("comparison", TITLE, nowhere, down([]), note=NO_CONTRASTS)
    differences = [one.difference for one in contrasts]
    farthest = max((abs(end) for end in reach(differences, (0.0, 0.0), widest)), default=0.0)
    margins = {one.margin for one in contrasts}
    margin = margins.pop() if len(margins) == 1 else None
    farthest = max(farthest, 1.3 * (margin or 0.0)) or 1.0
    limits = (-1.05 * farthest, 1.05 * farthest)
    layers: list[Layer] = []
    if margin is not None:
        ends = np.array([-0.5, len(contrasts) - 0.5])
        label = Text(f"Margin ±{margin:g}", f"界值 ±{margin:g}")
        strip = np.array([-margin, margin])
        layers.append(Region("margin", strip, ends[[0, 0]], ends[[1, 1]], label, 2))
    layers.append(ReferenceLine("zero", "x", 0.0, NO_DIFFERENCE, "chance"))
    decided = tuple(one.verdict != "cannot_tell" for one in contrasts)
    layers.append(whiskers("differences", differences, limits, filled=decided))
    level = percent(differences[0].level)
    across = Text(f"First minus second, {level} interval", f"前者减后者，{level} 区间")
    return Picture(
        "comparison",
        TITLE,
        Axis(across, limits),
        down([_named(one) for one in contrasts]),
        (*layers, *figures(differences, [_notes(one) for one in contrasts])),
        size=(7.2, height(len(contrasts), 0.32) + 0.2),
        grid="x",
    )


def _named(one: Contrast) -> Text:
    pair = f"{user_text(one.first, 14)} − {user_text(one.second, 14)}"
    return Text(f"{one.names.en}: {pair}", f"{one.names.zh}：{pair}")


def _notes(one: Contrast) -> Text:
    p = one.p_value if math.isnan(one.p_adjusted) else one.p_adjusted
    tested = "" if math.isnan(p) else f", {p_words(p)}"
    verdict = VERDICTS[one.verdict]
    return Text(
        f"{one.difference}{tested}, {verdict.en}",
        f"{one.difference}{tested.replace(', ', '，')}，{verdict.zh}",
    )
