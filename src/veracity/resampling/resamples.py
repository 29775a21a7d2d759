"""A statistic resampled many times: the bootstrap on counts instead of rows.

Without weights the resample is the multinomial bootstrap itself (above 400 rows in more than 64
occupied cells each is a Poisson number of its own: the total then varies, by 5 % at most, which
ratios hardly notice). With weights each cell becomes (Σw²/Σw)·Poisson((Σw)²/Σw²), which has its
mean Σw and its variance Σw²: two moments match, no more, and the method is named so. With
clusters, whole clusters are resampled.
Weights have no scale: their resamples are in effective rows, (Σw)²/Σw² in all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.resampling.noise import Noise
from veracity.resampling.parts import Parts, parts_of
from veracity.resampling.poisson import Normals, poisson_counts
from veracity.statistics.clusters.clusters import Clusters

BATCH_BYTES = 4 * 2**20
KEPT_BYTES = 64 * 2**20
MOST_CLUSTERS = 5_000
RANDOM_GROUPS = 2_000
FILLED = 0.1  # share of cells that a cluster adds to, above which its row is kept in full
FEW_CELLS = 64  # above it, one Poisson draw for each cell is far cheaper, where rows are
MANY_ROWS = 400  # so many that their total hardly varies
DEALT_ROWS = 8  # rows for each cell, up to which they are drawn one by one


@dataclass(frozen=True, eq=False)
class Resamples:
    """`times` resamples of a statistic, made in batches; equal seeds give equal resamples.

    `statistic` may also be given as its `Parts`, for scores that were made coarser. Where
    `keep_scale` is set, weighted resamples keep the sum of the weights, for metrics that count
    weight (the first k), instead of telling it in effective rows. With `by_truth` every true
    class keeps its size: the prevalence is taken as fixed by design. With `poisson` every row, or
    cluster, is taken a Poisson number of times. `noise` are normal numbers that several
    statistics share.
    """

    statistic: Any
    times: int
    seed: int
    keep_scale: bool = False
    by_truth: bool = False
    noise: Noise | None = None
    poisson: bool = False

    @property
    def kind(self) -> str:
        """What is resampled."""
        if self.parts.clusters is not None:
            return "clusters"
        return "counts" if self.parts.squares is None else "weighted"

    def values(self, metric: Callable[[Any], Any]) -> Floats:
        """The metric of every resample."""
        with np.errstate(all="ignore"):
            return np.concatenate([np.atleast_1d(metric(batch)) for batch in self._all()])

    def statistics(self) -> Iterator[Any]:
        """The resamples themselves, in batches with one leading axis."""
        return self._all()

    def _all(self) -> Iterator[Any]:
        small = self.times * max(len(self.parts), self.parts.width) * 8 <= KEPT_BYTES
        return iter(self._kept) if small else self._batches()

    @cached_property
    def parts(self) -> Parts:
        """The occupied cells: the only ones that a resample can fill."""
        return self.statistic if isinstance(self.statistic, Parts) else parts_of(self.statistic)

    @cached_property
    def _kept(self) -> tuple[Any, ...]:
        every = self.parts.all_cells
        if every is None or not self._one_by_one:
            return tuple(self._batches())
        return tuple(map(self._all_cells_drawn, self._starts()))

    def _batches(self) -> Iterator[Any]:
        if self.parts.all_cells is not None and self._one_by_one:
            yield from map(self._all_cells_drawn, self._starts())
            return
        for drawn in self.weights():
            yield self.parts.put(drawn, None)

    def _all_cells_drawn(self, batch: tuple[int, int]) -> Any:
        """One batch of Poisson numbers for every cell, whatever the other batches are."""
        every, (start, times) = self.parts.all_cells, batch
        assert every is not None
        random = np.random.default_rng((self.seed, start))
        return every.put(poisson_counts(random, every.weight, times, self._normals(start, times)))

    def weights(self) -> Iterator[Floats]:
        """The weight of every occupied cell in each resample, in batches (times, cells)."""
        random = np.random.default_rng(self.seed)
        for start, times in self._starts():
            yield self._drawn(random, start, times)

    def _starts(self) -> Iterator[tuple[int, int]]:
        """Where each batch begins, and how many resamples it has."""
        widest = max(len(self.parts), self.parts.width, len(self._clusters or ()))
        most = int(np.clip(BATCH_BYTES // (8 * widest), 1, self.times))
        batch = -(-self.times // -(-self.times // most))  # as few as these, and all alike
        return ((start, min(batch, self.times - start)) for start in range(0, self.times, batch))

    @property
    def _one_by_one(self) -> bool:
        """Whether every cell gets a Poisson number of its own, whatever the others get."""
        parts = self.parts
        plain = parts.clusters is None and parts.squares is None and not self.by_truth
        return plain and (self.poisson or one_by_one(parts.weight))

    def _normals(self, start: int, times: int) -> Normals:
        return lambda cells: self._noise.rows(start, start + times, self.times, cells)

    def _drawn(self, random: np.random.Generator, start: int, times: int) -> Floats:
        parts = self.parts
        if self.by_truth:
            return self._within_classes(random, times)
        if self._clusters is not None:
            chosen = _chosen(random, len(self._clusters), times)
            if self.poisson:
                chosen = random.poisson(1.0, chosen.shape).astype(np.float64)
            if self._summed is not None:
                return np.asarray(chosen @ self._summed) * self.scale
            return self._clusters.resampled(chosen, len(parts)) * self.scale
        normals = self._normals(start, times)
        if parts.squares is not None:
            drawn = _two_moments(random, parts.weight, parts.squares, times, normals)
            return drawn * self.scale
        if self.poisson:
            return poisson_counts(random, parts.weight, times, normals)
        return _counts(random, parts.weight, times, normals)

    def _within_classes(self, random: np.random.Generator, times: int) -> Floats:
        parts = self.parts
        assert parts.truth is not None
        drawn = np.empty((times, len(parts)))
        for index in np.unique(parts.truth):
            cells = np.flatnonzero(parts.truth == index)
            weight = parts.weight[cells]
            if parts.squares is None:
                some = _counts(random, weight, times)
            else:
                some = _two_moments(random, weight, parts.squares[cells], times)
            total = some.sum(-1, keepdims=True)
            drawn[:, cells] = some * ratio(np.full_like(total, weight.sum()), total)
        return drawn * self.scale

    @cached_property
    def _noise(self) -> Noise:
        return Noise(self.seed) if self.noise is None else self.noise

    @property
    def scale(self) -> float:
        """What a weight of 1 becomes in a resample."""
        return 1.0 if self.keep_scale else self.parts.effective

    @cached_property
    def _summed(self) -> Floats | None:
        """What each cluster adds to each cell, where most do: a full product is then faster."""
        clusters = self._clusters
        assert clusters is not None
        full = len(clusters.weight) > FILLED * len(clusters) * len(self.parts)
        return clusters.dense(len(self.parts)) if full else None

    @cached_property
    def _clusters(self) -> Clusters | None:
        """What each cluster adds to the occupied cells; very many clusters in random groups.

        Groups of clusters that were put together at random vary as much as the clusters do
        (random groups, Wolter KM (2007) Introduction to Variance Estimation, chapter 2).
        """
        clusters = self.parts.clusters
        if clusters is None or len(clusters) <= MOST_CLUSTERS:
            return clusters
        return grouped_at_random(clusters, RANDOM_GROUPS, self.seed)


def grouped_at_random(clusters: Clusters, groups: int, seed: int) -> Clusters:
    """The clusters put together at random into so many groups."""
    group = np.random.default_rng(seed).permutation(len(clusters)) % groups
    squares = clusters.squares
    return Clusters.of_entries(
        tuple(range(groups)), group[clusters.cluster], clusters.cell, clusters.weight, squares
    )


def _chosen(random: np.random.Generator, clusters: int, times: int) -> Floats:
    """How often each cluster is taken in each resample."""
    drawn = random.integers(clusters, size=(times, clusters))
    drawn += np.arange(times)[:, None] * clusters
    return np.bincount(drawn.ravel(), minlength=times * clusters).reshape(times, -1).astype(float)


def one_by_one(weight: Floats) -> bool:
    """Whether the cells of rows without weights get Poisson numbers, each its own."""
    return len(weight) > FEW_CELLS and bool(weight.sum() > MANY_ROWS)


def _counts(
    random: np.random.Generator, weight: Floats, times: int, normals: Normals | None = None
) -> Floats:
    if one_by_one(weight):
        return poisson_counts(random, weight, times, normals)
    total, cells = weight.sum(), len(weight)
    if total <= DEALT_ROWS * cells and (weight == np.floor(weight)).all():
        cell_of_row = np.repeat(np.arange(cells), weight.astype(np.int64))
        taken = cell_of_row[random.integers(0, len(cell_of_row), (times, len(cell_of_row)))]
        taken += np.arange(times)[:, None] * cells
        counts = np.bincount(taken.ravel(), minlength=times * cells)
        return counts.reshape(times, cells).astype(np.float64)
    return random.multinomial(round(total), weight / total, times).astype(np.float64)


def _two_moments(
    random: np.random.Generator,
    weight: Floats,
    squares: Floats,
    times: int,
    normals: Normals | None = None,
) -> Floats:
    step = np.where(weight > 0, ratio(squares, weight), 0.0)
    rows = np.where(squares > 0, ratio(weight**2, squares), 0.0)
    return step * poisson_counts(random, rows, times, normals)
