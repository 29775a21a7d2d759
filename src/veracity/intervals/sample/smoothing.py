"""Classes that were predicted wholly right or wholly wrong hide their own uncertainty.

10 of 10 right has a variance of 0 by the delta method, and a mean of recalls that holds such a
class gets an interval that is far too narrow (coverage 0.75 for balanced accuracy with 10
positives). As for a single proportion (Agresti A, Caffo B (2000) The American Statistician
54:280–288), a little is added to both sides of such a class before the interval is made.
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import Cells, DenseCells, SparseCells, gathered_sparse


def smoothed(matrix: ConfusionMatrix) -> ConfusionMatrix | None:
    """The matrix with one case more in each class that is all right or all wrong.

    The case is right to the share that the classes have in the mean, two more classes that
    are right by halves counted among them; what is wrong of it goes to the next class that
    occurs. Once for the cases of a class and once for its calls; None where none is uniform.
    """
    classes = np.flatnonzero((matrix.truth + matrix.predicted) > 0)
    if len(classes) < 2:
        return None
    after, right = np.roll(classes, -1), matrix.hits[classes]
    rows, columns, shares = [], [], []
    for margin, by_row in ((matrix.truth, True), (matrix.predicted, False)):
        held = margin[classes]
        rate = ratio(right, held)[held > 0]
        usual = (rate.sum() + 1) / (len(rate) + 2)
        uniform = (held > 0) & ((right <= 0) | (right >= held * (1 - 1e-12)))
        own, other = classes[uniform], after[uniform]
        rows += [own, own if by_row else other]
        columns += [own, other if by_row else own]
        shares += [np.full(len(own), usual), np.full(len(own), 1 - usual)]
    row, column, share = (np.concatenate(part) for part in (rows, columns, shares))
    if not len(row):
        return None
    cluster = float(ratio(matrix.total, matrix.effective_total))

    def more(cells: Cells, size: float) -> Cells:
        if isinstance(cells, SparseCells):
            return cells.plus(gathered_sparse(row, column, share * size, matrix.classes))
        weight = cells.weight.copy()
        np.add.at(weight, (row, column), share * size)
        return DenseCells(weight)

    return matrix.changed(
        cells=more(matrix.cells, cluster),
        squares=None if matrix.squares is None else more(matrix.squares, cluster**2),
    )
