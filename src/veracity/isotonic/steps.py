"""The isotonic fit of a score table as a step function of the score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.isotonic.fit import falling_fit, isotonic_fit

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable


@dataclass(frozen=True, slots=True)
class IsotonicSteps:
    """Blocks of scores in rising order, each with the share of positives fitted to it.

    Block i holds the scores found from `low[i]` to `high[i]`, of the weight `total[i]`, of
    which `positive[i]` is positive. Between two blocks no score was found: what a map says
    there (a step, or the straight line from `high[i]` to `low[i + 1]` as scikit-learn draws
    it) is for the map to choose.
    """

    low: Floats
    high: Floats
    positive: Floats
    total: Floats

    def __len__(self) -> int:
        """Number of blocks."""
        return len(self.low)

    @property
    def value(self) -> Floats:
        """The share of positives of each block; it rises from block to block."""
        return ratio(self.positive, self.total)


def isotonic_steps(table: ScoreTable) -> IsotonicSteps:
    """The isotonic regression of the truth on the score of one table without leading axes.

    Rows with the same score are one point; scores without weight are left out. The shares of
    the blocks are the slopes of the ROC convex hull, so a map to them cannot lower the ROC area
    of this table, and can raise it by making ties (Fawcett and Niculescu-Mizil 2007).

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> steps = isotonic_steps(ScoreTable.of_rows([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8]))
    >>> steps.low, steps.high, steps.value
    (array([0.1, 0.3, 0.8]), array([0.1, 0.6, 0.8]), array([0. , 0.5, 1. ]))
    """
    if table.shape:
        raise refuse("isotonic_leading_axes", shape=table.shape)
    scores = table.scores
    held = np.ones(0, np.bool_) if table.apart else table.positive + table.negative > 0
    if held.all():
        fit = falling_fit(table)
    else:
        scores, positive, negative = scores[held], table.positive[held], table.negative[held]
        fit = isotonic_fit(positive, positive + negative, increasing=False)
    up = slice(None, None, -1)
    return IsotonicSteps(
        scores[fit.last][up], scores[fit.first][up], fit.positive[up], fit.total[up]
    )
