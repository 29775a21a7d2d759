"""Neighbouring scores pooled, so that a table of millions becomes one of a thousand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.statistics import score_units
from veracity.statistics.score_alignment import pooled

if TYPE_CHECKING:
    from veracity.statistics.score_table import ScoreTable

    Table = TypeVar("Table", bound=ScoreTable)

Ints = NDArray[np.int64]


def class_shares(weight: Floats) -> Floats:
    """The share that each score has of its class, averaged over the classes, (T,).

    Shares and not counts: where positives are rare they still get their part of the buckets.
    """
    by_class = weight.sum(tuple(range(weight.ndim - 2)))
    shares: Floats = np.nan_to_num(ratio(by_class, by_class.sum(-1, keepdims=True))).mean(0)
    return shares


def balanced_starts(weight: Floats, buckets: int) -> Ints:
    """Where new buckets begin so that each holds about equal shares of every class."""
    if buckets != int(buckets) or buckets < 1:
        raise refuse("buckets_below_one", value=buckets)
    if weight.shape[-1] <= buckets:
        return np.arange(weight.shape[-1])
    shares = class_shares(weight)
    middle = np.cumsum(shares) - shares / 2
    bucket = np.minimum(middle / max(shares.sum(), 1e-300) * buckets, buckets - 1).astype(np.int64)
    return np.flatnonzero(np.concatenate(([True], bucket[1:] != bucket[:-1])))


def pooled_table(table: Table, first: Ints) -> Table:
    """The scores from each start to the next as one, with the score that stands for them."""
    size = len(table)
    if len(first) == size:
        return table
    units = table.units
    if units is not None:
        place = np.zeros(size, np.int64)
        place[first[1:]] = 1
        units = score_units.moved(units, np.arange(table.classes), np.cumsum(place), len(first))
    return replace(
        table,
        scores=table.stand_ins(first),
        weight=pooled(table.weight, first),
        squares=None if table.squares is None else pooled(table.squares, first),
        units=units,
    )
