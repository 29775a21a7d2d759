"""One influence function for every smooth metric: its derivative by cell, found numerically.

The variance of f(w), w being the weights of the cells, is Σ s (g − ḡ)² to first order, with g
the derivative of f by the weight of a cell, ḡ its mean over the rows and s = Σw² of the cell
(the delta method; with weights, linearisation as in Binder DA (1983) International Statistical
Review 51:279–292). With clusters, what the rows of a cluster add is summed before it is
squared (`between_clusters` says how often, and with how many degrees of freedom). No metric
needs a derivative by hand: each cell (or cluster) grows and shrinks by a small part, all of them
on one leading axis, and the metric is computed once.

The second differences give the bias to second order, ½ Σ s h″, for nothing: h is the metric on
the scale of its range, on which the interval is made.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.arrays import Floats, quiet, ratio
from veracity.intervals.formulas.scales import scale_of
from veracity.metrics import Metric
from veracity.resampling.parts import AllCells, Parts
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import Ints, tallied
from veracity.statistics.matrix.margins import NeedsCells

if TYPE_CHECKING:
    from veracity.intervals.influence.between_clusters import Between, ByClass
    from veracity.intervals.influence.moved_margins import MovedMargins

STEP = 2.0**-12  # of a cell: the third derivative adds 1e-7, rounding 1e-12
MOST_DIRECTIONS = 1024
FEW_DIRECTIONS = 64
MOST_MOVED = 2**24  # numbers of a statistic in all directions together
BATCH_BYTES = 2**20  # with what a metric makes of it, near the processor
KEPT_BYTES = 96 * 2**20


@dataclass(frozen=True, slots=True)
class Influence:
    """How much each cell or cluster moves a metric, and what follows for its spread.

    `each` is the influence of all rows of a direction together, the mean taken off; `squares`
    multiplies its square. `bias` is that on the scale of the metric's range. With clusters
    `freedom` says with how many degrees of freedom the variance is known, and `clusters` how
    many of them move the metric; both are None without clusters.
    """

    each: Floats
    squares: Floats
    bias: float
    freedom: float | None
    rows: Floats | None
    clusters: int | None = None

    @property
    def variance(self) -> float:
        """The variance of the metric to first order."""
        return float(np.dot(self.squares * self.each, self.each))

    @property
    def degrees(self) -> float:
        """Degrees of freedom of the variance, from how evenly the influence is spread.

        Σl² over n rows varies by Σl⁴ − (Σl²)²/n, as much as a variance with
        2(Σl²)²/(Σl⁴ − (Σl²)²/n) degrees of freedom would (Satterthwaite FE (1946) Biometrics
        Bulletin 2:110–114): a value that hangs on a few rows has few.
        """
        if self.rows is None:
            return math.inf
        rows = self.rows
        with quiet():
            square = (self.each**2 / rows).sum()
            fourth = (self.each**4 / rows**3).sum()
            found = float(ratio(2 * square**2, fourth - square**2 / rows.sum()))
        return max(found, 1.0) if found > 0 else math.inf

    @property
    def acceleration(self) -> float:
        """Σl³ / 6(Σl²)^1.5 over the rows or clusters, l their influence (Efron 1987)."""
        if self.rows is None:
            return float("nan")
        one = ratio(self.each, self.rows)
        return float(ratio((self.rows * one**3).sum(), 6 * (self.rows * one**2).sum() ** 1.5))


@dataclass(frozen=True, eq=False)
class Directions:
    """The ways in which a sample might have come out otherwise, made once for all metrics.

    One for each occupied cell (or for neighbours that are moved `together`), or for each cluster.
    Above 1,024 of them: clusters in random groups, and random groups of cells, each moved with a
    random sign, whose squares add up to the variance on average (to 2 % of the standard error;
    Charikar M, Chen K, Farach-Colton M (2004) Theoretical Computer Science 312:3–15). Of more than
    16,000 classes there are fewer groups, down to 64 of them (to 9 %) from 260,000 classes on.
    """

    parts: Parts
    seed: int

    @cached_property
    def clusters(self) -> Clusters | None:
        """What each cluster adds, very many clusters in random groups."""
        clusters = self.parts.clusters
        if clusters is None or len(clusters) <= MOST_DIRECTIONS:
            return clusters
        from veracity.resampling.resamples import grouped_at_random

        return grouped_at_random(clusters, MOST_DIRECTIONS, self.seed)

    @property
    def kind(self) -> str:
        """What a direction is."""
        if self.clusters is not None:
            return "clusters"
        return "cells" if len(self.parts) <= MOST_DIRECTIONS else "signs"

    @cached_property
    def number(self) -> int:
        """How many there are, without the last two, which move everything and nothing."""
        if self.clusters is not None:
            return len(self.clusters)
        if self.kind == "cells":
            return int(self._together.max(initial=-1)) + 1
        return int(np.clip(MOST_MOVED // self.parts.width, FEW_DIRECTIONS, MOST_DIRECTIONS))

    @property
    def _together(self) -> Ints:
        """The direction that moves each cell."""
        together = self.parts.together
        return np.arange(len(self.parts)) if together is None else together

    def influence(self, metric: Metric) -> Influence:
        """The derivative of the metric in every direction, and its bias."""
        with quiet():
            both = self.moved(metric)
            first = (both[0] - both[1]) / (2 * STEP)
            scale = scale_of(*getattr(metric, "bounds", (-math.inf, math.inf)))
            more, less = scale.on_scale(both)
            second = more + less - 2 * more[-1]
            total, squares = self._total, self._squares
            each = first[:-2] - float(first[-2] / total) * self._mass
            # the cells of n rows vary against each other: what all do together is taken off
            of_all = float(second[-2]) / max(total * self.parts.effective, 1.0)
            bias = (float(np.dot(squares, second[:-2])) - of_all) / (2 * STEP**2)
        if self.clusters is None:
            return Influence(each, squares, bias, None, self._rows)
        found, square = self._between(metric, each), float((each**2).sum())
        squares = np.full(self.number, float(ratio(found.variance, square)) if square else 1.0)
        plain = Influence(each, squares, bias, found.freedom, self._rows, found.clusters)
        return replace(plain, freedom=min(found.freedom, plain.degrees))

    def _between(self, metric: Metric, each: Floats) -> Between:
        """The variance between clusters; without true classes where cells are too many."""
        cells = self._cells
        if cells.kind == "cells":
            rate = ratio(cells.influence(metric).each, cells._mass)
            return self._by_class.between(rate[cells._together] * self.parts.weight)
        number = len(self.parts.clusters or ())
        variance = float((self._squares * each**2).sum())
        from veracity.intervals.influence.between_clusters import Between

        return Between(variance, number - 1.0, number)

    @cached_property
    def _by_class(self) -> ByClass:
        from veracity.intervals.influence.between_clusters import ByClass

        return ByClass.of(self.parts)

    @cached_property
    def _cells(self) -> Directions:
        return Directions(replace(self.parts, clusters=None), self.seed)

    def moved(self, metric: Metric) -> Floats:
        """The metric a little further and a little back in every direction, (2, directions + 2).

        Behind them as it is where all cells move, and where none does. That of the last metric is
        kept: first its value is asked for, then its influence.
        """
        asked, both = self.__dict__.get("_last_moved", (None, None))
        if asked is not metric:
            parts = self._batches_moved(metric)
            both = parts[0] if len(parts) == 1 else np.concatenate(parts, -1)
            self.__dict__["_last_moved"] = metric, both
        found: Floats = both
        return found

    def _batches_moved(self, metric: Metric) -> list[Floats]:
        if self.parts.put_margins is not None and len(self.parts) > MOST_DIRECTIONS:
            try:
                return [metric(one) for one in self._margins.batches(STEP)]
            except NeedsCells:  # it reads single cells, as information does
                pass
        return [metric(one) for one in self._all()]

    @cached_property
    def _margins(self) -> MovedMargins:
        from veracity.intervals.influence.moved_margins import MovedMargins

        return MovedMargins.of(self.parts, *self._entries, self.number)

    @property
    def _entries(self) -> tuple[Ints, Ints, Floats]:
        """Which direction moves which cell, and by what share of it."""
        if self.clusters is not None:
            clusters = self.clusters
            return (
                clusters.cluster,
                clusters.cell,
                ratio(clusters.weight, self.parts.weight[clusters.cell]),
            )
        cells = np.arange(len(self.parts))
        if self.kind == "cells":
            return self._together, cells, np.ones(len(cells))
        group, signed = self._signed
        return group, cells, ratio(signed, self.parts.weight)

    def _all(self) -> Iterator[Any]:
        size = 2 * (self.number + 2) * max(len(self.parts), self.parts.width) * 8
        return iter(self._kept) if size <= KEPT_BYTES else self._batches()

    @cached_property
    def _kept(self) -> tuple[Any, ...]:
        return tuple(self._batches())

    def _batches(self) -> Iterator[Any]:
        """The statistic a little further and a little back in each direction, (2, directions)."""
        wide, rows = max(len(self.parts), self.parts.width), self.number + 2
        batch = max(1, BATCH_BYTES // (16 * wide))
        for start in range(0, rows, batch):
            stop, every = min(start + batch, rows), self.parts.all_cells
            if every is not None and self.kind == "cells" and self.parts.squares is None:
                yield self._table_moved(every, start, stop)
                continue
            part = self._shares(start, stop)
            part *= STEP
            yield self.parts.scaled(np.stack([1 + part, 1 - part]))

    def _table_moved(self, every: AllCells, start: int, stop: int) -> Any:
        """Some of them of a table without weights: each leaves nearly all cells as they are."""
        both = np.empty((2, stop - start, len(every.weight)))
        both[:] = every.weight
        held = np.flatnonzero((self._together >= start) & (self._together < stop))
        direction, cell = self._together[held] - start, np.flatnonzero(every.weight > 0)[held]
        for one, factor in zip(both, (1 + STEP, 1 - STEP), strict=True):
            one[direction, cell] *= factor
            if start <= self.number < stop:
                one[self.number - start] *= factor
        return every.put(both)

    def _shares(self, start: int, stop: int) -> Floats:
        """How much of each cell a direction moves, (directions, cells).

        Behind them one that moves all cells, and one that moves none.
        """
        numbers, cells = np.arange(start, stop), len(self.parts)
        shares = np.zeros((len(numbers), cells))
        if self.clusters is not None:
            part = (self.clusters.cluster >= start) & (self.clusters.cluster < stop)
            cell = self.clusters.cell[part]
            moved = ratio(self.clusters.weight[part], self.parts.weight[cell])
            shares[self.clusters.cluster[part] - start, cell] = moved
        elif self.kind == "cells":
            cell = np.flatnonzero((self._together >= start) & (self._together < stop))
            shares[self._together[cell] - start, cell] = 1.0
        else:
            group, signed = self._signed
            cell = np.flatnonzero((group >= start) & (group < stop))
            shares[group[cell] - start, cell] = ratio(signed, self.parts.weight)[cell]
        shares[numbers == self.number] = 1.0
        return shares

    @cached_property
    def _signed(self) -> tuple[Any, Floats]:
        """The group of each cell, and ±√s: how far it is moved."""
        random = np.random.default_rng(self.seed)
        group = random.permutation(len(self.parts)) % self.number
        signs = random.integers(0, 2, len(self.parts)) * 2.0 - 1
        return group, np.asarray(signs * np.sqrt(self.parts.sum_of_squares), np.float64)

    @cached_property
    def _total(self) -> float:
        return float(self.parts.weight.sum())

    @cached_property
    def _mass(self) -> Floats:
        """The weight that each direction moves."""
        if self.clusters is not None:
            return tallied(self.clusters.cluster, self.clusters.weight, self.number)
        if self.kind == "cells":
            return tallied(self._together, self.parts.weight, self.number)
        return tallied(*self._signed, self.number)

    @cached_property
    def _squares(self) -> Floats:
        """What the squared influence of a direction is multiplied with."""
        if self.clusters is not None:
            return np.full(self.number, float(ratio(self.number, self.number - 1)))
        if self.kind == "cells":
            return ratio(self._summed_squares, self._mass**2)
        return np.ones(self.number)

    @cached_property
    def _rows(self) -> Floats | None:
        """How many rows (or clusters) each direction is; unknown for random signs."""
        if self.clusters is not None:
            return np.ones(self.number)
        if self.kind == "cells":
            return ratio(self._mass**2, self._summed_squares)
        return None

    @property
    def _summed_squares(self) -> Floats:
        return tallied(self._together, self.parts.sum_of_squares, self.number)
