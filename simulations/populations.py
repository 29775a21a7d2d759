"""Populations whose figures are known, and samples of them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from scipy.special import ndtr, ndtri

from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.cells import DenseCells

FINE = 1 << 15  # cells of the population's scores: its areas are right to about 1e-5


@dataclass(frozen=True)
class Binormal:
    """Scores are normal, positives `distance` higher; rows of a cluster share a shift.

    `between` is the standard deviation of that shift, beside 1 within a cluster. The marginal
    distribution is normal again, which makes every figure of the population known. Positives may
    have a standard deviation `of_positives` times as large, and a share of them may be `silent`:
    their scores are those of negatives.
    """

    prevalence: float
    distance: float
    cut: float
    between: float = 0.0
    of_positives: float = 1.0
    silent: float = 0.0

    @property
    def spread(self) -> float:
        """Standard deviation of the scores of a class."""
        return float(np.sqrt(1 + self.between**2))

    @cached_property
    def matrix(self) -> ConfusionMatrix:
        """Shares of truth by prediction."""
        fpr, tpr = 1 - self._below(self.cut), 1 - self._positives_below(self.cut)
        pi = self.prevalence
        cells = np.array([[(1 - pi) * (1 - fpr), (1 - pi) * fpr], [pi * (1 - tpr), pi * tpr]])
        return ConfusionMatrix.made(DenseCells(cells), (0, 1), 1)

    @cached_property
    def table(self) -> ScoreTable:
        """Shares by score, in fine cells of equal share of the mixture's range."""
        far = 6 * self.spread * max(self.of_positives, 1.0)
        edges = np.linspace(self.distance + far, -far, FINE + 1)
        negative, positive = -np.diff(self._below(edges)), -np.diff(self._positives_below(edges))
        pi = self.prevalence
        weight = np.stack([(1 - pi) * negative, pi * positive])
        return ScoreTable(edges[1:].copy(), weight, (0, 1), 1)

    def _below(self, score: Any) -> Any:
        """The share of negatives below a score."""
        return ndtr(score / self.spread)

    def _positives_below(self, score: Any) -> Any:
        """The share of positives below a score."""
        loud = ndtr((score - self.distance) / (self.spread * self.of_positives))
        return (1 - self.silent) * loud + self.silent * self._below(score)

    def sampled(self, random: np.random.Generator, n: int, design: str) -> Sample:
        """So many rows of a design with weights.

        `controls`: a fifth of the rows are positives of weight 1, the others negatives of weight
        20, so that the prevalence is 1/81. `tenth`: any row weighs ten with a chance of a tenth.
        `verified`: below the cut one row in ten is taken, and weighs ten.
        """
        if design == "controls":
            truth = np.repeat([1, 0], (n // 5, n - n // 5))
            scores = random.normal(size=n) + self.distance * truth
            return Sample(truth, scores, self.cut, None, np.where(truth == 1, 1.0, 20.0))
        size = n if design == "tenth" else 40 * n
        truth = (random.random(size) < self.prevalence).astype(np.int64)
        scores = random.normal(size=size) + self.distance * truth
        light = scores >= self.cut if design == "verified" else random.random(size) < 0.9
        kept = np.arange(n)
        if design == "verified":
            kept = np.flatnonzero(light | (random.random(size) < 0.1))[:n]
        weight = np.where(light, 1.0, 10.0)
        return Sample(truth[kept], scores[kept], self.cut, None, weight[kept])

    def drawn(
        self,
        random: np.random.Generator,
        n: int,
        clusters: int | None,
        uneven: bool = False,
        weights: float = 0.0,
    ) -> Sample:
        """So many rows; in clusters, or with weights, where asked for.

        Clusters are of equal size and prevalence, or `uneven`: sizes differ as exponential
        numbers do, and most clusters hold nearly one class only (prevalence Beta with sum 1/2).
        `weights` is the standard deviation of the logarithm of log-normal weights, which have
        nothing to do with truth or score.
        """
        cluster, share = None, np.full(n, self.prevalence)
        if clusters is not None:
            cluster = np.arange(n) % clusters
            if uneven:
                sizes = random.exponential(size=clusters)
                cluster = np.sort(random.choice(clusters, n, p=sizes / sizes.sum()))
                cluster = np.unique(cluster, return_inverse=True)[1].reshape(-1)
                both = self.prevalence / 2, (1 - self.prevalence) / 2
                share = random.beta(*both, int(cluster.max()) + 1)[cluster]
        truth = (random.random(n) < share).astype(np.int64)
        loud = truth == 1
        if self.silent:
            loud &= random.random(n) >= self.silent
        scores = random.normal(size=n) * np.where(loud, self.of_positives, 1.0)
        scores = scores + self.distance * loud
        if cluster is not None:
            scores = scores + random.normal(0, self.between, int(cluster.max()) + 1)[cluster]
        weight = random.lognormal(0, weights, n) if weights else None
        return Sample(truth, scores, self.cut, cluster, weight)


@dataclass(frozen=True)
class Sample:
    """Rows of a population, as the statistics that are estimated from."""

    truth: Any
    scores: Any
    cut: float
    cluster: Any = None
    weight: Any = None

    def statistic(self, reads: type) -> Any:
        """What a metric reads of these rows."""
        return self._matrix() if reads is ConfusionMatrix else self._table()

    def _matrix(self) -> ConfusionMatrix:
        called = (self.scores >= self.cut).astype(np.int64)
        cell = self.truth * 2 + called
        weight = np.ones(len(cell)) if self.weight is None else self.weight
        cells, squares = (
            DenseCells(np.bincount(cell, each, 4).astype(np.float64).reshape(2, 2))
            for each in (weight, weight**2)
        )
        clusters = None
        if self.cluster is not None:
            ones = np.ones(len(cell))
            clusters = Clusters.of_entries(
                tuple(range(int(self.cluster.max()) + 1)), self.cluster, cell, ones, None
            )
        held = None if self.weight is None else squares
        return ConfusionMatrix.made(cells, (0, 1), 1, held, clusters)

    def _table(self) -> ScoreTable:
        table = ScoreTable.of_rows(self.truth, self.scores, self.weight, pos_label=1)
        if self.cluster is None:
            return table
        index = len(table) - 1 - np.searchsorted(table.scores[::-1], self.scores)
        ids = tuple(range(int(self.cluster.max()) + 1))
        ones = np.ones(len(index))
        clusters = Clusters.of_entries(
            ids, self.cluster, self.truth * len(table) + index, ones, None
        )
        return ScoreTable(table.scores, table.weight, table.labels, 1, None, clusters)


@dataclass(frozen=True)
class Classes:
    """K classes: shares of truth by prediction, as they are in the population."""

    shares: Any

    @cached_property
    def matrix(self) -> ConfusionMatrix:
        """The shares as a matrix."""
        labels = tuple(range(len(self.shares)))
        return ConfusionMatrix.made(DenseCells(np.array(self.shares)), labels, None)

    def drawn(self, random: np.random.Generator, n: int) -> ConfusionMatrix:
        """Counts of so many rows."""
        flat = random.multinomial(n, self.shares.ravel()).reshape(self.shares.shape)
        return self.matrix.changed(cells=DenseCells(flat.astype(np.float64)))


def binormal_prior(
    random: np.random.Generator,
    prevalence: float,
    areas: tuple[float, float],
    between: float,
    of_positives: float = 1.0,
    silent: float = 0.0,
) -> Binormal:
    """A population with an AUROC (of those that are not silent) and a cut from the prior."""
    area = random.uniform(*areas)
    spread = np.sqrt(1 + between**2)
    distance = float(ndtri(area) * np.sqrt(1 + of_positives**2) * spread)
    cut = float(distance * random.uniform(0.25, 0.75))
    return Binormal(prevalence, distance, cut, between, of_positives, silent)


def classes_prior(random: np.random.Generator, size: int, right: tuple[float, float]) -> Classes:
    """Class shares from Dirichlet(2), the share right of each class from a uniform range."""
    truth = random.dirichlet(np.full(size, 2.0))
    shares = np.empty((size, size))
    for index in range(size):
        hit = random.uniform(*right)
        others = random.dirichlet(np.ones(size - 1)) * (1 - hit)
        shares[index] = np.insert(others, index, hit)
    return Classes(shares * truth[:, None])
