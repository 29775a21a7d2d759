"""Rows with K probabilities from each of several models → the paired table of what they call."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from operator import add
from typing import Any

import numpy as np

from veracity.engines.score_ranks import largest_of
from veracity.engines.scored import scored_rows
from veracity.engines.scored_rows import ScoredRows
from veracity.engines.sum_to_one import SHORT_TOLERANCE, TOLERANCE, off_one
from veracity.errors import InvalidRows, refuse
from veracity.statistics.labels import Label
from veracity.statistics.paired_table import PairedTable
from veracity.statistics.row_account import RowAccount

Columns = Mapping[Any, Mapping[Label, Any]]


def paired_largest(
    data: Any, truth: Any, models: Columns, *, labels: tuple[Label, ...], **reading: Any
) -> tuple[PairedTable, RowAccount]:
    """Truth by the class with the largest probability of each model; ties go to the first label.

    `models` gives for each model the column of each class; the rest is as for `paired_table`.

    >>> a = {0: [0.6, 0.2, 0.1], 1: [0.3, 0.7, 0.1], 2: [0.1, 0.1, 0.8]}
    >>> b = {0: [0.5, 0.5, 0.1], 1: [0.5, 0.4, 0.1], 2: [0.0, 0.1, 0.8]}
    >>> table, _ = paired_largest(None, [0, 1, 2], {"A": a, "B": b}, labels=(0, 1, 2))
    >>> table.discordant("A", "B")
    (1.0, 0.0)
    """
    columns = {
        (name, label): column for name, each in models.items() for label, column in each.items()
    }
    scored = scored_rows(
        data,
        truth,
        columns,
        probability=True,
        labels=labels,
        names={(name, label): f"model {name}, class {label}" for name, label in columns},
        by_label=(),
        **reading,
    )
    tables = []
    for piece in scored.pieces():
        for name in models:
            _refuse_other_sums(name, [piece.scores[name, label] for label in piece.labels])
        tables.append(_table(piece, tuple(models)))
    return reduce(add, tables), scored.account


def _refuse_other_sums(name: Any, columns: list[Any]) -> None:
    """Probabilities of all classes add up to one."""
    short = any(column.dtype.itemsize < 8 for column in columns)
    off = off_one(columns, SHORT_TOLERANCE if short else TOLERANCE)
    if off is not None:
        raise refuse("compared_sum_not_one", InvalidRows, name=str(name), n=int(off.sum()))


def _table(rows: ScoredRows, names: tuple[Any, ...]) -> PairedTable:
    cluster, weight = rows.cluster, rows.weight
    called = {
        name: largest_of([rows.scores[name, label] for label in rows.labels]) for name in names
    }
    squares = None
    if rows.squares and weight is not None:
        squares = np.square(weight, dtype=np.float64)
    return PairedTable.of_rows(
        rows.place,
        called,
        weight,
        labels=rows.labels,
        pos_label=rows.pos_label,
        squares=squares,
        unit=None if cluster is None else cluster.codes,
        unit_ids=() if cluster is None else cluster.levels,
    )
