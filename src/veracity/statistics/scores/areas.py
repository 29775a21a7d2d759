"""The areas under the ROC and the precision-recall curve, and DeLong's variance."""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.numerics.running_sums import cumulated
from veracity.statistics.scores.steps import Lone, Steps


class Ranked(Protocol):
    """Positive and negative weight by score, highest first: a table, or a grid of buckets."""

    def __len__(self) -> int:
        """How many scores or buckets there are."""

    @property
    def positive(self) -> Floats:
        """Weight of the positive class, (..., T)."""

    @property
    def negative(self) -> Floats:
        """Weight of the negative class, (..., T)."""

    @property
    def steps(self) -> Steps:
        """Where the curve rises."""

    @property
    def square_steps(self) -> Steps:
        """The same of the squared weights."""

    @property
    def lone(self) -> Lone | None:
        """The rows of the rarer class, if one row stands behind every score."""

    @property
    def positive_first(self) -> bool:
        """Whether the positive class is the first of the two labels."""

    @property
    def clusters(self) -> Clusters | None:
        """What each cluster adds."""


def area_under_roc(ranked: Ranked) -> Any:
    """How often a positive ranks above a negative, ties as one half; nan without one of the two.

    Of a grid it is exact to within `roc_bound`.
    """
    if ranked.lone is not None:
        return _area_apart(ranked.lone, len(ranked), ranked.positive_first)
    steps = ranked.steps
    pairs = np.zeros(steps.tp.shape[:-1])
    for part in steps.parts():
        pairs = pairs + (part.positive * part.below).sum(-1)
    return np.clip(ratio(pairs, steps.positives * steps.negatives), 0.0, 1.0)[()]


def _area_apart(lone: Lone, size: int, positive_first: bool) -> Any:
    """The same where each row has a score of its own, from the ranks of the rarer class alone."""
    rare = len(lone.position)
    pairs = rare * (size - rare)
    others_above = int(lone.position.sum()) - rare * (rare - 1) // 2
    of_positives = (lone.truth == 0) == positive_first
    return ratio(np.float64(pairs - others_above if of_positives else others_above), pairs)[()]


def average_precision(ranked: Ranked) -> Any:
    """Precision at each threshold, averaged by how much recall it adds; nan without positives.

    Tied scores share one threshold. Of a grid take `average_precision_bracket` instead.
    """
    steps = ranked.steps
    gained = np.zeros(steps.tp.shape[:-1])
    for part in steps.parts():
        found = part.positive * ratio(part.tp, part.tp + part.fp)
        gained = gained + np.where(part.positive > 0, found, 0.0).sum(-1)
    return np.clip(ratio(gained, steps.positives), 0.0, 1.0)[()]


def delong_variance(ranked: Ranked) -> Any:
    """The variance of the ROC area; nan with fewer than two positives or two negatives.

    Each row's share in the area is how much of the other class it ranks rightly against; the
    variance is that of the mean share of positives plus that of negatives (DeLong, DeLong &
    Clarke-Pearson 1988). With weights the shares are linearised, n being (Σw)²/Σw² of each
    class, which for equal weights is the same number. With clusters, the shares of a cluster
    are added before they are squared (Obuchowski 1997).
    """
    if ranked.clusters is not None:
        return _between_clusters(ranked, ranked.clusters)
    steps, squares = ranked.steps, ranked.square_steps
    area = np.asarray(area_under_roc(ranked))[..., None]
    N, P = (np.asarray(total)[..., None] for total in (steps.negatives, steps.positives))
    up = across = np.zeros(steps.tp.shape[:-1])
    tp = reached = np.zeros((*up.shape, 1))
    for part, square in zip(steps.parts(), squares.parts(), strict=True):
        up = up + (square.positive * (ratio(part.below, N) - area) ** 2).sum(-1)
        across = across + (square.negative * (ratio(part.above, P) - area) ** 2).sum(-1)
        before = np.concatenate([tp, part.tp[..., :-1]], -1)
        since = np.concatenate([reached, square.fp[..., :-1]], -1)
        between = np.maximum(square.fp - square.negative - since, 0.0)
        across = across + (between * (ratio(before, P) - area) ** 2).sum(-1)
        tp, reached = part.tp[..., -1:], square.fp[..., -1:]
    after = np.maximum(np.asarray(squares.negatives)[..., None] - reached, 0.0)
    across = across + (after * (ratio(tp, P) - area) ** 2)[..., 0]
    return (
        ratio(up, steps.positives**2) * _correction(steps.positives, squares.positives)
        + ratio(across, steps.negatives**2) * _correction(steps.negatives, squares.negatives)
    )[()]


def _correction(total: Floats, squares: Floats) -> Any:
    """The factor n / (n − 1) for n effective rows; a single row has no variance."""
    rows = ratio(np.square(total), squares)
    return np.where(rows > 1, ratio(rows, rows - 1), np.nan)


def _between_clusters(ranked: Ranked, clusters: Clusters) -> Any:
    """The variance of sums of shares over clusters."""
    area = area_under_roc(ranked)
    positive, negative = ranked.positive, ranked.negative
    rises, falls = cumulated(positive), cumulated(negative)
    P, N = rises[-1], falls[-1]
    of_positives = ratio(ratio(N - falls + negative / 2, N) - area, P)
    of_negatives = ratio(ratio(rises - positive / 2, P) - area, N)
    pair = (of_positives, of_negatives) if ranked.positive_first else (of_negatives, of_positives)
    share = clusters.weight * np.concatenate(pair)[clusters.cell]
    sums = np.bincount(clusters.cluster, share, len(clusters))
    return ratio((sums**2).sum() * len(clusters), len(clusters) - 1.0)[()]
