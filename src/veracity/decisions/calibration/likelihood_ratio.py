"""The likelihood-ratio test of calibration: intercept 0 and slope 1 against the fitted line."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.metrics.calibration.logistic import logistic_line, logits
from veracity.metrics.probability.sums import wrong_certainty
from veracity.results.estimate.test import Test
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text, say

NAME = "calibration_likelihood_ratio"


def likelihood_ratio(table: ProbabilityTable) -> Test:
    """Twice the log-likelihood gained by fitting logit P(y = 1) = a + b · logit p, χ² with 2 df.

    Cox DR (1958) Biometrika 45:562–565; Miller ME, Hui SL, Tierney WM (1991) Statistics in
    Medicine 10:1213–1226. In small samples it rejects calibrated probabilities a little too often;
    the score test `intercept_slope` does not. Weighted or clustered rows have no likelihood of
    their own: no p then. Where no line can be fitted (a threshold separates the classes, one
    class only) it is undefined.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> y, p = [0, 1, 0, 1, 1, 0, 1, 1], [0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    >>> found = likelihood_ratio(ProbabilityTable.of_rows(y, p))
    >>> found.df, round(found.statistic, 4)
    (2.0, 0.2437)
    """
    if table.shape:
        raise refuse("isotonic_leading_axes", shape=table.shape)
    if wrong_certainty(table):
        return Test(math.inf, 2.0, 0.0, NAME, say("calibration_test_certain"))
    inside = (table.scores > 0) & (table.scores < 1)
    if not inside.all():
        return _none(say("calibration_line_extreme"))
    a, b = (float(one) for one in logistic_line(table))
    if not math.isfinite(a) or not math.isfinite(b):
        return _none(say("calibration_line_none"))
    x = logits(table.scores)
    gained = _likelihood(table, a + b * x) - _likelihood(table, x)
    statistic = max(2 * gained, 0.0)
    if table.clusters is not None or table.weighted:
        return Test(statistic, 2.0, math.nan, NAME, say("calibration_lr_no_p"))
    return Test(statistic, 2.0, math.exp(-statistic / 2), NAME)  # χ² of 2 df


def _likelihood(table: ProbabilityTable, x: Floats) -> float:
    """Σ w ln P of what came, at these log odds."""
    yes, no = -np.logaddexp(0.0, -x), -np.logaddexp(0.0, x)
    return float((table.positive * yes + table.negative * no).sum())


def _none(why: Text) -> Test:
    return Test(math.nan, 2.0, math.nan, NAME, why)
