"""A statistic that answers by a table of scores inside it: grids, and columns by their first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from veracity.arrays import Floats
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.labels import Label
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.statistic import ClusterEntries, Statistic


class OverTable(Statistic):
    """Classes, totals, weights and clusters are those of the table `edges`."""

    if TYPE_CHECKING:

        @property
        def edges(self) -> ScoreTable:
            """The table that it answers by."""

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes."""
        return self.edges.labels

    @property
    def pos_label(self) -> Label | None:
        """The positive one of two classes."""
        return self.edges.pos_label

    @property
    def shape(self) -> tuple[int, ...]:
        """Shape of the leading axes."""
        return self.edges.shape

    @property
    def truth(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return self.edges.truth

    @property
    def class_totals(self) -> Floats:
        """Weight of each true class, (..., K)."""
        return self.edges.truth

    @property
    def class_squares(self) -> Floats:
        """Σw² of each true class, (..., K)."""
        return self.edges.class_squares

    @property
    def total(self) -> Any:
        """Weight of everything, (...)."""
        return self.edges.total

    @property
    def square_total(self) -> Floats:
        """Σw² of everything, (...)."""
        return self.edges.square_total

    @property
    def weighted(self) -> bool:
        """Whether rows carried weights."""
        return self.edges.weighted

    @property
    def clusters(self) -> Clusters | None:
        """What each cluster adds; None without clusters."""
        return self.edges.clusters

    @property
    def cluster_entries(self) -> ClusterEntries | None:
        """The entries of all clusters; None without clusters."""
        return self.edges.cluster_entries
