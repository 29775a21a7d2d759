"""The forest plot: estimates with their intervals, one under the other."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.plots.picture.picture import Axis, Picture
from veracity.plots.picture.rows import down, figures, height, reach, whiskers
from veracity.results import percent
from veracity.results.page.profile import Line
from veracity.words import Text

TITLE = Text("Estimates", "估计值")
VALUE = Text("Value", "取值")
NO_LINES = Text("There are no estimates.", "没有估计值。")
ARROWS = {"higher": " ↑", "lower": " ↓"}


def forest_picture(lines: Sequence[Line]) -> Picture:
    """Each estimate in a row: its name with the better direction, the interval, the figures.

    The scale goes from 0 to 1, or from −1 where something lies below 0. What is not on that
    scale, like an odds ratio, or has no value, is there in figures only.
    """
    if not lines:
        return Picture("forest", TITLE, Axis(VALUE, (0.0, 1.0)), down([]), note=NO_LINES)
    estimates = [line.estimate for line in lines]
    limits = reach(estimates)
    level = percent(estimates[0].level)
    label = Text(f"Value, {level} interval", f"取值及 {level} 区间")
    return Picture(
        "forest",
        TITLE,
        Axis(label, limits),
        down([directed(line) for line in lines]),
        (whiskers("estimates", estimates, limits), *figures(estimates)),
        size=(6.4, height(len(lines))),
        grid="x",
    )


def directed(line: Line) -> Text:
    """The name of a metric with an arrow to where it is better."""
    arrow = ARROWS.get(line.better, "")
    return Text(f"{line.names.en}{arrow}", f"{line.names.zh}{arrow}")
