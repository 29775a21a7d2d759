"""The probability table: a score table whose scores are probabilities of the positive class."""

from __future__ import annotations

from typing import Self

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.statistics.numerics.weighted_sums import sums_between
from veracity.statistics.scores.alignment import Ints
from veracity.statistics.scores.pooling import pooled_table
from veracity.statistics.scores.score_table import ScoreTable


class ProbabilityTable(ScoreTable):
    """Weight by true class and probability, (..., 2, T); probabilities are distinct and fall.

    What a score table can do it can too; its scores lie between 0 and 1 and are read as
    numbers, not as ranks alone. Scores outside are refused; where they look like percentages,
    the message says so.

    >>> ProbabilityTable.of_rows([0, 1, 1], [0.2, 0.9, 0.9])
    ProbabilityTable(2 distinct scores, labels 0, 1, positive 1)
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        if not len(self.scores):
            return
        low, high = float(self.scores[-1]), float(self.scores[0])
        if not (low >= 0 and high <= 1):
            percent = low >= 0 and 1 < high <= 100
            key = "probabilities_percent" if percent else "probabilities_outside"
            raise refuse(key, low=low, high=high)

    def stand_ins(self, first: Ints) -> Floats:
        """The mean probability of the scores from each start to the next.

        A probability that stands for others has to be their mean: with the lowest of them, as
        a score table has it, a bucket that reaches down to 0 would be certain.
        """
        size = len(self.scores)
        last = np.append(first[1:], size) - 1
        if self.apart:
            mean = sums_between(self.scores, first) / np.diff(first, append=size)
        else:
            held = self.weight.sum(tuple(range(self.weight.ndim - 1)))
            mean = ratio(sums_between(held * self.scores, first), sums_between(held, first))
        middle = np.where(np.isnan(mean), self.scores[last], mean)
        return np.clip(middle, self.scores[last], self.scores[first])

    def coarsened(self, buckets: int) -> Self:
        """About so many probabilities instead of all, each the mean of those it stands for.

        Means, the Brier score up to the spread within a bucket, and resamples stay what they
        are; counts at a threshold are exact between buckets only.
        """
        return pooled_table(self, self.starts(buckets))
