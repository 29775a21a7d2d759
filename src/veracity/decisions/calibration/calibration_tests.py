"""Tests of calibration: whether chance alone explains how far the probabilities are off."""

from __future__ import annotations

import math
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.errors import refuse, spelled
from veracity.intervals.influence.clusters import covariance_of_sums, variance_of_sum
from veracity.metrics.calibration.bins import Bins, bins_of
from veracity.metrics.probability.sums import wrong_certainty
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.test import Test
from veracity.statistics.numerics.weighted_sums import weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.words import Text, joined, say

INTERCEPT_SLOPE = "intercept_slope"
SAME = 1e-9  # of the variance: directions in which nothing varies
MOST_GROUPS = 10_000
LEAST_EXPECTED = 5.0  # Cochran WG (1954) Biometrics 10(4):417–451


def spiegelhalter(table: ProbabilityTable) -> Test:
    """Spiegelhalter's z: whether the Brier score is what calibrated probabilities would have.

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
    if table.clusters is not None:
        return _of_clusters(table, len(table.clusters))
    of_yes = weighted_sum(table.positive, table.scores, lambda p: (1 - p) * (1 - 2 * p))
    of_no = weighted_sum(table.negative, table.scores, lambda p: -p * (1 - 2 * p))
    squares = table.sum_of_squares  # of both classes, (2, T): their sum would be a new array
    spread = weighted_sum(squares, table.scores, lambda p: (1 - 2 * p) ** 2 * p * (1 - p))
    variance = float(spread.sum())
    z = float(ratio(of_yes + of_no, math.sqrt(variance)))
    p_value = math.erfc(abs(z) / math.sqrt(2)) if not math.isnan(z) else math.nan
    return Test(z, None, p_value, "spiegelhalter", _of_sum(table, z))


def _of_clusters(table: ProbabilityTable, clusters: int) -> Test:
    """The t test of the sums of the clusters, whose mean is 0 for calibrated probabilities."""
    from scipy.special import stdtr

    if clusters < 2:
        return Test(math.nan, 0.0, math.nan, "spiegelhalter", say("one_cluster"))
    sums = _by_cluster(table)
    t = float(ratio(sums.sum(), math.sqrt(float(variance_of_sum(sums)))))
    p_value = 2 * float(stdtr(clusters - 1, -abs(t))) if not math.isnan(t) else math.nan
    notes = [_of_sum(table, t), say("calibration_test_clusters", n=clusters)]
    return Test(t, clusters - 1.0, p_value, "spiegelhalter", joined(one for one in notes if one))


def _of_sum(table: ProbabilityTable, statistic: float) -> Text:
    if math.isnan(statistic):
        return say("calibration_test_flat")
    return say("calibration_test_certain") if wrong_certainty(table) else NO_NOTE


def intercept_slope(table: ProbabilityTable) -> Test:
    """Whether the calibration line has intercept 0 and slope 1, both in one test.

    The score test of a = 0 and b = 1 in logit P(y = 1) = a + b · logit p (Cox DR (1958)
    Biometrika 45(3/4):562–565; Miller ME, Hui SL, Tierney WM (1991) Statistics in Medicine
    10(8):1213–1226 test the same by the likelihood ratio, which rejects calibrated probabilities
    too often in small samples): U'V⁻¹U with U = Σ(y − p)(1, logit p), whose mean and variance are
    exact if every p is true; χ² with 2 degrees of freedom, 1 where all probabilities are the same.
    With weights the variance has w². With clusters it is Hotelling's T² of their sums. Rows of
    probability 0 or 1 that came true tell nothing; one that did not settles it.

    >>> from veracity.statistics.scores.probability_table import ProbabilityTable
    >>> test = intercept_slope(ProbabilityTable.of_rows([0, 1, 1, 1], [0.2, 0.2, 0.8, 0.8]))
    >>> f"{test.statistic:.4f} {test.df} {test.p_value:.4f}"
    '1.6250 2.0 0.4437'
    """
    _single(table)
    if wrong_certainty(table):
        return Test(math.inf, 2.0, 0.0, INTERCEPT_SLOPE, say("calibration_test_certain"))
    if table.clusters is not None:
        sums = _scores_by_cluster(table)
        size = len(table.clusters)
        if size < 2:
            return Test(math.nan, 0.0, math.nan, INTERCEPT_SLOPE, say("one_cluster"))
        variance = covariance_of_sums(sums)
        note = say("calibration_test_clusters", n=size)
        return joint_test(INTERCEPT_SLOPE, sums.sum(-1), variance, size, note)
    moved = np.array([_moved(table, 0), _moved(table, 1)])
    spread = [_spread(table, k) for k in range(3)]
    variance = np.array([[spread[0], spread[1]], [spread[1], spread[2]]])
    return joint_test(INTERCEPT_SLOPE, moved, variance)


def _moved(table: ProbabilityTable, k: int) -> float:
    """Σ w(y − p) times a power of the log odds."""
    of_yes = weighted_sum(table.positive, table.scores, lambda p: (1 - p) * _powers(p, k))
    of_no = weighted_sum(table.negative, table.scores, lambda p: -p * _powers(p, k))
    return float(of_yes + of_no)


def _spread(table: ProbabilityTable, k: int) -> float:
    """Σ w² p(1 − p) times a power of the log odds."""
    squares = table.sum_of_squares
    return float(weighted_sum(squares, table.scores, lambda p: p * (1 - p) * _powers(p, k)).sum())


def _powers(p: Floats, k: int) -> Floats:
    """The k-th power of the log odds; 0 where p is 0 or 1, which adds nothing."""
    inside = (p > 0) & (p < 1)
    q = np.where(inside, p, 0.5)
    return np.where(inside, np.asarray(np.log(q) - np.log1p(-q)) ** k, 0.0)


def joint_test(
    name: str, moved: Floats, variance: Floats, clusters: int | None = None, note: Text = NO_NOTE
) -> Test:
    """U'V⁻¹U along the directions in which U varies at all."""
    from scipy.special import chdtrc, fdtrc

    scale = np.sqrt(variance.diagonal())
    kept = scale > 0
    if not kept.any():
        return Test(math.nan, 0.0, math.nan, name, say("calibration_test_all_certain"))
    alike = variance[np.ix_(kept, kept)] / np.outer(scale[kept], scale[kept])
    roots, ways = np.linalg.eigh(alike)
    varies = roots > SAME
    along = ways[:, varies].T @ (moved[kept] / scale[kept])
    statistic, df = float((along**2 / roots[varies]).sum()), int(varies.sum())
    if clusters is None:
        return Test(statistic, float(df), float(chdtrc(df, statistic)), name, note)
    below = clusters - df
    if below < 1:
        few = say("calibration_test_few_clusters", n=clusters)
        return Test(statistic, float(df), math.nan, name, few)
    shrunk = statistic * below / (df * (clusters - 1))
    p_value = float(fdtrc(df, below, shrunk))
    return Test(statistic, float(df), p_value, name, note)


def hosmer_lemeshow(table: ProbabilityTable, groups: int = 10) -> Test:
    """Hosmer and Lemeshow's χ² over groups of about equal size by probability.

    Σ (O − E)² / (n p̄(1 − p̄)) over the groups, O and E being observed and expected positives.
    The degrees of freedom are the number of groups, because the probabilities were not fitted
    on these rows (after a fit on the same rows they would be two fewer). Groups are divided at
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
    known = isinstance(groups, Real) and not isinstance(groups, bool)
    if not known or not 2 <= groups <= MOST_GROUPS or groups != int(groups):
        raise refuse("calibration_groups", most=MOST_GROUPS, value=spelled(groups))
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
    if table.clusters is not None:
        note = say("calibration_test_no_p")
        return Test(statistic, df, math.nan, "hosmer_lemeshow", note)
    note = say("calibration_test_certain") if wrong_certainty(table) else _of_few(found, counted)
    return Test(statistic, df, _beyond(statistic, df), "hosmer_lemeshow", note)


def _of_few(found: Bins, counted: NDArray[np.bool_]) -> Text:
    """What to say where groups expect few cases; weighted rows count as their effective number."""
    mean = found.mean[counted]
    expected = found.rows[counted] * np.minimum(mean, 1 - mean)
    few = int((expected < LEAST_EXPECTED).sum())
    return say("calibration_test_few", n=few, groups=len(mean)) if few else NO_NOTE


def _single(table: ProbabilityTable) -> None:
    if table.shape:
        raise refuse("isotonic_leading_axes", shape=table.shape)


def _by_cluster(table: ProbabilityTable) -> Floats:
    """Σ w(y − p)(1 − 2p) of each cluster."""
    return _summed_by_cluster(table, 1 - 2 * table.scores)


def _scores_by_cluster(table: ProbabilityTable) -> Floats:
    """Σ w(y − p) and Σ w(y − p) logit p of each cluster, (2, clusters)."""
    return np.stack([_summed_by_cluster(table, _powers(table.scores, k)) for k in range(2)])


def _summed_by_cluster(table: ProbabilityTable, factor: Floats) -> Floats:
    """Σ w(y − p) · factor of each cluster."""
    clusters, p = table.clusters, table.scores
    assert clusters is not None
    yes = 0 if table.positive_first else 1
    each = np.empty((2, len(p)))
    each[yes], each[1 - yes] = (1 - p) * factor, -p * factor
    moved = clusters.weight * each.reshape(-1)[clusters.cell]
    return np.bincount(clusters.cluster, moved, len(clusters)).astype(np.float64)


def _beyond(statistic: float, df: float) -> float:
    from scipy.special import chdtrc

    return float(chdtrc(df, statistic))
