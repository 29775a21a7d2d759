"""Intervals at many prevalences from the posterior of both rates.

Where a value lies at the end of its range the delta method says nothing. There draws of TPR and
FPR (Jeffreys' prior) are carried to each prevalence, and the middle part of them is the interval.
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.decisions.expected_loss.population import Population
from veracity.decisions.prevalence.rate_tables import at_rates, tables_of
from veracity.intervals import Estimator
from veracity.metrics import Metric, find

AT_ONCE = 1 << 15  # tables that are made together
NODES = 64  # prevalences at which the posterior of very many is read
FEW = 16  # draws that show whether a metric varies at all
ALIKE = 1e-12
Ends = tuple[Floats, Floats]


def posterior_ends(
    estimator: Estimator, metric: Metric, shares: Floats, counted: Population | None
) -> Ends:
    """Percentiles over draws of both rates (and of a counted prevalence, Jeffreys' prior).

    Of more than 64 prevalences, so many are read, evenly spread in their log odds, and the rest
    lies on straight lines between them: off by less than 0.001 of the range, far below what
    another seed changes.
    """
    sample, settings = estimator.sample, estimator.settings
    drawn = sample.posterior(sample.cluster_count)
    tpr, fpr = (np.atleast_1d(find(key)(drawn)) for key in ("recall", "fpr"))
    n, level = float(sample.read.total), settings.confidence_level
    if counted is not None:
        random = np.random.default_rng(settings.random_state)
        positives, cases = float(counted.positives or 0), float(counted.of or 0)
        share = random.beta(positives + 0.5, cases - positives + 0.5, len(tpr))
        with np.errstate(all="ignore"):
            columns = np.asarray(metric(tables_of(tpr, fpr, share, n)))[:, None]
        return middle(columns, level)

    def read(at: Floats) -> Ends:
        step = max(AT_ONCE // len(tpr), 1)
        parts = [
            _read(metric, tpr, fpr, at[start : start + step], n, level)
            for start in range(0, len(at), step)
        ]
        low, high = (np.concatenate(part) for part in zip(*parts, strict=True))
        return low, high

    between = (shares > 0) & (shares < 1)
    if between.sum() <= NODES:
        return read(shares)
    low, high = np.full((2, len(shares)), np.nan)
    odds = np.log(shares[between] / (1 - shares[between]))
    nodes = np.linspace(odds.min(), odds.max(), NODES)
    ends = read(1 / (1 + np.exp(-nodes)))
    low[between], high[between] = (np.interp(odds, nodes, end) for end in ends)
    left = ~(np.isfinite(low) & np.isfinite(high))  # the limits, and what has no finite end
    if left.any() and not np.isnan(ends).all():
        low[left], high[left] = read(shares[left])
    return low, high


def _read(metric: Metric, tpr: Floats, fpr: Floats, shares: Floats, n: float, level: float) -> Ends:
    """The middle of the draws; none, without drawing all, where a few of them are all alike."""
    first = at_rates(metric, tpr[:FEW], fpr[:FEW], shares, n)
    with np.errstate(invalid="ignore"):
        varies = ~(np.abs(first - first[0]) <= ALIKE * np.maximum(np.abs(first[0]), 1)).all(0)
    low, high = np.full((2, len(shares)), np.nan)
    if varies.any():
        low[varies], high[varies] = middle(at_rates(metric, tpr, fpr, shares[varies], n), level)
    return low, high


def middle(columns: Floats, level: float) -> Ends:
    """The middle part of each column; nan where it has no width or a whole tail is undefined.

    As `intervals.percentiles` has it: ends are draws themselves.

    >>> middle(np.arange(81.0)[:, None], 0.95)
    (array([2.]), array([78.]))
    """
    tail, size = (1 - level) / 2, len(columns)
    ordered = np.sort(columns, axis=0)  # nan comes last
    known = (~np.isnan(columns)).sum(0)
    indices = (known - 1) * tail, (known - 1) * (1 - tail)
    ends = [
        np.take_along_axis(ordered, np.maximum(of(index), 0).astype(np.int64)[None], 0)[0]
        for of, index in zip((np.floor, np.ceil), indices, strict=True)
    ]
    with np.errstate(invalid="ignore"):
        scale = np.fmax(np.abs(ends[0]), np.abs(ends[1]))
        near = ends[1] - ends[0] <= ALIKE * np.fmax(scale, 1.0)
        alike = (ends[0] == ends[1]) | (near & np.isfinite(scale))
    bare = (1 - known / size > tail) | alike
    low, high = (np.where(bare, np.nan, end) for end in ends)
    return low, high
