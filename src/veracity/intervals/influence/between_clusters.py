"""How well clusters tell a variance: which of them inform the metric, and how evenly.

Sixty patients of whom three hold all positives are three patients where recall is asked for.
What a cluster moves the metric by is split by true class; of each class the squares count so
often, and with so many degrees of freedom, as its shares in the clusters leave them (k/(k − 1)
and k − 1 for k even ones, as Obuchowski NA (1997) Biometrics 53:567–578 has it for the ROC
area; see `clusters` for others). The degrees of the sum are Satterthwaite's (Satterthwaite
FE (1946) Biometrics Bulletin 2:110–114), at most one less than the clusters that move the metric
at all.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Bools, Floats, ratio
from veracity.intervals.influence.clusters import (
    expected_freedom,
    over_classes,
    uneven_shares,
)
from veracity.resampling.parts import Parts
from veracity.statistics.matrix.cells import tallied

CANCELS = 1e-6  # of all that the rows of a class move: what is left is rounding
DEAD = 1e-9  # influence of a cell, as a part of the largest, below which it is rounding


@dataclass(frozen=True, slots=True)
class Between:
    """The variance between clusters with its degrees of freedom; `clusters` inform the metric."""

    variance: float
    freedom: float
    clusters: int


@dataclass(frozen=True, eq=False)
class ByClass:
    """Which cluster holds cells of which true class: pairs (cluster, class), made once.

    `held` is the weight of each pair; `cell` and `pair` say which cell of which pair an entry is
    in, and `share` what part of the cell it is.
    """

    cluster: NDArray[np.int64]
    truth: NDArray[np.int64]
    pair: NDArray[np.int64]
    cell: NDArray[np.int64]
    share: Floats
    clusters: int
    held: Floats

    @classmethod
    def of(cls, parts: Parts) -> ByClass:
        """From the entries of the clusters; all cells are of one class where it is unknown."""
        clusters = parts.clusters
        assert clusters is not None
        truth = np.zeros(len(parts), np.int64) if parts.truth is None else parts.truth
        classes = int(truth.max(initial=0)) + 1
        code = clusters.cluster * classes + truth[clusters.cell]
        found, pair = np.unique(code, return_inverse=True)
        share = ratio(clusters.weight, parts.weight[clusters.cell])
        share = np.where(np.isnan(share), 0.0, share)
        pair = pair.reshape(-1)
        held = tallied(pair, clusters.weight, len(found))
        return cls(
            found // classes, found % classes, pair, clusters.cell, share, len(clusters), held
        )

    def between(self, each: Floats) -> Between:
        """From the influence of every cell, all its rows together."""
        moved, reach, live = self._moved(each)
        sums = _exact(
            tallied(self.cluster, moved, self.clusters), tallied(self.cluster, reach, self.clusters)
        )
        informs = np.zeros(self.clusters, bool)
        informs[self.cluster[live]] = True
        k = int(informs.sum())
        if k < 2:
            return Between(0.0, 0.0, k)
        weight = tallied(self.cluster[live], self.held[live], self.clusters)[informs]
        every = uneven_shares(np.zeros(k, np.int64), weight)
        if not every.freedom[0] > 0:  # all but a rounding error lies in one of them
            return Between(0.0, 0.0, 1)
        own = self._by_class(live, moved, reach)
        total = float((sums**2).sum())
        variance, freedom = (float(part[0]) for part in over_classes(total, *own, every))
        freedom = min(freedom, self._expected(live, each)) if freedom > 0 else freedom
        return Between(variance, min(freedom, k - 1.0) if freedom > 0 else k - 1.0, k)

    def leaving_out(self, each: Floats) -> Between:
        """The variance by leaving out one cluster at a time, of clusters taken as wholes.

        Without a cluster of the share a what it moves is felt 1/(1 − a) times: squares of these,
        times (k − 1)/k, are the jackknife's (CR3: Bell RM, McCaffrey DF (2002) Survey
        Methodology 28:169–181). It is not too small on average whether the rows of a cluster are
        independent or move together, in whichever sizes clusters come. Shares are those in the
        class, where the sizes of the classes do not matter, and in all rows else. The degrees of
        freedom are those of all rows of the clusters that inform.
        """
        moved, reach, live = self._moved(each)
        cluster, truth, part = self.cluster[live], self.truth[live], _exact(moved, reach)[live]
        weight = tallied(cluster, self.held[live], self.clusters)
        informs = weight > 0
        k = int(informs.sum())
        if k < 2:
            return Between(0.0, 0.0, k)
        every = uneven_shares(np.zeros(k, np.int64), weight[informs])
        if not every.freedom[0] > 0:  # all but a rounding error lies in one of them
            return Between(0.0, 0.0, 1)
        together = (tallied(cluster, one[live], self.clusters)[informs] for one in (moved, reach))
        sums = ratio(_exact(*together), 1 - every.each)
        if self._cancels(live, each):
            shares = uneven_shares(truth, self.held[live])
            alone = shares.each == 1  # nothing is left of the class, and nothing is known of it
            felt = np.where(alone, 0.0, part / np.where(alone, 1.0, 1 - shares.each))
            sums = tallied(cluster, felt, self.clusters)[informs]
        variance = float((sums**2).sum()) * (k - 1) / k
        return Between(variance, float(every.freedom[0]), k)

    def _moved(self, each: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
        """What each pair moves the metric by, what its rows do one by one, and whether at all."""
        alive = np.abs(each) > DEAD * np.abs(each).max(initial=0.0)
        size = len(self.cluster)
        moved = tallied(self.pair, self.share * each[self.cell], size)
        # rows of weight 0 make no cluster one that informs
        live = tallied(self.pair, (alive[self.cell] & (self.share > 0)).astype(float), size) > 0
        reach = tallied(self.pair, np.abs(self.share * each[self.cell]), size)
        return moved, reach, live

    def _by_class(self, live: Bools, moved: Floats, reach: Floats) -> tuple[Floats, Floats, Floats]:
        """Of each class the squares about its own move, how often they count, and freedom."""
        truth, part = self.truth[live], moved[live]
        shares = uneven_shares(truth, self.held[live])
        all_of_it = tallied(truth, part, len(shares.factor))
        away = _exact(part - shares.each * all_of_it[truth], reach[live])
        return tallied(truth, away**2, len(shares.factor)), shares.factor, shares.freedom

    def _expected(self, live: NDArray[np.bool_], each: Floats) -> float:
        """The degrees of freedom if the clusters of every class vary alike; else no end of them.

        It holds for metrics to which the sizes of the classes do not matter (recalls, ROC areas):
        the moves of a class cancel. Others vary with these sizes too, which all clusters tell.
        """
        if not self._cancels(live, each):
            return math.inf
        shares = uneven_shares(self.truth[live], self.held[live])
        return float(expected_freedom(self._reach(live, each), shares.squared, shares.freedom))

    def _cancels(self, live: NDArray[np.bool_], each: Floats) -> bool:
        """Whether the moves of every class cancel: the sizes of the classes do not matter."""
        truth, moved = self._by_entry(live, each)
        total = np.abs(tallied(truth, moved, int(truth.max(initial=0)) + 1))
        return not bool((total > CANCELS * self._reach(live, each)).any())

    def _reach(self, live: NDArray[np.bool_], each: Floats) -> Floats:
        """All that the rows of a class move, one way or the other."""
        truth, moved = self._by_entry(live, each)
        return tallied(truth, np.abs(moved), int(truth.max(initial=0)) + 1)

    def _by_entry(self, live: NDArray[np.bool_], each: Floats) -> tuple[NDArray[np.int64], Floats]:
        """The class of every entry that moves the metric, and what it moves."""
        entry = np.flatnonzero(live[self.pair])
        return self.truth[self.pair[entry]], (self.share * each[self.cell])[entry]


def _exact(left: Floats, reach: Floats) -> Floats:
    """What is left of moves that cancel: nothing, where differences are no more exact than that.

    Clusters with the same share move a prevalence by nothing, but their differences by 1e-9:
    an interval of no width was made of that.
    """
    return np.where(np.abs(left) > CANCELS * reach, left, 0.0)
