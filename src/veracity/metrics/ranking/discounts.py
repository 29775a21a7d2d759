"""Sums of the discounts 1/log2(rank + 1) over the first ranks, for any number of ranks."""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.numerics.weighted_sums import pieces

Ints = NDArray[np.int64]
FIRST = 1 << 16  # ranks whose discounts are added one by one
BLOCK = 1 << 6
# From these ranks on blocks are longer: what a block leaves out falls with the fourth power of the
# rank, and rises with the fifth of its length.
LONGER = ((1 << 24, 1 << 12), (1 << 28, 1 << 15), (1 << 32, 1 << 18), (1 << 40, 1 << 24))


def discounts(rank: Floats) -> Floats:
    """1/log2(rank + 1).

    >>> discounts(np.array([1.0, 3.0]))
    array([1. , 0.5])
    """
    found: Floats = 1 / np.log2(rank + 1.0)
    return found


def discount_sums(most: int) -> Callable[[Floats], Floats]:
    """A function from ranks 0 … `most`, whole numbers, to the sum of the discounts up to them.

    Beyond the first 65,536 ranks, m neighbouring discounts f with the middle c add up to
    m f(c) + (m³ − m)/24 f″(c): the next term is below 1e-14 for 64 of them and falls with the
    fourth power of the rank. So a sum is known at every 64th rank, and goes on from there.

    >>> float(discount_sums(3)(np.array([3.0]))[0]) == 1 + 1 / math.log2(3) + 0.5
    True
    """
    return _sums_upto(most if most <= FIRST else _rounded_up(most))


def _rounded_up(most: int) -> int:
    """A little more, so that resamples of one table share their sums."""
    step = 1 << max(most.bit_length() - 4, 0)
    return -(-most // step) * step


@lru_cache(maxsize=4)
def _sums_upto(most: int) -> Callable[[Floats], Floats]:
    first = np.zeros(min(most, FIRST) + 1)
    np.cumsum(discounts(np.arange(1.0, len(first))), out=first[1:])
    if most <= FIRST:
        return lambda rank: first[rank.astype(np.int64)]
    starts, length = _blocks(most)
    middle = starts + (length + 3) / 2
    log = np.log(middle)
    bend = (log + 2) / (24 * (middle * log) ** 2)
    at_blocks = np.full(len(starts), first[-1])
    at_blocks[1:] += np.cumsum(_next(starts[:-1], length[:-1], bend[:-1]))
    alike = most < LONGER[0][0]

    def upto(rank: Floats) -> Floats:
        found = np.empty(rank.size)
        ranks = rank.reshape(-1)
        for part in pieces(len(ranks)):
            some = ranks[part]
            block = np.maximum((some - FIRST) * (1 / BLOCK), 0.0).astype(np.int64)
            if not alike:
                block = _block_of(some, block)
            begin = starts[block]
            out = _next(begin, some - begin, bend[block])
            out += at_blocks[block]
            near = np.flatnonzero(some <= FIRST)
            out[near] = first[some[near].astype(np.int64)]
            found[part] = out
        return found.reshape(rank.shape)

    return upto


def _block_of(rank: Floats, block: Ints) -> Ints:
    """The block of each rank, where it is known as if all were as short as the first ones."""
    before, begin, size = 0, FIRST, BLOCK
    for start, length in LONGER:
        before += (start - begin) // size
        begin, size = start, length
        far = rank >= start
        if not far.any():
            break
        block = np.where(far, before + ((rank - start) * (1 / length)).astype(np.int64), block)
    return block


def _blocks(most: int) -> tuple[Floats, Floats]:
    """Where blocks begin, from the first ranks to `most`, and how long they are."""
    begin, length = [FIRST, *(rank for rank, _ in LONGER)], [BLOCK, *(size for _, size in LONGER)]
    ends = [*begin[1:], math.inf]
    parts = [
        np.arange(float(start), min(end, most + 1), size)
        for start, end, size in zip(begin, ends, length, strict=True)
        if start <= most
    ]
    sizes = [np.full(len(part), float(size)) for part, size in zip(parts, length, strict=False)]
    return np.concatenate(parts), np.concatenate(sizes)


def _next(before: Floats, terms: Floats, bend: Floats) -> Floats:
    """The sum of the discounts of so many ranks after the first `before`.

    `bend` is f″/24f in the middle of the block; it hardly changes over so few ranks.
    """
    middle = np.log(before + (terms / 2 + 1.5))
    found = terms * terms
    found = (found - 1) * bend + 1
    found *= terms * math.log(2)
    found /= middle
    return np.asarray(found)
