"""Counts at many thresholds, and the error of anything that is linear in them.

Net benefit, expected cost and the number of alarms are sums over rows of a value that depends
on the cell of the row alone. Their variance is that of a mean: Σ s (v − mean)² / W², with s the
squared weights of each cell; with clusters, what the rows of a cluster add is summed before it
is squared, times C/(C − 1).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.errors import refuse
from veracity.resampling.redraws import grouped_at_random
from veracity.statistics import ConfusionMatrix
from veracity.statistics.score_cuts import checked_thresholds, cut_places
from veracity.statistics.score_sums import cumulated_from_zero
from veracity.statistics.score_table import ScoreTable
from veracity.statistics.units import Units

MOST_UNITS = 2000


@dataclass(frozen=True, eq=False)
class Pair:
    """Positive and negative weight called positive at each threshold, and in all."""

    tp: Floats
    fp: Floats
    P: Any
    N: Any

    def of(self, cells: tuple[Any, Any, Any, Any]) -> Floats:
        """Σ value · weight over the cells TP, FP, FN, TN."""
        tp, fp, fn, tn = cells
        total: Floats = (
            tp * self.tp + fp * self.fp + fn * (self.P - self.tp) + tn * (self.N - self.fp)
        )
        return total


@dataclass(frozen=True, eq=False)
class CutCounts:
    """The counts of a table at thresholds, their Σw², and those of each cluster (U, thresholds)."""

    thresholds: Floats
    weight: Pair
    squares: Pair
    units: Pair | None

    @property
    def total(self) -> float:
        """Weight of everything."""
        return float(self.weight.P + self.weight.N)

    @property
    def effective_total(self) -> float:
        """How many unweighted rows would be as informative (Kish 1965)."""
        return float(ratio(self.total**2, self.squares.P + self.squares.N))

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return float(ratio(self.weight.P, self.total))

    @property
    def freedom(self) -> int | None:
        """Clusters less one; None without clusters."""
        return None if self.units is None else len(self.units.tp) - 1

    def linear(
        self, cells: tuple[Any, Any, Any, Any], share: float | None = None
    ) -> tuple[Floats, Floats]:
        """The mean of a value by cell (TP, FP, FN, TN) over all rows, and its standard error.

        With a `share` of positives: the mean in a population with that prevalence, which
        varies with the rates alone.
        """
        with np.errstate(all="ignore"):
            if share is None:
                value = ratio(self.weight.of(cells), self.total)
                moved = self._moved(cells, value, value, 1 / self.total, 1 / self.total)
            else:
                tp, fp, fn, tn = cells
                w = self.weight
                yes = ratio(tp * w.tp + fn * (w.P - w.tp), w.P)
                no = ratio(fp * w.fp + tn * (w.N - w.fp), w.N)
                value = _none_of(share, yes) + _none_of(1 - share, no)
                moved = self._moved(
                    cells,
                    yes,
                    no,
                    _none_of(share, ratio(1, self.weight.P)),
                    _none_of(1 - share, ratio(1, self.weight.N)),
                )
        return value, np.sqrt(moved)

    def _moved(
        self, cells: tuple[Any, Any, Any, Any], yes: Floats, no: Floats, up: Any, across: Any
    ) -> Floats:
        """The variance: each row moves the value by (its own − the mean of its class) · factor."""
        tp, fp, fn, tn = cells
        own = ((tp - yes) * up, (fp - no) * across, (fn - yes) * up, (tn - no) * across)
        if self.units is None:
            squared = tuple(part**2 for part in own)
            return self.squares.of(squared)
        each = self.units.of(own)
        count = len(each)
        variance: Floats = (each**2).sum(0) * float(ratio(count, count - 1))
        return variance


def _none_of(share: float, value: Any) -> Any:
    """A part of a class; of none of it, 0, even where the class has no value."""
    return share * value if share else np.zeros_like(np.asarray(value, np.float64))


def cut_counts(statistic: ScoreTable | ConfusionMatrix, thresholds: Any) -> CutCounts:
    """The counts of a score table at thresholds; calls that are fixed stay as they are.

    >>> table = ScoreTable.of_rows([1, 0, 1], [0.9, 0.5, 0.2])
    >>> cut_counts(table, [0.3, 0.6]).weight.tp.tolist()
    [1.0, 1.0]
    """
    wanted = np.atleast_1d(checked_thresholds(thresholds))
    if statistic.shape:
        raise refuse("curve_of_many", shape=statistic.shape)
    if isinstance(statistic, ConfusionMatrix):
        return _of_matrix(statistic, wanted)
    places = cut_places(statistic.scores, wanted)
    tp, fp = statistic.tp, statistic.fp
    weight = Pair(tp[places], fp[places], tp[-1], fp[-1])
    squares, yes = weight, 0 if statistic.positive_first else 1
    if statistic.squares is not None:
        squares = _pair(statistic.squares[yes], statistic.squares[1 - yes], places)
    units = statistic.units
    each = None if units is None else _of_units(units, len(statistic), places, yes)
    return CutCounts(wanted, weight, squares, each)


def _pair(positive: Floats, negative: Floats, places: Any) -> Pair:
    tp, fp = cumulated_from_zero(positive), cumulated_from_zero(negative)
    return Pair(tp[places], fp[places], tp[-1], fp[-1])


def _of_units(units: Units, scores: int, places: Any, yes: int) -> Pair:
    """What each cluster has at every threshold; very many clusters in random groups."""
    if len(units) > MOST_UNITS:
        units = grouped_at_random(units, MOST_UNITS, 0)
    order = np.argsort(places, kind="stable")
    truth, score = np.divmod(units.cell, scores)
    first = np.searchsorted(places[order], score, "right")  # the first threshold that calls it
    size = len(places) + 1

    def sums(of: int) -> tuple[Floats, Floats]:
        mine = truth == of
        flat = np.bincount(
            units.unit[mine] * size + first[mine], units.weight[mine], len(units) * size
        ).reshape(len(units), size)
        called = np.empty((len(units), len(places)))
        called[:, order] = np.cumsum(flat, -1)[:, :-1]
        return called, flat.sum(-1, keepdims=True)

    (tp, P), (fp, N) = sums(yes), sums(1 - yes)
    return Pair(tp, fp, P, N)


def _of_matrix(matrix: ConfusionMatrix, wanted: Floats) -> CutCounts:
    """Fixed calls: the same counts at every threshold."""

    def pair(c: ConfusionMatrix) -> Pair:
        tp, fp = (np.asarray(part)[..., None] + 0 * wanted for part in (c.tp, c.fp))
        P, N = c.tp + c.fn, c.fp + c.tn
        if np.ndim(P):
            P, N = P[:, None], N[:, None]
        return Pair(tp, fp, P, N)

    squares = matrix.changed(cells=matrix.sum_of_squares, squares=None, units=None)
    units = None
    if matrix.units is not None:
        few = matrix
        if len(matrix.units) > MOST_UNITS:
            few = matrix.changed(units=grouped_at_random(matrix.units, MOST_UNITS, 0))
        units = pair(few.by_unit())
    return CutCounts(wanted, pair(matrix), pair(squares), units)
