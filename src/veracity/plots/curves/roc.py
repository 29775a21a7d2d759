"""The picture of the ROC curve, the area above it shaded apart."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.counts.among_truth import FPR, RECALL
from veracity.plots.picture.picture import Layer, Path, Picture, Region
from veracity.plots.picture.series import (
    Curves,
    Here,
    band_of,
    each,
    legend_words,
    point,
    share_axis,
    why_empty,
)
from veracity.results import Curve, Estimate
from veracity.results.estimate.figures import figure
from veracity.statistics.labels import Label
from veracity.words import Text

TITLE = Text("ROC curve", "ROC 曲线")
AREA = Text("AUROC", "AUROC")
CHANCE = Text("Chance", "随机")
FITTED = Text("Binormal curve", "双正态曲线")
LEAST_TIED = 0.0005  # a share that three digits show


def roc_picture(
    curves: Curves,
    *,
    here: Here | None = None,
    areas: Estimate | Mapping[Label, Estimate] | None = None,
    tied: float = 0.0,
    fitted: Curve | None = None,
) -> Picture:
    """True against false positive rate, with the diagonal of chance.

    A single curve has its band, its operating point, and the area above it shaded: 1 − AUROC
    is how often a negative stands above a positive, and half of the `tied` share of pairs.
    Several have their names. `fitted` is the binormal curve, drawn over it.
    """
    named = each(curves)
    axes = share_axis(FPR.names), share_axis(RECALL.names)
    blank = Picture("roc", TITLE, *axes, square=True)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    layers: list[Layer] = []
    alone = len(named) == 1 and not named[0][0]
    for tone, ((name, curve), area) in enumerate(zip(named, _areas(curves, areas), strict=True)):
        if alone:
            layers.append(_above(curve.x, curve.y, area, tied))
        id = "curve" if alone else f"curve-{tone + 1}"
        layers += band_of(curve, tone, id=id.replace("curve", "band"), alone=alone)
        layers.append(Path(id, curve.x, curve.y, legend_words(name, AREA, area), tone))
    if fitted is not None:
        layers.append(Path("fitted", fitted.x, fitted.y, FITTED, len(named)))
    diagonal = np.array([0.0, 1.0])
    layers.append(Path("chance", diagonal, diagonal, CHANCE, "chance"))
    if here is not None:
        layers += point(here, here.fpr, here.tpr)
    return blank.of(layers)


def _areas(
    curves: Curves, areas: Estimate | Mapping[Label, Estimate] | None
) -> list[Estimate | None]:
    if isinstance(curves, Mapping):
        found = areas if isinstance(areas, Mapping) else {}
        return [found.get(name) for name in curves]
    return [areas if isinstance(areas, Estimate) else None]


def _above(x: Floats, y: Floats, area: Estimate | None, tied: float) -> Region:
    """From the curve up to 1."""
    label = Text("Area above: pairs ranked wrongly", "曲线上方面积：排序错误的样本对")
    if tied >= LEAST_TIED:
        label = Text(
            "Area above: pairs ranked wrongly and half of those tied",
            "曲线上方面积：排序错误的样本对与一半分数相同的样本对",
        )
    if area is not None and area.defined:
        rest = figure(1 - area.value)
        if tied >= LEAST_TIED:
            wrong = figure(max(1 - area.value - tied / 2, 0.0))
            rest = f"{rest} = {wrong} + {figure(tied)}/2"
        label = Text(f"{label.en}, {rest}", f"{label.zh}，{rest}")
    return Region("above", x, y, np.ones_like(y), label, "above", hatched=True)
