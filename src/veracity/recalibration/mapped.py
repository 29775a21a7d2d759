"""Statistics after their probabilities went through a map."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.recalibration.maps import Map
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.held import Held
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.matrix.cells import DenseCells, tallied

HALF = 0.5
Ints = NDArray[np.int64]


def mapped(statistic: ScoreTable | JointScores, made: Map) -> Any:
    """A table or joint scores after the map; probabilities that became equal are one."""
    if statistic.by_row:
        return replace(statistic, scores=made(statistic.scores)).gathered()
    return _mapped_table(statistic, made)


def _mapped_table(table: ScoreTable, made: Map) -> ScoreTable:
    """Counts are added where scores became equal; clusters and Σw² go along.

    >>> from veracity.recalibration.maps import isotonic_map
    >>> table = ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    >>> after = mapped(table, isotonic_map(table))
    >>> after.scores.tolist(), after.positive.tolist(), after.negative.tolist()
    ([1.0, 0.5, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 1.0])
    """
    if table.clusters is None and not (held := table.weight.sum(0) > 0).all():
        table = replace(
            table,
            scores=table.scores[held],
            weight=table.weight[:, held],
            squares=None if table.squares is None else table.squares[:, held],
        )
    scores, index = _ranked(made(table.scores))
    size = len(scores)
    cell = (np.arange(table.classes)[:, None] * size + index).reshape(-1)

    def moved(weight: Floats) -> Floats:
        sums = np.bincount(cell, weight.reshape(-1), table.classes * size)
        return sums.astype(np.float64).reshape(table.classes, size)

    classes = np.arange(table.classes)
    return ScoreTable(
        scores,
        moved(table.weight),
        table.labels,
        table.pos_label,
        None if table.squares is None else moved(table.squares),
        table.clusters and table.clusters.moved(classes, index, size),
    )


def _ranked(values: Floats) -> tuple[Floats, Ints]:
    """The distinct values, highest first, and the index of each among them.

    A map that rises keeps the order of the table, so that nothing need be sorted but for the
    last digits of some.
    """
    steps = np.diff(values)
    if (steps <= 0).all():
        new = np.concatenate([[True], steps < 0])[: len(values)]
        return values[new], np.cumsum(new) - 1
    rising, index = np.unique(values, return_inverse=True)
    return rising[::-1].copy(), len(rising) - 1 - index.reshape(-1).astype(np.int64)


def held_of(statistic: ScoreTable | JointScores, rows: int, threshold: float | None) -> Held:
    """What an evaluation holds of these probabilities: counts, scores and ranks."""
    if statistic.by_row:
        ranks = TopRanks.of_joint(statistic)
        return Held(rows, largest_counts(statistic), statistic, statistic, ranks)
    at = HALF if threshold is None else threshold
    matrix = ConfusionMatrix.like(statistic.counts_at(at))
    table = ScoreTable.like(statistic)
    return Held(rows, matrix, table, table)


def largest_counts(joint: JointScores) -> ConfusionMatrix:
    """Truth by the class with the largest probability; of equal ones the first label."""
    size = joint.classes
    index = np.array([joint.labels.index(name) for name in joint.names])
    cell = joint.truth * size + index[joint.scores.argmax(0)]

    def cells(weight: Floats) -> DenseCells:
        return DenseCells(tallied(cell, weight, size * size).reshape(size, size))

    clusters = None
    if joint.cluster is not None:
        clusters = Clusters.of_entries(
            joint.cluster_labels, joint.cluster, cell, joint.weight, joint.squares
        )
    return ConfusionMatrix.made(
        cells(joint.weight),
        joint.labels,
        joint.pos_label,
        None if joint.squares is None else cells(joint.squares),
        clusters,
    )
