"""The picture of the risk–coverage curve."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.curves.kinds.risk_coverage import COVERAGE, RISK
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine
from veracity.plots.picture.series import Curves, band_of, each, light, share_axis, why_empty
from veracity.results import Curve
from veracity.results.estimate.figures import figure
from veracity.words import Text

TITLE = Text("Errors among the answered", "已回答样本中的错误")
CLASSIFIER = Text("Least sure left out first", "最不确定的先弃答")


def risk_coverage_picture(curves: Curves) -> Picture:
    """The error rate among the answered cases against the share that is answered.

    The rule is the error rate when all are answered: what leaving out cases by lot would keep.
    """
    named = each(curves, thin=False)
    across = share_axis(COVERAGE)
    empty = why_empty(named)
    seen = np.concatenate([c.y[np.isfinite(c.y)] for _, c in named] or [np.zeros(0)])
    top = float(min(1.0, max(1.1 * seen.max(initial=0.0), 0.01)))
    up = Axis(RISK, (-0.015 * top, top))  # a line at 0 is seen
    named = [(name, _seen(curve, up)) for name, curve in named]
    blank = Picture("risk_coverage", TITLE, across, up)
    if empty:
        return blank.saying(empty)
    layers: list[Layer] = []
    alone = len(named) == 1 and not named[0][0]
    for tone, (name, curve) in enumerate(named):
        layers += band_of(curve, tone, id="band" if alone else f"band-{tone + 1}", alone=alone)
        id = "curve" if alone else f"curve-{tone + 1}"
        layers.append(Path(id, curve.x, curve.y, name or CLASSIFIER, tone))
    if alone:
        rate = float(named[0][1].y[-1])
        words = Text(f"All answered, {figure(rate)}", f"全部回答 {figure(rate)}")
        layers.append(ReferenceLine("all", "y", rate, words, "chance"))
    return blank.of(layers)


def _seen(curve: Curve, up: Axis) -> Curve:
    """Thinned for what is drawn: errors are rare, and the axis ends where they do."""
    return light(replace(curve, windows={**curve.windows, "risk": up.limits}))
