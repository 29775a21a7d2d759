"""Negatives that weigh as much as many positives, for the interval of average precision.

Moved to a rare prevalence, or sampled 1 in 20, a single negative may stand for more rows than all
positives found so far. Precision above the first negative is then 1 in the sample and may be
anything in the population: which false positive rates below 1 in n the positives have, n negatives
cannot tell. Average precision takes them to be 0, the least they can be, and is too high: by 60 %
with 200 positives and 200 negatives at a prevalence of 0.01 (AUROC 0.86).
"""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics.numerics.running_sums import cumulated
from veracity.statistics.scores.score_table import ScoreTable


def negative_rows(table: ScoreTable) -> tuple[Floats, float]:
    """What a negative row weighs at each score, 0 where there is none, and what one usually does.

    It is Σw²/Σw: 1 without weights.
    """
    weight = table.negative
    squares = table.sum_of_squares[0 if not table.positive_first else 1]
    each = np.where(weight > 0, ratio(squares, weight), 0.0)
    return each, float(ratio(squares.sum(), weight.sum()))


def weigh_alike(table: ScoreTable) -> bool:
    """Whether all rows weigh the same, as they do without weights."""
    return table.squares is None or _alike(table.squares, table.weight)


def weigh_alike_by_class(table: ScoreTable) -> bool:
    """Whether the rows of each true class weigh the same: cases and controls, at two rates."""
    if table.squares is None:
        return True
    return all(map(_alike, table.squares, table.weight))


def _alike(squares: Floats, weight: Floats) -> bool:
    each = ratio(squares, weight)[weight > 0]
    return bool(np.ptp(each) <= 1e-9 * each.max()) if each.size else True


def evenly_between(table: ScoreTable) -> float:
    """Average precision if positives between two negatives had the rates between these evenly.

    Of two positives above all of four negatives one has a false positive rate of 1/20 and one of
    3/20: n negatives leave n + 1 gaps, which are as probable as each other.

    >>> table = ScoreTable.of_rows([1, 1, 0, 0, 0, 0], [6, 5, 4, 3, 2, 1.0])
    >>> each = [(i / 2) / (i / 2 + 2 * (i - 0.5) / 10) for i in (1, 2)]  # twice as many negatives
    >>> bool(np.isclose(evenly_between(table), sum(each) / 2))
    True
    """
    steps, (row, usual) = table.steps, negative_rows(table)
    some = np.flatnonzero(row > 0)
    down_to = cumulated(table.negative)[some]
    gap = np.searchsorted(down_to, steps.fp * (1 + 1e-12), "right")  # negatives down to each step
    _, first, of = np.unique(gap, return_index=True, return_inverse=True)
    before = steps.tp - steps.positive
    part = before - before[first][of] + steps.positive / 2
    within = ratio(part, np.bincount(of, steps.positive)[of])
    heaviest = np.append(row[some], usual)[gap]
    false = (steps.fp + within * heaviest) * float(ratio(steps.negatives, steps.negatives + usual))
    gained = (steps.positive * ratio(steps.tp, steps.tp + false)).sum()
    return float(ratio(gained, steps.positives))
