"""How well clusters tell a variance: which of them inform the metric, and how evenly.

Sixty patients of whom three hold all positives are three patients where recall is asked for.
What a cluster moves the metric by is split by true class; of the k clusters that hold cells of
a class which move it, the spread about their mean counts k/(k − 1) times, with k − 1 degrees of
freedom (as Obuchowski NA (1997) Biometrics 53:567–578 does for the ROC area). The degrees of
the sum are Satterthwaite's (Satterthwaite FE (1946) Biometrics Bulletin 2:110–114), at most one
less than the clusters that move the metric at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.resampling.parts import Parts
from veracity.statistics.cells import tallied

DEAD = 1e-9  # influence of a cell, as a part of the largest, below which it is rounding


@dataclass(frozen=True, slots=True)
class Between:
    """The variance between clusters with its degrees of freedom; `clusters` inform the metric."""

    variance: float
    freedom: float
    clusters: int


@dataclass(frozen=True, eq=False)
class ByClass:
    """Which cluster holds cells of which true class: pairs (cluster, class), made once."""

    unit: NDArray[np.int64]
    truth: NDArray[np.int64]
    pair: NDArray[np.int64]
    cell: NDArray[np.int64]
    share: Floats
    clusters: int

    @classmethod
    def of(cls, parts: Parts) -> ByClass:
        """From the entries of the units; all cells are of one class where it is unknown."""
        units = parts.units
        assert units is not None
        truth = np.zeros(len(parts), np.int64) if parts.truth is None else parts.truth
        classes = int(truth.max(initial=0)) + 1
        code = units.unit * classes + truth[units.cell]
        found, pair = np.unique(code, return_inverse=True)
        share = ratio(units.weight, parts.weight[units.cell])
        share = np.where(np.isnan(share), 0.0, share)
        return cls(
            found // classes, found % classes, pair.reshape(-1), units.cell, share, len(units)
        )

    def between(self, each: Floats) -> Between:
        """From the influence of every cell, all its rows together."""
        alive = np.abs(each) > DEAD * np.abs(each).max(initial=0.0)
        size = len(self.unit)
        moved = tallied(self.pair, self.share * each[self.cell], size)
        live = tallied(self.pair, alive[self.cell].astype(float), size) > 0
        sums = tallied(self.unit, moved, self.clusters)
        informs = np.zeros(self.clusters, bool)
        informs[self.unit[live]] = True
        k = int(informs.sum())
        if k < 2:
            return Between(0.0, 0.0, k)
        held, spread = self._spread(self.truth[live], moved[live])
        own, free = ratio(spread * held, held - 1), held - 1
        known = (held > 1) & (spread > 0)
        own, free = own[known], free[known]
        total = float((sums**2).sum())
        all_spread = float(((sums[informs] - sums[informs].mean()) ** 2).sum())
        variance = total + max(all_spread / (k - 1), float((own / (free + 1)).sum()))
        rest = max(variance - float(own.sum()), 0.0)
        uneven = float((own**2 / free).sum()) + rest**2 / (k - 1)
        freedom = float(ratio((float(own.sum()) + rest) ** 2, uneven))
        return Between(variance, min(freedom, k - 1.0) if freedom > 0 else k - 1.0, k)

    def _spread(self, truth: Any, moved: Floats) -> tuple[Floats, Floats]:
        """Clusters that hold each class, and the squares about their mean."""
        classes = int(truth.max(initial=0)) + 1
        held = tallied(truth, np.ones(len(truth)), classes)
        mean = np.where(held > 0, ratio(tallied(truth, moved, classes), held), 0.0)
        return held, tallied(truth, (moved - mean[truth]) ** 2, classes)
