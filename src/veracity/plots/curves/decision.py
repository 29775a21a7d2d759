"""The picture of the decision curve."""

from __future__ import annotations

import numpy as np

from veracity.curves.kinds.decision import THRESHOLD_PROBABILITY, TREAT_ALL, TREAT_NONE
from veracity.metrics.counts.decision import NET_BENEFIT
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine
from veracity.plots.picture.series import Curves, band_of, each, why_empty
from veracity.words import Text

TITLE = Text("Decision curve", "决策曲线")
CLASSIFIER = Text("Classifier", "分类器")


def decision_picture(curves: Curves, *, threshold: float | None = None) -> Picture:
    """Net benefit against the threshold probability, beside treating all and treating none.

    What lies far below 0 is left out: nobody would act so. Vickers AJ, Elkin EB (2006) Medical
    Decision Making 26(6):565–574. Several curves have no bands: they would hide each other.
    """
    named = each(curves)
    empty = why_empty(named)
    ends = [curve.windows["threshold"] for _, curve in named] or [(0.0, 1.0)]
    left, right = min(e[0] for e in ends), max(e[1] for e in ends)
    if left == right:
        left, right = 0.0, 1.0
    tops = [curve.windows["net_benefit"][1] for _, curve in named]
    top = max(tops, default=1.0)
    up = Axis(NET_BENEFIT.names, (-0.12 * top, 1.06 * top))
    across = Axis(THRESHOLD_PROBABILITY, (left, right))
    blank = Picture("decision", TITLE, across, up)
    if empty:
        return blank.saying(empty)
    first = named[0][1]
    layers: list[Layer] = [ReferenceLine("treat-none", "y", 0.0, TREAT_NONE, "guide")]
    layers.append(Path("treat-all", first.x, first["treat_all"], TREAT_ALL, "chance"))
    alone = len(named) == 1 and not named[0][0]
    for tone, (name, curve) in enumerate(named):
        layers += band_of(curve, tone) if alone else []
        id = "curve" if alone else f"curve-{tone + 1}"
        layers.append(Path(id, curve.x, curve.y, name or CLASSIFIER, tone))
    if threshold is not None and np.isfinite(threshold) and left <= threshold <= right:
        words = Text(f"Threshold {threshold:.4g}", f"阈值 {threshold:.4g}")
        layers.append(ReferenceLine("point", "x", threshold, words, "ink"))
    return blank.of(layers)
