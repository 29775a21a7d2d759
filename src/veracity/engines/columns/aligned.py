"""Columns that stand beside each other: read, and of one length."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.array_likes import read_column, same_index
from veracity.engines.columns.column import Column
from veracity.engines.columns.weights import Weights, read_weight
from veracity.errors import refuse

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike


def align_columns(
    given: Mapping[str, Any], weight: ColumnLike | None, weight_name: str
) -> tuple[list[Column], Weights | None]:
    """The columns by the names that messages use, and the weights; all of one length."""
    every = [*given.items()] if weight is None else [*given.items(), (weight_name, weight)]
    same_index(every)
    columns = [read_column(name, values) for name, values in given.items()]
    weights = None if weight is None else read_weight(weight, weight_name)
    lengths = [len(column) for column in columns]
    if weights is not None:
        lengths.append(len(weights))
    if min(lengths) != max(lengths):
        named = (f"{name}: {n}" for (name, _), n in zip(every, lengths, strict=True))
        raise refuse("different_lengths", lengths=", ".join(named))
    if not lengths[0]:
        raise refuse("no_rows", columns=", ".join(name for name, _ in every))
    return columns, weights
