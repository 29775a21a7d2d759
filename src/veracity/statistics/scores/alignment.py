"""Several tables over the same scores: what merging needs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats

Ints = NDArray[np.int64]


def united(lists: Sequence[Floats]) -> tuple[Floats, list[Ints]]:
    """The distinct scores of all lists, highest first, and where those of each list went.

    The lists are in order already, so a stable sort only merges them.

    >>> united([np.array([3.0, 1.0]), np.array([2.0, 1.0])])
    (array([3., 2., 1.]), [array([0, 2]), array([1, 2])])
    """
    if all(np.array_equal(one, lists[0]) for one in lists[1:]):
        return lists[0], [np.arange(len(lists[0]))] * len(lists)
    every = np.concatenate(lists)
    order = np.argsort(-every, kind="stable")
    every = every[order]
    new = np.ones(len(every), np.bool_)
    np.not_equal(every[1:], every[:-1], out=new[1:])
    index = np.empty(len(every), np.int64)
    index[order] = np.cumsum(new) - 1
    ends = np.cumsum([len(one) for one in lists])
    return every[new], np.split(index, ends[:-1])


def summed(parts: Sequence[Floats], indices: Sequence[Ints], size: int) -> Floats:
    """Weights (..., K, T) of several tables on common scores, added up.

    No part holds a score twice, so each of its weights is added once.
    """
    axes = np.broadcast_shapes(*(part.shape[:-1] for part in parts))
    total = np.zeros((*axes, size))
    for part, index in zip(parts, indices, strict=True):
        total[..., index] += part
    return total


def pooled(weight: Floats, first: Ints) -> Floats:
    """Weights of neighbouring scores added up; `first` is where each new one begins."""
    return np.add.reduceat(weight, first, axis=-1) if len(first) else weight[..., :0]
