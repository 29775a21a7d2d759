"""Tests of calibration: whether chance alone explains how far the probabilities are off."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.metrics.calibration.bins import Bins, bins_of
from veracity.metrics.probability.sums import wrong_certainty
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.test import Test
from veracity.statistics.numerics.weighted_sums import weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text, joined, say

LEAST_EXPECTED = 5.0  # Cochran WG (1954) Biometrics 10(4):417–451


def spiegelhalter(table: ProbabilityTable) -> Test:
    """Spiegelhalter's z: whether the Brier score is what true probabilities would have.

    z = Σ(y − p)(1 − 2p) / √Σ(1 − 2p)² p(1 − p), standard normal for many rows if every p is the
    probability of its outcome; two-sided. It cannot see errors where p = 1/2. With weights the
    sum is weighted and its variance has w². With clusters it is the t test of their sums, with
    one degree of freedom less than there are clusters. Undefined where every p is 0, 1/2 or 1.
    Spiegelhalter DJ (1986) Statistics in Medicine 5(5):421–433.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> test = spiegelhalter(ProbabilityTable.of_rows([0, 0, 1, 1], [0.2, 0.2, 0.2, 0.8]))
    >>> f"{test.statistic:.4f} {test.p_value:.4f}"
    '0.2500 0.8026'
    """
    _single(table)
    if table.units is not None:
        return _of_clusters(table, len(table.units))
    of_yes = weighted_sum(table.positive, table.scores, lambda p: (1 - p) * (1 - 2 * p))
    of_no = weighted_sum(table.negative, table.scores, lambda p: -p * (1 - 2 * p))
    squares = table.sum_of_squares  # of both classes, (2, T): their sum would be a new array
    spread = weighted_sum(squares, table.scores, lambda p: (1 - 2 * p) ** 2 * p * (1 - p))
    variance = float(spread.sum())
    z = float(ratio(of_yes + of_no, math.sqrt(variance)))
    p_value = math.erfc(abs(z) / math.sqrt(2)) if not math.isnan(z) else math.nan
    return Test(z, None, p_value, "spiegelhalter", _of_sum(table, z))


def _of_clusters(table: ProbabilityTable, clusters: int) -> Test:
    """The t test of the sums of the clusters, whose mean is 0 if the probabilities are true."""
    from scipy.special import stdtr

    if clusters < 2:
        return Test(math.nan, 0.0, math.nan, "spiegelhalter", say("one_cluster"))
    sums = _by_cluster(table)
    spread = clusters / (clusters - 1) * float(((sums - sums.mean()) ** 2).sum())
    t = float(ratio(sums.sum(), math.sqrt(spread)))
    p_value = 2 * float(stdtr(clusters - 1, -abs(t))) if not math.isnan(t) else math.nan
    said = [_of_sum(table, t), say("calibration_test_clusters", n=clusters)]
    return Test(t, clusters - 1.0, p_value, "spiegelhalter", joined(one for one in said if one))


def _of_sum(table: ProbabilityTable, statistic: float) -> Text:
    if math.isnan(statistic):
        return say("calibration_test_flat")
    return say("calibration_test_certain") if wrong_certainty(table) else NO_NOTE


def hosmer_lemeshow(table: ProbabilityTable, groups: int = 10) -> Test:
    """Hosmer and Lemeshow's χ² over groups of about equal size by probability.

    Σ (O − E)² / (n p̄(1 − p̄)) over the groups, O and E being observed and expected positives.
    The degrees of freedom are the number of groups, because the probabilities were not fitted
    on these rows (after a fit on the same rows they would be two fewer). Groups are cut at
    quantiles (type 7), equal probabilities together, as in R's ResourceSelection; groups that
    ties leave empty, and those where all p are 0 or all are 1 and right, do not count. With
    weights the variance has w². Rows of one cluster are not independent: then there is no p.
    The note says in how many groups fewer than five cases are expected of an outcome.
    Hosmer DW, Lemeshow S (1980) Communications in Statistics A 9(10):1043–1069.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> table = ProbabilityTable.of_rows([0, 1, 1, 1], [0.2, 0.2, 0.5, 0.5])
    >>> test = hosmer_lemeshow(table, groups=2)
    >>> f"{test.statistic:.3f} {test.df} {test.p_value:.3f}"
    '3.125 2.0 0.210'
    """
    _single(table)
    if isinstance(groups, bool) or groups != int(groups) or groups < 2:
        raise refuse("calibration_groups", value=groups)
    found = bins_of(table, int(groups), "quantile")
    mean = found.mean
    variance = found.squares * mean * (1 - mean)
    with np.errstate(invalid="ignore"):
        each = ratio((found.positive - found.predicted) ** 2, variance)
    counted = (found.weight > 0) & ~np.isnan(each)
    df = float(counted.sum())
    if not df:
        return Test(math.nan, df, math.nan, "hosmer_lemeshow", say("calibration_test_flat"))
    statistic = float(each[counted].sum())
    if table.units is not None:
        note = say("calibration_test_no_p")
        return Test(statistic, df, math.nan, "hosmer_lemeshow", note)
    note = say("calibration_test_certain") if wrong_certainty(table) else _of_few(found, counted)
    return Test(statistic, df, _beyond(statistic, df), "hosmer_lemeshow", note)


def _of_few(found: Bins, counted: Any) -> Text:
    """What to say where groups expect few cases; weighted rows count as their effective number."""
    mean = found.mean[counted]
    expected = found.rows[counted] * np.minimum(mean, 1 - mean)
    few = int((expected < LEAST_EXPECTED).sum())
    return say("calibration_test_few", n=few, groups=len(mean)) if few else NO_NOTE


def _single(table: Any) -> None:
    if table.shape:
        raise refuse("isotonic_leading_axes", shape=table.shape)


def _by_cluster(table: ProbabilityTable) -> Floats:
    """Σ w(y − p)(1 − 2p) of each cluster."""
    units, p = table.units, table.scores
    assert units is not None
    yes = 0 if table.positive_first else 1
    each = np.empty((2, len(p)))
    each[yes], each[1 - yes] = (1 - p) * (1 - 2 * p), -p * (1 - 2 * p)
    moved = units.weight * each.reshape(-1)[units.cell]
    return np.bincount(units.unit, moved, len(units)).astype(np.float64)


def _beyond(statistic: float, df: float) -> float:
    from scipy.special import chdtrc

    return float(chdtrc(df, statistic))
