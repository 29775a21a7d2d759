"""The pictures of cumulative gain and of lift."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.kinds.gains import Y_LIFT
from veracity.curves.making.coordinates import X_CALLED_POSITIVE
from veracity.metrics.counts.among_truth import RECALL
from veracity.plots.curves.precision_recall import base_rate
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine
from veracity.plots.picture.series import Curves, Here, each, point, share_axis, why_empty
from veracity.results import Curve
from veracity.words import Text

GAINS = Text("Cumulative gain", "累积增益")
LIFT = Text("Lift", "提升度曲线")
CLASSIFIER = Text("Classifier", "分类器")
CHANCE = Text("Chance", "随机")
BEST = Text("Best possible", "可能的最好结果")
PIECES = 200


def gains_picture(curves: Curves, *, here: Here | None = None) -> Picture:
    """Share of the positives found against the share of cases called positive.

    Chance is the diagonal. The best possible ranking rises straight to 1 at the prevalence.
    """
    named = each(curves)
    axes = share_axis(X_CALLED_POSITIVE.names), share_axis(RECALL.names)
    blank = Picture("gains", GAINS, *axes, square=True)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    share = base_rate(named[0][1])
    layers: list[Layer] = [
        Path("best", np.array([0.0, share, 1.0]), np.array([0.0, 1.0, 1.0]), BEST, "guide"),
        Path("chance", np.array([0.0, 1.0]), np.array([0.0, 1.0]), CHANCE, "chance"),
    ]
    for tone, (name, curve) in enumerate(named):
        id = "curve" if len(named) == 1 else f"curve-{tone + 1}"
        layers.append(Path(id, curve.x, curve.y, name or CLASSIFIER, tone))
    if here is not None:
        layers += point(here, here.called_positive, here.tpr)
    return blank.of(layers)


def lift_picture(curves: Curves, *, here: Here | None = None) -> Picture:
    """How many times more positives than by chance, against the share called positive.

    The best possible is 1/prevalence up to the prevalence, and 1/x beyond.
    """
    named = each(curves)
    share = base_rate(named[0][1]) if named else float("nan")
    seen = np.concatenate([c["lift"][np.isfinite(c["lift"])] for _, c in named] or [np.ones(1)])
    top = float(seen.max(initial=1.0)) * 1.08
    axes = share_axis(X_CALLED_POSITIVE.names), Axis(Y_LIFT.names, (0.0, top))
    blank = Picture("lift", LIFT, *axes)
    empty = why_empty(named)
    if empty or not share > 0:
        return blank.saying(empty or named[0][1].note)
    x = np.concatenate([[0.0], np.geomspace(share, 1.0, 60)])
    best = np.minimum(1 / share, 1 / np.maximum(x, share))
    layers: list[Layer] = [
        Path("best", x, best, BEST, "guide"),
        ReferenceLine("chance", "y", 1.0, CHANCE, "chance"),
    ]
    for tone, (name, curve) in enumerate(named):
        id = "curve" if len(named) == 1 else f"curve-{tone + 1}"
        layers.append(Path(id, *_between(curve), name or CLASSIFIER, tone))
    if here is not None and here.called_positive > 0:
        layers += point(here, here.called_positive, here.precision / here.prevalence)
    return blank.of(layers)


def _between(curve: Curve) -> tuple[Floats, Floats]:
    """The lift at the thresholds and between them, where calling by lot mixes the counts.

    There TP and the number called positive move on straight lines, so lift does not.
    """
    called_positive, tp = curve["tp"] + curve["fp"], curve["tp"]
    shares = np.linspace(0.0, 1.0, PIECES + 1) * called_positive[-1]
    first = called_positive[
        min(1, len(called_positive) - 1)
    ]  # above it nobody is called positive, and lift has no value
    at = np.unique(np.concatenate([called_positive, shares[shares >= first]]))
    found = np.interp(at, called_positive, tp)
    return ratio(at, called_positive[-1]), ratio(found * called_positive[-1], at * tp[-1])
