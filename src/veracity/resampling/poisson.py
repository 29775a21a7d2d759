"""Many Poisson numbers of many means: the counts of a resample, cell by cell.

A mean of 8 or more: a normal number z becomes m + √m z + (z² − 1)/6 − (z/36 + z³/72)/√m,
rounded, the expansion of Giles MB (2016) ACM Transactions on Mathematical Software 42(1):7. At
m = 8 its distribution function is right to 4e-4, its mean and variance to 4e-5, and the error
falls with the mean. Small whole means: one of 2^16 quantiles at random, whose distribution function
is right to 8e-6.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Bools, Floats
from veracity.statistics.numerics.weighted_sums import pieces

LARGE = 8.0
Normals = Callable[
    [int], NDArray[np.float32] | Floats
]  # from a number of cells to normal numbers (times, cells)
_PIECE = 1 << 15  # numbers made at once, near the processor
_FEW_RUNS = 8
QUANTILES = 1 << 16


def poisson_counts(
    random: np.random.Generator, mean: Floats, times: int, normals: Normals | None = None
) -> Floats:
    """Poisson numbers with these means, (times, cells); `normals` gives those that are needed."""
    large = mean >= LARGE
    number = int(np.count_nonzero(large))
    if not number:
        return _of_small(random, mean, times)
    z = random.standard_normal((times, number)) if normals is None else normals(number)
    drawn, factors = np.empty((times, len(mean))), _expansion(mean[large])
    every = number == len(mean)
    small = drawn if every else _of_small(random, mean[~large], times)
    put = _side_by_side(large)
    for rows in pieces(times, max(1, _PIECE // number)):
        some = z[rows].astype(np.float64)
        if every:
            _of_large(some, factors, drawn[rows])
        else:
            put(_of_large(some, factors, np.empty_like(some)), small[rows], drawn[rows])
    return drawn


def _expansion(mean: Floats) -> tuple[Floats, Floats, Floats]:
    """What the powers of a normal number are multiplied with: the third, first and none."""
    root = np.sqrt(mean)
    return -1 / (72 * root), root - 1 / (36 * root), mean - 1 / 6


def _of_large(z: Floats, factors: tuple[Floats, Floats, Floats], out: Floats) -> Floats:
    """The expansion, written into `out`: in one piece of memory, else each row is a loop."""
    cube, *others = factors
    np.multiply(z, cube, out=out)
    out += 1 / 6
    for factor in others:
        out *= z
        out += factor
    np.rint(out, out=out)
    return np.maximum(out, 0.0, out=out)


def _side_by_side(large: Bools) -> Callable[[Floats, Floats, Floats], object]:
    """A function that writes the numbers of large and of small means where their cells are."""
    edges = np.flatnonzero(large[1:] != large[:-1]) + 1
    if len(edges) >= _FEW_RUNS:
        index = np.empty(len(large), np.int64)
        index[np.argsort(~large, kind="stable")] = np.arange(len(large))
        return lambda some, few, out: np.concatenate([some, few], 1).take(index, 1, out, "clip")
    runs = [slice(*ends) for ends in zip([0, *edges], [*edges, len(large)], strict=True)]

    def put(some: Floats, few: Floats, out: Floats) -> None:
        given = [few, some]
        for run in runs:
            kind, width = int(large[run.start]), run.stop - run.start
            out[:, run], given[kind] = given[kind][:, :width], given[kind][:, width:]

    return put


def _of_small(random: np.random.Generator, mean: Floats, times: int) -> Floats:
    if (mean != np.rint(mean)).any():
        return random.poisson(mean, (times, len(mean))).astype(np.float64)
    index = random.integers(0, QUANTILES, (times, len(mean)), np.uint16).astype(np.intp)
    index += mean.astype(np.intp) * QUANTILES
    return _quantiles().take(index).astype(np.float64)


@cache
def _quantiles() -> NDArray[np.uint8]:
    """The 2^16 quantiles of each whole mean below 8, one mean after the other."""
    k = np.arange(64)
    found = []
    for mean in range(int(LARGE)):
        shares = np.cumprod(np.concatenate([[np.exp(-mean)], mean / k[1:]]))
        edges = np.rint(np.minimum(np.cumsum(shares), 1.0) * QUANTILES).astype(np.int64)
        found.append(np.repeat(k, np.diff(edges, prepend=0)).astype(np.uint8))
    return np.concatenate(found)
