"""A grid seen from the other class: the same buckets, ranked the other way round."""

from __future__ import annotations

import numpy as np

from veracity.statistics.grid.merging import components, pooled_into
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.scores.classes import reversed_scores
from veracity.statistics.scores.score_table import ScoreTable


def reversed_grid(grid: ScoreGrid) -> ScoreGrid:
    """The grid with the other of two classes positive and ranked first.

    A score s of the `line` family becomes −s, a probability p of the `unit` family 1 − p. A
    bucket from low to high becomes one from −high to −low (1 − high to 1 − low); where rounding
    makes the edges of two buckets equal, they are one. Order is only reversed, so that the
    certificate of the ROC area stays what it was, unless buckets were joined.

    >>> from veracity.statistics.grid.building import gridded
    >>> grid = gridded(ScoreTable.of_rows([1, 0, 1], [0.9, 0.4, 0.2]), 4, "unit")
    >>> other = reversed_grid(grid)
    >>> other.pos_label, other.low.tolist() == (1 - grid.high[::-1]).tolist()
    (0, True)
    """
    reflect = grid.family == "unit"
    by_low = _reversed(grid.table, reflect=reflect)
    one = 1.0 if reflect else 0.0
    low, high, (index,) = components([(one - grid.high[::-1], one - grid.low[::-1])])
    # the low edges are all different, but 1 - low may not be: those are in one bucket anyway
    by_high, first = np.unique(-(one - grid.low[::-1]), return_index=True)
    table = pooled_into(by_low, low, index[first])
    assert len(by_high) == len(by_low)
    return ScoreGrid(grid.family, table, high, _reversed(grid.tied, reflect=reflect))


def _reversed(table: ScoreTable, *, reflect: bool) -> ScoreTable:
    return reversed_scores(table, reflect=reflect) if len(table) else table.classes_swapped()
