"""Sorting a block of keys that fits in the cache, for the kernels: two ways, timed once.

numpy sorts 64-bit numbers by vector instructions. Where these are good, that is all. On some
processors they are not (AVX-512 on Zen 4 takes six times as long as AVX2 would), and there the
keys are first brought near their positions by counting, then sorted in rows of 256, which even
those processors do at once, and merged by a sort that finds almost nothing left to do. Both
ways give the same keys.
"""

from __future__ import annotations

import time
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Words = NDArray[np.uint64]
_ROW = 256
_SHORT = 1 << 12
_MOST_CELLS = 1 << 12
_PROBE_ROWS, _PROBE_ROUNDS, _SLOW = 1 << 14, 3, 20e-9


@cache
def numpy_sorts_fast() -> bool:
    """Whether numpy's own sort is fast on this machine: tried once, in a few milliseconds."""
    keys = np.random.default_rng(0).integers(0, 1 << 62, _PROBE_ROWS).view(np.uint64)
    best = float("inf")
    for _ in range(_PROBE_ROUNDS):
        start = time.perf_counter()
        np.sort(keys)
        best = min(best, time.perf_counter() - start)
    return best < _SLOW * _PROBE_ROWS


def sorted_block(keys: Words, *, fast: bool | None = None) -> Words:
    """The keys in rising order."""
    if numpy_sorts_fast() if fast is None else fast:
        return np.sort(keys)
    near = keys.copy() if len(keys) <= _SHORT else nearly_sorted(keys)[0]
    rows = len(near) // _ROW * _ROW
    near[:rows].reshape(-1, _ROW).sort(axis=1)
    near[rows:].sort()
    near.sort(kind="stable")
    return near


def order_of_block(keys: Words) -> tuple[Words, NDArray[Any]]:
    """The keys in rising order, equal ones as they came, and the rows they came from."""
    near, rows = keys, None
    if len(keys) > _SHORT:
        near, rows = nearly_sorted(keys, numbered=True)
    order = np.argsort(near, kind="stable")
    return near[order], order if rows is None else rows[order]


def nearly_sorted(keys: Words, *, numbered: bool = False) -> tuple[Words, NDArray[np.int32]]:
    """The keys by cells of equal width, and the rows they came from; equal keys as they came."""
    low = keys.min()
    span = int(keys.max()) - int(low)
    cells = min(_MOST_CELLS, 1 << (len(keys) // 16).bit_length())
    shift = max(span.bit_length() - cells.bit_length() + 1, 0)
    cell = keys - low
    cell >>= np.uint64(shift)
    return scattered(keys, cell.astype(np.int32), (span >> shift) + 1, numbered=numbered)[:2]


def scattered(
    keys: Words, group: NDArray[np.int32], groups: int, *, numbered: bool = False
) -> tuple[Words, NDArray[np.int32], NDArray[np.int32]]:
    """The keys brought together by group, the rows they came from, and where groups begin.

    A sparse matrix is converted from rows to columns: that is a counting sort, written in C. The
    keys are one row of it, or if their numbers are asked for, each is in a row of its own.
    """
    from scipy.sparse import csr_array

    size = len(keys)
    rows = np.arange(size + 1, dtype=np.int32) if numbered else np.array([0, size], np.int32)
    columns = csr_array((keys, group, rows), shape=(len(rows) - 1, groups)).tocsc()
    return columns.data, columns.indices, columns.indptr
