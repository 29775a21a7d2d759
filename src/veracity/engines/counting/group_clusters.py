"""The statistics of a group with the clusters that have rows in it, and no others."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.matrix_clusters import Units
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns


def with_own_clusters(statistic: Any) -> Any:
    """The statistic without clusters that add nothing to it.

    Rows of all groups share one list of clusters. A patient of another hospital must not count
    as one of this: between more clusters the same spread would look smaller.
    """
    if statistic is None:
        return None
    if isinstance(statistic, JointScores):
        if statistic.unit is None:
            return statistic
        ids, unit = _own(statistic.unit_ids, statistic.unit)
        return replace(statistic, unit=unit, unit_ids=ids)
    if isinstance(statistic, ScoreColumns):
        return replace(statistic, tables=tuple(map(with_own_clusters, statistic.tables)))
    if isinstance(statistic, ScoreGrid):
        return replace(statistic, table=with_own_clusters(statistic.table))
    if statistic.units is None:
        return statistic
    units = own(statistic.units)
    if isinstance(statistic, ConfusionMatrix):
        return statistic.changed(units=units)
    return replace(statistic, units=units)


def own(units: Units) -> Units:
    """Only the units that have an entry.

    >>> own(Units(("a", "b", "c"), np.array([0, 2]), np.array([1, 1]), np.ones(2))).ids
    ('a', 'c')
    """
    ids, unit = _own(units.ids, units.unit)
    return replace(units, ids=ids, unit=unit)


def _own(ids: tuple[Any, ...], unit: Any) -> tuple[tuple[Any, ...], Any]:
    found, place = np.unique(unit, return_inverse=True)
    return tuple(ids[one] for one in found.tolist()), place.reshape(-1).astype(np.int64)
