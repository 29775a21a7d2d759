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
BITS = 14  # of a rank behind its first one: 16,384 blocks from each power of two to the next
CLOSE = 2.0**11  # ranks before each one that is added up with others around their middle
_REST = 52 - BITS  # bits of a double that tell ranks of one block apart
_BEGINS = ~((1 << _REST) - 1)


def discounts(rank: Floats) -> Floats:
    """1/log2(rank + 1).

    >>> discounts(np.array([1.0, 3.0]))
    array([1. , 0.5])
    """
    found: Floats = 1 / np.log2(rank + 1.0)
    return found


def discounts_between(most: int) -> Callable[[Floats, Floats], Floats]:
    """A function from two ranks, whole numbers up to `most`, to the discounts after the first.

    Ranks that follow on each other closely are added up around their middle at once.

    >>> between = discounts_between(3)
    >>> round(float(between(np.array([1.0]), np.array([3.0]))[0]) - 1 / math.log2(3), 15)
    0.5
    """
    upto = discount_sums(most)

    def between(before: Floats, last: Floats) -> Floats:
        terms = last - before
        apart = np.flatnonzero((before < FIRST) | (terms * CLOSE > before))
        found = _next(before, terms)
        found[apart] = upto(last[apart]) - upto(before[apart])
        return found

    return between


def discount_sums(most: int) -> Callable[[Floats], Floats]:
    """A function from ranks 0 … `most`, whole numbers, to the sum of the discounts up to them.

    Beyond the first 65,536 ranks, m neighbouring discounts f with the middle c add up to
    m f(c) + (m³ − m)/24 f″(c). So a sum is known where blocks begin, and goes on from there. A
    block is a 16,384th of its first rank or shorter: m f(c) leaves out less than 1e-15 of the sum.

    >>> float(discount_sums(3)(np.array([3.0]))[0]) == 1 + 1 / math.log2(3) + 0.5
    True
    """
    return _sums_upto(min(most, FIRST), max(most, FIRST).bit_length())


@lru_cache(maxsize=4)
def _sums_upto(most: int, octaves: int) -> Callable[[Floats], Floats]:
    """The first ones up to `most`, and beyond them all whose number has so many digits in bits."""
    first = np.zeros(most + 1)
    np.cumsum(discounts(np.arange(1.0, len(first))), out=first[1:])
    if most < FIRST:
        return lambda rank: first[rank.astype(np.int64)]
    offset = _block(np.array([float(FIRST)]))[0]
    numbers = offset + np.arange((octaves - (FIRST.bit_length() - 1)) << BITS)
    begin = (numbers << _REST).view(np.float64)
    at_blocks = np.full(len(begin), first[-1])
    at_blocks[1:] += np.cumsum(_next(begin[:-1], np.diff(begin)))

    def upto(rank: Floats) -> Floats:
        found = np.empty(rank.size)
        ranks = rank.reshape(-1)
        for part in pieces(len(ranks)):
            some, out = ranks[part], found[part]
            begin = (some.view(np.int64) & _BEGINS).view(np.float64)
            np.subtract(some, begin, out=out)
            middle = out / 2
            middle += begin
            middle += 1.5
            out /= np.log(middle, out=middle)
            out *= math.log(2)
            out += at_blocks.take(_block(some) - offset, mode="clip")
            near = np.flatnonzero(some < FIRST)  # so far a block too low
            out[near] = first.take(some.take(near).astype(np.int64))
        return found.reshape(rank.shape)

    return upto


def _block(rank: Floats) -> Ints:
    """The number of the block that a rank is in: its first bits as a double, which rise with it."""
    return np.asarray(rank.view(np.int64) >> _REST)


def _next(before: Floats, terms: Floats) -> Floats:
    """The sum of the discounts of so many ranks after the first `before`."""
    middle = terms / 2
    middle += before
    middle += 1.5
    log = np.log(middle)
    bend = middle  # f″/24f in the middle
    bend *= log
    bend *= bend
    np.divide((log + 2) / 24, bend, out=bend)
    found = terms * terms
    found -= 1
    found *= bend
    found += 1
    found *= terms
    found /= log
    found *= math.log(2)
    return np.asarray(found)
