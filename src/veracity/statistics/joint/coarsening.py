"""Joint scores made coarser, so that they can be shared."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.merging import gathered_entries
from veracity.statistics.joint.score_columns import as_table

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores

    Joint = TypeVar("Joint", bound=JointScores)


def coarsened_joint(joint: Joint, bits: int, family: str = "line") -> Joint:
    """Every score replaced by the lowest one that its cell of a grid can hold.

    Each column has the cells of `column.grid(bits, family)`, so that its table is the table of
    that grid, whose `roc_bound` says how far the area has moved. Scores of one cell are tied.
    """
    scores = np.empty_like(joint.scores)
    for i, (column, found) in enumerate(zip(joint.columns.tables, joint.ranked, strict=True)):
        # clusters have no part in where the cells lie
        low = gridded(replace(as_table(column), units=None), bits, family).low
        bucket = np.searchsorted(-low, -found.scores, "left")
        scores[i] = low[bucket][found.place]
    return gathered_entries(replace(joint, scores=scores))
