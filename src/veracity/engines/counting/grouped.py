"""Rows summed by key: the whole contract of an engine."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Label = Hashable


@dataclass(frozen=True, slots=True)
class Grouped:
    """One entry for each combination of codes that occurs, in the order of the codes.

    `codes[k][i]` is the code that entry i has in key k. `rows` counts rows, `weight` and
    `squares` sum w and w² (None without weights). Once validated, `categories[k]` holds the
    distinct values of key k, ordered, and codes are indices among them.
    """

    codes: tuple[NDArray[np.int64], ...]
    rows: NDArray[np.int64]
    weight: NDArray[np.float64] | None = None
    squares: NDArray[np.float64] | None = None
    categories: tuple[tuple[Label, ...], ...] = ()

    def where(self, kept: NDArray[np.bool_]) -> Grouped:
        """Only some of the entries."""
        return Grouped(
            tuple(code[kept] for code in self.codes),
            self.rows[kept],
            None if self.weight is None else self.weight[kept],
            None if self.squares is None else self.squares[kept],
        )
