"""The isotonic map: the share of positives that was found, as a function that never falls."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.isotonic import isotonic_steps
from veracity.statistics.scores.score_table import ScoreTable


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
