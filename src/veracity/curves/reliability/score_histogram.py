"""How the probabilities of each class are distributed: what lies beneath a reliability curve."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.statistics.scores.probability_table import ProbabilityTable


@dataclass(frozen=True, slots=True, eq=False)
class ScoreHistogram:
    """Weight of the positives and of the negatives between neighbouring edges.

    Bin i holds edges[i] <= p < edges[i + 1], the last one p = 1 too.
    """

    edges: Floats
    positive: Floats
    negative: Floats

    def __post_init__(self) -> None:
        for array in (self.edges, self.positive, self.negative):
            array.flags.writeable = False

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {name: getattr(self, name).tolist() for name in ("edges", "positive", "negative")}


def score_histogram(table: ProbabilityTable, bins: int = 20) -> ScoreHistogram:
    """The probabilities of each class in bins of equal width; leading axes stay in front.

    >>> found = score_histogram(ProbabilityTable.of_rows([0, 1, 1], [0.1, 0.5, 1.0]), 2)
    >>> found.edges.tolist(), found.positive.tolist(), found.negative.tolist()
    ([0.0, 0.5, 1.0], [0.0, 2.0], [1.0, 0.0])
    """
    if bins != int(bins) or bins < 1:
        raise refuse("reliability_bins", bins=repr(bins))
    edges = np.arange(int(bins) + 1) / int(bins)
    below = np.searchsorted(table.scores[::-1], edges[1:-1], "left")
    called_positive = len(table) - np.concatenate([[0], below, [len(table)]])  # p >= edge
    positive, negative = (
        np.maximum(sums[..., :-1] - sums[..., 1:], 0.0) for sums in table.reached(called_positive)
    )
    return ScoreHistogram(edges, positive, negative)
