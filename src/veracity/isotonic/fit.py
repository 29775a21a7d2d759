"""Pool adjacent violators: the best monotone shares for weights that are in order of score."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.statistics.weighted_sums import pieces

Ints = NDArray[np.int64]
_MANY = 10_000
_ROUNDS_OF_RUNS = 3


@dataclass(frozen=True, slots=True)
class IsotonicFit:
    """Blocks of neighbouring places, each with one share of positives.

    `first` is the place where each block begins; `positive` and `total` are the weights of the
    whole block, so that a share is exact to the last digit; `size` is the number of places.
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
        """The last place of each block."""
        return np.append(self.first[1:], self.size)[: len(self.first)] - 1

    def spread(self) -> Floats:
        """The share at every place, (T,); nan where there is no weight at all."""
        if not len(self.first):
            return np.full(self.size, np.nan)
        return np.repeat(self.value, np.diff(np.append(self.first, self.size)))


def isotonic_fit(positive: Floats, total: Floats, *, increasing: bool = True) -> IsotonicFit:
    """The monotone shares of positives that are nearest to those found.

    Place t has the weight `total[t]`, of which `positive[t]` is positive; places are in order
    of score, and rows with the same score are one place. Among all sequences that never fall
    (never rise, with `increasing` False) it minimises Σ total · (positive/total − value)², and
    with it every proper score of the outcomes (Barlow et al. 1972; Brümmer and Du Preez 2013).
    Places without weight join the block before them. Time grows as the number of places.

    References: Ayer M, et al. (1955) Ann Math Statist 26(4):641–647; Barlow RE, et al. (1972)
    Statistical Inference under Order Restrictions, Wiley; Brümmer N, Du Preez J (2013)
    arXiv:1304.2331.

    >>> fit = isotonic_fit(np.array([0.0, 1.0, 0.0, 1.0]), np.ones(4))
    >>> fit.first, fit.value, fit.spread()
    (array([0, 1, 3]), array([0. , 0.5, 1. ]), array([0. , 0.5, 0.5, 1. ]))
    """
    from scipy.optimize import isotonic_regression

    held, yes, weight = None, positive, total
    occupied = total > 0
    if not occupied.all():
        held = np.flatnonzero(occupied)
        yes, weight = positive[held], total[held]
    if not len(weight):
        return IsotonicFit(np.zeros(0, np.int64), yes, weight, len(total))
    first: Ints | None = None
    for _ in range(_ROUNDS_OF_RUNS):
        if len(weight) > _MANY:
            first, yes, weight = _pooled(first, yes, weight, _new_runs(yes, weight, increasing))
    found = isotonic_regression(yes / weight, weights=weight, increasing=increasing)
    new = np.zeros(len(weight), np.bool_)
    new[found.blocks[:-1]] = True
    first, yes, weight = _pooled(first, yes, weight, new)
    new = _new_runs(yes, weight, increasing)
    while not new.all():  # rounding may leave two neighbours with one share
        first, yes, weight = _pooled(first, yes, weight, new)
        new = _new_runs(yes, weight, increasing)
    first = first if held is None else held[first]
    first[0] = 0
    return IsotonicFit(first, yes, weight, len(total))


def isotonic_values(positive: Floats, total: Floats, *, increasing: bool = True) -> Floats:
    """The fitted share at every place, for any leading axes, (..., T).

    >>> isotonic_values(np.array([[1.0, 0.0], [0.0, 1.0]]), np.ones((2, 2)))
    array([[0.5, 0.5],
           [0. , 1. ]])
    """
    yes, weight = np.broadcast_arrays(positive, total)
    values = np.empty(yes.shape)
    for axes in np.ndindex(yes.shape[:-1]):
        values[axes] = isotonic_fit(yes[axes], weight[axes], increasing=increasing).spread()
    return values


def _new_runs(positive: Floats, total: Floats, increasing: bool) -> NDArray[np.bool_]:
    """Where the share moves on in the right direction; all that lies between is one block.

    Neighbours in the wrong order are pooled in the end, whatever comes first, and so is a whole
    run of them. Doing so at once leaves a fraction of the places to go through one by one.
    """
    moves_on = np.greater if increasing else np.less
    new = np.ones(len(total), np.bool_)
    for piece in pieces(len(total)):
        start = max(piece.start - 1, 0)  # the last of the piece before is looked at again
        share = positive[start : piece.stop] / total[start : piece.stop]
        moves_on(share[1:], share[:-1], out=new[start + 1 : piece.stop])
    return new


def _pooled(
    first: Ints | None, positive: Floats, total: Floats, new: NDArray[np.bool_]
) -> tuple[Ints, Floats, Floats]:
    starts = np.flatnonzero(new)
    at = starts if first is None else first[starts]
    return at, np.add.reduceat(positive, starts), np.add.reduceat(total, starts)
