"""Scores pooled into levels, and the index of entries among them, for one model or for several."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.joint.column_buckets import column_starts, mean_scores
from veracity.statistics.joint.entries import RankedColumn, ranked
from veracity.statistics.matrix.cells import Ints
from veracity.statistics.scores.pooling import balanced_starts

BUCKETS = 256  # of each column of scores
TOP = 256  # first scores that are not pooled, for metrics that read the top alone
CELLS = 4096  # of all columns of several classes together, at least 32 buckets each
LEAST_BUCKETS = 32


@dataclass(frozen=True, eq=False)
class PooledEntries:
    """What the pooling has to know of the entries: their class among so many, and their weight."""

    truth: Ints
    weight: Floats
    classes: int


@dataclass(frozen=True, eq=False)
class PooledScores:
    """Falling scores, each standing for its bucket, and the index of every entry among them."""

    scores: Floats
    score_index: Ints


def buckets_for(columns: int, classes: int) -> int:
    """How many buckets each of several columns can have."""
    return int(np.clip(CELLS // max(columns * classes, 1), LEAST_BUCKETS, BUCKETS))


def pooled_scores(
    column: RankedColumn,
    entries: PooledEntries,
    *,
    buckets: int = BUCKETS,
    top: int = 0,
    means: bool = False,
    own: int | None = None,
) -> PooledScores:
    """One column pooled into buckets that hold about equal shares of every class.

    Up to `buckets` + `top` different scores nothing is pooled, and the first `top` never are. A
    bucket stands for its lowest score, or for the mean of its scores where they are read as
    numbers. `own` is the class that the column of one among several is about.

    >>> entries = PooledEntries(np.array([0, 0, 1, 1]), np.ones(4), 2)
    >>> found = pooled_scores(
    ...     ranked(np.array([1.0, 2.0, 3.0, 4.0])), entries, buckets=2, means=True
    ... )
    >>> found.scores, found.score_index
    (array([3.5, 1.5]), array([1, 1, 0, 0]))
    """
    size = len(column.scores)
    if size <= buckets + top:
        return PooledScores(column.scores, column.score_index)
    cell = entries.truth * size + column.score_index
    flat = np.bincount(cell, entries.weight, entries.classes * size)
    weight = flat.astype(np.float64).reshape(entries.classes, size)
    if own is None:
        starts = balanced_starts(weight, buckets)
    else:
        starts = column_starts(column.scores, weight, own, buckets)
    first = np.union1d(np.arange(top + 1), starts).astype(np.int64)
    bucket = np.searchsorted(first, np.arange(size), "right") - 1
    if means:
        scores = mean_scores(column.scores, weight.sum(0), first)
    else:
        scores = column.scores[np.append(first[1:], size) - 1]
    return PooledScores(scores, bucket[column.score_index])


def common_scores(
    columns: Sequence[Floats],
    truths: Sequence[Ints],
    weight: Floats,
    classes: int,
    buckets: int,
    own: int | None = None,
) -> list[PooledScores]:
    """The same column of several models on one scale: one list of levels for all of them.

    Levels stand for the mean of their scores; `truths` is the class of the entries, which for
    right and wrong answers depends on the model.
    """
    entries = PooledEntries(np.concatenate(truths), np.tile(weight, len(columns)), classes)
    pooled = ranked(np.concatenate(columns))
    found = pooled_scores(pooled, entries, buckets=buckets, means=True, own=own)
    indices = found.score_index.reshape(len(columns), -1)
    return [PooledScores(found.scores, index) for index in indices]


def shares_below(scores: Floats, weight: Floats) -> Floats:
    """The share of the weight below each entry's score, and half of that at it."""
    distinct, index = ranked(scores)
    at = np.bincount(index, weight, len(distinct))
    below = at.sum() - np.cumsum(at)
    shares: Floats = ((below + at / 2) / at.sum())[index]
    return shares
