"""One test for all models together: whether they are alike in a metric."""

from __future__ import annotations

import math

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.differences.difference import hidden_words, proportion_counts
from veracity.comparisons.paired_samples.paired import Paired
from veracity.comparisons.significance.testing import proportions_alike
from veracity.metrics import Metric
from veracity.results import Test
from veracity.unexpected import unless_broken
from veracity.words import say


def all_alike(paired: Paired, metric: Metric) -> Test:
    """Cochran's Q for a proportion of the same rows, a Wald test for everything else.

    The Wald test takes DeLong's covariance for ROC areas (their own test for several areas),
    that of the resamples for metrics of a moving threshold, and the linearised one otherwise.
    """
    return unless_broken(
        lambda: _all_alike(paired, metric),
        lambda why: Test(math.nan, None, math.nan, "none", why),
    )


def _all_alike(paired: Paired, metric: Metric) -> Test:
    models = range(len(paired.names))
    if proportion_counts(paired, metric, 0, 1) is not None:
        return proportions_alike(paired, metric, list(models))
    values = np.array([paired.estimate(metric, model).value for model in models])
    if not np.isfinite(values).all():
        return Test(math.nan, None, math.nan, "wald", say("difference_undefined"))
    if metric.no_interval is not None:
        return Test(math.nan, None, math.nan, "wald", metric.no_interval.sentence())
    spreads = [paired.spread(metric, 0, model) for model in models[1:]]
    known = [spread for spread in spreads if spread is not None]
    for spread in known:
        if spread.hidden:
            return Test(math.nan, None, math.nan, "wald", hidden_words(paired, spread))
    clusters = 1 + min(spread.df for spread in known) if known else None
    return wald(values, _covariance(paired, metric), clusters)


def _covariance(paired: Paired, metric: Metric) -> Floats:
    if metric.area is not None:
        return paired.areas * metric.area.slope**2
    if metric.moving is not None:
        return paired.resamples(metric).covariance(metric)
    return paired.covariance(metric)


def wald(values: Floats, cov: Floats, clusters: float | None = None) -> Test:
    """Whether several values are equal, given how they vary together.

    Differences to the first, weighed by the inverse of their covariance: chi-squared with as
    many degrees of freedom as these have (models that never differ add none). With clusters it
    is Hotelling's T², referred to F with clusters − df degrees below; `clusters` is one more than
    the degrees of freedom of the variance.

    >>> round(wald(np.array([0.9, 0.8]), np.diag([0.0004, 0.0021])).statistic, 9)
    4.0
    """
    from scipy.special import chdtrc, fdtrc

    apart = np.hstack([-np.ones((len(values) - 1, 1)), np.eye(len(values) - 1)])
    gaps, spread = apart @ values, apart @ cov @ apart.T
    if not np.isfinite(spread).all():
        return Test(math.nan, None, math.nan, "wald", say("no_standard_error"))
    roots, ways = np.linalg.eigh(spread)
    kept = roots > 1e-10 * max(float(np.trace(cov)), 1e-300)
    df = int(kept.sum())
    if df == 0:
        same = bool(np.allclose(gaps, 0.0, atol=1e-12))
        p = 1.0 if same else math.nan
        return Test(0.0 if same else math.nan, 0.0, p, "wald", say("no_standard_error"))
    along = ways[:, kept].T @ gaps
    statistic = float((along**2 / roots[kept]).sum())
    if clusters is None:
        return Test(statistic, float(df), float(chdtrc(df, statistic)), "wald")
    below = clusters - df
    if below < 1:
        return Test(statistic, float(df), math.nan, "wald", say("too_few_clusters_for_all"))
    shrunk = statistic * below / (df * (clusters - 1))
    return Test(statistic, float(df), float(fdtrc(df, below, shrunk)), "wald")
