"""Counts as given, checked before they become cells."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from veracity.errors import VeracityError, refuse
from veracity.statistics.matrix.cells import LARGEST_EXACT, DenseCells


def checked_counts(counts: ArrayLike) -> DenseCells:
    """Numbers not below 0 in a square matrix, with any leading axes."""
    try:
        given = np.asarray(counts)
        if given.dtype.kind in "iuO" and given.size and given.max() > LARGEST_EXACT:
            raise refuse("counts_too_large", value=float(given.max()))
        array = np.array(given, dtype=np.float64)
    except VeracityError:
        raise
    except (TypeError, ValueError) as problem:
        raise refuse("counts_not_numbers", why=problem) from problem
    if array.ndim < 2 or array.shape[-1] != array.shape[-2] or array.shape[-1] == 0:
        raise refuse("counts_not_square", shape=array.shape)
    bad = ~np.isfinite(array) | (array < 0)
    if bad.any():
        index = tuple(int(i) for i in np.argwhere(bad)[0])
        raise refuse("counts_invalid", n=int(bad.sum()), place=index, value=array[index])
    if array.size and array.max() > LARGEST_EXACT:
        raise refuse("counts_too_large", value=array.max())
    return DenseCells(array)


def checked_total(total: float) -> None:
    """Refuse a sum of counts in which a single case could be lost."""
    if total >= LARGEST_EXACT:
        raise refuse("counts_too_large", value=total)
