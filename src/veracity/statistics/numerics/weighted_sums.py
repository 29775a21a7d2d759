"""Sums of weight times a function of the score, piece by piece so that work stays in the cache."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, quiet

Loss = Callable[[Floats], Floats]
PIECE = 1 << 15
_LOOKED_AT = 1 << 10  # so many at either end hold a class, most often


def weighted_sum(weight: Floats, scores: Floats, loss: Loss) -> Any:
    """Σ weight · loss(score) over the last axis, for any leading axes.

    Where the loss is infinite, the sum is infinite if there is any weight, and else untouched:
    0 · ∞ is 0 here, because nobody was there to lose.

    >>> float(weighted_sum(np.array([0.0, 2.0]), np.array([0.0, 0.5]), lambda p: 1 / p))
    4.0
    """
    total: Any = np.zeros(weight.shape[:-1])
    for part in pieces(len(scores)):
        with quiet():
            values = loss(scores[part])
            found = inner(weight[..., part], values)
        if not np.isfinite(found).all():
            endless = np.isinf(values)
            lost = (weight[..., part][..., endless] > 0).any(-1)
            found = inner(weight[..., part], np.where(endless, 0.0, values))
            found = found + np.where(lost, np.inf, 0.0)
        total = total + found
    return total[()]


def sum_of(scores: Floats, loss: Loss) -> float:
    """Σ loss(score) over rows without weights; infinite or nan where a loss is."""
    with quiet():
        return float(sum(loss(scores[part]).sum() for part in pieces(len(scores))))


def sum_of_both(scores: Floats, few: NDArray[np.int64], of_few: Loss, of_others: Loss) -> float:
    """Σ of_few over the scores with these indices and Σ of_others over all others.

    Not finite where either is not finite at any score, also where nobody was there to lose.

    >>> sum_of_both(np.array([1.0, 2.0, 4.0]), np.array([1]), lambda p: 10 * p, lambda p: p)
    25.0
    """
    own = scores[few]
    with quiet():
        return sum_of(scores, of_others) + sum_of(own, of_few) - sum_of(own, of_others)


def inner(weight: Floats, values: Floats) -> Any:
    """Σ weight · value over the last axis, for any leading axes of the weight.

    Not a matrix product: threads of a BLAS cost more than they bring at these lengths.
    """
    return np.einsum("...t,t->...", weight, values)


def pieces(size: int, length: int = PIECE) -> Iterator[slice]:
    """The indices from 0 to size in short slices."""
    return (slice(start, min(start + length, size)) for start in range(0, size, length))


def sums_between(values: Floats, first: NDArray[np.int64]) -> Floats:
    """The sums of values from each start to the next; the starts rise and differ."""
    return np.add.reduceat(values, first, axis=-1) if len(first) else values[..., :0]


def first_held(weight: Floats) -> Any:
    """The first index with any weight, of each of the leading axes; 0 where there is none.

    >>> int(first_held(np.array([0.0, 0.0, 2.0, 1.0])))
    2
    """
    if weight.ndim > 1:
        return np.argmax(weight > 0, -1)
    start, size = 0, _LOOKED_AT
    while start < len(weight) and not weight[start : start + size].any():
        start, size = start + size, 2 * size
    return start + np.argmax(weight[start : start + size] > 0) if start < len(weight) else 0
