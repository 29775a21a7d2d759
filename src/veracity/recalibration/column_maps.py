"""Maps of the probabilities of K classes: a temperature, a map for each class, other shares."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.recalibration.fitted import Map


@dataclass(frozen=True, slots=True)
class Temperature:
    """q_k in proportion to p_k^slope, where slope = 1/T; a probability of 0 stays 0.

    The order of the classes within a row never changes (slope > 0); the order of the rows
    within a column can.

    >>> Temperature(2.0)(np.array([[0.5], [0.25], [0.25]])).round(6).ravel().tolist()
    [0.666667, 0.166667, 0.166667]
    """

    slope: float

    @property
    def temperature(self) -> float:
        """T: above 1 it makes probabilities less extreme."""
        return math.inf if self.slope == 0 else 1 / self.slope

    @property
    def strict(self) -> bool:
        """Within a row different probabilities stay different."""
        return self.slope > 0

    def __call__(self, p: Floats) -> Floats:
        """The calibrated columns (K, n)."""
        from scipy.special import xlogy

        line = xlogy(self.slope, p)
        raised = np.exp(line - line.max(0))
        made: Floats = raised / raised.sum(0)
        return made


@dataclass(frozen=True, slots=True)
class ClassFactors:
    """q_k in proportion to factor_k · p_k: the classes became more or less frequent."""

    factors: tuple[float, ...]

    @property
    def strict(self) -> bool:
        """Whether no class was left out."""
        return min(self.factors) > 0

    def __call__(self, p: Floats) -> Floats:
        """The calibrated columns (K, n); nan where only classes that no longer occur are left."""
        raised = np.array(self.factors)[:, None] * p
        return ratio(raised, raised.sum(0))


@dataclass(frozen=True, slots=True)
class EachColumn:
    """Each class against the rest by a map of its own, then rows divided by their sum.

    Where all maps give 0, nothing is known of the row and every class gets 1/K, as in
    scikit-learn. Zadrozny B, Elkan C (2002) KDD:694–699.
    """

    maps: tuple[Map, ...]

    @property
    def strict(self) -> bool:
        """Whether every map is."""
        return all(one.strict for one in self.maps)

    def __call__(self, p: Floats) -> Floats:
        """The calibrated columns (K, n)."""
        raised = np.stack([one(column) for one, column in zip(self.maps, p, strict=True)])
        total = raised.sum(0)
        return np.where(total > 0, ratio(raised, total), 1 / len(self.maps))
