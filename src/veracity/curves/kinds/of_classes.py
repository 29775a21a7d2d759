"""One curve for K classes: each class against the rest, averaged (macro), or all pooled (micro)."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

import numpy as np

from veracity.arrays import Floats
from veracity.curves.kinds.precision_recall import precision_recall
from veracity.curves.kinds.roc import roc
from veracity.metrics.ranking.class_areas import tables_against_rest
from veracity.metrics.ranking.class_precisions import pooled
from veracity.results.estimate.curve import Curve
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.words import say

Average = Literal["macro", "micro"]


def roc_of_classes(columns: ScoreColumns, average: Average) -> Curve:
    """The ROC curve of all classes; the area under it is `auroc_ovr_macro` or `micro_auroc`.

    Macro: the mean of the classes' true positive rates at each false positive rate (vertical
    averaging, Fawcett T (2006) Pattern Recognition Letters 27(8):861–874, section 8); its points
    have no thresholds. Micro: every row once for each class.
    """
    if average == "micro":
        return replace(roc(pooled(columns)), note=say("curve_pooled"))
    each = [roc(table) for table in tables_against_rest(columns)]
    fpr = np.unique(np.concatenate([curve.x for curve in each]))
    ends = [np.mean([_read(c, fpr, side) for c in each], axis=0) for side in ("left", "right")]
    tpr = np.stack(ends, -1).ravel()
    return _averaged(each[0], np.repeat(fpr, 2), tpr)


def pr_of_classes(columns: ScoreColumns, average: Average) -> Curve:
    """The precision-recall curve of all classes, in steps.

    The area under it is `macro_average_precision` or `micro_average_precision`. Macro: the mean of
    the precisions at the first threshold of each class that reaches a recall.
    """
    if average == "micro":
        return replace(precision_recall(pooled(columns)), note=say("curve_pooled"))
    each = [precision_recall(table) for table in tables_against_rest(columns)]
    recall = np.unique(np.concatenate([curve["recall"] for curve in each]))
    reached = [np.searchsorted(curve["recall"], recall) for curve in each]
    read = [curve["precision"][at] for curve, at in zip(each, reached, strict=True)]
    return _averaged(each[0], recall, np.mean(read, axis=0))


def _read(curve: Curve, at: Floats, side: Literal["left", "right"]) -> Floats:
    """The height at each x, at the foot or at the top of where the curve goes straight up."""
    x, y = curve.x, curve.y
    if side == "left":
        first = np.searchsorted(x, at, "left")
        exact, here = x[np.minimum(first, len(x) - 1)] == at, np.minimum(first, len(x) - 1)
    else:
        here = np.searchsorted(x, at, "right") - 1
        exact = x[here] == at
    return np.where(exact, y[here], np.interp(at, x, y))


def _averaged(like: Curve, x: Floats, y: Floats) -> Curve:
    first, second = like.axes
    return replace(
        like,
        kind=f"macro_{like.kind}",
        columns={first: x, second: y},
        thresholds=np.full(len(x), np.nan),
        note=say("curve_averaged"),
    )
