"""The interval of a mean over cases at many thresholds at once, of independent rows.

Among the rows themselves it is that of `mean_ends`, in another population that of `class_means`:
the same as for one evaluation at that threshold, so that curves and figures agree.
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.decisions.expected_loss.class_means import NAME, of_classes
from veracity.decisions.expected_loss.population import Population
from veracity.decisions.expected_loss.threshold_counts import (
    Cells,
    CountsAtThresholds,
    ThresholdCounts,
)
from veracity.intervals import Settings
from veracity.intervals.closed_form.of_means import effective_rows, heaviest_rows, mean_ends

Ends = tuple[Floats, Floats]


def by_wilson(counts: CountsAtThresholds, settings: Settings) -> bool:
    """Whether rows are independent, and nobody asked for the delta method by name."""
    return counts.cluster_count is None and settings.method != "delta"


def band_method(counts: CountsAtThresholds, settings: Settings, where: Population | None) -> str:
    """What a band over thresholds was made with."""
    if settings.method == "none":
        return "none"
    if not by_wilson(counts, settings):
        return "delta" if counts.cluster_count is None else "delta (clusters)"
    return "wilson (mean)" if where is None else NAME


def ends_at_thresholds(
    counts: CountsAtThresholds, cells: Cells, where: Population | None, level: float
) -> Ends:
    """Low and high of the mean of a value by cell (TP, FP, FN, TN) at each threshold.

    >>> from veracity.decisions.expected_loss.threshold_counts import counts_at_thresholds
    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> table = ScoreTable.of_rows([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.3, 0.1])
    >>> low, high = ends_at_thresholds(
    ...     counts_at_thresholds(table, [0.5]), (1, 1, 0, 0), None, 0.95
    ... )  # 2 of 5
    >>> low.round(3), high.round(3)
    (array([0.118]), array([0.769]))
    """
    tp, fp, fn, tn = (np.broadcast_to(one, counts.thresholds.shape) for one in cells)
    values = np.stack([np.stack([tn, fp], -1), np.stack([fn, tp], -1)], -2)  # (..., truth, call)
    weight, squares = _cells(counts.weight), _cells(counts.squares)
    if where is not None:
        share = where.positive_share
        means = of_classes(weight, squares, values.astype(np.float64), level)
        return means.ends(np.array([1 - share, share]), where if where.counted else None)
    flat = [part.reshape(len(counts.thresholds), 4) for part in (weight, squares, values)]
    return _of_rows(*flat, level=level)


def _of_rows(weight: Floats, squares: Floats, values: Floats, *, level: float) -> Ends:
    low, high = (end[:, None] for end in (values.min(-1), values.max(-1)))
    span = np.where(high > low, high - low, 1.0)
    scaled = (values - low) / span
    truth = np.array([0, 0, 1, 1])
    rows = effective_rows(weight, squares, scaled, truth)
    held = weight > 0
    none, all_of_it = ((held & (scaled == end)).any(-1) for end in (0, 1))
    # of a share only the outcome that was not seen may yet come
    plain = np.isin(scaled, (0, 1)).all(-1, keepdims=True)
    may = ~plain | (scaled == np.where(none, 1, 0)[:, None])
    unseen = heaviest_rows(weight, squares, truth, may)
    rows = np.where(none & all_of_it, rows, np.fmin(rows, unseen))
    shares = ratio(weight, weight.sum(-1)[:, None])
    first, last = mean_ends(shares, scaled, rows, level)
    return low[:, 0] + span[:, 0] * first, low[:, 0] + span[:, 0] * last


def _cells(pair: ThresholdCounts) -> Floats:
    """[[TN, FP], [FN, TP]] at each threshold; differences of sums may round below 0."""
    negative = np.stack([pair.N - pair.fp, pair.fp], -1)
    positive = np.stack([pair.P - pair.tp, pair.tp], -1)
    found: Floats = np.maximum(np.stack([negative, positive], -2), 0.0)
    return found
