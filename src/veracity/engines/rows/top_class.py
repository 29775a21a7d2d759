"""Columns of scores beside each other: which of a row's scores is the largest."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks, code_dtype

_PIECE = 1 << 14


def largest_of(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The index of the largest score of each row; of equal ones the first.

    Scores are compared as float64, as everywhere.

    >>> largest_of([np.array([0.2, 0.4]), np.array([0.5, 0.4]), np.array([0.3, 0.2])]).tolist()
    [1, 0]
    """
    found = np.zeros(len(columns[0]), code_dtype(len(columns)))
    for part in chunks(len(found), _PIECE):
        best = columns[0][part].astype(np.float64)
        for index, column in enumerate(columns[1:], 1):
            scores = column[part].astype(np.float64, copy=False)
            above = scores > best
            found[part][above] = index
            np.copyto(best, scores, where=above)
    return found
