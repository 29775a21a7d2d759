"""Columns of scores beside each other: which is the largest, and where the truth stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks, code_dtype

_PIECE = 1 << 14


def largest_of(columns: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The place of the largest score of each row; of equal ones the first.

    Scores are compared as float64, as everywhere.

    >>> largest_of([np.array([0.2, 0.4]), np.array([0.5, 0.4]), np.array([0.3, 0.2])]).tolist()
    [1, 0]
    """
    found = np.zeros(len(columns[0]), code_dtype(len(columns)))
    for part in chunks(len(found), _PIECE):
        best = columns[0][part].astype(np.float64)
        for place, column in enumerate(columns[1:], 1):
            scores = column[part].astype(np.float64, copy=False)
            above = scores > best
            found[part][above] = place
            np.copyto(best, scores, where=above)
    return found


def rank_of(columns: Sequence[NDArray[Any]], place: NDArray[Any]) -> NDArray[np.int64]:
    """The rank of one column of each row: 1, and one more for every column before it.

    `place` says which column. Before it are all with a larger score, and those with an equal
    score that stand further left; so rank 1 is what `largest_of` finds.

    >>> columns = [np.array([0.2, 0.4]), np.array([0.5, 0.4]), np.array([0.3, 0.2])]
    >>> rank_of(columns, np.array([2, 1])).tolist()
    [2, 2]
    """
    rank = np.ones(len(place), np.int64)
    for part in chunks(len(place), _PIECE):
        where = place[part]
        scores = [column[part].astype(np.float64, copy=False) for column in columns]
        own = np.empty(len(where))
        for i, column in enumerate(scores):
            np.copyto(own, column, where=where == i)
        for i, column in enumerate(scores):
            rank[part] += column > own
            rank[part] += (column == own) & (where > i)
    return rank
