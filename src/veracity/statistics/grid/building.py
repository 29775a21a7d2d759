"""Weights by bucket to a grid, and a table to a grid."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.statistics.grid.cells import FEWEST_BITS, MOST_BITS, GridCells, planned
from veracity.statistics.grid.codes import (
    Codes,
    checked_family,
    codes_of,
    scores_of,
)
from veracity.statistics.grid.merging import components, pooled_into
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.labels import Label
from veracity.statistics.scores.alignment import pooled
from veracity.statistics.scores.pooling import class_shares
from veracity.statistics.scores.score_table import ScoreTable

if TYPE_CHECKING:
    from veracity.statistics.grid.codes import Family

MERGED_BITS = 18  # of an exact table that joins a grid


def checked_bits(bits: Any) -> int:
    """The number of bits of a grid."""
    whole = isinstance(bits, (int, np.integer)) and not isinstance(bits, bool)
    if not whole or not FEWEST_BITS <= bits <= MOST_BITS:
        raise refuse("bits_outside", given=repr(bits), fewest=FEWEST_BITS, most=MOST_BITS)
    return int(bits)


def gridded(table: ScoreTable, bits: int, family: str = "line") -> ScoreGrid:
    """The weights of a table in buckets of about 1/2^bits of them, or a whole cell if less."""
    kind = checked_family(family)
    if kind == "unit" and len(table) and not (table.scores[-1] >= 0 and table.scores[0] <= 1):
        raise refuse("unit_grid_outside", low=table.scores[-1], high=table.scores[0])
    codes = codes_of(kind, table.scores)
    shares = class_shares(table.weight)
    cells = planned(kind, codes[::-1], shares[::-1], checked_bits(bits))
    bucket = cells.buckets_of(codes)
    first = np.flatnonzero(np.diff(bucket, prepend=-1))
    low, high = bucket_scores(kind, cells.low[bucket[first]], cells.high[bucket[first]])
    index = np.cumsum(np.diff(bucket, prepend=-1) != 0) - 1
    clusters = table.clusters and table.clusters.moved(np.arange(table.classes), index, len(first))
    gridded_table = replace(
        table,
        scores=low,
        weight=pooled(table.weight, first),
        squares=None if table.squares is None else pooled(table.squares, first),
        clusters=clusters,
    )
    return ScoreGrid(kind, gridded_table, high, nothing(table))


def grid_of_buckets(
    cells: GridCells,
    weight: Floats,
    squares: Floats | None,
    labels: tuple[Label, ...],
    pos_label: Label | None,
) -> ScoreGrid:
    """The grid of weights (K, buckets) that were summed by `cells`; empty buckets are left out."""
    held = np.flatnonzero(weight.sum(0))
    held = held[np.argsort(cells.low[held], kind="stable")[::-1]]
    low, high = bucket_scores(cells.family, cells.low[held], cells.high[held])
    table = ScoreTable(
        low, weight[:, held], labels, pos_label, None if squares is None else squares[:, held]
    )
    return ScoreGrid(cells.family, table, high, nothing(table))


def bucket_scores(family: Family, low: Codes, high: Codes) -> tuple[Floats, Floats]:
    """The lowest and the highest score with a code from low to high.

    Near 1 there are far fewer scores than codes of the unit family: a bucket of many codes may
    hold a single score, and is then as good as one of a single code.
    """
    return scores_of(family, low), scores_of(family, high, up=False)


def coarser(grid: ScoreGrid, bits: int) -> ScoreGrid:
    """The weights of a grid in the buckets of so many bits, each made of whole ones of the grid.

    The cells are those of a grid of the low edges; where they divide a bucket, they give way. What
    was known of single values is forgotten: a coarser grid is made to tell less.
    """
    cells = gridded(replace(grid.table, clusters=None), bits, grid.family)
    low, high, (_, index) = components([(cells.low, cells.high), (grid.low, grid.high)])
    table = pooled_into(grid.table, low, index)
    return replace(grid, table=table, high=high, tied=nothing(table))


def nothing(table: ScoreTable) -> ScoreTable:
    """A table like this one that holds no scores."""
    return replace(
        table, scores=table.scores[:0], weight=table.weight[..., :0], squares=None, clusters=None
    )
