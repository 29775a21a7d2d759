"""A statistic divided at random into folds, or resampled, without going back to the rows.

`in_folds` divides once, for cross-fitting. `folded` divides a table many times over: counts by
hypergeometric draws, class by class, as if their rows had been shuffled; weights in pieces of
equal weight, (Σw)²/Σw² of them at each score, which keeps the two moments that are known. With
clusters, whole clusters go to one fold.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.scores.score_table import ScoreTable

Ints = NDArray[np.int64]
MOST_ROWS = 1 << 27  # 1 GiB of row numbers
MOST_SCORES = 4096  # above it neighbouring scores are pooled
BATCH_NUMBERS = 1 << 22
_MOST_SHUFFLED = 10**9 - 1  # what numpy's marginals take


def checked_folds(folds: Any, most: float) -> int:
    """A whole number of folds, at least 2 and at most as many as there are parts to deal out."""
    whole = hasattr(folds, "__index__") and not isinstance(folds, bool)
    if not whole or not 2 <= int(folds) <= most:
        raise refuse("recalibrate_folds", cv=repr(folds), most=int(most))
    return int(folds)


def in_folds(statistic: Any, folds: int, seed: int) -> list[Any]:
    """The parts of a statistic, one for each fold; they add up to it.

    Rows that are equal in a table are exchangeable, so dealing out the counts of a
    cell is dealing out its rows: each class is spread evenly over the folds (stratified).
    With clusters, whole clusters are dealt out, those with positives (or with rare classes)
    evenly too. Weighted rows without clusters are in sums that cannot be divided: rows of one
    class with equal probabilities then stay in one fold.

    >>> table = ScoreTable.of_rows([0, 0, 0, 1, 1, 1], [0.1, 0.1, 0.4, 0.4, 0.8, 0.9])
    >>> [part.truth.tolist() for part in in_folds(table, 3, seed=0)]
    [[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]]
    """
    random = np.random.default_rng(seed)
    if statistic.by_row:
        return _joint_folds(statistic, folds, random)
    return _table_folds(statistic, folds, random)


def _table_folds(table: ScoreTable, folds: int, random: np.random.Generator) -> list[ScoreTable]:
    if table.clusters is not None:
        return _cluster_folds(table, table.clusters, folds, random)
    truth = np.repeat(np.arange(table.classes), len(table))
    weight = table.weight.reshape(-1)
    fold, cell, share = _dealt(truth, weight, table.squares is None, folds, random)
    shape = table.weight.shape
    parts = []
    for one in range(folds):
        mine = fold == one
        counts = tallied(cell[mine], share[mine], weight.size).reshape(shape)
        squares = None
        if table.squares is not None:
            squares = np.where(counts > 0, table.squares, 0.0)
        parts.append(replace(table, weight=counts, squares=squares))
    return parts


def _dealt(
    truth: Ints, weight: Floats, counts: bool, folds: int, random: np.random.Generator
) -> tuple[Ints, Ints, Floats]:
    """The fold, the cell and the weight of each part: single rows of counts, else whole cells."""
    occupied = np.flatnonzero(weight > 0)
    if counts and weight.sum() > MOST_ROWS:
        return _drawn(occupied, weight[occupied], folds, random)
    rows = occupied
    if counts:
        rows = np.repeat(occupied, weight[occupied].round().astype(np.int64))
    of_class = truth[rows]
    order = random.permutation(len(rows))
    order = order[np.argsort(of_class[order], kind="stable")]
    fold = np.empty(len(rows), np.int64)
    fold[order] = np.arange(len(rows)) % folds
    return fold, rows, np.ones(len(rows)) if counts else weight[rows]


def _drawn(
    cells: Ints, counts: Floats, folds: int, random: np.random.Generator
) -> tuple[Ints, Ints, Floats]:
    """Counts too large to be dealt out one by one: how many of each cell fall into each fold."""
    drawn = random.multinomial(counts.round().astype(np.int64), np.full(folds, 1 / folds))
    index, fold = np.nonzero(drawn)
    return fold, cells[index], drawn[index, fold].astype(np.float64)


def _cluster_folds(
    table: ScoreTable, clusters: Clusters, folds: int, random: np.random.Generator
) -> list[ScoreTable]:
    by_class = np.zeros((len(clusters), table.classes))
    np.add.at(by_class, (clusters.cluster, clusters.cell // len(table)), clusters.weight)
    of_cluster = _dealt_clusters(by_class, folds, random)
    parts = []
    for one in range(folds):
        mine = of_cluster[clusters.cluster] == one
        own = np.flatnonzero(of_cluster == one)
        index = np.full(len(clusters), -1)
        index[own] = np.arange(len(own))
        squares = None if clusters.squares is None else clusters.squares[mine]
        kept = Clusters.of_entries(
            tuple(clusters.ids[i] for i in own.tolist()),
            index[clusters.cluster[mine]],
            clusters.cell[mine],
            clusters.weight[mine],
            squares,
        )
        shape = table.weight.shape
        weight = tallied(kept.cell, kept.weight, table.weight.size).reshape(shape)
        summed = None
        if table.squares is not None:
            summed = tallied(kept.cell, kept.sum_of_squares, table.weight.size).reshape(shape)
        parts.append(replace(table, weight=weight, squares=summed, clusters=kept))
    return parts


def _dealt_clusters(by_class: Floats, folds: int, random: np.random.Generator) -> Ints:
    """The fold of each cluster: dealt out in turn, those with most of a rare class first."""
    order = random.permutation(len(by_class))
    rare_last = np.argsort(-by_class.sum(0), kind="stable")
    for column in (None, *rare_last.tolist()):
        key = by_class.sum(1) if column is None else by_class[:, column]
        order = order[np.argsort(-key[order], kind="stable")]
    fold = np.empty(len(by_class), np.int64)
    turn = np.arange(len(by_class))
    # there and back again, so that the first fold does not always get the largest
    fold[order] = np.where(turn // folds % 2, folds - 1 - turn % folds, turn % folds)
    return fold


def _joint_folds(joint: JointScores, folds: int, random: np.random.Generator) -> list[JointScores]:
    if joint.cluster is not None:
        by_class = np.zeros((len(joint.cluster_labels), joint.classes))
        np.add.at(by_class, (joint.cluster, joint.truth), joint.weight)
        fold, entry = _dealt_clusters(by_class, folds, random)[joint.cluster], np.arange(len(joint))
        share = joint.weight
    else:
        counts = joint.squares is None
        fold, entry, share = _dealt(joint.truth, joint.weight, counts, folds, random)
    parts = []
    for one in range(folds):
        mine = entry[fold == one]
        part = replace(
            joint,
            scores=joint.scores[:, mine],
            truth=joint.truth[mine],
            weight=share[fold == one],
            squares=None if joint.squares is None else joint.squares[mine],
            cluster=None if joint.cluster is None else joint.cluster[mine],
        )
        parts.append(part.gathered())
    return parts


def folded(table: ScoreTable, folds: int, repeats: int, seed: int) -> Iterator[ScoreTable]:
    """Batches of tables with leading axes (repeats, folds); the folds add up to the table."""
    random = np.random.default_rng(seed)
    step = int(np.clip(BATCH_NUMBERS // max(folds * table.weight.size, 1), 1, repeats))
    for start in range(0, repeats, step):
        times = min(step, repeats - start)
        if table.clusters is not None:
            order = random.permuted(np.tile(np.arange(len(table.clusters)), (times, 1)), axis=1)
            taken = (order[:, None, :] % folds == np.arange(folds)[:, None]).astype(np.float64)
            yield table.resampled(taken)
            continue
        step_of, rows = _pieces(table)
        parts = np.stack([_dealt_repeatedly(rows, folds, random) for _ in range(times)])
        yield replace(table, weight=parts * step_of, squares=None, clusters=None)


def resampled(table: ScoreTable, times: int, seed: int) -> Iterator[ScoreTable]:
    """Batches of bootstrap resamples with one leading axis: of rows, or of whole clusters."""
    random = np.random.default_rng(seed)
    step = int(np.clip(BATCH_NUMBERS // max(table.weight.size, 1), 1, times))
    for start in range(0, times, step):
        now = min(step, times - start)
        if table.clusters is not None:
            many = len(table.clusters)
            drawn = random.multinomial(many, np.full(many, 1 / many), now)
            yield table.resampled(drawn.astype(np.float64))
            continue
        step_of, rows = _pieces(table)
        flat = rows.reshape(-1)
        taken = random.multinomial(int(flat.sum()), flat / flat.sum(), now)
        weight = taken.reshape(now, *rows.shape) * step_of
        yield replace(table, weight=weight, squares=None, clusters=None)


def _pieces(table: ScoreTable) -> tuple[Floats, Floats]:
    """The weight of one piece at each class and score, and how many there are."""
    weight, whole = table.weight, np.round(table.weight)
    if table.squares is None and np.array_equal(whole, weight):
        return np.ones_like(weight), weight
    rows = np.where(weight > 0, ratio(weight**2, table.sum_of_squares), 0.0)
    rows = np.where(weight > 0, np.maximum(np.round(rows), 1.0), 0.0)
    return np.where(rows > 0, ratio(weight, rows), 0.0), rows


def _dealt_repeatedly(rows: Floats, folds: int, random: np.random.Generator) -> Floats:
    """Each class dealt into folds of equal size, (folds, K, T)."""
    parts = np.zeros((folds, *rows.shape))
    for k, counts in enumerate(rows.astype(np.int64)):
        left, shift = counts.copy(), int(random.integers(folds))
        for fold in range(folds - 1):
            size = (int(counts.sum()) + (fold + shift) % folds) // folds
            parts[fold, k] = _taken(left, size, random)
            left -= parts[fold, k].astype(np.int64)
        parts[folds - 1, k] = left
    return parts


def _taken(counts: Ints, size: int, random: np.random.Generator) -> Ints:
    total = int(counts.sum())
    if total > _MOST_SHUFFLED:  # the size of the fold varies, which nobody notices here
        return random.binomial(counts, size / total)
    return random.multivariate_hypergeometric(counts, size, method="marginals")
