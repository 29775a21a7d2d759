"""The rule that picks a threshold: the best aim among those that keep to the constraints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from veracity.arrays import Floats
from veracity.curves.kinds.sweep import sweep
from veracity.decisions.thresholds.constraints import TOLERANCE, Constraint
from veracity.metrics import Metric
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DenseCells
from veracity.statistics.scores.score_table import ScoreTable

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class RuleSweep:
    """Every threshold of a table as the rule sees it, (..., T + 1)."""

    goodness: Floats  # higher is better; −inf where the aim is undefined
    shortfall: Floats  # how much is missing to the constraints together
    tp: Floats  # what is found there: of equal aims the one that finds more is taken
    nothing: bool = True  # whether any threshold lies above every score

    @property
    def candidates(self) -> NDArray[np.bool_]:
        """Thresholds that miss the constraints least: where some meet them all, those."""
        least = self.shortfall.min(-1, keepdims=True)
        fits: NDArray[np.bool_] = self.shortfall <= least + TOLERANCE
        return fits & (self.goodness > -np.inf)

    @property
    def indices(self) -> Ints:
        """The best candidate; of equals the one that finds most, then calls least, (...).

        Calls only grow as the threshold falls: of the thresholds with the same true positives the
        first has the fewest false positives, and the highest threshold.
        """
        equal = self._equal
        most = np.where(equal, self.tp, -1.0).max(-1, keepdims=True)
        first: Ints = np.argmax(equal & (self.tp >= most), axis=-1)
        return first if self.nothing else np.maximum(first, 1)

    @property
    def first_indexes(self) -> Ints:
        """The highest threshold of those that are as good, (...)."""
        first: Ints = np.argmax(self._equal, axis=-1)
        return first

    @property
    def _equal(self) -> NDArray[np.bool_]:
        """Candidates as good as the best."""
        candidates = self.candidates
        goodness = np.where(candidates, self.goodness, -np.inf)
        best = goodness.max(-1, keepdims=True)
        slack = np.where(np.isfinite(best), TOLERANCE * np.maximum(1.0, np.abs(best)), 0.0)
        equal: NDArray[np.bool_] = candidates & (goodness >= best - slack)
        return equal


@dataclass(frozen=True, slots=True)
class ThresholdRule:
    """An aim and constraints. Of equal values the one with more true positives is taken.

    Candidates are +inf, where nothing is called positive, and every score of the table. Where
    some score is +inf itself, no threshold lies above it: then `nothing` is False, and calling
    nothing is no candidate.
    Where no threshold meets all constraints those that miss them least are taken, so that a
    part of a table always has an answer; whoever asks for the whole gets an error.
    """

    aim: Metric
    constraints: tuple[Constraint, ...]
    nothing: bool = True

    def swept(self, table: ScoreTable, needed: Sequence[Any] | None = None) -> RuleSweep:
        """The aim and the constraints at every threshold of one table or of many.

        `needed` are the rates that the constraints ask for, where they are not those of the table.
        """
        if needed is None:
            needed = [constraint.needed(table) for constraint in self.constraints]
        curve = sweep(table, [self.aim, *(c.metric for c in self.constraints)])
        values = curve[self.aim.key]
        goodness = np.where(
            np.isnan(values), -np.inf, -values if self.aim.better == "lower" else values
        )
        shortfall = np.zeros(goodness.shape)
        for constraint, rate in zip(self.constraints, needed, strict=True):
            shortfall += constraint.shortfall(curve[constraint.metric.key], rate)
        if not self.nothing:
            goodness[..., 0], shortfall[..., 0] = -np.inf, np.inf
        return RuleSweep(goodness, shortfall, table.tp, self.nothing)


def counts_at_indexes(table: ScoreTable, indices: ArrayLike) -> ConfusionMatrix:
    """The counts of many tables, each at a threshold index of its own."""
    at = np.asarray(indices)[..., None]
    tp, fp = (np.take_along_axis(sums, at, -1)[..., 0] for sums in (table.tp, table.fp))
    yes = 0 if table.positive_first else 1
    cells = np.empty((*tp.shape, 2, 2))
    cells[..., yes, yes], cells[..., 1 - yes, yes] = tp, fp
    cells[..., yes, 1 - yes] = np.maximum(table.tp[..., -1] - tp, 0.0)
    cells[..., 1 - yes, 1 - yes] = np.maximum(table.fp[..., -1] - fp, 0.0)
    return ConfusionMatrix.made(DenseCells(cells), table.labels, table.pos_label)
