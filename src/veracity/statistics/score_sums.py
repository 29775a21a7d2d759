"""Running sums of weights: exact for counts, and nearly so for a million fractions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats

_SHORT = 4096


def cumulated(weight: Floats) -> Floats:
    """Running sums along the last axis.

    Whole numbers are added as such, which is fast. Fractions are added in blocks: a million
    additions one after the other would lose the twelfth digit.

    >>> cumulated(np.array([1.0, 0.0, 2.0]))
    array([1., 1., 3.])
    """
    whole = as_whole(weight)
    if whole is not None:
        np.cumsum(whole, axis=-1, out=whole)
        return whole.astype(np.float64)
    size = weight.shape[-1]
    if size <= _SHORT:
        return np.cumsum(weight, axis=-1)
    block = int(np.ceil(np.sqrt(size)))
    padded = np.zeros((*weight.shape[:-1], -(-size // block) * block))
    padded[..., :size] = weight
    inside = padded.reshape(*weight.shape[:-1], -1, block)
    np.cumsum(inside, axis=-1, out=inside)
    # each block goes on exactly where the one before it ended, so that the sums never fall
    inside[..., 1:, :] += np.cumsum(inside[..., :-1, -1], axis=-1)[..., None]
    return padded[..., :size]


def as_whole(weight: Floats) -> NDArray[np.int64] | None:
    """The same numbers as integers, or None if some are fractions or unknown."""
    with np.errstate(invalid="ignore"):
        whole = weight.astype(np.int64)
    return whole if np.array_equal(whole, weight) else None


def after_zero(sums: Floats) -> Floats:
    """The sums with a 0 in front: above the highest score there is nothing."""
    start = np.zeros((*sums.shape[:-1], 1))
    return np.concatenate([start, sums], axis=-1)
