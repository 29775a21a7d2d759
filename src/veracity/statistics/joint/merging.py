"""Joint scores put in order and added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from veracity.errors import CannotMerge, refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.entries import (
    Ints,
    RankedColumn,
    in_groups,
    one_key,
    order_of,
    ranked,
    summed_groups,
)
from veracity.statistics.joint.score_columns import agreeing
from veracity.statistics.labels import Label

if TYPE_CHECKING:
    from veracity.statistics.joint.joint_scores import JointScores

    Joint = TypeVar("Joint", bound=JointScores)


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
    gathered = replace(
        joint,
        scores=joint.scores[:, kept] + 0.0,
        truth=joint.truth[kept],
        weight=summed_groups(joint.weight, order, first),
        squares=None if squares is None else summed_groups(squares, order, first),
        unit=None if joint.unit is None else joint.unit[kept],
    )
    # the columns were sorted here already; every score is still there, each entry in its place
    vars(gathered)["ranked"] = tuple(RankedColumn(one.scores, one.place[kept]) for one in columns)
    return gathered


def merged_joint(first: Joint, others: Sequence[JointScores]) -> Joint:
    """All entries together, of the type of the first.

    Counts are added as whole numbers: parts give the entries of the whole, bit for bit, in any
    order.
    """
    labels, positive = first.labels, first.pos_label
    for one in others:
        agreeing(first.names, one.names)
        before, labels = labels, naming.merged(labels, one.labels)
        positive = naming.merged_positive(labels, (before, positive), (one.labels, one.pos_label))
    parts: list[JointScores] = [first, *others]
    clustered = [one for one in parts if one.clustered]
    if len(clustered) not in (0, len(parts)):
        raise refuse("merge_one_has_clusters", CannotMerge)
    place = {label: i for i, label in enumerate(labels)}
    columns = [[one.names.index(name) for name in first.names] for one in parts]
    unit, unit_ids = _united(clustered)
    squares = None
    if any(one.weighted for one in parts):
        squares = np.concatenate([one.sum_of_squares for one in parts])
    return gathered_entries(
        replace(
            first,
            scores=np.concatenate(
                [one.scores[order] for one, order in zip(parts, columns, strict=True)], axis=1
            ),
            truth=np.concatenate(
                [np.array([place.get(v, -1) for v in one.labels])[one.truth] for one in parts]
            ),
            weight=np.concatenate([one.weight for one in parts]),
            labels=labels,
            pos_label=positive,
            squares=squares,
            unit=unit,
            unit_ids=unit_ids,
        )
    )


def _united(parts: Sequence[JointScores]) -> tuple[Ints | None, tuple[Label, ...]]:
    """The clusters of all parts; those with equal ids are one, in order, as in a merged table.

    Tuples, the numbers that files give to their clusters, stay in the order of merging.
    """
    if not parts:
        return None, ()
    ids = tuple(dict.fromkeys(label for one in parts for label in one.unit_ids))
    if not any(isinstance(label, tuple) for label in ids):
        ids = naming.ordered(ids)
    place = {label: i for i, label in enumerate(ids)}
    moved = [np.array([place[v] for v in one.unit_ids], np.int64) for one in parts]
    units = [n[np.asarray(one.unit)] for n, one in zip(moved, parts, strict=True)]
    return np.concatenate(units), ids
