"""Weights of a few cells, one a class: the base of ranks of the truth and the like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from veracity.arrays import Floats
from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics.clusters.clusters import Clusters, merged_clusters
from veracity.statistics.joint.entries import Ints
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import tallied
from veracity.statistics.statistic import Statistic, freeze


@dataclass(frozen=True, eq=False, repr=False)
class CellSums(Statistic):
    """Weight by cell, (..., K), of rows that each fall into one of K cells.

    `squares` is Σw² by cell where rows carried weights; `clusters` what each cluster adds.
    """

    compared = ("labels", "clusters", "weight", "sum_of_squares")
    pos_label: ClassVar[None] = None

    weight: Floats
    labels: tuple[Label, ...]
    squares: Floats | None = None
    clusters: Clusters | None = None

    def __post_init__(self) -> None:
        freeze(self.weight, self.squares)

    @classmethod
    def of_cells(
        cls,
        cell: Ints,
        labels: tuple[Label, ...],
        weight: Floats,
        squares: Floats | None = None,
        cluster: Ints | None = None,
        cluster_labels: tuple[Label, ...] = (),
    ) -> Self:
        """From the cell of each row or entry, its weight, Σw² and cluster."""
        clusters = None
        if cluster is not None:
            clusters = Clusters.of_entries(cluster_labels, cluster, cell, weight, squares)
        summed = None if squares is None else tallied(cell, squares, len(labels))
        return cls(tallied(cell, weight, len(labels)), labels, summed, clusters)

    # what it holds

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights, so that Σw² differs from Σw."""
        return self.squares is not None

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.weight.shape[:-1]

    @cached_property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.weight.sum(-1)

    @property
    def sum_of_squares(self) -> Floats:
        """Σw² by cell; without weights that is the count itself."""
        return self.weight if self.squares is None else self.squares

    @property
    def square_total(self) -> Floats:
        """Σw² of everything, (...)."""
        return np.asarray(self.sum_of_squares.sum(-1))[()]

    # merging, and others made from it

    def merged(self, others: Sequence[Self]) -> Self:
        """All of these added up; the labels and their order must agree."""
        parts = [self, *others]
        for one in others:
            if one.labels != self.labels:
                mine, yours = quoted(self.labels), quoted(one.labels)
                raise refuse("merge_settings", CannotMerge, name="labels", mine=mine, yours=yours)
        clusters = [one.clusters for one in parts if one.clusters is not None]
        if len(clusters) not in (0, len(parts)):
            raise refuse("merge_one_has_clusters", CannotMerge)
        squares = None
        if any(one.weighted for one in parts):
            squares = np.sum([one.sum_of_squares for one in parts], axis=0)
        weight = np.sum([one.weight for one in parts], axis=0)
        return replace(
            self,
            weight=weight,
            squares=squares,
            clusters=merged_clusters(clusters) if clusters else None,
        )

    def resampled(self, times: Floats) -> Self:
        """The same after taking each cluster as often as `times[..., cluster]` says."""
        return self.with_weight(self._clusters().resampled(times, self.classes))

    def by_cluster(self) -> Self:
        """The same of each cluster, on a leading axis."""
        return self.with_weight(self._clusters().dense(self.classes))

    def with_weight(self, weight: Floats, squares: Floats | None = None) -> Self:
        """The same with other weights, (..., K); clusters are forgotten."""
        return replace(self, weight=weight, squares=squares, clusters=None)

    def _clusters(self) -> Clusters:
        if self.clusters is None:
            raise refuse("no_clusters")
        return self.clusters
