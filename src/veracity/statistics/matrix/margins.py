"""What most metrics read of a matrix of very many cells: its margins and its diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, sum_of_others
from veracity.statistics.matrix.cells import SMALL, DenseCells


class NeedsCells(Exception):
    """A metric asked for single cells where only margins are at hand; it is caught, not shown."""


@dataclass(frozen=True, slots=True, eq=False)
class MarginCells:
    """Weight of each true class, of each predicted class, and predicted right, (..., K) each."""

    truth: Floats
    called: Floats
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
        return self.called

    def diagonal(self) -> Floats:
        """Weight of what was predicted right, by class."""
        return self.hit

    def total(self) -> Any:
        """Weight of everything."""
        return np.asarray(self.truth.sum(-1))[()]

    def one_vs_rest(self) -> DenseCells:
        """A 2×2 table for each class on a new axis, the class itself second."""
        missed = np.maximum(self.truth - self.hit, 0.0)
        false = np.maximum(self.called - self.hit, 0.0)
        total = np.asarray(self.total())[..., None]
        rest = np.where(false == 0, sum_of_others(self.truth), total - self.truth - false)
        if (rest <= SMALL * total).any():  # a difference of sums: there only cells are exact
            raise NeedsCells("outside")
        four = np.stack([rest, false, missed, self.hit], -1)
        return DenseCells(four.reshape(*four.shape[:-1], 2, 2))

    def __getattr__(self, name: str) -> Any:
        raise NeedsCells(name)
