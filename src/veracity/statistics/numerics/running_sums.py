"""Running sums of weights: exact for counts, and nearly so for a million fractions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, quiet

_SHORT = 4096
_PIECE = 1 << 15
_LARGE = 1 << 40  # of so short rows: their sums are exact either way


def cumulated(weight: Floats) -> Floats:
    """Running sums along the last axis.

    >>> cumulated(np.array([1.0, 0.0, 2.0]))
    array([1., 1., 3.])
    """
    sums = np.empty(weight.shape)
    cumulate(weight, sums)
    return sums


def cumulated_from_zero(weight: Floats) -> Floats:
    """The same with a 0 in front: above the highest score there is nothing."""
    sums = np.empty((*weight.shape[:-1], weight.shape[-1] + 1))
    sums[..., 0] = 0.0
    cumulate(weight, sums[..., 1:])
    return sums


def sums_from_below(weight: Floats) -> Floats:
    """What lies at each index or after it, and 0 behind the last.

    >>> sums_from_below(np.array([1.0, 0.0, 2.0]))
    array([3., 2., 2., 0.])
    """
    return cumulated_from_zero(weight[..., ::-1])[..., ::-1]


def cumulate(weight: Floats, out: Floats) -> None:
    """Write running sums into `out`.

    Whole numbers are added as such, which is fast. Fractions are added in blocks: a million
    additions one after the other would lose the twelfth digit.
    """
    size = weight.shape[-1]
    if weight.ndim == 2 and size <= _SHORT < weight.size:
        _of_short_rows(weight, out)
    elif size <= _SHORT:
        np.cumsum(weight, axis=-1, out=out)
    elif weight.ndim > 1:
        for axes in np.ndindex(weight.shape[:-1]):
            cumulate(weight[axes], out[axes])
    elif not _whole_sums(weight, out):
        block = int(np.ceil(np.sqrt(size)))
        padded = np.zeros(-(-size // block) * block)
        padded[:size] = weight
        inside = padded.reshape(-1, block)
        np.cumsum(inside, axis=-1, out=inside)
        # each block goes on exactly where the one before it ended, so that the sums never fall
        inside[1:] += np.cumsum(inside[:-1, -1])[:, None]
        out[:] = padded[:size]


def _of_short_rows(weight: Floats, out: Floats) -> None:
    """Running sums of many short rows, some of them at once; whole numbers as such.

    A sum of floats waits for the one before it to be written: whole numbers take a fifth of that.
    """
    length = max(_PIECE // (2 * weight.shape[-1]), 1)
    parts = [slice(at, at + length) for at in range(0, len(weight), length)]
    for part in parts:
        whole = as_whole(weight[part])
        if whole is None or whole.max(initial=0) > _LARGE:
            break
        out[part] = np.cumsum(whole, axis=-1, out=whole)
    else:
        return
    np.cumsum(weight, axis=-1, out=out)


def _whole_sums(weight: Floats, out: Floats) -> bool:
    """Running sums of whole numbers; False as soon as one is a fraction."""
    reached = 0
    for start in range(0, len(weight), _PIECE):
        part = slice(start, start + _PIECE)
        whole = as_whole(weight[part])
        if whole is None:
            return False
        whole[0] += reached
        np.cumsum(whole, out=whole)
        reached = whole[-1]
        out[part] = whole
    return True


def as_whole(weight: Floats) -> NDArray[np.int64] | None:
    """The same numbers as integers, or None if some are fractions or unknown."""
    with quiet():
        whole = weight.astype(np.int64)
    return whole if (whole == weight).all() else None
