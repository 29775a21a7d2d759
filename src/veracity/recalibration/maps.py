"""Maps of probabilities: lines of log-odds, isotonic, of K classes; and a map with its notes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.isotonic import isotonic_steps
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text


class Map(Protocol):
    """Probabilities to probabilities: one column (n,), or the columns of K classes (K, n)."""

    @property
    def strict(self) -> bool:
        """Whether different probabilities always stay different."""

    def __call__(self, p: Floats) -> Floats:
        """The calibrated probabilities."""


@dataclass(frozen=True, slots=True)
class Fitted:
    """A map, and the sentences that belong to it."""

    map: Map
    notes: tuple[Text, ...] = ()


@dataclass(frozen=True, slots=True)
class LogitMap:
    """ln(q / (1 − q)) = a · ln p − b · ln(1 − p) + c, with a and b at least 0, so that q rises.

    a = b is Platt scaling of the log-odds; a = b = 1/T with c = 0 temperature scaling with the
    temperature T; a = b = 1 multiplies the odds by exp(c). p = 0 stays 0 where a > 0, and
    p = 1 stays 1 where b > 0: no finite line can move infinite log-odds.

    >>> import numpy as np
    >>> LogitMap(1.0, 1.0, float(np.log(2)))(np.array([0.0, 0.5, 1.0])).round(6).tolist()
    [0.0, 0.666667, 1.0]
    """

    a: float
    b: float
    c: float

    @property
    def strict(self) -> bool:
        """Whether different probabilities always stay different (but for rounding)."""
        return self.a > 0 or self.b > 0

    def __call__(self, p: Floats) -> Floats:
        """The calibrated probabilities."""
        from scipy.special import expit, xlog1py, xlogy

        odds: Floats = expit(xlogy(self.a, p) - xlog1py(self.b, -p) + self.c)
        return odds


@dataclass(frozen=True, slots=True, eq=False)
class IsotonicMap:
    """Corners (x, y) joined by straight lines; beyond the first and last it stays level.

    Between two blocks of the regression nothing was observed. There the map is the straight
    line from the end of one to the start of the next, as scikit-learn draws it. It is only
    weakly rising: different probabilities inside a block become equal, which can change the
    area under the ROC curve.

    >>> IsotonicMap(np.array([0.2, 0.4]), np.array([0.0, 1.0]))(np.array([0.1, 0.25, 0.9]))
    array([0.  , 0.25, 1.  ])
    """

    x: Floats
    y: Floats

    def __post_init__(self) -> None:
        for array in (self.x, self.y):
            array.flags.writeable = False

    @property
    def strict(self) -> bool:
        """Whether different probabilities between the ends always stay different."""
        return bool((np.diff(self.y) > 0).all()) and bool(self.x[0] <= 0 and self.x[-1] >= 1)

    def __call__(self, p: Floats) -> Floats:
        """The calibrated probabilities."""
        return np.interp(p, self.x, self.y)


def isotonic_map(table: ScoreTable) -> IsotonicMap:
    """The least-squares map that never falls (pool adjacent violators), from a table.

    Definition: among all non-decreasing f, Σ w (y − f(p))² is least; so are the log loss and
    every other proper score. Rows with equal p are one point.
    Zadrozny B, Elkan C (2002) KDD:694–699.

    >>> found = isotonic_map(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]))
    >>> found.x.tolist(), found.y.tolist()
    ([0.1, 0.3, 0.6, 0.8], [0.0, 0.5, 0.5, 1.0])
    """
    steps = isotonic_steps(table)
    x = np.column_stack([steps.low, steps.high]).ravel()
    y = np.repeat(steps.value, 2)
    new = np.concatenate([[True], np.diff(x) > 0])  # a block of one probability is one corner
    return IsotonicMap(x[new], y[new])


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
