"""A statistic redrawn many times: the bootstrap on counts instead of rows.

Without weights the redraw is the multinomial bootstrap itself (above 400 occupied cells each
is a Poisson number of its own: the total then varies, ratios hardly notice). With weights each
cell becomes (Σw²/Σw)·Poisson((Σw)²/Σw²), which has its mean Σw and its variance Σw²: two
moments match, no more, and the method is named so. With clusters, whole clusters are redrawn.
Weights have no scale: their redraws are in effective rows, (Σw)²/Σw² in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import Cells, DenseCells, SparseCells
from veracity.statistics.units import Units, gathered

BATCH_BYTES = 16 * 2**20
KEPT_BYTES = 64 * 2**20
FEW_CLASSES = 16
MOST_CLUSTERS = 5_000
RANDOM_GROUPS = 2_000
MULTINOMIAL_CELLS = 400  # above it, one Poisson draw for each cell is far cheaper


@dataclass(frozen=True, eq=False)
class Redraws:
    """`times` redraws of a matrix, made in batches; equal seeds give equal redraws."""

    matrix: ConfusionMatrix
    times: int
    seed: int

    @property
    def kind(self) -> str:
        """What is redrawn."""
        if self.matrix.units is not None:
            return "clusters"
        return "weighted" if self.matrix.weighted else "counts"

    def values(self, metric: Callable[[Any], Any]) -> Floats:
        """The metric of every redraw."""
        with np.errstate(all="ignore"):
            return np.concatenate([np.atleast_1d(metric(batch)) for batch in self._all()])

    def _all(self) -> Iterator[ConfusionMatrix]:
        small = self.times * len(self._cells.weight) * 8 <= KEPT_BYTES
        return iter(self._kept) if small else self._batches()

    @cached_property
    def _cells(self) -> SparseCells:
        """The occupied cells: the only ones that a redraw can fill."""
        return self.matrix.cells.sparse()

    @cached_property
    def _kept(self) -> tuple[ConfusionMatrix, ...]:
        return tuple(self._batches())

    def _batches(self) -> Iterator[ConfusionMatrix]:
        random = np.random.default_rng(self.seed)
        cells = self._cells
        widest = max(len(cells.weight), cells.size, len(self._units or ()))
        batch = int(np.clip(BATCH_BYTES // (8 * widest), 1, self.times))
        for start in range(0, self.times, batch):
            drawn = self._drawn(random, min(batch, self.times - start))
            yield self.matrix.changed(cells=self._placed(drawn), squares=None, units=None)

    def _placed(self, drawn: Floats) -> Cells:
        """Redrawn weights as cells: dense for few classes, where that is faster."""
        cells = self._cells
        if cells.size > FEW_CLASSES:
            return replace(cells, weight=drawn)
        full = np.zeros((len(drawn), cells.size**2))
        full[:, cells.truth * cells.size + cells.called] = drawn
        return DenseCells(full.reshape(-1, cells.size, cells.size))

    def _drawn(self, random: np.random.Generator, times: int) -> Floats:
        """The weight of every occupied cell in each redraw, (times, cells)."""
        if self._units is not None:
            chosen = _chosen(random, len(self._units), times)
            return self._units.redrawn(chosen, len(self._cells.weight)) * self._effective
        if self.matrix.weighted:
            squares = self.matrix.sum_of_squares.sparse().weight
            return _two_moments(random, self._cells.weight, squares, times) * self._effective
        return _counts(random, self._cells.weight, times)

    @cached_property
    def _units(self) -> Units | None:
        """What each cluster adds to the occupied cells; very many clusters in random groups.

        Groups of clusters that were put together at random vary as much as the clusters do
        (random groups, Wolter KM (2007) Introduction to Variance Estimation, chapter 2).
        """
        units = self.matrix.units
        if units is None:
            return None
        occupied = self._cells.truth * self._cells.size + self._cells.called
        units = replace(units, cell=np.searchsorted(occupied, units.cell))
        if len(units) <= MOST_CLUSTERS:
            return units
        group = np.random.default_rng(self.seed).permutation(len(units)) % RANDOM_GROUPS
        names = tuple(range(RANDOM_GROUPS))
        return gathered(names, group[units.unit], units.cell, units.weight, None)

    @cached_property
    def _effective(self) -> float:
        """Effective rows for each unit of weight; 1 without weights."""
        return float(ratio(self.matrix.effective_total, self.matrix.total))


def _chosen(random: np.random.Generator, clusters: int, times: int) -> Floats:
    """How often each cluster is taken in each redraw."""
    drawn = random.integers(clusters, size=(times, clusters))
    drawn += np.arange(times)[:, None] * clusters
    return np.bincount(drawn.ravel(), minlength=times * clusters).reshape(times, -1).astype(float)


def _counts(random: np.random.Generator, weight: Floats, times: int) -> Floats:
    if len(weight) > MULTINOMIAL_CELLS:
        return random.poisson(weight, (times, len(weight))).astype(np.float64)
    total = weight.sum()
    return random.multinomial(round(total), weight / total, times).astype(np.float64)


def _two_moments(
    random: np.random.Generator, weight: Floats, squares: Floats, times: int
) -> Floats:
    step = np.where(weight > 0, ratio(squares, weight), 0.0)
    rows = np.where(squares > 0, ratio(weight**2, squares), 0.0)
    return step * random.poisson(rows, (times, len(weight)))


def posterior(matrix: ConfusionMatrix, times: int, seed: int) -> ConfusionMatrix:
    """Class-pair shares drawn from their Dirichlet posterior, scaled to the effective rows.

    The prior has weight 2 in all, spread evenly: Jeffreys' 1/2 a cell for two classes.
    """
    size = matrix.classes
    random = np.random.default_rng(seed)
    weight = matrix.cells.array().reshape(-1)
    squares = matrix.sum_of_squares.array().reshape(-1)
    step = np.where(weight > 0, ratio(squares, weight), ratio(squares.sum(), weight.sum()))
    shares = random.gamma(weight / step + 2 / size**2, size=(times, size * size)) * step
    scaled = shares / shares.sum(-1, keepdims=True) * matrix.effective_total
    return matrix.changed(
        cells=DenseCells(scaled.reshape(times, size, size)), squares=None, units=None
    )
