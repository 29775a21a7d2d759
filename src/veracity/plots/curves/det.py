"""The picture of the DET curve: both error rates, on normal-deviate scales."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.metrics.counts.among_truth import FNR, FPR
from veracity.plots.picture.picture import Axis, Layer, Path, Picture
from veracity.plots.picture.series import Curves, Here, each, percent_ticks, point, why_empty
from veracity.words import Text

TITLE = Text("DET curve", "DET 曲线")
EQUAL = Text("Equal error rates", "两类错误率相等")
ON_THE_EDGE = Text(
    "No threshold makes both kinds of error: the curve lies on the edges, at rates of 0 and 1, "
    "which have no place on this scale.",
    "没有任何阈值会同时产生两类错误：曲线位于边缘（比率为 0 或 1），在此刻度上无法画出。",
)
TICKS = (
    *(1e-6, 1e-5, 1e-4, 0.001, 0.01, 0.05, 0.2, 0.5),
    *(0.8, 0.95, 0.99, 0.999, 0.9999),
)


def det_picture(curves: Curves, *, here: Here | None = None) -> Picture:
    """False negative against false positive rate, each as a normal deviate.

    Rates of 0 and 1 have no point on such a scale; lines run to the edge there. The edges are
    a bit beyond the smallest rate above 0 and the largest below 1 that occur.
    Martin A et al. (1997) Eurospeech, 1895–1898.
    """
    named = each(curves)
    rates = [(curve["fpr"], curve["fnr"]) for _, curve in named]
    inside = [_inside(np.concatenate([pair[i] for pair in rates])) for i in (0, 1)]
    low = min(_edge(side) for side in inside)
    high = 1 - min(_edge(1 - side) for side in inside)
    ticks = percent_ticks(tuple(p for p in TICKS if low <= p <= high))
    x, y = (Axis(names, (low, high), "probit", ticks) for names in (FPR.names, FNR.names))
    blank = Picture("det", TITLE, x, y, square=True)
    if not any(np.isfinite(fpr + fnr).any() for fpr, fnr in rates):
        return blank.saying(why_empty(named))
    if not any(_seen(fpr, fnr) for fpr, fnr in rates):
        return blank.saying(ON_THE_EDGE)
    layers: list[Layer] = [
        Path("equal", np.array([low, high]), np.array([low, high]), EQUAL, "chance")
    ]
    for tone, ((name, _), (fpr, fnr)) in enumerate(zip(named, rates, strict=True)):
        id = "curve" if len(named) == 1 else f"curve-{tone + 1}"
        label = name or Text("Classifier", "分类器")
        beyond = low / 4, 1 - (1 - high) / 4  # where 0 and 1 lie: out of sight
        layers.append(Path(id, np.clip(fpr, *beyond), np.clip(fnr, *beyond), label, tone))
    if here is not None and low <= here.fpr <= high and low <= 1 - here.tpr <= high:
        layers += point(here, here.fpr, 1 - here.tpr)
    return blank.of(layers)


def _seen(fpr: Floats, fnr: Floats) -> bool:
    """Whether any point or slanting line lies where both rates are between 0 and 1."""
    known = np.isfinite(fpr) & np.isfinite(fnr)
    x, y = fpr[known], fnr[known]
    points = (x > 0) & (x < 1) & (y > 0) & (y < 1)
    return bool(points.any() or ((np.diff(x) != 0) & (np.diff(y) != 0)).any())


def _inside(rates: Floats) -> Floats:
    return rates[(rates > 0) & (rates < 1)]


def _edge(rates: Floats) -> float:
    """A round number below the smallest rate, at most one half."""
    if not len(rates):
        return 0.01
    return float(np.clip(rates.min() / 1.6, 1e-7, 0.2))
