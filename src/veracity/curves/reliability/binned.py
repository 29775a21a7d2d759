"""The reliability curve in bins: the share of positives in each bin of probability."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.curves.reliability.bands import design_effect, wilson_bars
from veracity.metrics.calibration.bins import Bins
from veracity.results.estimate.curve import Band
from veracity.statistics.scores.pooling import pooled_table
from veracity.statistics.scores.probability_table import ProbabilityTable


def bin_bars(table: ProbabilityTable, found: Bins, level: float) -> Band:
    """Wilson's interval of the share in each bin that is not empty, lowest first.

    Weighted rows count as their effective number, clustered ones less by the design effect.
    """
    held = found.weight > 0
    bin_shares = found.share[held]
    index = np.searchsorted(np.cumsum(found.weight[held][::-1]) * (1 + 1e-12), _middles(table))
    shares = bin_shares[::-1][np.minimum(index, len(bin_shares) - 1)]
    rows = found.rows[held] / design_effect(table, shares)
    return wilson_bars(bin_shares, rows, level)


def _middles(table: ProbabilityTable) -> Floats:
    """The weight reached in the middle of each probability, from the highest down."""
    total = table.weight.sum(-2)
    middles: Floats = np.cumsum(total) - total / 2
    return middles


def bin_table(table: ProbabilityTable, found: Bins) -> ProbabilityTable:
    """The table with one probability, the mean, for each bin that is not empty."""
    held = found.weight[::-1] > 0
    before = np.concatenate([[0.0], np.cumsum(found.weight[::-1])[:-1]])[held]
    first = np.searchsorted(_middles(table), before)
    pooled = pooled_table(table, first)
    return replace(pooled, scores=found.mean[::-1][held])


def bin_fit(positive: Floats, total: Floats) -> Floats:
    """The share of positives of each bin, lowest first; nan where a resample has no rows."""
    return ratio(positive, total)[..., ::-1]
