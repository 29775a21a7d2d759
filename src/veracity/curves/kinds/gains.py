"""Cumulative gain and lift: what is found among the cases looked at first."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import X_CALLED_POSITIVE, Coordinate, Swept, missing_classes
from veracity.curves.making.tracing import curve_of
from veracity.metrics.counts.among_truth import RECALL
from veracity.results.estimate.curve import Curve, Window
from veracity.words import Text


def gains(table: Swept, *, error: float | None = None) -> Curve:
    """Share of all positives found against the share of cases called positive, and the lift.

    Also called the lift chart or Lorenz curve: who works through the ranking from the top has
    found so much after so much work. Chance is the diagonal; the best possible ranking rises
    straight to 1 at the prevalence.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> curve = gains(ScoreTable.of_rows([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> curve.x.tolist(), curve.y.tolist(), curve["lift"][1:3].tolist()
    ([0.0, 0.25, 0.5, 0.75, 1.0], [0.0, 0.5, 0.5, 1.0, 1.0], [2.0, 1.0])
    """
    note = missing_classes(table, "positives")
    return curve_of(
        "gains", table, (X_CALLED_POSITIVE, Y_GAIN), beside=(Y_LIFT,), error=error, note=note
    )


def lift(table: Swept, *, error: float | None = None) -> Curve:
    """How many times more positives than by chance, against the share called positive.

    Lift is precision divided by prevalence; where nothing is called positive it is nan.
    """
    note = missing_classes(table, "positives")
    return curve_of(
        "lift", table, (X_CALLED_POSITIVE, Y_LIFT), beside=(Y_GAIN,), error=error, note=note
    )


def _up_to_the_most(P: Floats, N: Floats) -> Window:
    """From nothing to a precision of 1."""
    most = ratio(P + N, P)
    return 0.0, float(np.max(most, where=np.isfinite(most), initial=1.0))


Y_GAIN = Coordinate("gain", RECALL.names, lambda tp, fp, P, N: ratio(tp, P), 1, 0)
Y_LIFT = Coordinate(
    "lift",
    Text("Lift", "提升度"),
    lambda tp, fp, P, N: ratio(tp * (P + N), (tp + fp) * P),
    1,
    -1,
    _up_to_the_most,
)
