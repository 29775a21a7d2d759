"""Pool adjacent violators: the best monotone shares for weights that are in order of score."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.memo import remember
from veracity.statistics.numerics.weighted_sums import pieces, sums_between
from veracity.statistics.scores.steps import Lone

if TYPE_CHECKING:
    from veracity.statistics.scores.score_table import ScoreTable

Ints = NDArray[np.int64]
_MANY = 10_000
_VERY_MANY = 1 << 15  # weights for which the library is quicker than rounds, with its import
_SLOW = 0.75  # of the blocks are left after a round


@dataclass(frozen=True, slots=True)
class IsotonicFit:
    """Blocks of neighbouring indices, each with one share of positives.

    `first` is the index where each block begins; `positive` and `total` are the weights of the
    whole block, so that a share is exact to the last digit; `size` is the number of indices.
    Neighbouring blocks never have the same share.
    """

    first: Ints
    positive: Floats
    total: Floats
    size: int

    def __len__(self) -> int:
        """Number of blocks."""
        return len(self.first)

    @property
    def value(self) -> Floats:
        """The share of positives of each block."""
        return ratio(self.positive, self.total)

    @property
    def last(self) -> Ints:
        """The last index of each block."""
        return np.append(self.first[1:], self.size)[: len(self.first)] - 1

    def spread(self) -> Floats:
        """The share at every index, (T,); nan where there is no weight at all."""
        if not len(self.first):
            return np.full(self.size, np.nan)
        return np.repeat(self.value, np.diff(np.append(self.first, self.size)))


def isotonic_fit(positive: Floats, total: Floats, *, increasing: bool = True) -> IsotonicFit:
    """The monotone shares of positives that are nearest to those found.

    Index t has the weight `total[t]`, of which `positive[t]` is positive; indices are in order
    of score, and rows with the same score are one index. Among all sequences that never fall
    (never rise, with `increasing` False) it minimises Σ total · (positive/total − value)², and
    with it every proper score of the outcomes (Barlow et al. 1972; Brümmer and Du Preez 2013).
    Indices without weight join the block before them. Time grows as their number.

    References: Ayer M, et al. (1955) Ann Math Statist 26(4):641–647; Barlow RE, et al. (1972)
    Statistical Inference under Order Restrictions, Wiley; Brümmer N, Du Preez J (2013)
    arXiv:1304.2331.

    >>> fit = isotonic_fit(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4))
    >>> fit.first, fit.value, fit.spread()
    (array([0, 1, 3]), array([0. , 0.5, 1. ]), array([0. , 0.5, 0.5, 1. ]))
    """
    held, yes, weight = None, positive, total
    occupied = total > 0
    if not occupied.all():
        held = np.flatnonzero(occupied)
        yes, weight = positive[held], total[held]
    if not len(weight):
        return IsotonicFit(np.zeros(0, np.int64), yes, weight, len(total))
    first = np.arange(len(weight))
    if len(weight) > _VERY_MANY:
        first, yes, weight = _at(_blocks_one_by_one(yes, weight, increasing), first, yes, weight)
    first, yes, weight = pooled_blocks(first, yes, weight, increasing=increasing)
    first = first if held is None else held[first]
    first[0] = 0
    return IsotonicFit(first, yes, weight, len(total))


def falling_fit(table: ScoreTable) -> IsotonicFit:
    """The shares of positives of one table, as its scores fall; made once for all who read it.

    Its blocks begin at the corners of the ROC convex hull. Where weights may differ by many
    magnitudes, both classes are given the same weight while blocks are found: they stay what
    they are, and a light class is not lost beside a heavy one.
    """
    return remember(table, "falling fit", lambda: _falling_fit(table))


def _falling_fit(table: ScoreTable) -> IsotonicFit:
    if table.lone is not None and len(table):
        of_positives = table.lone.truth == table.positive_index
        return isotonic_fit_of_rows(table.lone, len(table), of_positives=of_positives)
    yes, no = table.positive, table.negative
    if not table.weighted or not (table.positive_total > 0 and table.negative_total > 0):
        return isotonic_fit(yes, yes + no, increasing=False)
    share = yes / table.positive_total
    first = isotonic_fit(share, share + no / table.negative_total, increasing=False).first
    positive = sums_between(yes, first)
    return IsotonicFit(first, positive, positive + sums_between(no, first), len(table))


def isotonic_fit_of_rows(lone: Lone, size: int, *, of_positives: bool) -> IsotonicFit:
    """The falling shares of a table in which one row stands behind every score.

    From the indices of one class alone (of the positives, or else of the negatives): a block
    begins where a negative follows a positive. The same fit as that of the weights, without
    arrays as long as the table.

    >>> from veracity.statistics.scores.steps import Lone
    >>> fit = isotonic_fit_of_rows(Lone(1, np.array([1, 2])), 4, of_positives=True)
    >>> fit.first, fit.value
    (array([0, 3]), array([0.66666667, 0.        ]))
    """
    index = lone.position
    gaps = np.concatenate([_gaps(index, piece) for piece in pieces(len(index))] or [index])
    if of_positives:
        last = np.append(gaps, len(index) - 1)[: len(index)]  # of each run
        starts, found = index[last] + 1, last + 1
    else:
        new = np.append(0, gaps + 1)[: len(index)]
        starts, found = index[new], index[new] - new
    inside = (starts > 0) & (starts < size)
    starts, found = (np.append(0, one[inside]) for one in (starts, found))
    ends = size, len(index) if of_positives else size - len(index)
    total, yes = (
        np.diff(one, append=end).astype(np.float64)
        for one, end in zip((starts, found), ends, strict=True)
    )
    return IsotonicFit(*pooled_blocks(starts, yes, total, increasing=False), size)


def _gaps(index: Ints, piece: slice) -> Ints:
    """Where the next of the indices does not follow at once."""
    here = index[piece.start : piece.stop + 1]
    found: Ints = np.flatnonzero(here[1:] - here[:-1] != 1) + piece.start
    return found


def isotonic_values(positive: Floats, total: Floats, *, increasing: bool = True) -> Floats:
    """The fitted share at every index, for any leading axes, (..., T).

    >>> isotonic_values(np.array([[1.0, 0.0], [0.0, 1.0]]), np.ones((2, 2)))
    array([[0.5, 0.5],
           [0. , 1. ]])
    """
    yes, weight = np.broadcast_arrays(positive, total)
    values = np.empty(yes.shape)
    for axes in np.ndindex(yes.shape[:-1]):
        values[axes] = isotonic_fit(yes[axes], weight[axes], increasing=increasing).spread()
    return values


def pooled_blocks(
    first: Ints, positive: Floats, total: Floats, *, increasing: bool
) -> tuple[Ints, Floats, Floats]:
    """Blocks of neighbours, each with its first index and weights, pooled until all is in order.

    Neighbours in the wrong order are pooled in the end, whatever comes first, and so is a whole
    run of them. So all runs are pooled at once, again and again: of random rows half the blocks
    go each time. Where that gets slow the rest is gone through one by one.
    """
    while True:
        new = _new_runs(positive, total, increasing)
        left = int(np.count_nonzero(new))
        if left == len(new):
            return first, positive, total
        if left > _SLOW * len(new):
            new = _blocks_one_by_one(positive, total, increasing)
        first, positive, total = _at(new, first, positive, total)


def _at(
    new: NDArray[np.bool_], first: Ints, positive: Floats, total: Floats
) -> tuple[Ints, Floats, Floats]:
    """Fewer blocks, each from one that is new up to the next."""
    starts = np.flatnonzero(new)
    return first[starts], sums_between(positive, starts), sums_between(total, starts)


def _new_runs(positive: Floats, total: Floats, increasing: bool) -> NDArray[np.bool_]:
    """Where the share moves on in the right direction; all that lies between is one block."""
    moves_on = np.greater if increasing else np.less
    new = np.ones(len(total), np.bool_)
    for piece in pieces(len(total)):
        start = max(piece.start - 1, 0)  # the last of the piece before is looked at again
        share = positive[start : piece.stop] / total[start : piece.stop]
        moves_on(share[1:], share[:-1], out=new[start + 1 : piece.stop])
    return new


def _blocks_one_by_one(positive: Floats, total: Floats, increasing: bool) -> NDArray[np.bool_]:
    """Where the blocks of the whole fit begin."""
    new = np.zeros(len(total), np.bool_)
    if len(total) > _MANY:  # importing it takes longer than the loop for fewer
        from scipy.optimize import isotonic_regression

        fit = isotonic_regression(positive / total, weights=total, increasing=increasing)
        new[fit.blocks[:-1]] = True
        return new
    sign = 1.0 if increasing else -1.0
    starts: list[int] = []
    held: list[tuple[float, float, float]] = []  # share, positive and all weight of each block
    for index, (yes, weight) in enumerate(zip(positive.tolist(), total.tolist(), strict=True)):
        start, share = index, sign * yes / weight
        while held and held[-1][0] >= share:
            _, before, behind = held.pop()
            start, yes, weight = starts.pop(), yes + before, weight + behind
            share = sign * yes / weight
        starts.append(start)
        held.append((share, yes, weight))
    new[starts] = True
    return new
