"""A statistic redrawn many times: the bootstrap on counts instead of rows.

Without weights the redraw is the multinomial bootstrap itself (above 400 occupied cells each
is a Poisson number of its own: the total then varies, ratios hardly notice). With weights each
cell becomes (Σw²/Σw)·Poisson((Σw)²/Σw²), which has its mean Σw and its variance Σw²: two
moments match, no more, and the method is named so. With clusters, whole clusters are redrawn.
Weights have no scale: their redraws are in effective rows, (Σw)²/Σw² in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.statistics import ConfusionMatrix
from veracity.statistics.cells import DenseCells, SparseCells, gathered_sparse

BATCH_BYTES = 16 * 2**20
KEPT_BYTES = 64 * 2**20
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
        small = self.times * self.matrix.classes**2 * 8 <= KEPT_BYTES
        return iter(self._kept) if small else self._batches()

    @cached_property
    def _kept(self) -> tuple[ConfusionMatrix, ...]:
        return tuple(self._batches())

    def _batches(self) -> Iterator[ConfusionMatrix]:
        random = np.random.default_rng(self.seed)
        cells = self.matrix.cells
        if isinstance(cells, SparseCells):
            for _ in range(self.times):
                yield self._one_sparse(random, cells)
            return
        size = self.matrix.classes
        widest = max(size * size, len(self.matrix.units or ()))
        batch = int(np.clip(BATCH_BYTES // (8 * widest), 1, self.times))
        for start in range(0, self.times, batch):
            drawn = self._dense(random, min(batch, self.times - start))
            yield self.matrix.changed(
                cells=DenseCells(drawn.reshape(-1, size, size)), squares=None, units=None
            )

    def _dense(self, random: np.random.Generator, times: int) -> Floats:
        matrix = self.matrix
        if matrix.units is not None:
            chosen = random.multinomial(
                len(matrix.units), np.full(len(matrix.units), 1 / len(matrix.units)), times
            )
            drawn = matrix.units.redrawn(chosen.astype(np.float64), matrix.classes**2)
            return drawn * self._effective
        weight = matrix.cells.array().reshape(-1)
        if matrix.weighted:
            squares = matrix.sum_of_squares.array().reshape(-1)
            return _two_moments(random, weight, squares, times) * self._effective
        return _counts(random, weight, times)

    @cached_property
    def _effective(self) -> float:
        """Effective rows for each unit of weight; 1 without weights."""
        return float(ratio(self.matrix.effective_total, self.matrix.total))

    def _one_sparse(self, random: np.random.Generator, cells: SparseCells) -> ConfusionMatrix:
        units = self.matrix.units
        if units is None:
            squares = self.matrix.sum_of_squares.sparse().weight
            drawn = _two_moments(random, cells.weight, squares, 1)[0] * self._effective
            one = SparseCells(cells.truth, cells.called, drawn, cells.size)
        else:
            times = np.bincount(random.integers(len(units), size=len(units)), minlength=len(units))
            truth, called = np.divmod(units.cell, cells.size)
            weight = units.weight * times[units.unit] * self._effective
            one = gathered_sparse(truth, called, weight, cells.size)
        return self.matrix.changed(cells=one, squares=None, units=None)


def _counts(random: np.random.Generator, weight: Floats, times: int) -> Floats:
    filled = np.flatnonzero(weight)
    drawn = np.zeros((times, len(weight)))
    if len(filled) > MULTINOMIAL_CELLS:
        drawn[:, filled] = random.poisson(weight[filled], (times, len(filled)))
        return drawn
    total = weight.sum()
    drawn[:, filled] = random.multinomial(round(total), weight[filled] / total, times)
    return drawn


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
