"""What is computed on a device: counts by key, cells of scores, exact tables and areas by sorting.

Scores become whole numbers in their order (`statistics.grid.codes`), of 32 bits where they are of
single or half precision: a cell of m bits is then the same as that of the same double. Sorted
codes show cells as runs, with the least and the most score of each; sums are of 64 bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.tensor_library import Tensor, TensorLibrary, brought_home
from veracity.engines.rows import size_limits
from veracity.engines.tensors.code_space import MAGNITUDE, CodeSpace
from veracity.engines.tensors.runs import BoundedCells, Runs, cell_bounds, signed_by_slot

FEW_VALUES = 8  # counted one by one, without collisions
DENSE = 1 << 22  # sums that are held for every combination of codes


class AtHome(NamedTuple):
    """The same as `Runs`, as numpy arrays."""

    slot: NDArray[Any]
    least: NDArray[Any]
    most: NDArray[Any]
    rows: NDArray[Any]
    weight: NDArray[Any] | None
    squares: NDArray[Any] | None


class ExactRuns(NamedTuple):
    """Codes that occur, lowest first, and entries: index among them, slot, sums."""

    codes: NDArray[Any]
    code_index: NDArray[Any]
    slot: NDArray[Any]
    rows: NDArray[Any]
    weight: NDArray[Any] | None
    squares: NDArray[Any] | None


Parts = Iterable[tuple[Tensor, Tensor, Tensor | None]]  # slots, scores, weights


def cell_runs(
    space: CodeSpace,
    parts: Parts,
    slots: int,
    bits: int,
    thresholds: Sequence[float],
    between: tuple[float, float],
) -> AtHome:
    """Rows counted by slot and cell, at home; `parts` are slots, scores and weights of rows.

    `between` are the least and the greatest of all scores.
    """
    bounds = cell_bounds(space, bits, thresholds, between) if slots <= 2 else None
    bounded = None if bounds is None else BoundedCells(space, bounds, zeros=between[0] == 0)
    runs = _runs_of_parts(space, parts, slots, bits, thresholds, bounded)
    if runs is None:
        nothing = np.empty(0, np.int64)
        return AtHome(nothing, nothing, nothing, nothing, None, None)
    return AtHome(*_home(runs.fields()))


def exact_runs(space: CodeSpace, parts: Parts, slots: int) -> ExactRuns:
    """Every code a cell of its own: codes that occur, and of each slot how often each does."""
    lib, runs = space.lib, _runs_of_parts(space, parts, slots, 52, (), None)
    assert runs is not None, "a table has rows"
    least = lib.ordered(runs.least)
    first, _ = _ends(lib, least, least)
    codes = least[first]
    index = lib.searchsorted(codes, runs.least, "left")
    found = (codes, index, runs.slot, runs.rows, runs.weight, runs.squares)
    return ExactRuns(*_home(found))


def _home(tensors: Iterable[Tensor | None]) -> list[Any]:
    return [None if one is None else brought_home(one) for one in tensors]


def _runs_of_parts(
    space: CodeSpace,
    parts: Parts,
    slots: int,
    bits: int,
    thresholds: Sequence[float],
    bounded: BoundedCells | None,
) -> Runs | None:
    found = list[Runs]()
    for slot, scores, weight in parts:
        if weight is None and bounded is not None:
            bounded.add(slot, scores)
        else:
            codes = space.codes(scores)
            found.append(_runs(space, slot, codes, weight, slots, bits, thresholds))
    if bounded is not None and bounded.counted:
        found.append(bounded.runs())
    if len(found) > 1:
        return _merged(space, found, bits, thresholds)
    return found[0] if found else None


def run_numbers(lib: TensorLibrary, codes: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Of sorted codes: where each begins, the number of its run for every row, how many rows."""
    first, last = _ends(lib, codes, codes)
    rows = last - first + 1
    return first, _run_numbers(lib, first, rows), rows


def _runs(
    space: CodeSpace,
    slot: Tensor,
    codes: Tensor,
    weight: Tensor | None,
    slots: int,
    bits: int,
    thresholds: Sequence[float],
) -> Runs:
    """One sort if slot and code fit into one number, else the codes slot by slot or by two."""
    lib = space.lib
    if weight is not None:
        order = lib.order(codes)
        order = order[lib.order(slot[order])]
        return _ended(space, slot[order], codes[order], weight[order], bits, thresholds)
    if space.width == 64:
        each = [codes[slot == one] for one in range(slots)] if slots <= FEW_VALUES else None
        if each is None:
            order = lib.order(codes)
            order = order[lib.order(slot[order])]
            return _ended(space, slot[order], codes[order], None, bits, thresholds)
        kept = [lib.ordered(some, in_place=True) for some in each]
        named = lib.together([lib.xp.full_like(some, one) for one, some in enumerate(kept)])
        return _ended(space, named, lib.together(kept), None, bits, thresholds)
    if slots <= 2 and space.family == "unit":  # the code has 31 bits, the sign is free
        keys = lib.ordered(signed_by_slot(lib, codes, slot), in_place=True)
        named, codes = lib.cast(keys < 0, "int32"), keys & MAGNITUDE[32]
        return _ended(space, named, codes, None, bits, thresholds)
    keys = (lib.cast(slot, "int64") << 32) + (lib.cast(codes, "int64") + (1 << 31))
    keys = lib.ordered(keys, in_place=True)
    codes = lib.cast((keys & 0xFFFF_FFFF) - (1 << 31), "int32")
    return _ended(space, keys >> 32, codes, None, bits, thresholds)


def _ended(
    space: CodeSpace,
    slot: Tensor,
    codes: Tensor,
    weight: Tensor | None,
    bits: int,
    thresholds: Sequence[float],
) -> Runs:
    """The runs of sorted rows."""
    lib = space.lib
    first, last = _ends(lib, slot, _cells(space, codes, bits, thresholds))
    rows = last - first + 1
    sums = (None, None)
    if weight is not None:
        run = _run_numbers(lib, first, rows)
        weight = lib.cast(weight, "float64")
        sums = tuple(lib.counted(run, len(first), one) for one in (weight, weight * weight))
    return Runs(slot[first], codes[first], codes[last], rows, *sums)


def _cells(space: CodeSpace, codes: Tensor, bits: int, thresholds: Sequence[float]) -> Tensor:
    """Numbers that rise wherever the cell or the side of a threshold changes."""
    cells = codes >> space.shift(bits)
    for threshold in space.at_least(thresholds).tolist() if len(thresholds) else ():
        cells = cells + space.lib.cast(codes >= threshold, f"int{space.width}")
    return cells


def _ends(lib: TensorLibrary, slot: Tensor, cells: Tensor) -> tuple[Tensor, Tensor]:
    """Where runs of equal slots and cells begin and end."""
    changed = (cells[1:] != cells[:-1]) | (slot[1:] != slot[:-1])
    last = lib.indices(changed)
    edge = lib.sent(np.array([0, len(cells) - 1]), cells)
    return lib.together([edge[:1], last + 1]), lib.together([last, edge[1:]])


def _run_numbers(lib: TensorLibrary, first: Tensor, rows: Tensor) -> Tensor:
    """The number of its run, for every row."""
    if lib.name == "torch":
        return lib.xp.repeat_interleave(rows)
    return lib.searchsorted(first, lib.numbered(first, int(rows.sum())), "right") - 1


def _merged(
    space: CodeSpace, found: Sequence[Runs], bits: int, thresholds: Sequence[float]
) -> Runs:
    """Runs of several parts as one: cells that occur in more than one are added up."""
    lib = space.lib
    columns: list[Tensor] = [
        None if some[0] is None else lib.together(list(some))
        for some in zip(*(one.fields() for one in found), strict=True)
    ]
    slot, least, most, rows, weight, squares = columns
    by_most = lib.order(most)
    by_most = by_most[lib.order(slot[by_most])]
    order = lib.order(least)
    order = order[lib.order(slot[order])]
    first, last = _ends(lib, slot[order], _cells(space, least[order], bits, thresholds))
    run = _run_numbers(lib, first, last - first + 1)

    def added(column: Tensor | None) -> Tensor | None:
        return None if column is None else lib.counted(run, len(first), column[order])

    through = lib.xp.cumsum(rows[order], 0)
    before = through[last]
    counted = lib.together([before[:1], before[1:] - before[:-1]])
    return Runs(
        slot[order][first],
        least[order][first],
        most[by_most][last],
        counted,
        added(weight),
        added(squares),
    )


def values_counted(
    lib: TensorLibrary, parts: Iterable[Tensor], low: int, values: int
) -> NDArray[np.int64]:
    """How many there are of `low` and of each number after it, there being no others.

    All parts are looked at before any is waited for.
    """
    rows, found = 0, list[Tensor]()
    for numbers in parts:
        rows += len(numbers)
        found += [lib.number_true(numbers == low + i) for i in range(values - 1)]
    if not found:
        return np.array([rows], np.int64)
    counts = brought_home(lib.together(found)).astype(np.int64).reshape(-1, values - 1).sum(0)
    return np.append(counts, rows - counts.sum())


def parts_of(rows: int) -> Iterator[slice]:
    """Rows that are worked on at once."""
    size = size_limits.DEVICE_ROWS
    for start in range(0, rows, size):
        yield slice(start, min(start + size, rows))


def pieces(tensor: Tensor) -> Iterator[Tensor]:
    """The numbers in parts that fit on the device beside the whole."""
    for rows in parts_of(len(tensor)):
        yield tensor[rows]


def ends(tensor: Tensor) -> tuple[float, float]:
    """The least and the most, whole numbers exactly; NaN if there is one.

    No part is waited for before the next.
    """
    lib = TensorLibrary.of(tensor)
    sides = [lib.ends(part) for part in pieces(tensor)]
    low, high = (
        brought_home(lib.together([one.reshape(1) for one in side]))
        for side in zip(*sides, strict=True)
    )
    return np.min(low).item(), np.max(high).item()
