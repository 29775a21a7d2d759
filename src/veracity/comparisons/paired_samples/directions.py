"""Layouts with very many cells: derivatives along sums of entries instead of by cell.

Without clusters the entries, each with a random sign, are put into 1,024 random groups, the same
for every model; the squares and products of the derivatives along the groups add up to the
variances and covariances on average (to some 2 % of a standard error; Charikar M, Chen K,
Farach-Colton M (2004) Theoretical Computer Science 312:3–15). With a hundred classes there are
256 groups (some 4 %). With clusters a direction is all
that one cluster holds of one class; very many clusters are put together at random first.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.comparisons.paired_samples.between_clusters import EntryInfluence
from veracity.comparisons.paired_samples.influence import STEP
from veracity.comparisons.paired_samples.layout import Layout
from veracity.intervals.influence.derivatives import BATCH, along
from veracity.statistics.matrix.cells import Ints, tallied

DIRECTIONS = 1024
LEAST_DIRECTIONS = 256
MOST_MOVED = 1 << 25  # cells in all directions together
MOST_CELLS = 5_000  # above it a derivative by every cell takes too long
Metric = Callable[[Any], Any]


@dataclass(frozen=True, eq=False)
class EntryDirections:
    """The direction of each entry, how far it is moved there, and how many directions there are."""

    layout: Layout
    group: Ints
    share: Floats
    number: int

    def along(self, metric: Metric) -> Floats:
        """How far each direction moves the metric of each model, centred, (M, directions)."""
        mass = tallied(self.group, self.share, self.number)
        total = float(self.layout.weight.sum())
        found = []
        for model in range(len(self.layout.names)):
            moved, everything = self._of_model(model, metric)
            found.append(moved - float(ratio(everything, total)) * mass)
        return np.stack(found)

    def _of_model(self, model: int, metric: Metric) -> tuple[Floats, float]:
        from scipy.sparse import csr_array

        layout, cells = self.layout, self.layout.cells[model]
        flat = layout.flat(model, layout.weight)
        columns, share = len(cells), np.tile(self.share, len(cells))
        where = np.tile(self.group, columns), cells.reshape(-1)
        ways = csr_array((share, where), (self.number, layout.size))

        def slope(ways: Floats) -> Floats:
            return along(lambda end: metric(layout.build(model, end)), flat, ways, STEP)

        batch = max(1, BATCH // layout.size)
        parts = [
            slope(ways[start : start + batch].toarray()) for start in range(0, self.number, batch)
        ]
        return np.concatenate(parts), float(slope(flat))


def random_sums(layout: Layout, seed: int) -> EntryDirections:
    """Entries with random signs in random groups, for a layout without clusters."""
    random = np.random.default_rng(seed)
    size, number = len(layout.weight), _number(layout)
    group = random.permutation(size) % number
    signs = random.integers(0, 2, size) * 2.0 - 1
    share = np.asarray(signs * np.sqrt(layout.sum_of_squares), np.float64)
    return EntryDirections(layout, group, share, number)


def _number(layout: Layout) -> int:
    return int(np.clip(MOST_MOVED // layout.size, LEAST_DIRECTIONS, DIRECTIONS))


def covariance_along(layout: Layout, metric: Metric, seed: int) -> Floats:
    """The covariance of the metric over the models, (M, M), as `influence.covariance` gives it."""
    n = layout.independent
    factor = ratio(n, n - 1) if n > 1 else np.nan
    if layout.cluster is None:
        moved = random_sums(layout, seed).along(metric)
    else:
        moves = moves_along(layout, metric, seed)
        moved = tallied(moves.cluster, moves.each, moves.clusters)
    together: Floats = moved @ moved.T * factor
    return together


def moves_along(layout: Layout, metric: Metric, seed: int) -> EntryInfluence:
    """How much each cluster's part of each class moves the metric of each model."""
    assert layout.cluster is not None
    cluster, clusters = layout.cluster, layout.clusters
    most = _number(layout)
    if clusters > most:
        cluster = (np.random.default_rng(seed).permutation(clusters) % most)[cluster]
        clusters = most
    classes = int(layout.truth.max(initial=0)) + 1
    found, pair = np.unique(cluster * classes + layout.truth, return_inverse=True)
    pair = pair.reshape(-1).astype(np.int64)
    each = EntryDirections(layout, pair, layout.weight, len(found)).along(metric)
    weight = tallied(pair, layout.weight, len(found))
    return EntryInfluence(each, weight, found % classes, found // classes, clusters)
