"""How many rows lie at, above and below each probability of one table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.memo import remember
from veracity.statistics import ScoreTable
from veracity.statistics.numerics.running_sums import cumulated_from_zero
from veracity.statistics.numerics.weighted_sums import pieces

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RunningSums:
    """Running sums of weight from 0 on, (T + 1,), that need no memory where all weights are 1.

    >>> ones, twos = RunningSums(4), RunningSums(2, np.array([0.0, 2.0, 4.0]))
    >>> ones.at(np.array([3])), twos.at(np.array([1]))
    (array([3.]), array([2.]))
    >>> int(ones.index(2.5)), int(twos.index(2.0, "right"))
    (3, 2)
    """

    size: int
    sums: Floats | None = None

    @property
    def total(self) -> float:
        """The weight of everything."""
        return float(self.size if self.sums is None else self.sums[-1])

    def at(self, index: Ints) -> Floats:
        """The weight of the first so many scores."""
        return index.astype(np.float64) if self.sums is None else self.sums[index]

    def index(self, weight: Floats, side: Literal["left", "right"] = "left") -> Any:
        """How many of the sums lie below a weight; with `right`, at it too."""
        if self.sums is not None:
            return np.searchsorted(self.sums, weight, side)
        count = np.ceil(weight) if side == "left" else np.floor(weight) + 1
        return np.clip(count, 0, self.size + 1).astype(np.int64)


def alone(table: ScoreTable) -> bool:
    """Whether every row has a probability of its own and the weight 1."""
    return remember(table, "alone", lambda: _alone(table))


def _alone(table: ScoreTable) -> bool:
    if table.apart:
        return True
    yes, no = table.positive, table.negative
    return not table.shape and all(
        bool((yes[piece] + no[piece] == 1).all()) for piece in pieces(len(table))
    )


def rows_of(table: ScoreTable) -> Floats:
    """The weight at each probability, whatever the outcome, (..., T); read only."""
    return remember(table, "rows", lambda: _rows(table))


def _rows(table: ScoreTable) -> Floats:
    if alone(table):
        return np.broadcast_to(1.0, len(table))
    rows: Floats = table.positive + table.negative
    return rows


def above(table: ScoreTable) -> RunningSums:
    """The running sums of weight from the highest probability down."""
    return remember(table, "above", lambda: _above(table))


def _above(table: ScoreTable) -> RunningSums:
    return RunningSums(len(table), None if alone(table) else cumulated_from_zero(rows_of(table)))


def below(table: ScoreTable) -> RunningSums:
    """The running sums of weight from the lowest probability up."""
    sums = above(table).sums
    return RunningSums(len(table), None if sums is None else sums[-1] - sums[::-1])
