"""The ROC curve: how many positives are found as more and more false alarms are allowed."""

from __future__ import annotations

from veracity.curves.making.coordinates import X_FPR, Y_TPR, Swept, missing_classes
from veracity.curves.making.tracing import curve_of
from veracity.results.estimate.curve import Curve


def roc(table: Swept, *, error: float | None = None) -> Curve:
    """True against false positive rate at every threshold, from (0, 0) to (1, 1).

    Tied scores share one threshold, so that the curve runs straight and slanting over a tie,
    as chance would break it. It does not depend on the prevalence. Without one of the classes
    its rate is nan and the note says so. With an `error` only the points that a drawing within
    that error needs. Fawcett T (2006) Pattern Recognition Letters 27(8):861–874.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> table = ScoreTable.of_rows([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8])
    >>> fpr, tpr, thresholds = roc(table)
    >>> fpr.tolist(), tpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.5, 0.5, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], [inf, 0.8, 0.4, 0.35, 0.1])
    """
    note = missing_classes(table, "positives", "negatives")
    return curve_of("roc", table, (X_FPR, Y_TPR), error=error, note=note)
