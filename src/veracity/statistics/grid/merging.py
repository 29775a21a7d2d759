"""Buckets of several grids laid over each other: those that overlap become one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.scores.alignment import pooled

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable

Ints = NDArray[np.int64]


def components(parts: Sequence[tuple[Floats, Floats]]) -> tuple[Floats, Floats, list[Ints]]:
    """The common buckets (low, high), highest first, and the one that holds each old bucket.

    Buckets of one family contain each other or are apart, so that a merge goes as deep as
    both sides do; only around single values that one side kept apart may they overlap
    otherwise. Whatever overlaps, directly or through others, is one bucket: the result does
    not depend on the order of merging.
    """
    low = np.concatenate([part[0] for part in parts])
    high = np.concatenate([part[1] for part in parts])
    order = np.argsort(-high, kind="stable")
    if not len(order):
        return low, high, [np.zeros(0, np.int64) for _ in parts]
    deepest = np.minimum.accumulate(low[order])
    new = np.ones(len(order), np.bool_)
    np.less(high[order][1:], deepest[:-1], out=new[1:])
    index = np.empty(len(order), np.int64)
    index[order] = np.cumsum(new) - 1
    first = np.flatnonzero(new)
    ends = np.append(first[1:], len(order)) - 1
    sizes = np.cumsum([len(part[0]) for part in parts])
    return deepest[ends], high[order][first], np.split(index, sizes[:-1])


def pooled_into(table: ScoreTable, low: Floats, index: Ints) -> ScoreTable:
    """The weights of a table of buckets in wider ones: bucket b goes to index[b]."""
    first = np.flatnonzero(np.diff(index, prepend=-1))
    clusters = table.clusters
    if clusters is not None:
        number = np.cumsum(np.diff(index, prepend=-1) != 0) - 1
        clusters = clusters.moved(np.arange(table.classes), number, len(first))
    return replace(
        table,
        scores=low[index[first]],
        weight=pooled(table.weight, first),
        squares=None if table.squares is None else pooled(table.squares, first),
        clusters=clusters,
    )
