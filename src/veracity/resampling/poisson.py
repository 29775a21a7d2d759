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

from veracity.arrays import Floats

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
    z = random.standard_normal((times, number)) if normals is None else normals(number)
    if number == len(mean):
        return _of_large(z, mean, np.empty((times, number)))
    small = _of_small(random, mean[~large], times)
    if not number:
        return small
    drawn = np.empty((times, len(mean)))
    edges = np.flatnonzero(large[1:] != large[:-1]) + 1
    if len(edges) >= _FEW_RUNS:
        order = np.argsort(~large, kind="stable")
        some = _of_large(z, mean[large], np.empty((times, number)))
        index = np.empty(len(mean), np.int64)
        index[order] = np.arange(len(mean))
        return np.take(np.concatenate([some, small], axis=1), index, axis=1, out=drawn)
    taken: NDArray[np.int64] = np.cumsum(large) - large  # how many large ones come before each cell
    for start, stop in zip([0, *edges], [*edges, len(mean)], strict=True):
        run, before = slice(start, stop), int(taken[start])
        if large[start]:
            _of_large(z[:, before : before + stop - start], mean[run], drawn[:, run])
        else:
            drawn[:, run] = small[:, start - before : stop - before]
    return drawn


def _of_large(z: NDArray[np.float32] | Floats, mean: Floats, drawn: Floats) -> Floats:
    """The expansion, written into `drawn`."""
    root = np.sqrt(mean)
    constant, slope, cube = mean - 1 / 6, root - 1 / (36 * root), -1 / (72 * root)
    at_once = max(1, _PIECE // len(mean))
    for start in range(0, len(z), at_once):
        out, some = drawn[start : start + at_once], z[start : start + at_once].astype(np.float64)
        np.multiply(some, cube, out=out)
        out += 1 / 6
        for factor in (slope, constant):
            out *= some
            out += factor
        np.rint(out, out=out)
        np.maximum(out, 0.0, out=out)
    return drawn


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
