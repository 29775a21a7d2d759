"""The picture of the Murphy diagram."""

from __future__ import annotations

import numpy as np

from veracity.curves.kinds.murphy import SCORE, THETA
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine
from veracity.plots.picture.series import Curves, each, legend_words, why_empty
from veracity.results import Estimate
from veracity.words import Text

TITLE = Text("Murphy diagram", "Murphy 图")
BRIER = Text("Brier score (twice the area)", "Brier 分数（面积的两倍）")
CONSTANT = Text("Always the prevalence", "总是预报患病率")
CLASSIFIER = Text("Classifier", "分类器")


def murphy_picture(
    curves: Curves,
    *,
    prevalence: float | None = None,
    brier: Estimate | None = None,
    threshold: float | None = None,
) -> Picture:
    """The mean elementary score at every threshold θ, beside always saying the prevalence.

    Acting on a constant forecast π calls all positive below θ = π and none above it: its score
    is θ(1 − π) there and (1 − θ)π beyond. A forecast below another one at every θ is better
    under every proper score. Ehm W, Gneiting T, Jordan A, Krüger F (2016) JRSS B 78(3):505–562.
    """
    named = each(curves)
    tops = [float(np.nanmax(curve.y, initial=0.0)) for _, curve in named]
    if prevalence is not None and np.isfinite(prevalence):
        tops.append(prevalence * (1 - prevalence))
    top = 1.08 * (max(tops, default=1.0) or 1.0)
    axes = Axis(THETA, (0.0, 1.0)), Axis(SCORE, (0.0, top))
    blank = Picture("murphy_diagram", TITLE, *axes)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    layers: list[Layer] = []
    if prevalence is not None and np.isfinite(prevalence):
        x = np.array([0.0, prevalence, 1.0])
        y = np.array([0.0, prevalence * (1 - prevalence), 0.0])
        layers.append(Path("constant", x, y, CONSTANT, "chance"))
    alone = len(named) == 1 and not named[0][0]
    for tone, (name, curve) in enumerate(named):
        id = "curve" if alone else f"curve-{tone + 1}"
        words = legend_words(name, BRIER, brier) if alone and brier is not None else name
        layers.append(Path(id, curve.x, curve.y, words or CLASSIFIER, tone))
    if threshold is not None and 0 <= threshold <= 1:
        at = f"{threshold:.4g}"
        notes = Text(f"Threshold {at}", f"阈值 {at}")
        layers.append(ReferenceLine("point", "x", threshold, notes, "ink"))
    return blank.of(layers)
