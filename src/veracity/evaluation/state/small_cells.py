"""Cells of a confusion matrix with too few rows to be published, and those that disclose them.

A small cell that is emptied is still the difference of a sum that is known and the cells beside
it. So more cells are emptied (complementary suppression: Cox LH (1980) Journal of the American
Statistical Association 75:377–385; Hundepool A et al. (2012) Statistical Disclosure Control,
chapter 4), until in no sum a single cell, or cells of too few rows, are missing, and no cell
follows from all sums together. The sums: all rows of the whole; with three classes and more, or
beside scores, the rows of each true class; with three classes and more, those of each predicted
class; and every cell of the whole, which is the sum of that cell over the groups. Of two classes
the margins leave one number free, and with both of them known nothing could be published at all.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.results import figure
from veracity.statistics import ConfusionMatrix
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.grid.suppression import enough_rows
from veracity.statistics.held import Held
from veracity.statistics.matrix.cells import Cells, DenseCells, SparseCells
from veracity.words import Text, say

Bools = NDArray[np.bool_]
Ints = NDArray[np.int64]
MOST_SOLVED = 1500  # emptied cells of which all sums together are looked at
_FREE = 1e-7  # of what a cell may move while all sums stay


def emptied(every: Sequence[Held], least: float, *, beside: bool) -> list[Held]:
    """The matrices of a whole and of its groups without small cells and those that tell them."""
    matrices = _emptied([held.confusion for held in every], least, beside=beside)
    fewest = _emptied([held.fewest for held in every], least, beside=beside)
    made = [
        replace(held, confusion=matrix, fewest=few)
        for held, matrix, few in zip(every, matrices, fewest, strict=True)
    ]
    if beside:
        return made
    return [made[0], *(_without_total(held, made[0]) for held in made[1:])]


def _without_total(group: Held, whole: Held) -> Held:
    """A group says how many rows are published, not how many there were: that were a sum too."""
    if group.confusion is None or whole.some.weighted:
        return group
    return replace(group, rows=round(float(group.confusion.total)))


def effect_of_hiding(whole: Held, after_hiding: Held, least: float) -> tuple[Text, ...]:
    """How far accuracy of all rows can be from that of the published cells, by these alone."""
    before, after = whole.confusion, after_hiding.confusion
    if before is None or after is None or not float(before.total) > float(after.total):
        return ()
    total, right = float(before.total), float(after.right)
    gone = total - float(after.total)
    ends = right / total, (right + gone) / total
    return (
        say(
            "small_cells_emptied",
            value=f"{least:g}",
            share=f"{100 * gone / total:.2g}%",
            low=figure(ends[0]),
            high=figure(ends[1]),
        ),
    )


def uncut(held: Held, grid: ScoreGrid, threshold: float | None) -> Held:
    """The matrix as the buckets tell it: between two matrices where the threshold is in one."""
    assert threshold is not None
    few, most = grid.counts_at(threshold)
    return replace(held, confusion=most, fewest=None if grid.is_exact_at(threshold) else few)


def rows_in_cells(weight: Floats, squares: Floats | None) -> Any:
    """Rows behind each cell; with weights, as many as would be equally informative."""
    return weight if squares is None else ratio(weight**2, squares)


def _emptied(
    matrices: Sequence[ConfusionMatrix | None], least: float, *, beside: bool
) -> list[ConfusionMatrix | None]:
    given = [matrix for matrix in matrices if matrix is not None]
    if not given:
        return list(matrices)
    parts = [_flat(matrix, least) for matrix in given]
    table = np.repeat(np.arange(len(parts)), [len(rows) for _, _, rows, _ in parts])
    truth, predicted, rows, small = (np.concatenate(column) for column in zip(*parts, strict=True))
    occupied = np.flatnonzero(rows > 0)
    cells = table[occupied], truth[occupied], predicted[occupied]
    sums = _sums(cells, rows[occupied], given[0].classes, beside=beside)
    hidden = np.zeros(len(rows), np.bool_)
    hidden[occupied] = _hidden(rows[occupied], small[occupied], sums, least)
    each = iter([~hidden[table == index] for index in range(len(given))])
    return [None if matrix is None else _only(matrix, next(each)) for matrix in matrices]


def _flat(matrix: ConfusionMatrix, least: float) -> tuple[Ints, Ints, Floats, Bools]:
    """Truth, prediction and rows of each cell that is held, and whether these are too few."""
    weight = matrix.cells.weight
    squares = None if matrix.squares is None else matrix.squares.weight
    small = ~enough_rows(weight, squares, least)
    rows = np.nan_to_num(rows_in_cells(weight, squares))
    if isinstance(matrix.cells, SparseCells):
        truth, predicted = matrix.cells.truth, matrix.cells.predicted
    else:
        truth, predicted = np.divmod(np.arange(weight.size), matrix.classes)
    return truth, predicted, np.asarray(rows).ravel(), small.ravel()


@dataclass(frozen=True, slots=True)
class KnownSum:
    """Cells of which a sum may be known, by rising rows; `sign` is that of each in it.

    A cell of the whole less that cell of all groups is 0: there one sign is the other one.
    """

    cells: Ints
    sign: Floats

    def tells_rows(self, gone: Bools) -> bool:
        """Whether it tells how many rows are in the cells that are gone: all have one sign.

        So it does of groups as long as the cell of the whole is shown.
        """
        return bool((self.sign[gone] > 0).all())


def _sums(
    cells: tuple[Ints, Ints, Ints], rows: Floats, classes: int, *, beside: bool
) -> list[KnownSum]:
    """The sums that may be known; cells are (table, truth, prediction), the whole is table 0.

    That of all rows is last: what the margins take along is mostly enough for it.
    """
    table = cells[0]
    members: dict[tuple[Any, ...], list[int]] = defaultdict(list)
    for index in np.argsort(rows, kind="stable").tolist():
        t, i, j = (int(column[index]) for column in cells)
        if t == 0:
            members["all",].append(index)
        if classes > 2 or beside:
            members["truth", t, i].append(index)
        if classes > 2:
            members["called", t, j].append(index)
        if table.max() > 0:
            members["cell", i, j].append(index)
    return [
        KnownSum(np.array(found), np.where((of[0] == "cell") & (table[found] == 0), -1.0, 1.0))
        for of, found in sorted(members.items(), key=lambda one: one[0][0] == "all")
    ]


def _hidden(rows: Floats, small: Bools, sums: Sequence[KnownSum], least: float) -> Bools:
    """Which cells go: the small ones, and as few others as make none of them follow."""
    hidden = small.copy()
    while True:
        changed = False
        for one in sums:
            gone = hidden[one.cells]
            while 0 < gone.sum() < len(gone) and (
                gone.sum() < 2 or (one.tells_rows(gone) and rows[one.cells[gone]].sum() < least)
            ):
                hidden[one.cells[~gone][0]] = changed = True
                gone = hidden[one.cells]
        if changed:
            continue
        next_cell = _deducible(hidden, sums)
        if next_cell is None:
            return hidden
        hidden[next_cell] = True


def _deducible(hidden: Bools, sums: Sequence[KnownSum]) -> int | None:
    """The cell to hide next because a hidden one follows from all sums together; None if none.

    A hidden cell follows where it cannot move while all sums stay: it is 0 in every vector of the
    null space of the sums over hidden cells.
    """
    gone = np.flatnonzero(hidden)
    if not 0 < len(gone) <= MOST_SOLVED:
        return None
    lines = [one for one in sums if hidden[one.cells].any()]
    system = np.zeros((len(lines), len(hidden)))
    for line, one in enumerate(lines):
        system[line, one.cells] = one.sign
    _, strength, basis = np.linalg.svd(system[:, gone], full_matrices=True)
    rank = int((strength > _FREE).sum())
    free = np.abs(basis[rank:]).max(axis=0, initial=0.0) > _FREE
    for cell in gone[~free]:
        for one in lines:
            if cell in one.cells and not hidden[one.cells].all():
                return int(one.cells[~hidden[one.cells]][0])
    return None


def _only(matrix: ConfusionMatrix, kept: Bools) -> ConfusionMatrix:
    squares = matrix.squares and _kept_cells(matrix.squares, kept)
    return matrix.changed(cells=_kept_cells(matrix.cells, kept), squares=squares)


def _kept_cells(cells: Cells, kept: Bools) -> Cells:
    if isinstance(cells, SparseCells):
        return SparseCells(cells.truth[kept], cells.predicted[kept], cells.weight[kept], cells.size)
    return DenseCells(np.where(kept.reshape(cells.weight.shape), cells.weight, 0.0))
