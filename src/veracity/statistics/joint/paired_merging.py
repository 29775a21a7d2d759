"""Paired tables put in order and added up."""

from __future__ import annotations

from typing import TypeVar

import numpy as np

from veracity.errors import CannotMerge, quoted, refuse
from veracity.statistics.joint.entries import in_groups, one_key, summed_groups
from veracity.statistics.joint.shared_rows import SharedLabels, merged_parts

Table = TypeVar("Table", bound=SharedLabels)


def gathered_tuples(table: Table) -> Table:
    """The same with entries in order of truth, labels and cluster, and equal ones added up."""
    size = table.classes
    places = [(table.truth, size), *((one, size) for one in table.called)]
    if table.unit is not None:
        places.append((table.unit, len(table.unit_ids)))
    order, first = in_groups(one_key(places))
    kept, squares = order[first], table.squares
    return table.changed(
        called=table.called[:, kept],
        truth=table.truth[kept],
        weight=summed_groups(table.weight, order, first),
        squares=None if squares is None else summed_groups(squares, order, first),
        unit=None if table.unit is None else table.unit[kept],
    )


def merged_tables(first: Table, second: SharedLabels) -> Table:
    """Both added up after aligning models and labels; clusters with equal ids are one.

    Counts are whole numbers: parts give the entries of the whole, bit for bit, in any order.
    """
    if set(first.names) != set(second.names) or len(first.names) != len(second.names):
        mine, yours = quoted(first.names), quoted(second.names)
        raise refuse("merge_models", CannotMerge, mine=mine, yours=yours)
    if first.clustered != second.clustered:
        raise refuse("merge_one_has_clusters", CannotMerge)
    if first.weight.ndim > 1 or second.weight.ndim > 1:
        raise refuse("merge_redraws", CannotMerge)
    parts: list[SharedLabels] = [first, second]
    merged = merged_parts(parts)
    order = [second.names.index(name) for name in first.names]
    called = (first.called, second.called[order])
    moved = [to[one] for one, to in zip(called, merged.moved, strict=True)]
    return gathered_tuples(first.changed(called=np.concatenate(moved, axis=1), **merged.common()))
