"""Neighbouring scores pooled, so that a table of millions becomes one of a thousand."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, TypeVar

import numpy as np

from veracity.arrays import Bools, Floats, Ints, ratio
from veracity.errors import refuse
from veracity.statistics.numerics.bisection import first_where
from veracity.statistics.scores.alignment import pooled
from veracity.statistics.scores.sweep import Sweep

Table = TypeVar("Table", bound=Sweep)

GROWTH = 6  # rows above a bucket for each row in it


def class_shares(weight: Floats) -> Floats:
    """The share that each score has of its class, averaged over the classes, (T,).

    Shares and not counts: where positives are rare they still get their part of the buckets.
    """
    by_class = weight.sum(tuple(range(weight.ndim - 2)))
    total = by_class.sum(-1, keepdims=True)
    shares: Floats = ratio(by_class, np.where(total > 0, total, 1.0)).mean(0)
    return shares


def balanced_starts(weight: Floats, buckets: int) -> Ints:
    """Where new buckets begin so that each holds about equal shares of every class."""
    _check(buckets)
    if weight.shape[-1] <= buckets:
        return np.arange(weight.shape[-1])
    shares = class_shares(weight)
    middle = np.cumsum(shares) - shares / 2
    bucket = np.minimum(middle / max(shares.sum(), 1e-300) * buckets, buckets - 1).astype(np.int64)
    return np.flatnonzero(np.concatenate(([True], bucket[1:] != bucket[:-1])))


def starts_of(table: Sweep, buckets: int) -> Ints:
    """The balanced starts of a table; those of two classes are searched for in its running sums.

    Of these each class also begins and ends with a bucket of its own: what lies before the first
    positive would else have its score, and a precision there that no threshold has.
    """
    size = len(table)
    if table.shape or table.classes != 2 or table.pos_label is None or size <= buckets:
        return balanced_starts(table.weight, buckets)
    _check(buckets)
    totals = [float(total) for total in (table.positives, table.negatives)]
    targets = np.arange(1, buckets) / buckets * sum(total > 0 for total in totals)

    def reaches(index: Ints) -> Any:
        both = table.reached(np.stack([index, index + 1]))
        ends = zip(both, totals, strict=True)
        middle = [(above + with_it) / (2 * total) for (above, with_it), total in ends if total > 0]
        return sum(middle) >= targets

    def begun_or_ended(index: Ints) -> Bools:
        reached, following = table.reached(index[:2]), table.reached(index[2:] + 1)
        all_of_it = [
            now[at] >= total for at, (now, total) in enumerate(zip(reached, totals, strict=True))
        ]
        return np.array([*all_of_it, *(now[at] > 0 for at, now in enumerate(following))])

    first = np.concatenate(
        [first_where(reaches, size, targets.shape), first_where(begun_or_ended, size, (4,))]
    )
    return np.unique(np.concatenate(([0], first[first < size])))


def growing_starts(size: int) -> Ints:
    """Where buckets begin that grow with the rank: each holds up to 1/6 of what lies before it.

    A metric read at a threshold among the first scores so loses at most 1/24 of the variance
    that they bring (a bucket of b rows, divided by a straight line at a share s, keeps s² b of the
    variance s b, and the rows before it keep all of theirs).

    >>> growing_starts(16)
    array([ 0,  1,  2,  3,  4,  5,  6,  7,  8,  9, 11, 12, 15])
    """
    factor = 1 + 1 / GROWTH
    times = np.arange(np.ceil(np.log(max(size / GROWTH, 1.0)) / np.log(factor)))
    grown = (GROWTH * factor**times).astype(np.int64)
    return np.unique(np.concatenate([np.arange(min(size, GROWTH)), grown]))


def _check(buckets: int) -> None:
    if buckets != int(buckets) or buckets < 1:
        raise refuse("buckets_below_one", value=buckets)


def pooled_table(table: Table, first: Ints) -> Table:
    """The scores from each start to the next as one, with the score that stands for them."""
    size = len(table)
    if len(first) == size:
        return table
    clusters = table.clusters
    if clusters is not None:
        index = np.zeros(size, np.int64)
        index[first[1:]] = 1
        clusters = clusters.moved(np.arange(table.classes), np.cumsum(index), len(first))
    return replace(
        table,
        scores=table.stand_ins(first),
        weight=_pooled_weight(table, first),
        squares=None if table.squares is None else pooled(table.squares, first),
        clusters=clusters,
    )


def _pooled_weight(table: Sweep, first: Ints) -> Floats:
    """The weights between the starts; where rows stand apart, they are counted by index."""
    if table.pos_label is None or not table.apart:
        return pooled(table.weight, first)
    sums = np.stack(table.reached(np.append(first, len(table))))
    return np.diff(sums if table.positive_first else sums[::-1])
