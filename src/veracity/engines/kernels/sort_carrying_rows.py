"""Rows to an exact table by sorting: any number of classes, with weights. Row numbers travel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from veracity.engines.encoding.codes import chunks
from veracity.engines.kernels.sort_blocks import order_of_block, scattered
from veracity.engines.kernels.sort_carrying_labels import PIECE, ranges_of
from veracity.engines.kernels.sort_keys import falling_keys, scores_of_keys
from veracity.engines.kernels.sort_ranges import Ranges
from veracity.engines.kernels.sums import Floats, Ints, Rows, ScoreSums, joined
from veracity.threads import threads

Made = TypeVar("Made")
_ONE_BLOCK = 1 << 16
_LONG_TIE = 1 << 12
_TOP = np.int64(-(1 << 63))


@dataclass(frozen=True, slots=True)
class Carried:
    """Keys, and what belongs to each: the index of its class, and its weight if it has one."""

    keys: Ints
    truth: NDArray[Any]
    weight: NDArray[Any] | None

    def ordered(self, order: NDArray[Any], keys: Ints) -> Carried:
        """The same in another order, in which the keys are known."""
        return Carried(keys, self.truth[order], None if self.weight is None else self.weight[order])

    def part(self, inside: slice) -> Carried:
        """Some of it, without copies."""
        weight = None if self.weight is None else self.weight[inside]
        return Carried(self.keys[inside], self.truth[inside], weight)


def carried_table(rows: Rows) -> ScoreSums:
    """The sums by score and class."""
    if len(rows) <= _ONE_BLOCK:
        keys, order = _in_one_block(rows)
        weight = None if rows.weight is None else rows.weight[order]
        return _summed(keys, rows.truth[order], weight, rows)
    blocks = in_order(
        rows, rows.truth, rows.weight, lambda one: _summed(one.keys, one.truth, one.weight, rows)
    )
    return joined(blocks) if len(blocks) > 1 else blocks[0]


def indices_of_rows(rows: Rows) -> tuple[Floats, Ints]:
    """The distinct scores, highest first, and the index of each row's score among them."""
    blocks = in_order(rows, np.arange(len(rows)), None, lambda carried: carried)
    keys = np.concatenate([block.keys for block in blocks])
    new = np.ones(len(keys), np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    at = np.empty(len(keys), np.int64)
    at[np.concatenate([block.truth for block in blocks])] = np.cumsum(new) - 1
    return scores_of_keys(keys[new]), at


def in_order(
    rows: Rows, index: NDArray[Any], weight: NDArray[Any] | None, finish: Callable[[Carried], Made]
) -> list[Made]:
    """What `finish` makes of the rows in falling order of their scores, range by range."""
    if len(rows) <= _ONE_BLOCK:
        keys, order = _in_one_block(rows)
        ordered = Carried(keys, index[order], None if weight is None else weight[order])
        return [finish(ordered)]
    ranges = ranges_of(rows.scores, rows.low, rows.high)

    def deal(part: slice) -> tuple[Carried, NDArray[np.int32]]:
        carried = Carried(
            np.empty(0, np.int64), index[part], None if weight is None else weight[part]
        )
        return _dealt(carried, rows.scores[part], rows.low < 0, ranges)

    with threads(len(rows)) as run:
        dealt = run(deal, chunks(len(rows), PIECE))

        def block(number: int) -> Made:
            parts = [
                carried.part(slice(begin[number], begin[number + 1])) for carried, begin in dealt
            ]
            together = _together(parts)
            words, order = order_of_block((together.keys ^ _TOP).view(np.uint64))
            return finish(together.ordered(order, words.view(np.int64) ^ _TOP))

        return list(run(block, range(ranges.count)))


def _in_one_block(rows: Rows) -> tuple[Ints, NDArray[Any]]:
    """The keys of few rows in their order, and the rows they came from."""
    size = len(rows)
    keys = falling_keys(rows.scores, rows.low < 0, np.empty(size), np.empty(size, np.int64))
    keys ^= _TOP
    words, order = order_of_block(keys.view(np.uint64))
    return words.view(np.int64) ^ _TOP, order


def _dealt(
    carried: Carried, scores: NDArray[Any], signed: bool, ranges: Ranges
) -> tuple[Carried, NDArray[np.int32]]:
    """The rows of a piece by range, and where each range begins."""
    size = len(scores)
    group, spare = np.empty(size, np.int32), np.empty(size, np.int64)
    keys = falling_keys(scores, signed, np.empty(size), spare)
    ranges.of(keys, spare, group)
    words, row, begin = scattered(keys.view(np.uint64), group, ranges.count, numbered=True)
    return carried.ordered(row, words.view(np.int64)), begin


def _together(parts: list[Carried]) -> Carried:
    return Carried(
        np.concatenate([part.keys for part in parts]),
        np.concatenate([part.truth for part in parts]),
        None
        if parts[0].weight is None
        else np.concatenate([np.asarray(part.weight) for part in parts]),
    )


def _summed(keys: Ints, index: NDArray[Any], weight: NDArray[Any] | None, of: Rows) -> ScoreSums:
    """Sums of rows that are in the order of their keys."""
    size = len(keys)
    new = np.ones(size, np.bool_)
    np.not_equal(keys[1:], keys[:-1], out=new[1:])
    first = new.nonzero()[0]
    at, longest = first, 1
    if len(first) < size:
        keys, ties = keys[first], np.diff(first, append=size)
        at, longest = np.repeat(np.arange(len(first)), ties), int(ties.max())
    scores = scores_of_keys(keys)
    shape = of.classes, len(first)
    cell = index * np.int64(len(first)) + at
    if weight is None:
        counts = np.bincount(cell, minlength=shape[0] * shape[1])
        return scores, counts.astype(np.float64).reshape(shape), None
    weight = weight.astype(np.float64, copy=False)
    add = _in_pairs if longest > _LONG_TIE else _one_by_one
    squares = add(cell, weight * weight, shape) if of.squares else None
    return scores, add(cell, weight, shape), squares


def _one_by_one(cell: Ints, weight: Floats, shape: tuple[int, int]) -> Floats:
    sums: Floats = np.bincount(cell, weight, shape[0] * shape[1]).astype(np.float64)
    return sums.reshape(shape)


def _in_pairs(cell: Ints, weight: Floats, shape: tuple[int, int]) -> Floats:
    """The same in pairs of pairs, so that long ties lose no digits."""
    order = np.argsort(cell, kind="stable")
    cell = cell[order]
    first = np.flatnonzero(np.diff(cell, prepend=-1))
    sums = np.zeros(shape[0] * shape[1])
    sums[cell[first]] = np.add.reduceat(weight[order], first)
    return sums.reshape(shape)
