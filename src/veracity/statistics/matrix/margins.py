"""What most metrics read of a matrix of very many cells: its margins and its diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.matrix.cells import SMALL, DenseCells


class NeedsCells(Exception):
    """A metric asked for single cells where only margins are at hand; users never see it."""


@dataclass(frozen=True, slots=True, eq=False)
class MarginCells:
    """Weight of each true class, of each predicted class, and predicted right, (..., K) each."""

    truth: Floats
    predicted: Floats
    hit: Floats

    @property
    def size(self) -> int:
        """Number of classes."""
        return int(self.truth.shape[-1])

    @property
    def axes(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.truth.shape[:-1]

    def by_truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return self.truth

    def by_call(self) -> Floats:
        """Weight of each predicted class, (..., K)."""
        return self.predicted

    def diagonal(self) -> Floats:
        """Weight of what was predicted right, by class."""
        return self.hit

    def total(self) -> Any:
        """Weight of everything."""
        return np.asarray(self.truth.sum(-1))[()]

    def one_vs_rest(self) -> DenseCells:
        """A 2×2 table for each class on a new axis, the class itself second."""
        planes = np.empty((2, 2, *self.truth.shape))  # each in one piece: so they are read too
        (rest, false), (missed, hit) = planes
        total = np.asarray(self.total())[..., None]
        hit[...] = self.hit
        for wrong, margin in ((false, self.predicted), (missed, self.truth)):
            np.subtract(margin, hit, out=wrong)
            np.maximum(wrong, 0.0, out=wrong)
        np.subtract(total, self.truth, out=rest)
        rest -= false
        if (rest <= SMALL * total).any():  # a difference of sums: there only cells are exact
            raise NeedsCells("outside")
        return DenseCells(np.moveaxis(planes, (0, 1), (-2, -1)))

    def __getattr__(self, name: str) -> Any:
        raise NeedsCells(name)
