"""Where a condition begins to hold along an order, found without reading all of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]


def first_where(holds: Callable[[Ints], Any], size: int, shape: tuple[int, ...] = ()) -> Ints:
    """The first of the indices 0 … size − 1 at which `holds`, and `size` where it never does.

    From there on it has to hold for good. `holds` is given an array of indices, one for each of
    `shape`, and answers for each of them: so many searches take as many steps as one.

    >>> first_where(lambda index: np.array([1, 4, 4, 9])[index] >= [4, 10], 4, (2,))
    array([1, 4])
    """
    before = np.zeros(shape, np.int64)
    step = 1 << size.bit_length()
    while step > 1:
        step >>= 1
        last = before + (step - 1)
        further = np.logical_not(holds(np.minimum(last, size - 1)))
        further &= last < size
        before += step * further
    return before
