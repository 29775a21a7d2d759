"""The ROC convex hull: the best that choosing among the thresholds, or mixing two, can do."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from veracity.arrays import Floats
from veracity.curves.making.coordinates import X_FPR, Y_TPR, Swept, missing_classes, one, whole
from veracity.curves.making.tracing import curve_of
from veracity.isotonic.fit import pooled_blocks
from veracity.results.estimate.curve import Curve, Ints


class ScoredSweep(Swept, Protocol):
    """A sweep that also knows the weight at each score."""

    @property
    def positive(self) -> Floats:
        """Positive weight at each score, (..., T)."""

    @property
    def negative(self) -> Floats:
        """Negative weight at each score, (..., T)."""


def hull(table: ScoredSweep) -> Curve:
    """The upper convex hull of the ROC curve: its corners, with their thresholds.

    Only these thresholds can be the best for any costs and any prevalence. Between two
    corners one reaches the line by choosing at random between their thresholds. It takes time
    in proportion to the number of scores: the corners are where an isotonic regression of the
    truth on the score steps, to the rounding of its means.
    Provost F, Fawcett T (2001) Machine Learning 42(3):203–231;
    Fawcett T, Niculescu-Mizil A (2007) Machine Learning 68(1):97–106.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> fpr, tpr, thresholds = hull(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1]))
    >>> fpr.tolist(), tpr.tolist(), thresholds.tolist()
    ([0.0, 0.0, 0.5, 1.0], [0.0, 0.5, 1.0, 1.0], [inf, 4.0, 2.0, 1.0])
    """
    one(table)
    note = missing_classes(table, "positives", "negatives")
    indices = hull_indices(table.positive, table.negative)
    return curve_of("hull", table, (X_FPR, Y_TPR), indices=indices, note=note)


def hull_indices(positive: Floats, negative: Floats) -> Ints:
    """How many scores, from the highest, are called positive at each corner of the hull."""
    ups, across, ends = _runs(positive, negative)
    balanced = across * _balance(ups.sum(), across.sum())
    weight = ups + balanced
    occupied = np.flatnonzero(weight > 0)
    if not len(occupied):
        return np.array([0])
    every = np.arange(len(occupied))
    starts, *_ = pooled_blocks(every, ups[occupied], weight[occupied], increasing=False)
    blocks = np.append(starts, len(occupied))
    first = occupied[blocks[:-1]]
    tp, fp = (np.add.reduceat(w, first) for w in (ups, across))
    indices = np.concatenate([[0], ends[occupied[blocks[1:] - 1]]])
    return indices[_corners(tp, fp)]


def _runs(positive: Floats, negative: Floats) -> tuple[Floats, Floats, Ints]:
    """Weights with what lies between two steps up as one run, and how many scores end each.

    No corner lies inside a run to the right, and where positives are rare the runs are few.
    """
    up = np.flatnonzero(positive > 0)
    ends = np.empty(2 * len(up) + 1, np.int64)
    ends[0:-1:2], ends[1::2], ends[-1] = up, up + 1, len(positive)
    starts = np.concatenate([[0], ends[:-1]])
    across = np.add.reduceat(np.append(negative, 0.0), starts)
    across[starts == ends] = 0.0  # of nothing, reduceat gives what comes next
    ups = np.zeros(len(ends))
    ups[1::2] = positive[up]
    return ups, across, ends


def _balance(P: float, N: float) -> float:
    """A power of two that makes both classes weigh about the same, so that neither is rounded off.

    The hull does not depend on it, and multiplying by it is exact.
    """
    return (
        float(2.0 ** np.clip(np.round(np.log2(P) - np.log2(N)), -1000, 1000)) if P > 0 < N else 1.0
    )


def _corners(rise: Floats, run: Floats) -> Ints:
    """Which ends of the pieces (rise, run) are true corners, all others lie on or below a line.

    The regression compares rounded means and keeps pieces of equal slope apart. Here slopes
    are compared as products, of integers where the counts are whole.
    """
    if len(rise) < 2 or (rise[:-1] * run[1:] - rise[1:] * run[:-1] > _doubt(rise, run)).all():
        return np.arange(len(rise) + 1)
    exact = int if whole(np.append(rise, rise.sum()), np.append(run, run.sum())) else float
    ends = [0]
    pieces: list[tuple[float, float]] = []
    for end, (up, across) in enumerate(zip(rise.tolist(), run.tolist(), strict=True), 1):
        piece = (exact(up), exact(across))
        while pieces and pieces[-1][0] * piece[1] <= piece[0] * pieces[-1][1]:
            before = pieces.pop()
            ends.pop()
            piece = (before[0] + piece[0], before[1] + piece[1])
        pieces.append(piece)
        ends.append(end)
    return np.array(ends)


def _doubt(rise: Floats, run: Floats) -> Floats:
    """How far rounding can move the difference of two products."""
    return 4 * np.finfo(float).eps * (rise[:-1] * run[1:] + rise[1:] * run[:-1])
