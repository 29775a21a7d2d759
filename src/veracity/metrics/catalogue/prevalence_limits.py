"""What a metric tends to as one of two classes becomes ever rarer.

At a prevalence of 0 or 1 a table lacks a class, and many formulas are 0/0 there. The limit is
found from the table itself where the metric has a value there, else by extrapolation.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.record.metric import Metric

NODES = 7
ROUGH, FINE = 0.05, 1e-4  # square roots of the first share, for rates of 0 or 1 and for others
AGREED = 1e-6
ROUNDED = 8  # decimals that extrapolation gives


def at_the_limit(metric: Metric, statistic: Any, share: float) -> Floats:
    """The metric as the positive share tends to 0 or to 1, whichever `share` is; leading axes stay.

    Where the metric of the table without one class exists, it is the limit. Elsewhere the
    metric is a smooth function of the square root of the share (MCC and Fowlkes–Mallows grow
    with the root), and Neville's scheme extrapolates it from ever smaller shares to 0. nan
    where its last two steps disagree: the limit was not found.
    """
    with np.errstate(all="ignore"):
        here = np.asarray(metric(statistic.at_prevalence(share)), np.float64)
        if not np.isnan(here).any():
            return here[()]
        uniform = _uniform(statistic, share)
        found = np.where(uniform, _extrapolated(metric, statistic, share, ROUGH), np.nan)
        if not np.all(uniform):
            fine = _extrapolated(metric, statistic, share, FINE)
            found = np.where(uniform, found, fine)
        return np.where(np.isnan(here), found, here)[()]


def _uniform(statistic: Any, share: float) -> Any:
    """Whether the class that remains is predicted all one way: then counts alone are rare."""
    if not hasattr(statistic, "tn"):
        return np.zeros(np.shape(statistic.total), bool)
    if share == 0:
        rate = ratio(statistic.fp, statistic.fp + statistic.tn)
    else:
        rate = ratio(statistic.tp, statistic.tp + statistic.fn)
    return (rate == 0) | (rate == 1)


def _extrapolated(metric: Metric, statistic: Any, share: float, first: float) -> Floats:
    """The value at 0 of the polynomial in the root of the share through all nodes."""
    roots = first / 2.0 ** np.arange(NODES)
    rows = []
    for root in roots:
        near = root**2 if share == 0 else 1 - root**2
        rows.append(np.asarray(metric(statistic.at_prevalence(near)), np.float64))
    table = list(rows)
    before = table[-1]
    for order in range(1, NODES):
        before = table[-1]
        table = [
            (roots[i] * table[i + 1] - roots[i + order] * table[i]) / (roots[i] - roots[i + order])
            for i in range(len(table) - 1)
        ]
    value = table[0]
    close = np.abs(value - before) <= AGREED * np.maximum(np.abs(value), 1.0)
    grows = np.abs(rows[-1]) > 2 * np.abs(rows[-2])
    endless = grows & (np.abs(rows[-1]) > 1e3) & np.isfinite(rows[-1])
    settled = np.where(close, np.round(value, ROUNDED) + 0.0, np.nan)
    return np.where(endless, np.copysign(np.inf, rows[-1]), settled)
