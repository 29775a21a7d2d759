"""Probabilities of two classes as confidences: two lists that are in order already, merged."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics.numerics.bisection import first_where
from veracity.statistics.numerics.weighted_sums import sums_between
from veracity.statistics.scores.steps import Lone

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable

_BLOCK = 1 << 15  # entries that are put in order at once, near the processor
_ONE = np.uint64(1)
Slices = tuple[slice, slice]
Ints = NDArray[np.int64]


class Confidences(NamedTuple):
    """Distinct confidences, highest first, weight of wrong and right, and Σw² of both, if any.

    Where one row stands behind every confidence `lone` are those of the rarer of both, and the
    weights are not written out.
    """

    scores: Floats
    weight: Floats | None
    squares: Floats | None = None
    lone: Lone | None = None


def by_confidence(table: ScoreTable, threshold: float = 0.5) -> Confidences:
    """The probabilities of a table as confidences.

    From the threshold on the positive class is predicted and p is the confidence; elsewhere the
    negative class is, and it is 1 − p. The table has no leading axes.
    """
    called_positive = int(first_where(lambda index: table.scores[index] < threshold, len(table)))
    blocks = list(_blocks(table.scores, called_positive))
    if table.lone is not None:
        apart = _merged_apart(_RowsApart(table, table.lone, called_positive), blocks, len(table))
        if apart is not None:
            return apart
    found = zip(*(_sorted(table, block) for block in blocks), strict=True)
    scores, weight, *squares = (np.concatenate(parts, axis=-1) for parts in found)
    return Confidences(scores, weight, squares[0] if squares else None)


def _merged_apart(rows: _RowsApart, blocks: Sequence[Slices], size: int) -> Confidences | None:
    """Rows that stand apart in their new order; None if two confidences are equal."""
    scores, start, found = np.empty(size), 0, []
    for block in blocks:
        stop = start + sum(part.stop - part.start for part in block)
        rarer = rows.put(block, scores[start:stop])
        if rarer is None:
            return None
        found.append(rarer + start)
        start = stop
    return Confidences(scores, None, lone=Lone(rows.rarer, np.concatenate(found)))


class _RowsApart:
    """A table in which one row stands behind every score, merged block by block.

    Whether a row is right goes with its confidence in one key. Rows of the rarer class, whose
    indices are known, are right where their class is predicted, and all others where theirs is.
    """

    def __init__(self, table: ScoreTable, lone: Lone, called_positive: int) -> None:
        self._scores, self._position = table.scores, lone.position
        self._lone_right_above = lone.truth == table.positive_index
        before = int(np.searchsorted(lone.position, called_positive))
        own = before if self._lone_right_above else called_positive - before
        behind = len(lone.position) - before
        below = len(table) - called_positive
        right = own + (below - behind if self._lone_right_above else behind)
        self.rarer = int(right < len(table) / 2)

    def put(self, slices: Slices, scores: Floats) -> Ints | None:
        """Write the confidences of a block; the rows in it of the rarer kind, wrong or right.

        None if two confidences are equal: what was written is then of no use.
        """
        up, down = slices
        split = up.stop - up.start
        keys = np.empty(len(scores), np.uint64)
        values = keys.view(np.float64)
        values[:split] = self._scores[up]
        np.subtract(1.0, self._scores[down], out=values[split:])
        keys <<= _ONE
        others_right = keys[split:] if self._lone_right_above else keys[:split]
        others_right |= _ONE
        for part, shift in ((up, 0), (down, split)):
            few = slice(*np.searchsorted(self._position, [part.start, part.stop]))
            keys[self._position[few] + (shift - part.start)] ^= _ONE
        keys.sort(kind="stable")  # two runs, one of them downwards: it only merges them
        falling = keys[::-1]
        np.right_shift(falling, _ONE, out=scores.view(np.uint64))
        if (scores[1:] == scores[:-1]).any():
            return None
        right = (falling & _ONE).astype(np.bool_)
        return np.flatnonzero(right if self.rarer else ~right)


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
