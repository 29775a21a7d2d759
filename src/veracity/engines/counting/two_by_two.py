"""Two columns of two values each: the most common case, counted without a table."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import Codes, chunks

Bools = NDArray[np.bool_]


def pair_counts(first: Codes, second: Codes) -> NDArray[np.int64]:
    """Rows by combination: (0, 0), (0, 1), (1, 0), (1, 1).

    Three counts of true values give all four numbers, and counting true values is the fastest
    thing that numpy can do with a row.
    """
    rows = len(first.codes)
    spare = np.empty((3, min(rows, chunks(rows)[0].stop)), np.bool_)
    ones_first = ones_second = both = 0
    for part in chunks(rows):
        room = spare[:, : part.stop - part.start]
        left = _is_one(first, part, room[0])
        right = _is_one(second, part, room[1])
        ones_first += int(np.count_nonzero(left))
        ones_second += int(np.count_nonzero(right))
        both += int(np.count_nonzero(np.logical_and(left, right, out=room[2])))
    only_first, only_second = ones_first - both, ones_second - both
    return np.array([rows - both - only_first - only_second, only_second, only_first, both])


def _is_one(column: Codes, part: slice, room: Bools) -> Bools:
    """Which rows have code 1; bytes that are 0 and 1 are truth values as they stand."""
    codes = column.codes[part]
    if column.low == 0 and codes.dtype.itemsize == 1:
        return codes.view(np.bool_)
    np.not_equal(codes, column.low, out=room)
    return room
