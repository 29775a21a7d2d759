"""Probabilities of two classes as confidences: two lists that are in order already, merged."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.numerics.bisection import first_where
from veracity.statistics.numerics.weighted_sums import sums_between
from veracity.statistics.scores.steps import Lone

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable

_BLOCK = 1 << 15  # entries that are put in order at once, near the processor
Slices = tuple[slice, slice]


class Confidences(NamedTuple):
    """Distinct confidences, highest first, weight of wrong and right, and Σw² of both, if any.

    `lone` are the rows of the rarer of both, where one row stands behind every confidence.
    """

    scores: Floats
    weight: Floats
    squares: Floats | None
    lone: Lone | None


def by_confidence(table: ScoreTable, threshold: float = 0.5) -> Confidences:
    """The probabilities of a table as confidences.

    From the threshold on the positive class is predicted and p is the confidence; elsewhere the
    negative class is, and it is 1 − p. The table has no leading axes.
    """
    called_positive = int(first_where(lambda index: table.scores[index] < threshold, len(table)))
    blocks = list(_blocks(table.scores, called_positive))
    starts = np.cumsum([0, *(sum(part.stop - part.start for part in both) for both in blocks)])
    scores, weight = np.empty(len(table)), np.empty((2, len(table)))
    squares = None if table.squares is None else np.empty((2, len(table)))

    def put(number: int) -> slice:
        """One block, written where it would begin if no two confidences were equal."""
        start, stop = starts[number], starts[number + 1]
        if table.apart:
            to = slice(start, stop)
            if _put_apart(table, blocks[number], scores[to], weight[:, to]):
                return to
        some, *sums = _sorted(table, blocks[number])
        to = slice(start, start + len(some))
        scores[to], weight[:, to] = some, sums[0]
        if squares is not None:
            squares[:, to] = sums[1]
        return to

    filled = [put(number) for number in range(len(blocks))]
    lone = None
    if sum(to.stop - to.start for to in filled) == len(table):
        if table.apart:
            rarer = int(weight[1].sum() < len(table) / 2)
            lone = Lone(rarer, np.flatnonzero(weight[rarer] > 0))  # truth values are quick
    else:
        index = np.concatenate([np.arange(to.start, to.stop) for to in filled])
        scores, weight = scores[index], weight[:, index]
        squares = None if squares is None else squares[:, index]
    return Confidences(scores, weight, squares, lone)


def _put_apart(table: ScoreTable, slices: Slices, scores: Floats, weight: Floats) -> bool:
    """Write a block of rows that stand apart; whether one is right travels in its key.

    False if two confidences are equal: what was written is then of no use.
    """
    yes = 0 if table.positive_first else 1
    keys = _confidences(table, slices).view(np.uint64)
    keys <<= np.uint64(1)
    right = [table.weight[yes, slices[0]], table.weight[1 - yes, slices[1]]]
    keys |= np.concatenate(right).astype(np.uint64)
    keys.sort(kind="stable")  # two runs, one of them downwards: it only merges them
    falling = keys[::-1]
    np.bitwise_and(falling, np.uint64(1), out=weight[1], casting="unsafe")
    np.subtract(1.0, weight[1], out=weight[0])
    np.right_shift(falling, np.uint64(1), out=scores.view(np.uint64))
    return not (scores[1:] == scores[:-1]).any()


def _sorted(table: ScoreTable, slices: Slices) -> list[Floats]:
    """A block of any kind: its distinct confidences, and the sums that belong to them."""
    sure = _confidences(table, slices)
    order = np.argsort(-sure, kind="stable")
    sure = sure[order]
    first = np.flatnonzero(np.concatenate([[True], sure[1:] != sure[:-1]])[: len(sure)])
    yes, found = 0 if table.positive_first else 1, [sure[first]]
    for held in (table.weight, table.squares):
        if held is not None:
            wrong = np.concatenate([held[1 - yes, slices[0]], held[yes, slices[1]]])
            right = np.concatenate([held[yes, slices[0]], held[1 - yes, slices[1]]])
            found.append(sums_between(np.stack([wrong[order], right[order]]), first))
    return found


def _confidences(table: ScoreTable, slices: Slices) -> Floats:
    return np.concatenate([table.scores[slices[0]], 1.0 - table.scores[slices[1]]])


def _blocks(scores: Floats, called_positive: int) -> Iterator[Slices]:
    """Slices of both lists that hold the same range of confidences, highest first.

    The confidences of those called positive fall, those of the others rise; equal ones go into
    one block.
    """
    size = len(scores)
    if called_positive >= size - called_positive:
        edges = scores[_BLOCK:called_positive:_BLOCK]
    else:
        edges = 1.0 - scores[called_positive : size - _BLOCK : _BLOCK][::-1]
    falls = first_where(lambda index: scores[index] <= edges, called_positive, edges.shape)
    rises = called_positive + first_where(
        lambda index: 1.0 - scores[called_positive + index] > edges,
        size - called_positive,
        edges.shape,
    )
    starts = (
        np.concatenate([[0], falls, [called_positive]]),
        np.concatenate([[size], rises, [called_positive]]),
    )
    for index in range(len(edges) + 1):
        down, up = (ends[index : index + 2].tolist() for ends in starts)
        yield slice(down[0], down[1]), slice(up[1], up[0])
