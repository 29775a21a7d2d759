"""Cells of few weighted rows: Σw² of such a cell is itself a matter of chance.

The delta method takes s = Σw² of each cell from the rows that happen to be in it. A cell of five
rows that weigh little by chance makes the value seem sure, and it is then that the value is far
off: with log-normal weights (standard deviation 1) intervals of F1, MCC and balanced accuracy
covered 0.87 to 0.93, where half the class of a cell would have given what its rows weigh.

So s is taken as the weight of the cell times what a row weighs there, s/w, and that is drawn
towards Σw²/Σw of its whole class, as if twenty rows of the class stood beside the w²/s effective
rows of the cell (a mean of logarithms). The class is that of the truth (cases and controls
sampled at different rates) or that of the call (some of the calls verified), whichever leaves
less variance, and it never leaves less than the cells do. The same intervals then cover 0.93 to
0.96, 0.91 where ten effective positives carry a mean of recalls. It is the care that makes a share
count for no more trials than Kish's effective number (Kish L (1965) Survey Sampling, section
11.7). Nothing changes where all weights are equal, where they hang on the truth alone or on the
call alone, and, in the long run, where cells have many rows.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.intervals.influence.influence import Directions, Influence
from veracity.statistics.matrix.cells import Ints, tallied

ROWS = 20.0  # of the class that stand beside those of a cell: by simulation


def steadied(found: Influence, directions: Directions) -> Influence:
    """The influence of the cells of a weighted matrix, its variance no less than by class.

    Anything else stays as it is: rows without weights, clusters, tables of scores (whose rows are
    nearly all on their own) and matrices with more cells than are moved one by one.
    """
    parts = directions.parts
    if parts.squares is None or parts.truth is None or parts.predicted is None:
        return found
    if directions.kind != "cells" or not found.variance > 0:
        return found
    least = min(
        float((ratio(_drawn(parts.weight, parts.squares, of), parts.weight) * found.each**2).sum())
        for of in (parts.truth, parts.predicted)
    )
    return replace(found, squares=found.squares * max(least / found.variance, 1.0))


def _drawn(weight: Floats, squares: Floats, of: Ints) -> Floats:
    """What a row of each cell weighs, drawn towards what one of its class does."""
    size = int(of.max(initial=0)) + 1
    own = ratio(squares, weight)
    usual = ratio(tallied(of, squares, size), tallied(of, weight, size))[of]
    rows = ratio(weight, own)
    part = ratio(np.full_like(rows, ROWS), rows + ROWS)
    return np.asarray(own * ratio(usual, own) ** part)
