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
    if hasattr(statistic, "unit_ids"):  # joint scores and paired tables: entries of clusters
        return _of_entries(statistic)
    if isinstance(statistic, ScoreColumns):
        return replace(statistic, tables=tuple(map(with_own_clusters, statistic.tables)))
    if isinstance(statistic, ScoreGrid):
        return replace(statistic, table=with_own_clusters(statistic.table))
    if statistic.units is None:
        return statistic
    units = own(statistic.units)
    if units is statistic.units:
        return statistic
    if isinstance(statistic, ConfusionMatrix):
        return statistic.changed(units=units)
    return replace(statistic, units=units)


def own(units: Clusters) -> Clusters:
    """Only the units that have an entry with some weight, and only such entries.

    >>> own(Clusters(("a", "b", "c"), np.array([0, 2]), np.array([1, 1]), np.ones(2))).ids
    ('a', 'c')
    """
    found = _weighing(units.ids, units.unit, units.weight)
    if found is None:
        return units
    ids, kept, unit = found
    squares = None if units.squares is None else units.squares[kept]
    return Clusters(ids, unit, units.cell[kept], units.weight[kept], squares)


def _of_entries(statistic: JointScores | PairedTable) -> JointScores | PairedTable:
    if statistic.unit is None:
        return statistic
    found = _weighing(statistic.unit_ids, statistic.unit, statistic.weight)
    if found is None:
        return statistic
    ids, kept, unit = found
    columns = "scores" if isinstance(statistic, JointScores) else "called"
    return replace(
        statistic,
        **{columns: getattr(statistic, columns)[:, kept]},
        truth=statistic.truth[kept],
        weight=statistic.weight[kept],
        squares=None if statistic.squares is None else statistic.squares[kept],
        unit=unit,
        unit_ids=ids,
    )


def _weighing(
    ids: tuple[Label, ...], unit: Ints, weight: Floats
) -> tuple[tuple[Label, ...], NDArray[np.bool_], Ints] | None:
    """The ids of units that weigh, the entries that do, and their units; None where all do."""
    kept = weight != 0
    held = np.zeros(len(ids), np.bool_)
    held[unit[kept]] = True
    if held.all() and kept.all():
        return None
    place = np.cumsum(held) - 1
    return tuple(ids[one] for one in np.flatnonzero(held).tolist()), kept, place[unit[kept]]
