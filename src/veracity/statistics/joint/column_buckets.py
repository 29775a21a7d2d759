"""Buckets for the column of one class among several: fine where its own cases are."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.scores.pooling import class_shares

Ints = NDArray[np.int64]
LEAST = 1e-12  # probabilities below it are as good as this one


def column_starts(scores: Floats, weight: Floats, own: int | None, buckets: int) -> Ints:
    """Where new buckets begin in a column of falling scores with weights (K, T), about so many.

    Four wishes have an equal say: equal shares of the column's own class, equal shares of all
    classes, equal steps of the score, and of the logarithm of its distance from the least one.
    Among forty classes equal shares of all would leave a class one bucket of forty; its mean
    loss would seem not to vary (a quarter of the true standard error of the Brier score), and
    the steps keep the tail that a logarithmic loss hangs on.

    >>> scores, weight = np.array([0.9, 0.8, 0.2, 0.1]), np.array([[0, 1, 1, 1], [1, 0, 0, 0.0]])
    >>> column_starts(scores, weight, 1, 4), column_starts(scores, weight, 1, 2)
    (array([0, 1, 2, 3]), array([0, 2]))
    """
    size = len(scores)
    if size <= buckets:
        return np.arange(size)
    finite = scores[np.isfinite(scores)]
    low, high = (float(finite.min()), float(finite.max())) if len(finite) else (0.0, 0.0)
    level = np.clip(scores, low, high)
    start = 0.0 if low >= 0 else low  # probabilities, or whatever ranks
    wishes = [
        class_shares(weight),
        _steps(level),
        _steps(np.log(np.maximum(level - start, LEAST * max(high - start, LEAST)))),
    ]
    if own is not None:
        wishes.append(np.nan_to_num(ratio(weight[own], weight[own].sum())))
    shares = np.sum(wishes, axis=0)
    middle = np.cumsum(shares) - shares / 2
    bucket = np.minimum(middle / max(shares.sum(), 1e-300) * buckets, buckets - 1).astype(np.int64)
    return np.flatnonzero(np.concatenate(([True], bucket[1:] != bucket[:-1])))


def _steps(falling: Floats) -> Floats:
    """The distance of each score from the one before it, as a share of all."""
    gaps = np.concatenate(([0.0], falling[:-1] - falling[1:]))
    return np.nan_to_num(ratio(gaps, gaps.sum()))


def mean_scores(scores: Floats, held: Floats, first: Ints) -> Floats:
    """The mean of the scores from each start to the next, weighed by what they hold.

    >>> mean_scores(np.array([0.9, 0.7, 0.2]), np.array([1.0, 3.0, 1.0]), np.array([0, 2])).round(9)
    array([0.75, 0.2 ])
    """
    lowest = scores[np.append(first[1:], len(scores)) - 1]
    with np.errstate(invalid="ignore"):  # of infinite scores the lowest stands for the bucket
        sums = np.add.reduceat(held * scores, first)
        mean = ratio(sums, np.add.reduceat(held, first))
        return np.clip(np.where(np.isfinite(mean), mean, lowest), lowest, scores[first])
