"""Exact sums by score and class, as the kernels make them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
# Distinct scores, highest first, with rows or weight (K, T), and Σw² where asked for.
ScoreSums = tuple[Floats, Floats, Floats | None]


@dataclass(frozen=True, slots=True)
class Rows:
    """Good rows: the index of each one's class, its score, and its weight if it has one.

    No score is NaN and no weight is 0. `low` and `high` are the ends of all scores; `squares`
    says whether w² is summed as well.
    """

    truth: NDArray[Any]
    classes: int
    scores: NDArray[Any]
    low: float
    high: float
    weight: NDArray[Any] | None = None
    squares: bool = False

    def __len__(self) -> int:
        return len(self.scores)

    def picked(self, rows: NDArray[Any] | slice) -> Rows:
        """Only some of the rows; a slice makes no copies."""
        weight = None if self.weight is None else self.weight[rows]
        return Rows(
            self.truth[rows],
            self.classes,
            self.scores[rows],
            self.low,
            self.high,
            weight,
            self.squares,
        )


def joined(parts: list[ScoreSums], *, sort: bool = False) -> ScoreSums:
    """Sums over different scores as one; the parts follow each other, or are to be sorted."""
    scores = np.concatenate([part[0] for part in parts])
    weight = np.concatenate([part[1] for part in parts], axis=1)
    every = [part[2] for part in parts if part[2] is not None]
    squares = np.concatenate(every, axis=1) if len(every) == len(parts) else None
    if not sort:
        return scores, weight, squares
    order = np.argsort(-scores, kind="stable")
    return scores[order], weight[:, order], None if squares is None else squares[:, order]
