"""Pairs of classes of one matrix, pooled: a case is in several pairs, and counts as a cluster."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veracity.arrays import Floats
from veracity.evaluation.single.statistics.confusion_matrix import ROLES
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import DenseCells, tallied

MOST_CASES = 10**6


def pooled_pairs(pairs: Sequence[ConfusionMatrix]) -> ConfusionMatrix | None:
    """All pairs added by role, with the cases as clusters; None where they are unknown.

    A case that is right is in every pair of its class, as a positive or as a negative; one that
    is wrong in a single pair. So it is for the pairs of one matrix (`cm.pairs()`), which show it
    by having the same number of right cases of a class in each.

    >>> three = ConfusionMatrix([[5, 1, 2], [0, 7, 3], [4, 0, 9]], labels=("a", "b", "c"))
    >>> pairs = [three.one_vs_one(b, a) for a, b in (("a", "b"), ("a", "c"), ("b", "c"))]
    >>> pooled = pooled_pairs(pairs)
    >>> int(pooled.total), len(pooled.clusters)
    (52, 31)
    """
    right: dict[Label, float] = {}
    roles: dict[Label, list[int]] = {}
    wrong = np.zeros(2)
    for pair in pairs:
        if pair.weighted or pair.clusters is not None or not pair.cells.whole():
            return None
        counts = pair.cells.array()
        for index, label in enumerate(pair.labels):
            positive = int(label == pair.pos_label)
            if right.setdefault(label, counts[index, index]) != counts[index, index]:
                return None
            roles.setdefault(label, [0, 0])[positive] += 1
            wrong[positive] += counts[index, 1 - index]
    cases = int(sum(right.values()) + wrong.sum())
    return _clustered(right, roles, wrong, cases) if cases <= MOST_CASES else None


def _clustered(
    right: dict[Label, float], roles: dict[Label, list[int]], wrong: Floats, cases: int
) -> ConfusionMatrix:
    """Cells are truth · 2 + predicted: 0 and 3 right, 1 a wrong negative and 2 a wrong positive."""
    clusters, cells, weights, first = [], [], [], 0
    for label, number in right.items():
        ids = np.arange(first, first + int(number))
        first += len(ids)
        for positive, times in enumerate(roles[label]):
            clusters.append(ids)
            cells.append(np.full(len(ids), 3 * positive))
            weights.append(np.full(len(ids), float(times)))
    for positive, number in enumerate(wrong):
        ids = np.arange(first, first + int(number))
        first += len(ids)
        clusters.append(ids)
        cells.append(np.full(len(ids), 1 + positive))
        weights.append(np.ones(len(ids)))
    cluster, cell, weight = (np.concatenate(one) for one in (clusters, cells, weights))
    held = weight > 0
    entries = Clusters.of_entries(
        tuple(range(cases)), cluster[held], cell[held], weight[held], None
    )
    sums = tallied(cell, weight, 4).reshape(2, 2)
    return ConfusionMatrix.made(DenseCells(sums), ROLES, ROLES[1], None, entries)
