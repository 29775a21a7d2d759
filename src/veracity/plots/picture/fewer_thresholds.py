"""A score table thinned to as many thresholds as a picture of metrics needs."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.curves.making.coordinates import X_FPR, Y_PRECISION, Y_TPR
from veracity.curves.making.thinning import enough_thresholds
from veracity.plots.picture.series import ERROR, MOST_POINTS
from veracity.statistics.scores.pooling import pooled_table
from veracity.statistics.scores.score_table import ScoreTable


def fewer_thresholds(table: ScoreTable, error: float = ERROR) -> ScoreTable:
    """Neighbouring scores as one where no rate and no precision moves by more than `error`.

    The lowest score of such a run stands for it, so that the counts at every threshold that
    is left are exactly those of the whole table.

    >>> rows = np.arange(20_000)
    >>> table = ScoreTable.of_rows(rows % 2, rows / 20_000)
    >>> few = fewer_thresholds(table, 0.01)
    >>> len(few) < 1000, bool(few.counts_at(few.scores[9]) == table.counts_at(few.scores[9]))
    (True, True)
    """
    if len(table) <= MOST_POINTS:
        return table
    indices, _ = enough_thresholds(table, (X_FPR, Y_TPR, Y_PRECISION), error)
    called_positive = indices[indices > 0]  # how many scores are called positive
    starts = np.concatenate([[0], called_positive[:-1]])
    return replace(pooled_table(table, starts), scores=table.scores[called_positive - 1])
