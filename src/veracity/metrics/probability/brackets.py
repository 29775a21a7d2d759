"""What a grid of probabilities leaves open: each row lies between the edges of its bucket.

A positive costs least at the upper edge and a negative at the lower one, for every score that
falls as the probability of what happened rises. So the two edges hold the exact value.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.numerics.weighted_sums import Loss, inner, weighted_sum
from veracity.statistics.scores.probability_table import ProbabilityTable
from veracity.statistics.scores.score_table import ScoreTable


def edges(grid: ScoreGrid) -> tuple[Floats, Floats]:
    """The lowest and the highest probability that each bucket can hold; of a table the same."""
    if isinstance(grid, ScoreTable):
        return grid.scores, grid.scores
    return remember(
        grid, "edges", lambda: (np.clip(grid.low, 0.0, 1.0), np.clip(grid.high, 0.0, 1.0))
    )


def mean_between(grid: ScoreGrid, of_positive: Loss, of_negative: Loss) -> tuple[Any, Any]:
    """Of a mean loss: f falls with p for positives, g rises with p for negatives."""
    low, high = edges(grid)
    least, most = (
        weighted_sum(grid.positive, of_yes, of_positive)
        + weighted_sum(grid.negative, of_no, of_negative)
        for of_yes, of_no in ((high, low), (low, high))
    )
    return ratio(least, grid.total), ratio(most, grid.total)


def at_edges(grid: ScoreGrid) -> tuple[ProbabilityTable, ProbabilityTable]:
    """The table if every row lay at the lower edge of its bucket, and at the upper edge.

    For metrics that depend on the probabilities alone once the outcomes are known, and only
    fall (or only rise) with each of them. Buckets that share an edge stay apart.
    """
    low, high = edges(grid)
    plain = replace(grid.table, squares=None, clusters=None)
    return tuple(  # type: ignore[return-value]
        ProbabilityTable.like(replace(plain, scores=one)) for one in (low, high)
    )


def in_the_middle(grid: ScoreGrid, logit: Floats) -> ProbabilityTable:
    """The table if every row lay at these log odds, one for each bucket."""
    with np.errstate(over="ignore"):
        p = 1 / (1 + np.exp(-logit))
    return ProbabilityTable.like(replace(grid.table, scores=p, squares=None, clusters=None))


def observed_expected_bracket(grid: ScoreGrid) -> tuple[Any, Any]:
    """Of observed over expected: the expected number lies between the two edges."""
    total, yes = grid.positive + grid.negative, grid.positive.sum(-1)
    low, high = edges(grid)
    return ratio(yes, inner(total, high)), ratio(yes, inner(total, low))
