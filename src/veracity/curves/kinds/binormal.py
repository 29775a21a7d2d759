"""The binormal ROC curve: what the ROC of normal scores through the points would be."""

from __future__ import annotations

import numpy as np

from veracity.arrays import ratio
from veracity.curves.making.coordinates import X_FPR, Y_TPR
from veracity.metrics.ranking.zroc import zroc_line
from veracity.results.estimate.curve import Curve
from veracity.results.estimate.estimate import NO_NOTE
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import say

POINTS = 201


def binormal(table: ScoreTable) -> Curve:
    """TPR = Φ(a + b Φ⁻¹(FPR)), a and b those of the line through the points on normal axes.

    The line is that of `zroc_slope` (b) and `d_a` (total least squares), so that the area is
    Φ(d_a/√2). For ratings, or scores that some rising map makes normal; Hanley JA (1988) Medical
    Decision Making 8(3):197–203. Points on one line give it back exactly, as every way of fitting
    does. It has no thresholds and no band; where no line goes through the points it is nan.
    """
    from scipy.special import ndtr, ndtri

    line = zroc_line(table)
    slope = ratio(line.up, line.across)
    start = np.asarray(line.y - slope * line.x)
    fpr = np.linspace(0.0, 1.0, POINTS)
    with np.errstate(invalid="ignore"):
        tpr = ndtr(start[..., None] + slope[..., None] * ndtri(fpr))
    known = np.isfinite(slope) & (slope > 0)
    tpr = np.where(np.asarray(known)[..., None], tpr, np.nan)
    return Curve(
        "binormal",
        {"fpr": np.broadcast_to(fpr, tpr.shape).copy(), "tpr": tpr},
        np.full(POINTS, np.nan),
        {"fpr": X_FPR.names, "tpr": Y_TPR.names},
        {"fpr": (0.0, 1.0), "tpr": (0.0, 1.0)},
        note=NO_NOTE if np.all(known) else say("no_zroc_line"),
    )
