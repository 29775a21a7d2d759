"""The cells of a matrix: dense with any leading axes, or sparse where classes are very many.

Both kinds answer the same few questions, so that no metric asks which kind it has.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, sum_of_others

Ints = NDArray[np.int64]
DENSE_CLASSES = 2048  # 2048² cells are 32 MiB; above it cells go sparse
MANY_INDICES = 512
LARGEST_EXACT = 2**53  # sums of whole numbers are exact below it
SMALL = 1e-3  # of a total, below which a difference of sums of weights has lost digits


@dataclass(frozen=True, slots=True, eq=False)
class DenseCells:
    """weight[..., truth, predicted]."""

    weight: Floats

    def __post_init__(self) -> None:
        self.weight.flags.writeable = False

    @property
    def size(self) -> int:
        """Number of classes."""
        return int(self.weight.shape[-1])

    @property
    def axes(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-2]

    def by_truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        w = self.weight
        sums: Floats = w.sum(-1) if self.size != 2 else w[..., 0] + w[..., 1]
        return sums

    def by_call(self) -> Floats:
        """Weight of each predicted class, (..., K)."""
        w = self.weight
        sums: Floats = w.sum(-2) if self.size != 2 else w[..., 0, :] + w[..., 1, :]
        return sums

    def largest_by_call(self) -> Floats:
        """Weight of the most common true class among each predicted one, (..., K)."""
        largest: Floats = self.weight.max(-2)
        return largest

    def diagonal(self) -> Floats:
        """Weight of what was predicted right, by class."""
        return np.diagonal(self.weight, 0, -2, -1)

    def total(self) -> Floats:
        """Weight of everything."""
        return np.asarray(self.weight.sum((-2, -1)))[()]

    def over(self, function: Callable[[Ints, Ints, Floats], Floats]) -> Floats:
        """Sum of function(truth, predicted, weight) over the cells."""
        truth, predicted = np.divmod(np.arange(self.size**2), self.size)
        flat = self.weight.reshape(*self.axes, -1)
        return np.asarray(function(truth, predicted, flat).sum(-1))[()]

    def transposed(self) -> DenseCells:
        """Truth and prediction exchanged."""
        return DenseCells(np.ascontiguousarray(np.swapaxes(self.weight, -1, -2)))

    def scaled(self, factor: Floats) -> DenseCells:
        """Each true class multiplied by its factor, (..., K)."""
        return DenseCells(self.weight * factor[..., :, None])

    def at_indices(self, indices: Ints, size: int) -> DenseCells | SparseCells:
        """The same cells among other classes: class i moves to indices[i]."""
        if size > DENSE_CLASSES and not self.axes:
            return self.sparse().at_indices(indices, size)
        moved = np.zeros((*self.axes, size, size))
        moved[..., indices[:, None], indices] = self.weight
        return DenseCells(moved)

    def plus(self, other: Cells) -> Cells:
        """The sum, cell by cell."""
        if isinstance(other, SparseCells):
            return self.sparse().plus(other)
        return DenseCells(self.weight + other.weight)

    def sparse(self) -> SparseCells:
        """The occupied cells only."""
        truth, predicted = np.nonzero(self.weight)
        return SparseCells(truth, predicted, self.weight[truth, predicted], self.size)

    def at(self, index: int) -> DenseCells:
        """The table at one index of the last leading axis."""
        return DenseCells(self.weight[..., index, :, :].copy())

    def picked(self, indices: Ints) -> DenseCells:
        """Only the rows and columns of these classes."""
        return DenseCells(self.weight[..., indices[:, None], indices])

    def one_vs_rest(self) -> DenseCells:
        """A 2×2 table for each class on a new axis, the class itself second."""
        if self.size == 2:
            return DenseCells(np.stack([self.weight[..., ::-1, ::-1], self.weight], -3))
        return _one_vs_rest(self)

    def wrong(self) -> DenseCells:
        """What was predicted wrong: the same cells with an empty diagonal."""
        apart = ~np.eye(self.size, dtype=bool)
        return DenseCells(np.where(apart, self.weight, 0.0))

    def outside(self, index: int) -> Floats:
        """Weight outside the row and the column of a class, added up as such."""
        kept = np.arange(self.size) != index
        return np.asarray(self.weight[..., kept, :][..., kept].sum((-2, -1)))

    def whole(self) -> bool:
        """Whether every count is a whole number."""
        return bool((self.weight == np.floor(self.weight)).all())

    def array(self) -> Floats:
        """The cells as one array."""
        return self.weight

    def __eq__(self, other: object) -> bool:
        return same(self, other)


@dataclass(frozen=True, slots=True, eq=False)
class SparseCells:
    """The occupied cells, ordered: weight[..., i] is that of (truth[i], predicted[i]).

    Leading axes serve resamples; matrices that are merged or moved have none.
    """

    truth: Ints
    predicted: Ints
    weight: Floats
    size: int

    @property
    def axes(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-1]

    def by_truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return tallied(self.truth, self.weight, self.size)

    def by_call(self) -> Floats:
        """Weight of each predicted class."""
        return tallied(self.predicted, self.weight, self.size)

    def largest_by_call(self) -> Floats:
        """Weight of the most common true class among each predicted one, (..., K)."""
        largest: Floats = np.zeros((self.size, *self.axes))
        np.maximum.at(largest, self.predicted, np.moveaxis(self.weight, -1, 0))
        return np.moveaxis(largest, 0, -1)

    def diagonal(self) -> Floats:
        """Weight of what was predicted right, by class."""
        right = self.truth == self.predicted
        return tallied(self.truth[right], self.weight[..., right], self.size)

    def total(self) -> Any:
        """Weight of everything."""
        return self.weight.sum(-1)

    def over(self, function: Callable[[Ints, Ints, Floats], Floats]) -> Any:
        """Sum of function(truth, predicted, weight) over the occupied cells; it must be 0 at 0."""
        return function(self.truth, self.predicted, self.weight).sum(-1)

    def transposed(self) -> SparseCells:
        """Truth and prediction exchanged."""
        return gathered_sparse(self.predicted, self.truth, self.weight, self.size)

    def scaled(self, factor: Floats) -> SparseCells:
        """Each true class multiplied by its factor, (K,)."""
        return SparseCells(
            self.truth, self.predicted, self.weight * factor[..., self.truth], self.size
        )

    def at_indices(self, indices: Ints, size: int) -> SparseCells:
        """The same cells among other classes: class i moves to indices[i]."""
        return gathered_sparse(indices[self.truth], indices[self.predicted], self.weight, size)

    def plus(self, other: Cells) -> SparseCells:
        """The sum, cell by cell."""
        more = other.sparse()
        return gathered_sparse(
            np.concatenate([self.truth, more.truth]),
            np.concatenate([self.predicted, more.predicted]),
            np.concatenate([self.weight, more.weight]),
            self.size,
        )

    def sparse(self) -> SparseCells:
        """Itself."""
        return self

    def picked(self, indices: Ints) -> DenseCells:
        """Only the rows and columns of these classes."""
        moved = np.full(self.size, -1)
        moved[indices] = np.arange(len(indices))
        truth, predicted = moved[self.truth], moved[self.predicted]
        kept = (truth >= 0) & (predicted >= 0)
        size = len(indices)
        flat = tallied(truth[kept] * size + predicted[kept], self.weight[kept], size * size)
        return DenseCells(flat.reshape(size, size))

    def one_vs_rest(self) -> DenseCells:
        """A 2×2 table for each class on a new axis, the class itself second."""
        return _one_vs_rest(self)

    def wrong(self) -> SparseCells:
        """What was predicted wrong: the same cells without the diagonal."""
        kept = self.truth != self.predicted
        return SparseCells(
            self.truth[kept], self.predicted[kept], self.weight[..., kept], self.size
        )

    def outside(self, index: int) -> Floats:
        """Weight outside the row and the column of a class, added up as such."""
        kept = (self.truth != index) & (self.predicted != index)
        return np.asarray(self.weight[..., kept].sum(-1))

    def whole(self) -> bool:
        """Whether every count is a whole number."""
        return bool((self.weight == np.floor(self.weight)).all())

    def array(self) -> Any:
        """The cells as a sparse array of SciPy."""
        from scipy.sparse import coo_array

        return coo_array((self.weight, (self.truth, self.predicted)), (self.size, self.size))

    def __eq__(self, other: object) -> bool:
        return same(self, other)


Cells = DenseCells | SparseCells


def tallied(index: Ints, weight: Floats, size: int) -> Floats:
    """Weight summed by index, 0 … size − 1, over the last axis."""
    if weight.ndim == 1:
        return np.bincount(index, weights=weight, minlength=size).astype(np.float64, copy=False)
    sums = np.zeros((*weight.shape[:-1], size))
    unordered = (index[1:] < index[:-1]).any()
    if unordered and len(index) > MANY_INDICES:  # putting them in order would take longer
        each = weight.reshape(-1, len(index))
        return np.stack([tallied(index, one, size) for one in each]).reshape(sums.shape)
    if len(index):
        if unordered:
            order = np.argsort(index, kind="stable")
            index, weight = index[order], weight[..., order]
        first = np.flatnonzero(np.concatenate([[True], index[1:] != index[:-1]]))
        sums[..., index[first]] = np.add.reduceat(weight, first, axis=-1)
    return sums


def same(mine: Cells, yours: object) -> bool:
    """Whether two sets of cells hold the same weight in the same indices."""
    if not isinstance(yours, (DenseCells, SparseCells)):
        return False
    if isinstance(mine, DenseCells) and type(yours) is DenseCells:
        return np.array_equal(mine.weight, yours.weight)
    one, other = mine.sparse(), yours.sparse()
    sizes = mine.size, yours.size
    return sizes[0] == sizes[1] and all(
        np.array_equal(getattr(one, part)[one.weight > 0], getattr(other, part)[other.weight > 0])
        for part in ("truth", "predicted", "weight")
    )


def _one_vs_rest(cells: Cells) -> DenseCells:
    hit, wrong = cells.diagonal(), cells.wrong()
    missed, false = wrong.by_truth(), wrong.by_call()
    total = np.asarray(cells.total())[..., None]
    rest = total - hit - missed - false
    # nothing predicted falsely: all of the other classes, so that what is perfect is exactly 1
    rest = np.where(false == 0, sum_of_others(hit + missed), rest)
    small = rest <= SMALL * total
    exact = bool((total < LARGEST_EXACT).all()) and cells.whole()
    if small.any() and not exact:  # of few classes, which hold nearly all the weight
        for index in np.flatnonzero(small.reshape(-1, cells.size).any(0)).tolist():
            here = rest[..., index]
            rest[..., index] = np.where(small[..., index], cells.outside(index), here)
    four = np.stack([rest, false, missed, hit], -1)
    return DenseCells(four.reshape(*four.shape[:-1], 2, 2))


def over_classes(tables: Cells, occur: NDArray[np.bool_]) -> DenseCells:
    """Tables of one class each, (..., K, 2, 2), added up over the classes that occur.

    One that occurs nowhere has true negatives only, which nobody could have predicted wrongly.
    """
    return DenseCells((tables.array() * occur[..., None, None]).sum(-3))


def gathered(truth: Ints, predicted: Ints, weight: Floats, size: int) -> Cells:
    """Cells from (truth, predicted, weight) entries, dense or sparse by the number of classes."""
    if size > DENSE_CLASSES:
        return gathered_sparse(truth, predicted, weight, size)
    flat = tallied(truth * size + predicted, weight, size * size)
    return DenseCells(flat.reshape(size, size))


def gathered_sparse(truth: Ints, predicted: Ints, weight: Floats, size: int) -> SparseCells:
    """Sparse cells from entries in any order, equal cells summed."""
    code, index = np.unique(truth * size + predicted, return_inverse=True)
    summed = tallied(index.reshape(-1), weight, len(code))
    first, second = np.divmod(code, size)
    return SparseCells(first, second, summed, size)
