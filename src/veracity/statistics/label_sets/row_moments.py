"""Sums of features over rows, and their second moments between rows or clusters."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats


@dataclass(frozen=True, eq=False)
class RowMoments:
    """Σ of features over rows, and Σ s sᵀ over units, where s are the sums of one unit.

    A unit is a row, or a cluster of rows. `cross` is None where no interval was asked for, and
    where features are too many: then `groups` has the sums of units put into groups at random,
    which vary as the units do. What is a ratio of such sums, f(Σ), has the variance gᵀ C g with
    its gradient g: the sum of all influences is 0, so that C needs no centring. Moments of
    different units add up.

    >>> both = RowMoments.of_rows(np.array([[1.0, 1.0], [0.0, 1.0]]), np.ones(2))
    >>> both.sums.tolist(), both.cross.tolist(), both.units
    ([1.0, 2.0], [[1.0, 1.0], [1.0, 2.0]], 2)
    """

    sums: Floats
    cross: Floats | None
    units: int
    groups: Floats | None = None

    @classmethod
    def of_rows(
        cls,
        features: Floats,
        weight: Floats,
        cluster: NDArray[np.int64] | None = None,
        *,
        moments: bool = True,
    ) -> RowMoments:
        """From (rows, features), the weight of each row, and the index of its cluster if any."""
        weighted = features * weight[:, None]
        units = len(features) if cluster is None else int(cluster.max(initial=-1)) + 1
        if cluster is not None:
            each = np.zeros((units, features.shape[1]))
            np.add.at(each, cluster, weighted)
        else:
            each = weighted
        cross = (each.T @ each).astype(np.float64) if moments else None
        return cls(weighted.sum(0, dtype=np.float64), cross, units)

    def __add__(self, other: RowMoments) -> RowMoments:
        cross = None
        if self.cross is not None and other.cross is not None:
            cross = self.cross + other.cross
        groups = None
        if self.groups is not None and other.groups is not None:
            groups = self.groups + other.groups  # a group of both is a group too
        return RowMoments(self.sums + other.sums, cross, self.units + other.units, groups)

    def without_moments(self) -> RowMoments:
        """The same without what intervals need."""
        return replace(self, cross=None)

    @property
    def freedom(self) -> float | None:
        """Degrees of freedom of the variance, where units were put into groups."""
        return None if self.groups is None else float(len(self.groups) - 1)

    def variance(self, gradient: Floats) -> float:
        """The variance of a smooth ratio of the sums, with the factor of a sample."""
        if self.groups is not None:
            each, number = self.groups @ gradient, len(self.groups)
            return float(each @ each) * number / (number - 1)
        if self.cross is None or self.units < 2:
            return float("nan")
        return float(gradient @ self.cross @ gradient) * self.units / (self.units - 1)
