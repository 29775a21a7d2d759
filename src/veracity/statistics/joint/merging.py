"""Joint scores put in order and added up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

import numpy as np

from veracity.statistics.joint.entries import (
    RankedColumn,
    in_groups,
    one_key,
    order_of,
    ranked,
    summed_groups,
)
from veracity.statistics.joint.score_columns import agreeing
from veracity.statistics.joint.shared_rows import SharedScores, merged_parts

Joint = TypeVar("Joint", bound=SharedScores)


def gathered_entries(joint: Joint) -> Joint:
    """The same with entries in order, and equal ones added up."""
    columns = [ranked(column) for column in joint.scores]
    places = [(one.place, len(one.scores)) for one in columns]
    places.append((joint.truth, joint.classes))
    if joint.unit is not None:
        places.append((joint.unit, len(joint.unit_ids)))
    # where no score of the first column occurs twice, its order is that of the entries
    order, first = order_of(*places[0]) or in_groups(one_key(places))
    kept = order[first]
    squares = joint.squares
    gathered = joint.changed(
        scores=joint.scores[:, kept] + 0.0,
        truth=joint.truth[kept],
        weight=summed_groups(joint.weight, order, first),
        squares=None if squares is None else summed_groups(squares, order, first),
        unit=None if joint.unit is None else joint.unit[kept],
    )
    # the columns were sorted here already; every score is still there, each entry in its place
    vars(gathered)["ranked"] = tuple(RankedColumn(one.scores, one.place[kept]) for one in columns)
    return gathered


def merged_joint(first: Joint, others: Sequence[SharedScores]) -> Joint:
    """All entries together, of the type of the first.

    Counts are added as whole numbers: parts give the entries of the whole, bit for bit, in any
    order.
    """
    for one in others:
        agreeing(first.names, one.names)
    parts: list[SharedScores] = [first, *others]
    merged = merged_parts(parts)
    columns = [one.scores[[one.names.index(name) for name in first.names]] for one in parts]
    return gathered_entries(
        first.changed(scores=np.concatenate(columns, axis=1), **merged.common())
    )
