"""Codes to sums by key: a table of all combinations while it is small, a sort when it is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import prod
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.counting.grouped import Grouped
from veracity.engines.counting.two_by_two import pair_counts
from veracity.engines.encoding.codes import CHUNK, Codes, Ints, chunks, compress

Floats = NDArray[np.float64]
Weights = NDArray[Any]
_SMALL_TABLE = 1 << 16
_EXACT_PIECE = 1 << 14


def sum_by_key(columns: Sequence[Codes], weight: Weights | None, squares: bool) -> Grouped:
    """Rows, weights and squared weights by combination of codes."""
    limit = _table_limit(len(columns[0].codes))
    if _cells(columns) <= limit:
        return _by_table(columns, weight, squares)
    # Fewer codes may occur than there are: without the others a table may do after all.
    smaller, before = zip(*map(compress, columns), strict=True)
    by = _by_table if _cells(smaller) <= limit else _by_sorting
    sums = by(smaller, weight, squares)
    codes = tuple(kept[code] for kept, code in zip(before, sums.codes, strict=True))
    return replace(sums, codes=codes)


def _cells(columns: Sequence[Codes]) -> int:
    """How many combinations there can be."""
    return prod(column.size for column in columns)


def _table_limit(rows: int) -> int:
    return max(_SMALL_TABLE, rows // 2)


def cell_of(columns: Sequence[Codes], part: slice, out: Ints) -> Ints:
    """The combination of each row as one number.

    What `low` adds is taken off once at the end; on the way numbers may wrap around 2^64, which
    is harmless because the result is small.
    """
    cell = out[: part.stop - part.start]
    shift, step = columns[0].low, columns[1].size if len(columns) > 1 else 1
    np.multiply(columns[0].codes[part], step, out=cell, dtype=np.int64, casting="unsafe")
    for i, column in enumerate(columns[1:], 1):
        if i > 1:
            cell *= column.size
        np.add(cell, column.codes[part], out=cell, dtype=np.int64, casting="unsafe")
        shift = shift * column.size + column.low
    if shift:
        cell -= (shift + (1 << 63)) % (1 << 64) - (1 << 63)
    return cell


def _by_table(columns: Sequence[Codes], weight: Weights | None, squares: bool) -> Grouped:
    """Every combination has its index in a table.

    Weights are summed in short pieces: a million additions one after the other would lose the
    twelfth digit.
    """
    if weight is None and [column.size for column in columns] == [2, 2]:
        return _kept(pair_counts(*columns), None, None, columns)
    cells = _cells(columns)
    total = len(columns[0].codes)
    size = max(CHUNK if weight is None else _EXACT_PIECE, cells)
    buffer = np.empty(min(size, total), np.int64)
    rows, weights, squared = None, None, None
    for part in chunks(total, size):
        cell = cell_of(columns, part, buffer)
        rows = _plus(rows, np.bincount(cell, minlength=cells))
        if weight is not None:
            w = weight[part].astype(np.float64, copy=False)
            weights = _plus(weights, np.bincount(cell, w, cells))
            if squares:
                squared = _plus(squared, np.bincount(cell, w * w, cells))
    return _kept(np.asarray(rows), weights, squared, columns)


def _plus(total: NDArray[Any] | None, part: NDArray[Any]) -> NDArray[Any]:
    return part if total is None else np.add(total, part, out=total)


def _kept(
    rows: Ints, weight: Floats | None, squares: Floats | None, columns: Sequence[Codes]
) -> Grouped:
    """The combinations of a table that occur."""
    kept = rows.nonzero()[0]
    return Grouped(
        split(kept, columns),
        rows[kept],
        None if weight is None else weight[kept],
        None if squares is None else squares[kept],
    )


def split(cells: Ints, columns: Sequence[Codes]) -> tuple[Ints, ...]:
    """The codes of each column from the number of the combination."""
    found: list[Ints] = []
    for column in reversed(columns[1:]):
        cells, code = np.divmod(cells, column.size)
        found.append(code)
    return (cells, *reversed(found))


def _by_sorting(columns: Sequence[Codes], weight: Weights | None, squares: bool) -> Grouped:
    """Too many combinations for a table: equal ones are brought together by sorting."""
    cells = _cells(columns)
    if cells >= 1 << 62:
        parts = tuple(c.codes.astype(np.int64) - c.low for c in columns)
        w = None if weight is None else weight.astype(np.float64, copy=False)
        squared = w * w if squares and w is not None else None
        return collect_entries(parts, np.ones(len(parts[0]), np.int64), w, squared)
    total = len(columns[0].codes)
    cell = np.empty(total, np.int64 if cells > 1 << 31 else np.int32)
    buffer = np.empty(min(CHUNK, total), np.int64)
    for part in chunks(total):
        cell[part] = cell_of(columns, part, buffer)
    order = None
    if weight is None:
        cell.sort()
    else:
        order = np.argsort(cell, kind="stable")
        cell = cell[order]
    first = np.flatnonzero(np.concatenate(([True], cell[1:] != cell[:-1])))
    rows = np.diff(first, append=total)
    codes = split(cell[first].astype(np.int64), columns)
    if weight is None or order is None:
        return Grouped(codes, rows)
    w = weight[order].astype(np.float64, copy=False)
    sums = np.add.reduceat(w, first)
    return Grouped(codes, rows, sums, np.add.reduceat(w * w, first) if squares else None)


def collect_entries(
    codes: tuple[Ints, ...], rows: Ints, weight: Floats | None, squares: Floats | None
) -> Grouped:
    """Entries in the order of their codes, equal ones added up."""
    order = np.lexsort(codes[::-1])
    codes = tuple(code[order] for code in codes)
    differ = np.zeros(len(order), np.bool_)
    differ[0] = True
    for code in codes:
        differ[1:] |= code[1:] != code[:-1]
    first = np.flatnonzero(differ)

    def added(values: NDArray[Any]) -> NDArray[Any]:
        return np.add.reduceat(values[order], first)

    return Grouped(
        tuple(code[first] for code in codes),
        added(rows),
        None if weight is None else added(weight),
        None if squares is None else added(squares),
    )
