"""Rows with scores from tables that are not in memory, through narwhals.

Distinct rows are counted where they lie, and come home as often as they were counted: they are
few, or every one of them was asked for. What there is too much of is counted in cells of scores
(`cells_of_lazy_frames`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import narwhals as nw
import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.array_likes import read_column
from veracity.engines.columns.column import Column
from veracity.engines.encoding.encode import encode
from veracity.engines.frames.lazy import LazySums, first_rows, numbers_in
from veracity.engines.frames.lazy_table import LazyTable
from veracity.engines.out_of_core import second_pass
from veracity.engines.out_of_core.first_pass import (
    ScannedCategories,
    label_keys,
    scanned_categories,
)
from veracity.engines.out_of_core.second_pass import Arrays, Fetching
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.usable_rows import class_index
from veracity.engines.validation.threshold_key import scores_of
from veracity.errors import refuse


def open_lazy(data: object, asked: Sequence[str], request: ReadRequest[str]) -> LazyTable:
    """The table, refused if scores of it are whole numbers that a float64 cannot tell apart."""
    table = LazyTable(data, asked)
    for display_name, name in request.scores_by_name().items():
        beyond = table.beyond_exact(name)
        if beyond is None:
            continue
        counted = table.brought(table.frame.filter(beyond).select(n=nw.len()))
        n = int(counted.get_column("n").to_list()[0])
        if not n:
            continue
        rows = table.numbered_rows()
        if rows is None:
            raise refuse("scores_beyond_exact_unplaced", column=display_name, n=n)
        first, values = first_rows(rows.filter(beyond), table.key(name))
        assert first is not None
        row = first.partition(",")[0]
        raise refuse("scores_beyond_exact", column=display_name, row=row, value=values[0])
    request.check()
    return table


def found_in(request: ReadRequest[str], sums: LazySums) -> ScannedCategories:
    """What the sums of a scan say."""
    return scanned_categories(request, sums.grouped, sums.account, sums.allowed)


def counted_rows(
    table: LazyTable,
    request: ReadRequest[str],
    categories: ScannedCategories,
    most: int | None = None,
) -> Callable[[], Iterator[ScoredRows]]:
    """How to fetch distinct rows, each as often as it was counted; the table is asked once."""
    fetching = Fetching(request, categories, [np.asarray] * len(categories.of), "the table")
    held: list[tuple[Arrays, NDArray[Any]]] = []

    def batches() -> Iterator[Arrays]:
        if not held:
            held.append(_counted(table, request, categories, most))
        yield from _repeated(*held[0])

    return lambda: fetching.pieces(batches(), telling=False)


def _counted(
    table: LazyTable, request: ReadRequest[str], categories: ScannedCategories, most: int | None
) -> tuple[Arrays, NDArray[Any]]:
    """Indices of labels, scores and weights of distinct rows, in order, and how often each is."""
    labels = {f"k{i}": table.key(name) for i, name in enumerate(label_keys(request).values())}
    numbers = {f"s{i}": _number(table, name) for i, name in enumerate(request.scores.values())}
    if request.weight is not None:
        numbers["w"] = table.weight(request.weight, request.weight_name)
    frame = table.frame.select(**labels, **numbers)
    found = table.brought(frame.group_by(*labels, *numbers).agg(entries=nw.len()), most)
    if found is None:
        raise refuse("too_many_tuples", most=f"{most:,}")
    columns = [
        *(
            indexed(column_of(found, name), own)
            for name, own in zip(labels, categories.of, strict=True)
        ),
        *(scores_of(column_of(found, name))[0].astype(np.float64) for name in numbers),
    ]
    order = np.lexsort(columns[::-1])  # engines have none
    rows = numbers_in(found, "entries").astype(np.int64)
    return [column[order] for column in columns], rows[order]


def _repeated(columns: Arrays, rows: NDArray[Any]) -> Iterator[Arrays]:
    """Rows in batches of limited size, each as often as it was counted."""
    last = np.cumsum(rows)
    for start in range(0, int(last[-1]) if len(last) else 0, second_pass.PIECE):
        end = min(start + second_pass.PIECE, int(last[-1]))
        index = np.searchsorted(last, np.arange(start, end), "right")
        yield [column[index] for column in columns]


def column_of(found: nw.DataFrame[Any], name: str) -> Column:
    """A column of what came home."""
    return read_column(name, found.get_column(name).to_native())


def _number(table: LazyTable, name: str) -> Any:
    """The scores; a column that holds no numbers has no good row, and comes as NaN."""
    x = table.number(name)
    return nw.lit(float("nan")) if x is None else x


def indexed(column: Column, categories: Sequence[Any]) -> Any:
    """The index of each label among the categories; as many as there are if it is none of them."""
    found = encode(column)
    used = np.bincount(found.codes.astype(np.int64) - found.low).nonzero()[0]
    return class_index(found, used, categories)
