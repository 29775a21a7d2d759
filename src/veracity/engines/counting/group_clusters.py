"""Statistics of a group with its own clusters: those that have rows of some weight in it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters, Ints
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.statistics.joint.paired_table import PairedTable


def with_own_clusters(statistic: Any) -> Any:
    """The statistic without clusters that add nothing to it.

    Rows of all groups share one list of clusters, and rows may have weight 0. A patient of
    another hospital, or one who weighs nothing, must not count: between more clusters the same
    spread would look smaller.
    """
    if statistic is None:
        return None
    if hasattr(statistic, "cluster_labels"):  # joint scores and paired tables: entries of clusters
        return _of_entries(statistic)
    if isinstance(statistic, ScoreColumns):
        return replace(statistic, tables=tuple(map(with_own_clusters, statistic.tables)))
    if isinstance(statistic, ScoreGrid):
        return replace(statistic, table=with_own_clusters(statistic.table))
    if statistic.clusters is None:
        return statistic
    clusters = own(statistic.clusters)
    if clusters is statistic.clusters:
        return statistic
    if isinstance(statistic, ConfusionMatrix):
        return statistic.changed(clusters=clusters)
    return replace(statistic, clusters=clusters)


def own(clusters: Clusters) -> Clusters:
    """Only the clusters that have an entry with some weight, and only such entries.

    >>> own(Clusters(("a", "b", "c"), np.array([0, 2]), np.array([1, 1]), np.ones(2))).ids
    ('a', 'c')
    """
    found = _weighing(clusters.ids, clusters.cluster, clusters.weight)
    if found is None:
        return clusters
    ids, kept, cluster = found
    squares = None if clusters.squares is None else clusters.squares[kept]
    return Clusters(ids, cluster, clusters.cell[kept], clusters.weight[kept], squares)


def _of_entries(statistic: JointScores | PairedTable) -> JointScores | PairedTable:
    if statistic.cluster is None:
        return statistic
    found = _weighing(statistic.cluster_labels, statistic.cluster, statistic.weight)
    if found is None:
        return statistic
    ids, kept, cluster = found
    columns = "scores" if isinstance(statistic, JointScores) else "predicted"
    return replace(
        statistic,
        **{columns: getattr(statistic, columns)[:, kept]},
        truth=statistic.truth[kept],
        weight=statistic.weight[kept],
        squares=None if statistic.squares is None else statistic.squares[kept],
        cluster=cluster,
        cluster_labels=ids,
    )


def _weighing(
    ids: tuple[Label, ...], cluster: Ints, weight: Floats
) -> tuple[tuple[Label, ...], NDArray[np.bool_], Ints] | None:
    """Ids of clusters that weigh, entries that do, and their clusters; None where all do."""
    kept = weight != 0
    held = np.zeros(len(ids), np.bool_)
    held[cluster[kept]] = True
    if held.all() and kept.all():
        return None
    index = np.cumsum(held) - 1
    return tuple(ids[one] for one in np.flatnonzero(held).tolist()), kept, index[cluster[kept]]
