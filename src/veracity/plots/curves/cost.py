"""The picture of the cost curve."""

from __future__ import annotations

import numpy as np

from veracity.curves.kinds.cost import NORMALISED, PROBABILITY_COST
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine, Region
from veracity.plots.picture.series import Curves, each, why_empty
from veracity.results import Curve, percent
from veracity.words import Text

TITLE = Text("Cost curve", "代价曲线")
ENVELOPE = Text("Best threshold at each cost", "各代价下的最佳阈值")
TRIVIAL = Text("Always or never calling positive", "一律判正或一律判负")
FIXED = Text("Operating point", "工作点")


def cost_picture(curves: Curves, *, line: Curve | None = None, at: float | None = None) -> Picture:
    """The normalised expected cost against the probability cost.

    Below the dashed lines the classifier is worth having. `line` is one operating point, whose
    cost is a straight line with a band; `at` the point of the costs and prevalence at hand.
    Drummond C, Holte RC (2006) Machine Learning 65(1):95–130.
    """
    named = each(curves)
    highest = _highest([curve for _, curve in named] + ([] if line is None else [line]))
    axes = Axis(PROBABILITY_COST, (0.0, 1.0)), Axis(NORMALISED, (-0.015 * highest, highest))
    blank = Picture("cost", TITLE, *axes)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    corner = np.array([0.0, 0.5, 1.0])
    layers: list[Layer] = [Path("trivial", corner, np.array([0.0, 0.5, 0.0]), TRIVIAL, "chance")]
    for tone, (name, curve) in enumerate(named):
        id = "curve" if len(named) == 1 else f"curve-{tone + 1}"
        layers.append(Path(id, curve.x, curve.y, name or ENVELOPE, tone))
    if line is not None:
        tone = len(named)
        if line.band is not None and np.isfinite(line.band.low).any():
            level = percent(line.band.level)
            label = Text(f"{level} band of it", f"其 {level} 置信带")
            layers.append(Region("line-band", line.x, line.band.low, line.band.high, label, tone))
        layers.append(Path("line", line.x, line.y, FIXED, tone))
    if at is not None and 0 <= at <= 1:
        words = Text(f"PC(+) here, {at:.3g}", f"此处 PC(+) {at:.3g}")
        layers.append(ReferenceLine("point", "x", at, words, "ink"))
    return blank.of(layers)


def _highest(curves: list[Curve]) -> float:
    """One half, the cost of the better trivial rule at worst, or what a line needs beyond."""
    seen = np.concatenate([curve.y[np.isfinite(curve.y)] for curve in curves] or [np.zeros(0)])
    return float(max(0.52, min(1.0, 1.05 * seen.max(initial=0.0))))
