"""The DET curve: the two error rates against each other, on normal deviates."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.making.coordinates import (
    X_FPR,
    Y_FNR,
    Coordinate,
    Swept,
    left,
    missing_classes,
)
from veracity.curves.making.tracing import curve_of
from veracity.results.estimate.curve import Curve, Window
from veracity.words import Text


def det(table: Swept, *, error: float | None = None) -> Curve:
    """False negative against false positive rate, both as normal deviates (probit).

    On these axes two normal distributions of equal spread give a straight line of slope −1,
    and corners near 0 stay visible. A rate of 0 or 1 lies at −∞ or +∞. The rates themselves
    are in the columns `fpr` and `fnr`; it unpacks to them as scikit-learn's `det_curve` does.
    Martin A et al. (1997) The DET curve in assessment of detection task performance,
    Eurospeech, 1895–1898.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> curve = det(ScoreTable.of_rows([0, 0, 1, 1], [0.1, 0.4, 0.35, 0.8]))
    >>> curve["fnr"].tolist(), curve.y.tolist()
    ([1.0, 0.5, 0.5, 0.0, 0.0], [inf, 0.0, 0.0, -inf, -inf])
    """
    note = missing_classes(table, "positives", "negatives")
    axes = (X_FPR_PROBIT, Y_FNR_PROBIT)
    return curve_of("det", table, axes, beside=(X_FPR, Y_FNR), error=error, note=note)


def _probit(part: Floats, rest: Floats) -> Floats:
    """The normal deviate of part / (part + rest), from the smaller of the two: exact near 1."""
    from scipy.special import ndtri

    total = part + rest
    small = ndtri(ratio(np.minimum(part, rest), total))
    return np.where(part <= rest, small, -small) + 0.0


def _deviates(P: Floats, N: Floats) -> Window:  # noqa: ARG001
    """Rates from one in 3.5 million to all but one: no test set shows more."""
    return -5.0, 5.0


X_FPR_PROBIT = Coordinate(
    "fpr_probit",
    Text("False positive rate (normal deviate)", "假阳性率（正态离差）"),
    lambda tp, fp, P, N: _probit(fp, left(N, fp)),
    0,
    1,
    _deviates,
)
Y_FNR_PROBIT = Coordinate(
    "fnr_probit",
    Text("False negative rate (normal deviate)", "假阴性率（正态离差）"),
    lambda tp, fp, P, N: _probit(left(P, tp), tp),
    -1,
    0,
    _deviates,
)
