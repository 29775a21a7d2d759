"""Where acting on a model is shown to be worth more than treating all and treating none.

At a threshold probability t the model is worth more than treating none where more than t of
those it calls are positive, and more than treating all where less than t of those it does not
call are: two exact binomial tests (Vickers AJ, Elkin EB (2006) Medical Decision Making
26(6):565–574 for the equivalence), both of which have to hold. One sentence speaks of many
thresholds, so each test is held to the level that the largest of all standardised differences
reaches by chance in (1 − level)/2 of samples, as far as they vary together (a Gaussian process
with their covariance; Hothorn T, Bretz F, Westfall P (2008) Biometrical Journal 50:346–363).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.population import Population
from veracity.decisions.expected_loss.threshold_counts import Cells, CountsAtThresholds

MOST_THRESHOLDS = 64  # that the joint distribution is made for
DRAWS = 4000
FLAT = 1e-12  # of the largest variance: nothing varies there


def display_worth(
    counts: CountsAtThresholds, where: Population | None, level: float, seed: int = 0
) -> NDArray[np.bool_]:
    """At which thresholds both differences are shown to be above 0, all of them together.

    Weights count as the rows they are worth; with weights, clusters or another prevalence the
    standardised difference (t where there are clusters) has to reach the level too.
    """
    share = None if where is None else where.positive_share
    if share in (0.0, 1.0):  # without positives none is best, without negatives all
        return np.zeros(len(counts.thresholds), bool)
    p = np.maximum(*_binomial(counts, share))
    if where is not None or counts.cluster_count is not None or _weighted(counts):
        for cells in _differences(counts.thresholds):
            p = np.maximum(p, _standardised(counts, cells, where))
    local = local_level(counts, share, level, seed)
    return np.asarray(p <= local)


def _weighted(counts: CountsAtThresholds) -> bool:
    """Whether rows carry weights, whose squares are then other sums."""
    w, s = counts.weight, counts.squares
    return not all(map(np.array_equal, (w.tp, w.fp, w.P, w.N), (s.tp, s.fp, s.P, s.N)))


def _differences(t: Floats) -> tuple[Cells, Cells]:
    """What a row of each cell adds to the net benefit, less treating none, less treating all."""
    odds, zero = t / (1 - t), np.zeros_like(t)
    return (1 + zero, -odds, zero, zero), (zero, zero, zero - 1, odds)


def _binomial(counts: CountsAtThresholds, share: float | None) -> tuple[Floats, Floats]:
    """The p-values of both tests, one-sided; rows of a torn cell of a grid count against it."""
    from scipy.special import betainc

    w, squares = counts.weight, counts.squares
    tp, fp = w.tp, w.fp
    if counts.torn is not None:
        tp = tp - counts.torn.tp
    odds = counts.thresholds / (1 - counts.thresholds)
    if share is not None:  # the same condition on the shares that these rows have
        odds = odds * ratio(w.P * (1 - share), w.N * share)
    t = np.where(np.isinf(odds), 1.0, odds / (1 + odds))
    found = []
    for right, wrong, square, limit in (
        (tp, fp, squares.tp + squares.fp, t),
        (w.N - fp, w.P - tp, squares.P + squares.N - squares.tp - squares.fp, 1 - t),
    ):
        rows = np.nan_to_num(ratio(right + wrong, square))
        right, wrong = np.maximum(right * rows, 0.0), np.maximum(wrong * rows, 0.0)
        some = right > 0
        tail = betainc(np.where(some, right, 1.0), wrong + 1, np.nan_to_num(limit, nan=1.0))
        found.append(np.where(some, tail, 1.0))
    return found[0], found[1]


def _standardised(counts: CountsAtThresholds, cells: Cells, where: Population | None) -> Floats:
    """The one-sided p-value of a difference over its standard error."""
    from scipy.special import ndtr, stdtr

    mean = counts.mean(cells, where)
    with np.errstate(all="ignore"):
        z = (mean.value - mean.bound) / mean.error
        p = ndtr(-z) if mean.freedom is None else stdtr(mean.freedom, -z)
    return np.where((mean.error > 0) & np.isfinite(p), p, 1.0)


def local_level(counts: CountsAtThresholds, share: float | None, level: float, seed: int) -> float:
    """The level of each test that all of them together keep."""
    from scipy.special import ndtr

    cov = _covariance(counts, share)
    variance = cov.diagonal()
    kept = variance > FLAT * variance.max(initial=0.0)
    if not kept.any():
        return 0.0
    error = np.sqrt(variance[kept])
    roots, ways = np.linalg.eigh(cov[np.ix_(kept, kept)] / np.outer(error, error))
    ways = ways * np.sqrt(np.maximum(roots, 0.0))
    drawn = np.random.default_rng(seed).standard_normal((DRAWS, len(roots))) @ ways.T
    return float(ndtr(-np.quantile(drawn.max(1), (1 + level) / 2)))


def _covariance(counts: CountsAtThresholds, share: float | None) -> Floats:
    """How both differences vary together over the thresholds, up to a factor."""
    size = len(counts.thresholds)
    indices = np.unique(
        np.linspace(0, size - 1, min(size, MOST_THRESHOLDS)).round().astype(np.int64)
    )
    odds = (counts.thresholds / (1 - counts.thresholds))[indices]
    w = counts.weight
    up, across = (1.0, 1.0) if share is None else (ratio(share, w.P), ratio(1 - share, w.N))
    up, across = (float(np.nan_to_num(one)) for one in (up, across))
    most = max(up, across * float(odds[np.isfinite(odds)].max(initial=0.0)))
    if 0 < most < np.inf:  # a common factor has no part in it, and squares must not overflow
        up, across = up / most, across / most
    if counts.clusters is not None:
        return _between_clusters(counts, indices, odds, (up, across), share)
    moments, sums, totals = [], [], []
    squares = counts.squares
    for called_positive, total, gain in (
        (squares.tp[indices], float(squares.P), up * np.ones_like(odds)),
        (squares.fp[indices], float(squares.N), -across * odds),
    ):
        first, second = (
            np.minimum.outer(called_positive, called_positive),
            np.maximum.outer(called_positive, called_positive),
        )
        between = np.maximum(
            called_positive[:, None] - called_positive[None, :], 0.0
        )  # called positive here and not there
        parts = np.block([[first, -between], [-between.T, total - second]])
        both = np.concatenate([gain, gain])
        moments.append(parts * np.outer(both, both))
        sums.append(np.concatenate([called_positive, called_positive - total]) * both)
        totals.append(total)
    if share is None:
        whole, total = sums[0] + sums[1], max(sum(totals), 1e-300)
        return np.asarray(moments[0] + moments[1] - np.outer(whole, whole) / total)
    each = [
        m - np.outer(s, s) / max(n, 1e-300) for m, s, n in zip(moments, sums, totals, strict=True)
    ]
    return np.asarray(each[0] + each[1])


def _between_clusters(
    counts: CountsAtThresholds,
    indices: NDArray[np.int64],
    odds: Floats,
    gain: tuple[float, float],
    share: float | None,
) -> Floats:
    """The same from what each cluster adds."""
    clusters = counts.clusters
    assert clusters is not None
    tp, fp = clusters.tp[:, indices], clusters.fp[:, indices]
    w, up, across = counts.weight, *gain
    parts = [
        (up * tp, up * clusters.P, up * w.tp[indices], up * w.P),
        (
            -across * fp * odds,
            -across * clusters.N * odds,
            -across * w.fp[indices] * odds,
            -across * w.N * odds,
        ),
    ]
    own = (clusters.P + clusters.N, w.P + w.N)
    each = np.zeros((len(tp), 2 * len(indices)))
    for (called_positive, held, all_called_positive, all_held), size in zip(
        parts, ((clusters.P, w.P), (clusters.N, w.N)), strict=True
    ):
        mine, whole = own if share is None else size
        value = np.concatenate([called_positive, called_positive - held], -1)
        mean = np.concatenate([all_called_positive, all_called_positive - all_held], -1) / max(
            float(whole), 1e-300
        )
        each += value - mean * mine
    return each.T @ each
