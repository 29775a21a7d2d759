"""Distinct combinations of several keys: what joint scores are made of, one sort for each key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats

Ints = NDArray[np.int64]
_LARGEST = np.iinfo(np.int64).max


class RankedColumn(NamedTuple):
    """The distinct scores of a column, highest first, and the index of each entry among them."""

    scores: Floats
    score_index: Ints


def ranked(column: Floats, *, in_runs: bool = False) -> RankedColumn:
    """Scores and indices of one column; -0.0 is 0.0.

    `in_runs`: the column rises or falls over long stretches, which one kind of sort makes use
    of.

    >>> ranked(np.array([0.5, 2.0, 0.5]))
    RankedColumn(scores=array([2. , 0.5]), score_index=array([1, 0, 1]))
    """
    kind: Literal["stable"] | None = "stable" if in_runs else None
    order = np.argsort(-column, kind=kind)  # equal scores get one index, whatever their order
    fallen = column[order] + 0.0
    new = np.ones(len(fallen), np.bool_)
    np.not_equal(fallen[1:], fallen[:-1], out=new[1:])
    index = np.empty(len(fallen), np.int64)
    index[order] = np.cumsum(new) - 1
    return RankedColumn(fallen[new], index)


def one_key(indices: Sequence[tuple[Ints, int]]) -> Ints:
    """One whole number for several indices with their sizes, in the order of the first, then next.

    Where the product of the sizes is too large for a number, those that occur are numbered.

    >>> one_key([(np.array([1, 0, 1]), 2), (np.array([2, 0, 0]), 3)])
    array([5, 0, 3])
    """
    key, size = indices[0][0].astype(np.int64), indices[0][1]
    for index, count in indices[1:]:
        if size * count > _LARGEST:
            found, key = np.unique(key, return_inverse=True)
            key, size = key.reshape(-1), len(found)
        key, size = key * count + index, size * count
    return key


def in_groups(key: Ints) -> tuple[Ints, Ints]:
    """The order that sorts a key, equal ones as they came, and where each new key begins in it.

    >>> in_groups(np.array([7, 3, 7]))
    (array([1, 0, 2]), array([0, 1]))
    """
    if (key[1:] > key[:-1]).all():
        return np.arange(len(key)), np.arange(len(key))
    order = np.argsort(key, kind="stable")
    fallen = key[order]
    first = np.flatnonzero(np.concatenate(([True], fallen[1:] != fallen[:-1])))
    return order, first


def order_of(index: Ints, size: int) -> tuple[Ints, Ints] | None:
    """What `in_groups` finds, without sorting, if every entry has an index of its own."""
    if len(index) != size:
        return None
    order = np.empty(size, np.int64)
    order[index] = np.arange(size)
    return order, np.arange(size)


def summed_groups(values: Floats, order: Ints, first: Ints) -> Floats:
    """Values (..., T) added up over the groups that `in_groups` found, (..., G)."""
    if not len(first):
        return np.zeros((*values.shape[:-1], 0))
    if len(first) == values.shape[-1]:
        return values[..., order]
    return np.add.reduceat(values[..., order], first, axis=-1)
