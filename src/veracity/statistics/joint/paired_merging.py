"""Paired tables put in order and added up."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.joint.entries import in_groups, one_key, summed_groups
from veracity.statistics.labels import Label
from veracity.statistics.matrix.cells import Ints

if TYPE_CHECKING:
    from veracity.statistics.joint.paired_table import PairedTable

    Table = TypeVar("Table", bound=PairedTable)


def gathered_tuples(table: Table) -> Table:
    """The same with entries in order of truth, labels and cluster, and equal ones added up."""
    size = table.classes
    places = [(table.truth, size), *((one, size) for one in table.called)]
    if table.unit is not None:
        places.append((table.unit, len(table.unit_ids)))
    order, first = in_groups(one_key(places))
    kept, squares = order[first], table.squares
    return replace(
        table,
        called=table.called[:, kept],
        truth=table.truth[kept],
        weight=summed_groups(table.weight, order, first),
        squares=None if squares is None else summed_groups(squares, order, first),
        unit=None if table.unit is None else table.unit[kept],
    )


def merged_tables(first: Table, second: PairedTable) -> Table:
    """Both added up after aligning models and labels; clusters with equal ids are one.

    Counts are whole numbers: parts give the entries of the whole, bit for bit, in any order.
    """
    if set(first.names) != set(second.names) or len(first.names) != len(second.names):
        mine, yours = quoted(first.names), quoted(second.names)
        raise refuse("merge_models", CannotMerge, mine=mine, yours=yours)
    if first.clustered != second.clustered:
        raise refuse("merge_one_has_clusters", CannotMerge)
    if first.shape or second.shape:
        raise refuse("merge_redraws", CannotMerge)
    labels = naming.merged(first.labels, second.labels)
    positive = naming.merged_positive(
        labels, (first.labels, first.pos_label), (second.labels, second.pos_label)
    )
    place = {label: i for i, label in enumerate(labels)}
    parts: list[PairedTable] = [first, second]
    moved = [np.array([place.get(v, -1) for v in one.labels], np.int64) for one in parts]
    unit, unit_ids = _united(first, second)
    squares = None
    if first.weighted or second.weighted:
        squares = np.concatenate([first.sum_of_squares, second.sum_of_squares])
    return gathered_tuples(
        replace(
            first,
            called=np.concatenate(
                [
                    to[one.called[[one.place(name) for name in first.names]]]
                    for one, to in zip(parts, moved, strict=True)
                ],
                axis=1,
            ),
            truth=np.concatenate([moved[0][first.truth], moved[1][second.truth]]),
            weight=np.concatenate([first.weight, second.weight]),
            labels=labels,
            pos_label=positive,
            squares=squares,
            unit=unit,
            unit_ids=unit_ids,
        )
    )


def _united(first: PairedTable, second: PairedTable) -> tuple[Ints | None, tuple[Label, ...]]:
    """The clusters of both, in order; numbers that files gave stay in the order of merging."""
    if first.unit is None or second.unit is None:
        return None, ()
    ids = tuple(dict.fromkeys((*first.unit_ids, *second.unit_ids)))
    if not any(isinstance(label, tuple) for label in ids):
        ids = naming.ordered(ids)
    place = {label: i for i, label in enumerate(ids)}
    mine, yours = (np.array([place[v] for v in one.unit_ids], np.int64) for one in (first, second))
    return np.concatenate([mine[first.unit], yours[second.unit]]), ids
