"""Combinations of groups as one number."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import code_dtype
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.engines.rows.scored_rows import Keyed

Ints = NDArray[np.int64]


def combined(groups: Sequence[Keyed], rows: int) -> NDArray[Any]:
    """The number of the combination that each row has, as small as it can be: it sorts faster."""
    code = np.zeros(rows, np.int64)
    for group in groups:
        code *= len(group.levels)
        code += group.codes
    return code.astype(code_dtype(prod(len(group.levels) for group in groups)))


def occurring(codes: NDArray[Any]) -> Ints:
    """The combinations that occur, in their order."""
    if codes.dtype.itemsize <= 2:
        return np.flatnonzero(np.bincount(codes)).astype(np.int64)
    return np.unique(codes).astype(np.int64)


def value_of(groups: Sequence[Keyed], code: int) -> Label:
    """What a combination stands for: a level, or several as a tuple."""
    value, rest = list[Label](), code
    for group in reversed(groups):
        rest, level = divmod(rest, len(group.levels))
        value.insert(0, group.levels[level])
    return value[0] if len(value) == 1 else tuple(value)
