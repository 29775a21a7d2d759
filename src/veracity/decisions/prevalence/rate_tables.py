"""A metric of cases with given rates at given prevalences."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.metrics import Metric
from veracity.metrics.catalogue.prevalence_limits import at_the_limit
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells


def at_rates(metric: Metric, tpr: Floats, fpr: Floats, shares: Floats, n: float) -> Floats:
    """The metric of n cases with these rates (R,) at these prevalences (S,): (R, S)."""
    between = (shares > 0) & (shares < 1)
    found = np.empty((len(tpr), len(shares)))
    with np.errstate(all="ignore"):
        if between.any():
            found[:, between] = metric(tables_of(tpr[:, None], fpr[:, None], shares[between], n))
        for index in np.flatnonzero(~between):
            halves = tables_of(tpr, fpr, np.float64(0.5), n)
            found[:, index] = at_the_limit(metric, halves, float(shares[index]))
    return found


def tables_of(tpr: Floats, fpr: Floats, share: float | Floats, n: float) -> ConfusionMatrix:
    """The tables that n cases with these rates and shares of positives are expected to make."""
    four = [(1 - share) * (1 - fpr), (1 - share) * fpr, share * (1 - tpr), share * tpr]
    stacked = n * np.stack(np.broadcast_arrays(*four), -1)
    cells = DenseCells(stacked.reshape(*stacked.shape[:-1], 2, 2))
    return ConfusionMatrix.made(cells, (0, 1), 1)
