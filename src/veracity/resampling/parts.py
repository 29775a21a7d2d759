"""The parts of a statistic: cells that rows fall into, how much each holds, and the way back.

Resamples, derivatives and posteriors change the weight of cells and ask for the statistic that
results. They all do so here, so that each of them is written once for every statistic.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, Ints, ratio
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.joint.cell_sums import CellSums
from veracity.statistics.matrix.cells import DenseCells, SparseCells
from veracity.statistics.matrix.margins import MarginCells
from veracity.statistics.scores.pooling import GROWTH, growing_starts, pooled_table

FEW_CLASSES = 16
UNPOOLED = 512
SPARED = 4 / 3  # scores for each bucket, up to which pooling spares too little
CROWDED = 16  # rows in a bucket, on average, from which neighbours are alike
ENDS = 16  # buckets of a class at either end that stay apart
Put = Callable[[Floats, Floats | None], Any]
Margins = tuple[Floats, Floats, Floats]
PutMargins = Callable[[Margins, Margins | None], Any]


class AllCells(NamedTuple):
    """Every cell of a table, and the way from weights (..., cells) to a table, without a copy."""

    weight: Floats
    put: Callable[[Floats], Any]


@dataclass(frozen=True, eq=False)
class Parts:
    """The occupied cells of a statistic, and `put`: weights (..., C) → statistic with axes (...).

    `squares` is Σw² of each cell, None without weights; `clusters` says what each cluster adds,
    by the index of the cell among the occupied ones; `width` is how many numbers the statistic
    has for each of the leading axes, at least; `truth` the true class of each cell, if it has
    one, and `predicted` that of a prediction, of a matrix; `put_margins` makes one of margins and
    diagonals alone (true, predicted, right; with Σw² the same three again). `all_cells` are those
    of a table, also the empty ones, in the order in which it has them. `together` numbers cells
    that a metric can be expected to treat alike, as neighbouring scores of many: they may be moved
    together. None where every cell is on its own.
    """

    weight: Floats
    squares: Floats | None
    clusters: Clusters | None
    put: Put
    width: int = 1
    truth: NDArray[np.int64] | None = None
    all_cells: AllCells | None = None
    together: NDArray[np.int64] | None = None
    predicted: NDArray[np.int64] | None = None
    put_margins: PutMargins | None = None

    def __len__(self) -> int:
        return len(self.weight)

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² of each cell; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def effective(self) -> float:
        """Effective rows for a weight of 1; 1 without weights."""
        if self.squares is None:
            return 1.0
        return float(ratio(self.weight.sum(), self.squares.sum()))

    def scaled(self, factor: Floats) -> Any:
        """The statistic after each cell, rows and all, grew by its factor (..., C)."""
        squares = None if self.squares is None else self.squares * factor
        return self.put(self.weight * factor, squares)


def _once(cell: object) -> Any:
    """A property that is read once; nobody may write into what it gives."""
    read: Any = getattr(cell, "fget")  # noqa: B009  (of a property)

    def made(self: ConfusionMatrix) -> Any:
        found = read(self)
        if isinstance(found, np.ndarray):
            found.flags.writeable = False
        return found

    return cached_property(made)


class Kept(ConfusionMatrix):
    """A matrix that keeps its cells and one-versus-rest tables: many metrics ask for the same."""

    tp, fp = _once(ConfusionMatrix.tp), _once(ConfusionMatrix.fp)
    fn, tn = _once(ConfusionMatrix.fn), _once(ConfusionMatrix.tn)

    @cached_property
    def _each(self) -> ConfusionMatrix:
        return Kept.like(ConfusionMatrix.like(self).one_vs_rest())

    @cached_property
    def _pooled(self) -> ConfusionMatrix:
        return Kept.like(ConfusionMatrix.like(self).pooled_classes())

    def one_vs_rest(self, label: object = None) -> Any:
        """One class against all others; without a label, all classes on a new axis."""
        return self._each if label is None else ConfusionMatrix.like(self).one_vs_rest(label)

    def pooled_classes(self) -> Any:
        """The one-versus-rest tables of all classes added up."""
        return self._pooled


def parts_of(statistic: Any, buckets: int | None = None, *, fine_top: bool = False) -> Parts:
    """The parts of a matrix, ranks, a table or a grid; scores pooled into so many buckets.

    With a `fine_top` those at the top are as small as their rank, for metrics that are read at
    a threshold; up to 512 scores then stay as they are.
    """
    match statistic:
        case ConfusionMatrix():
            return _of_matrix(statistic)
        case CellSums():
            return _of_sums(statistic)
    table: ScoreTable = statistic.edges
    if buckets is not None and len(table) > (UNPOOLED if fine_top else buckets * SPARED):
        first = table.starts(buckets)
        if fine_top:  # down to where the buckets are a sixth of their rank anyway
            first = np.union1d(first, growing_starts(min(GROWTH * int(first[1]), len(table))))
        table = pooled_table(table, first)
        parts = _of_table(table)
        crowded = parts.weight.sum() * parts.effective > CROWDED * len(parts)
        return replace(parts, together=_pairs(parts) if crowded else None)
    return _of_table(table)


def among_occupied(clusters: Clusters | None, occupied: Ints) -> Clusters | None:
    """The same entries, by the index of their cell among the occupied ones."""
    return clusters and replace(clusters, cell=np.searchsorted(occupied, clusters.cell))


def _of_sums(sums: CellSums) -> Parts:
    """Those cells that hold anything; one without rows has no derivative."""
    occupied = np.flatnonzero(sums.weight)

    def whole(weight: Floats) -> Floats:
        full = np.zeros((*weight.shape[:-1], sums.classes))
        full[..., occupied] = weight
        return full

    def put(weight: Floats, squares: Floats | None) -> CellSums:
        return sums.with_weight(whole(weight), None if squares is None else whole(squares))

    squares = None if sums.squares is None else sums.squares[occupied]
    clusters = among_occupied(sums.clusters, occupied)
    return Parts(sums.weight[occupied], squares, clusters, put, sums.classes)


def _of_matrix(matrix: ConfusionMatrix) -> Parts:
    cells = matrix.cells.sparse()
    index = cells.truth * cells.size + cells.predicted
    squares = None
    if matrix.squares is not None:
        squares = _at(matrix.squares.sparse(), index)

    def put(weight: Floats, squares: Floats | None) -> ConfusionMatrix:
        return Kept.made(
            cells_of(cells, weight),
            matrix.labels,
            matrix.pos_label,
            None if squares is None else cells_of(cells, squares),
        )

    def put_margins(weight: Margins, squares: Margins | None) -> ConfusionMatrix:
        made: Any = MarginCells(*weight)
        squared: Any = None if squares is None else MarginCells(*squares)
        return Kept.made(made, matrix.labels, matrix.pos_label, squared)

    clusters = among_occupied(matrix.clusters, index)
    return Parts(
        cells.weight,
        squares,
        clusters,
        put,
        cells.size,
        cells.truth,
        predicted=cells.predicted,
        put_margins=put_margins,
    )


def _at(cells: SparseCells, index: Ints) -> Floats:
    """Weight at these indices; a cell of rows that weigh nothing has no squares either."""
    mine = cells.truth * cells.size + cells.predicted
    found = np.zeros(len(index))
    found[np.searchsorted(index, mine)] = cells.weight
    return found


def cells_of(cells: SparseCells, weight: Floats) -> DenseCells | SparseCells:
    """Weights of the occupied cells as cells: dense for few classes, where that is faster."""
    if cells.size > FEW_CLASSES:
        return replace(cells, weight=weight)
    full = np.zeros((*weight.shape[:-1], cells.size**2))
    full[..., cells.truth * cells.size + cells.predicted] = weight
    return DenseCells(full.reshape(*weight.shape[:-1], cells.size, cells.size))


def _of_table(table: ScoreTable) -> Parts:
    occupied = np.flatnonzero(table.weight.reshape(-1) > 0)
    shape = table.weight.shape

    # where each cell stands among the occupied ones; an empty one reads a 0 behind them
    index = np.full(shape[0] * shape[1], len(occupied))
    index[occupied] = np.arange(len(occupied))

    def spread(values: Floats) -> Floats:
        if len(occupied) < len(index):
            none = np.zeros((*values.shape[:-1], 1))
            values = np.take(np.concatenate([values, none], axis=-1), index, axis=-1)
        return values.reshape(*values.shape[:-1], *shape)

    def put(weight: Floats, squares: Floats | None) -> ScoreTable:
        return replace(
            table,
            weight=spread(weight),
            squares=None if squares is None else spread(squares),
            clusters=None,
        )

    squares = None if table.squares is None else table.squares.reshape(-1)[occupied]
    clusters = table.clusters
    if clusters is not None and not np.isin(clusters.cell, occupied).all():
        kept = np.isin(clusters.cell, occupied)
        clusters = Clusters.of_entries(
            clusters.ids,
            clusters.cluster[kept],
            clusters.cell[kept],
            clusters.weight[kept],
            None if clusters.squares is None else clusters.squares[kept],
        )

    def put_all(weight: Floats) -> ScoreTable:
        whole = weight.reshape(*weight.shape[:-1], *shape)
        return replace(table, weight=whole, squares=None, clusters=None)

    every = table.weight.reshape(-1)
    truth = occupied // max(shape[1], 1)
    clusters = among_occupied(clusters, occupied)
    cells = AllCells(every, put_all)
    return Parts(every[occupied], squares, clusters, put, table.weight.size, truth, cells)


def _pairs(parts: Parts) -> NDArray[np.int64]:
    """Neighbouring buckets of a class two by two, but for its first and last.

    There the pull of a score may bend (the normal quantile of a rate, precision at the top);
    elsewhere the standard errors of all metrics stay the same to a quarter of a per cent.
    """
    assert parts.truth is not None
    counts = np.bincount(parts.truth)
    index = np.arange(len(parts)) - (np.cumsum(counts) - counts)[parts.truth]
    last = counts[parts.truth] - ENDS
    return np.cumsum((index % 2 == 0) | (index < ENDS) | (index >= last)) - 1
