"""Bands of reliability curves: where the curve may lie, and where a true forecast would put it."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic import isotonic_values
from veracity.resampling.resamples import Resamples
from veracity.results.estimate.curve import Band
from veracity.statistics.numerics.quantiles import normal_quantile
from veracity.statistics.scores.probability_table import ProbabilityTable

BUCKETS = 512  # probabilities a resample tells apart; each is the mean of those it stands for
BATCH = 4_000_000  # numbers of a batch of resamples: 32 MB
IF_TRUE = "if the probabilities were true"

Fit = Callable[[Floats, Floats], Floats]


def confidence_band(
    table: ProbabilityTable, fit: Fit, *, level: float, times: int, seed: int
) -> Band:
    """Percentiles of the curve over resamples of the table: rows, or whole clusters.

    `fit(positive, total)` gives the curve (..., points) for weights (..., T) at the
    probabilities of the table. The band is for each point on its own. A table is resampled as in
    `resampling.Resamples`; it is to be coarse (BUCKETS).
    """

    def curves(batch: ProbabilityTable) -> Floats:
        return fit(batch.positive, batch.positive + batch.negative)

    resamples = Resamples(table, times, seed)
    return _percentiles(resamples.values(curves), level, f"percentiles of {resamples.kind}")


def consistency_band(
    table: ProbabilityTable, fit: Fit, *, level: float, times: int, seed: int
) -> Band:
    """Percentiles of the curve if the probabilities were calibrated: outcomes are drawn from them.

    In each resample the probabilities are drawn with replacement and every outcome is positive
    with its probability (consistency resampling: Bröcker J, Smith LA (2007) Weather and
    Forecasting 22(3):651–661; with the isotonic curve Dimitriadis T, Gneiting T, Jordan AI
    (2021) PNAS 118(8):e2016191118). Weighted rows count as their effective number, clustered
    ones less by the design effect, as if so many independent rows had been drawn.
    """
    return _percentiles(np.concatenate(list(_simulated(table, fit, times, seed))), level, IF_TRUE)


def wilson_bars(share: Floats, rows: Floats, level: float) -> Band:
    """Wilson's score interval of shares among so many effective rows.

    Wilson EB (1927) J Am Stat Assoc 22(158):209–212.
    """
    z2 = normal_quantile((1 + level) / 2) ** 2
    middle = (share + ratio(z2, 2 * rows)) / (1 + ratio(z2, rows))
    spread = ratio(share * (1 - share), rows) + ratio(z2, 4 * rows**2)
    half = np.sqrt(z2 * spread) / (1 + ratio(z2, rows))
    low = np.where(share == 0, 0.0, middle - half)
    return Band(low, np.where(share == 1, 1.0, middle + half), level, "wilson")


def widened(band: Band, bars: Band) -> Band:
    """The band, and nowhere narrower than the bars.

    Percentiles of a share that is 0 or 1 in every resample have no width, which would be wrong.
    """
    low, high = np.fmin(band.low, bars.low), np.fmax(band.high, bars.high)
    return Band(low, high, band.level, f"{band.method}, at least wilson")


def design_effect(table: ProbabilityTable, shares: Floats) -> float:
    """How many times more the outcomes vary because rows come in clusters; 1 without clusters.

    Σ over clusters of (Σ w·(y − share))², over the same sum for rows on their own; never below
    1. `shares` are those expected at each probability of the table, (T,). Kish L (1965) Survey
    Sampling, Wiley, section 8.2.
    """
    clusters = table.clusters
    if clusters is None:
        return 1.0
    truth, index = np.divmod(clusters.cell, len(table))
    yes = truth == (0 if table.positive_first else 1)
    rest = yes - shares[index]
    by_cluster = np.bincount(clusters.cluster, clusters.weight * rest, len(clusters))
    alone = float(clusters.sum_of_squares @ rest**2)
    return max(1.0, float(by_cluster @ by_cluster) / alone) if alone > 0 else 1.0


def clustering(table: ProbabilityTable) -> float:
    """The design effect about the isotonic curve, so that what it bends is no clustering."""
    if table.clusters is None:
        return 1.0
    total = table.weight.sum(-2)
    return design_effect(table, isotonic_values(table.positive, total, increasing=False))


def _simulated(table: ProbabilityTable, fit: Fit, times: int, seed: int) -> Iterator[Floats]:
    random = np.random.default_rng(seed)
    total = table.weight.sum(-2)
    squares = table.sum_of_squares.sum(-2)
    rows = np.where(squares > 0, ratio(total**2, squares), 0.0) / clustering(table)
    weight = np.where(rows > 0, ratio(total, rows), 0.0)
    n = max(round(float(rows.sum())), 1)
    share = rows / rows.sum()
    batch = int(np.clip(BATCH // max(len(rows), 1), 1, times))
    for start in range(0, times, batch):
        size = min(batch, times - start)
        drawn = random.multinomial(n, share, size)
        positive = random.binomial(drawn, table.scores)
        yield fit(np.multiply(positive, weight), np.multiply(drawn, weight))


def _percentiles(curves: Floats, level: float, method: str) -> Band:
    """Point by point; a point without rows in some resamples is judged by the others."""
    tail = (1 - level) / 2
    empty = np.isnan(curves).all(0)
    filled = np.where(empty, 0.0, curves)
    low, high = np.nanquantile(filled, [tail, 1 - tail], axis=0)
    return Band(np.where(empty, np.nan, low), np.where(empty, np.nan, high), level, method)
