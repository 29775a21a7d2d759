"""Tables and grids that know what each cluster adds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.sort_carrying_rows import indices_of_rows
from veracity.engines.kernels.sums import Floats, Ints, Rows
from veracity.engines.rows.scored_rows import Keyed, ScoredRows
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.clusters.random_groups import group_ids, groups_of
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.scores.score_table import ScoreTable

_PIECE = 1 << 16


def clustered_table(scored: ScoredRows, rows: Rows) -> ScoreTable:
    """The exact table; its entries by cluster add up to it."""
    scores, index = indices_of_rows(rows)
    clusters = _clusters(scored, rows, index, len(scores))
    shape = rows.classes, len(scores)
    weight = tallied(clusters.cell, clusters.weight, shape[0] * shape[1]).reshape(shape)
    squares = None
    if clusters.squares is not None:
        squares = tallied(clusters.cell, clusters.squares, weight.size).reshape(shape)
    return ScoreTable(scores, weight, scored.labels, scored.pos_label, squares, clusters)


def clustered_grid(scored: ScoredRows, rows: Rows, grid: ScoreGrid) -> ScoreGrid:
    """The grid with what each cluster adds to each bucket."""
    rising = grid.high[::-1]
    index = np.empty(len(rows), np.int64)
    for part in chunks(len(rows), _PIECE):
        scores = rows.scores[part].astype(np.float64)
        index[part] = len(grid) - 1 - np.searchsorted(rising, scores, "left")
    clusters = _clusters(scored, rows, index, len(grid))
    return replace(grid, table=replace(grid.table, clusters=clusters))


def with_few_clusters(scored: ScoredRows, clusters: int, group: Ints | None = None) -> ScoredRows:
    """The rows with so many random groups of clusters; `group` is that of each, if it is known."""
    assert scored.cluster is not None
    if group is None:
        group = groups_of(scored.cluster.categories, clusters)
    codes = group.astype(np.uint16)[scored.cluster.codes]
    return replace(scored, cluster=Keyed(group_ids(range(clusters), clusters), codes))


def _clusters(scored: ScoredRows, rows: Rows, index: Ints, size: int) -> Clusters:
    """Entries by cluster, class and score."""
    assert scored.cluster is not None
    weight: Floats = np.ones(len(rows))
    if rows.weight is not None:
        weight = rows.weight.astype(np.float64)
    return Clusters.of_entries(
        scored.cluster.categories,
        _wide(scored.cluster.codes),
        _wide(rows.truth) * size + index,
        weight,
        weight * weight if rows.squares else None,
    )


def _wide(codes: NDArray[Any]) -> Ints:
    return codes.astype(np.int64)
