"""The picture of the precision-recall-gain curve."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.curves.kinds.pr_gain import X_RECALL_GAIN, Y_PRECISION_GAIN
from veracity.plots.picture.picture import Layer, Path, Picture
from veracity.plots.picture.series import (
    Curves,
    Here,
    each,
    legend_words,
    point,
    share_axis,
    why_empty,
)
from veracity.results import Curve, Estimate
from veracity.words import Text

TITLE = Text("Precision–recall–gain curve", "查准率–召回率增益曲线")
CALL_ALL = Text("F1 of calling all positive", "全部判正的 F1")
CLASSIFIER = Text("Classifier", "分类器")
AREA = Text("Area under the gain curve", "增益曲线下面积")


def pr_gain_picture(
    curves: Curves, *, here: Here | None = None, area: Estimate | None = None
) -> Picture:
    """Precision gain against recall gain, in the square from 0 to 1.

    The F1 gain is the mean of both, so lines of equal F1 are straight and parallel to the dashed
    one, which goes through calling all positive, (1, 0). Flach P, Kull M (2015) NeurIPS 28.
    """
    named = each(curves)
    axes = share_axis(X_RECALL_GAIN.names), share_axis(Y_PRECISION_GAIN.names)
    blank = Picture("pr_gain", TITLE, *axes, square=True)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    ends = np.array([0.0, 1.0])
    layers: list[Layer] = [Path("all", ends, ends[::-1], CALL_ALL, "chance")]
    for tone, (name, curve) in enumerate(named):
        id = "curve" if len(named) == 1 else f"curve-{tone + 1}"
        label = (
            legend_words(name, AREA, area if len(named) == 1 else None)
            if name or area
            else CLASSIFIER
        )
        layers.append(Path(id, *entered(curve), label, tone))
    if here is not None:
        P, N = here.tp + here.fn, here.fp + here.tn
        gains = (
            float(axis.of(here.tp, here.fp, P, N)) for axis in (X_RECALL_GAIN, Y_PRECISION_GAIN)
        )
        x, y = gains
        if min(x, y) >= 0:
            layers += point(here, x, y)
    return blank.of(layers)


def entered(curve: Curve) -> tuple[Floats, Floats]:
    """The curve from a recall gain of 0 on, where it enters on a straight line of counts."""
    tp, fp = curve["tp"], curve["fp"]
    P, N = float(tp[-1]), float(fp[-1])
    if not (P > 0 and N > 0):  # one of several classes that never occurs
        return np.full(1, np.nan), np.full(1, np.nan)
    enters = P * P / (P + N)  # true positives where recall equals the prevalence
    after = int(np.searchsorted(tp, enters))
    part = (enters - tp[after - 1]) / (tp[after] - tp[after - 1])
    false = fp[after - 1] + part * (fp[after] - fp[after - 1])
    tp, fp = (
        np.concatenate([[first], rest[after:]]) for first, rest in ((enters, tp), (false, fp))
    )
    return X_RECALL_GAIN.of(tp, fp, P, N), Y_PRECISION_GAIN.of(tp, fp, P, N)
