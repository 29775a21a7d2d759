"""What every engine hands back: rows summed by key. The whole contract of an engine."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Label = Hashable


@dataclass(frozen=True, slots=True)
class Grouped:
    """One entry for each combination of key values that occurs.

    `levels[k]` holds the distinct values of key k, ordered; `codes[k][i]` says which of them
    entry i has. `rows` counts rows, `weight` and `squares` sum w and w² (None without weights).
    Entries come in the order of their codes, so that equal input gives equal output.
    """

    levels: tuple[tuple[Label, ...], ...]
    codes: tuple[NDArray[np.int64], ...]
    rows: NDArray[np.int64]
    weight: NDArray[np.float64] | None = None
    squares: NDArray[np.float64] | None = None
