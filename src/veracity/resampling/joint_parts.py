"""The parts of joint scores: entries, clusters, or random sums of entries where they are many.

What a resample or a derivative gives are the columns, each a coarse table of its own; that of
joint scores is a straight line of the weights of its entries, so that sums of entries can be
made first and moved together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.resampling.parts import Parts
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.column_buckets import column_starts, mean_scores
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.scores.score_table import ScoreTable

CELLS = 4096  # of all columns together, at least 32 buckets each
LEAST_BUCKETS = 32


def entries_of(joint: JointScores, buckets: int | None) -> Parts:
    """Every entry as a cell of its own; whole clusters where there are clusters."""
    tables, indices = _coarse(joint, buckets)
    width = sum(table.weight.size for table in tables)
    if joint.cluster is None:
        each = np.arange(len(joint))
        put = _put(joint.names, tables, indices, each, joint.weight, joint.weight)
        return Parts(joint.weight, joint.squares, None, put, width, joint.truth)
    number = len(joint.cluster_labels)
    weight = tallied(joint.cluster, joint.weight, number)
    squares = None if joint.squares is None else tallied(joint.cluster, joint.squares, number)
    each = np.arange(number)
    clusters = Clusters(joint.cluster_labels, each, each, weight, squares)
    put = _put(joint.names, tables, indices, joint.cluster, joint.weight, weight)
    return Parts(weight, squares, clusters, put, width)


def sums_of(joint: JointScores, buckets: int | None, groups: int, seed: int) -> Parts:
    """Entries with random signs, each in one of so many sums that vary as the entries do.

    A sum Σ ±√s of entries has the mean square Σ s g² in any direction g, which is the variance
    that its entries bring; the sums have weight 1 and stand for nothing that could be resampled.
    """
    random = np.random.default_rng(seed)
    group = random.permutation(len(joint)) % groups
    signs = random.integers(0, 2, len(joint)) * 2.0 - 1
    tables, indices = _coarse(joint, buckets)
    share = np.asarray(signs * np.sqrt(joint.sum_of_squares), np.float64)
    ones = np.ones(groups)
    put = _put(joint.names, tables, indices, group, share, ones)
    return Parts(ones, None, None, put, sum(table.weight.size for table in tables))


def _coarse(joint: JointScores, buckets: int | None) -> tuple[list[ScoreTable], list[Any]]:
    """Each column as a coarse table, and the cell of every entry in it."""
    if buckets is not None:
        room = CELLS // max(len(joint.names) * joint.classes, 1)
        buckets = int(np.clip(room, LEAST_BUCKETS, buckets))
    tables, cells = [], []
    index = {label: i for i, label in enumerate(joint.labels)}
    named = zip(joint.names, joint.columns.tables, joint.ranked, strict=True)
    for name, column, found in named:
        fine = replace(column.edges, squares=None, clusters=None)
        first = np.arange(len(fine))
        if buckets is not None:
            first = column_starts(fine.scores, fine.weight, index.get(name), buckets)
        bucket = np.searchsorted(first, np.arange(len(fine)), "right") - 1
        weight = np.add.reduceat(fine.weight, first, axis=-1)
        means = mean_scores(fine.scores, fine.weight.sum(0), first)
        tables.append(replace(fine, scores=means, weight=weight))
        cells.append(joint.truth * len(first) + bucket[found.score_index])
    return tables, cells


def _put(
    names: tuple[Label, ...],
    tables: list[ScoreTable],
    indices: list[Any],
    part: Any,
    share: Floats,
    held: Floats,
) -> Callable[[Floats, Floats | None], ScoreColumns]:
    """The columns for weights of the parts: part p holds `held[p]`, entry t is share[t] of it."""
    from scipy.sparse import csr_array

    size = len(held)
    maps = [
        csr_array((share, (part, cell)), (size, table.weight.size))
        for table, cell in zip(tables, indices, strict=True)
    ]

    def put(weight: Floats, _squares: Floats | None) -> ScoreColumns:
        axes = weight.shape[:-1]
        factor = np.where(held > 0, ratio(weight, held), 1.0).reshape(-1, size) - 1
        made = []
        for table, moved in zip(tables, maps, strict=True):
            sums = table.weight.reshape(-1) + np.asarray((moved.T @ factor.T).T)
            shaped = np.maximum(sums, 0.0).reshape(*axes, *table.weight.shape)
            made.append(replace(table, weight=shaped))
        return ScoreColumns(names, tuple(made))

    return put
