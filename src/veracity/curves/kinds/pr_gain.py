"""The precision-recall-gain curve: precision and recall on the scale on which F averages them."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import Coordinate, Swept, left, missing_classes, one, totals
from veracity.curves.making.tracing import curve_of
from veracity.results.estimate.curve import Curve
from veracity.words import Text


def pr_gain(table: Swept, *, error: float | None = None) -> Curve:
    """Precision gain against recall gain at every threshold.

    A gain is 0 where precision or recall equals the prevalence, as for calling everything
    positive, and 1 at best; below the prevalence it is negative without limit. On this scale
    a straight line between two points is right, and so is an area. Where no positive is found
    recall gain is −∞. Flach P, Kull M (2015) Precision-Recall-Gain Curves, NeurIPS 28.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> curve = pr_gain(ScoreTable.of_rows([1, 1, 0, 1, 0], [5, 4, 3, 2, 1]))
    >>> curve.x.tolist(), curve.y[1:].tolist()
    ([-inf, -2.0, 0.25, 0.25, 1.0, 1.0], [1.0, 1.0, 0.25, 0.5, 0.0])
    """
    note = missing_classes(table, "positives", "negatives")
    return curve_of("pr_gain", table, (X_RECALL_GAIN, Y_PRECISION_GAIN), error=error, note=note)


def gain_square(table: Swept) -> tuple[Floats, Floats]:
    """Recall gain from 0 to 1 and the precision gain there: the part that is drawn and measured.

    The first point is where the curve enters, at a recall that equals the prevalence: on the
    straight line (of counts, and of gains) between the two thresholds around it.
    """
    P, N = (float(total[0]) for total in totals(one(table)))
    if not (P > 0 and N > 0):
        return np.full(1, np.nan), np.full(1, np.nan)
    enters = P * P / (P + N)  # true positives where recall gain is 0
    after = int(np.searchsorted(table.tp, enters))
    tp0, tp1 = table.tp[after - 1], table.tp[after]
    fp0, fp1 = table.fp[after - 1], table.fp[after]
    false = fp0 + (enters - tp0) / (tp1 - tp0) * (fp1 - fp0)
    tp = np.concatenate([[enters], table.tp[after:]])
    fp = np.concatenate([[false], table.fp[after:]])
    return X_RECALL_GAIN.of(tp, fp, P, N), Y_PRECISION_GAIN.of(tp, fp, P, N)


X_RECALL_GAIN = Coordinate(
    "recall_gain",
    Text("Recall gain", "召回率增益"),
    lambda tp, fp, P, N: 1 - ratio(P * left(P, tp), N * tp),
    1,
    0,
)
Y_PRECISION_GAIN = Coordinate(
    "precision_gain",
    Text("Precision gain", "查准率增益"),
    lambda tp, fp, P, N: 1 - ratio(P * fp, N * tp),
    1,
    -1,
)
