"""How a difference varies between clusters, and with how many degrees of freedom.

Sixty patients of whom three hold all positives are three patients where recall is compared. What
a cluster moves the difference by is therefore split by true class, and the degrees of freedom are
Satterthwaite's over the classes (see `veracity.intervals.influence.between_clusters`, which does
the same for one model), and not more than those of the clusters as wholes: in a cluster in which
one model is better it is so in both classes. The variance is not less than that by leaving out
one cluster at a time: a cluster that holds half of the rows and differs from the others pulls the
difference towards itself. With 12 clusters of very different size a test at 0.05 rejected a true
equality in up to 0.11 without this, and does in up to 0.06 (`simulations/clustered_comparisons`).
Where a class that matters lives in a single cluster, its variation between
clusters cannot be seen, and there is no variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.influence.between_clusters import ByClass
from veracity.statistics.matrix.cells import Ints, tallied

ROUNDING = 1e-6  # of all that the rows move: what is left where cluster sums cancel
MATTERS = 0.05  # share of the variance between rows from which on a class cannot be left out


@dataclass(frozen=True, slots=True)
class DifferenceVariance:
    """The variance of a difference, its degrees of freedom, and the clusters that inform it.

    `hidden` are the indices of the classes that live in a single cluster and matter.
    """

    variance: float
    df: float
    clusters: int
    hidden: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class EntryInfluence:
    """How much each entry moves the metric of each model, (M, T), with its class and cluster."""

    each: Floats
    weight: Floats
    truth: Ints
    cluster: Ints
    clusters: int

    def spread(self, first: int, second: int) -> DifferenceVariance:
        """Of the difference of two models."""
        x = self.each[first] - self.each[second]
        cluster, truth, pair = self._pairs()
        held = tallied(pair, self.weight, len(cluster))
        entries = np.arange(len(x)), np.ones(len(x))
        sums = ByClass(cluster, truth, pair, *entries, self.clusters, held)
        each = np.abs(ratio(x, self.weight))  # a derivative by differences is never quite 0
        moves = np.where(each > ROUNDING * np.nanmax(each, initial=0.0), x, 0.0)
        found, whole = sums.between(moves), sums.leaving_out(moves)
        small = (ROUNDING * float(np.abs(x).sum())) ** 2
        variance = max(found.variance, whole.variance)
        variance = variance if variance > small else 0.0
        df = min(found.freedom, whole.freedom) if found.clusters > 1 else self.clusters - 1.0
        return DifferenceVariance(variance, max(df, 1.0), found.clusters, self._hidden(x))

    def _pairs(self) -> tuple[Any, Any, Any]:
        """Clusters by class: the cluster of each pair, its class, and the pair of each entry."""
        classes = int(self.truth.max(initial=0)) + 1
        found, pair = np.unique(self.cluster * classes + self.truth, return_inverse=True)
        return found // classes, found % classes, pair.reshape(-1)

    def _hidden(self, x: Floats) -> tuple[int, ...]:
        """Classes in a single cluster whose rows vary, and not just a little beside the others.

        With two classes also those whose moves cancel (recall, ROC area): the shift of the one
        cluster then is in the value, and nothing shows it.
        """
        classes = int(self.truth.max(initial=0)) + 1
        clusters, truth, _ = self._pairs()
        held = tallied(truth, np.ones(len(clusters)), classes)
        size = tallied(self.truth, self.weight, classes)
        total, moved = tallied(self.truth, x, classes), tallied(self.truth, np.abs(x), classes)
        mean = ratio(total, size)[self.truth] * self.weight
        within = tallied(self.truth, ratio((x - mean) ** 2, self.weight), classes)
        share = np.nan_to_num(ratio(within, within.sum()))
        cancels = (np.abs(total) <= ROUNDING * moved) & (classes == 2)
        alone = (held == 1) & (moved > ROUNDING * moved.sum()) & ((share > MATTERS) | cancels)
        return tuple(np.flatnonzero(alone).tolist())
