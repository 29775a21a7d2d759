"""Rows with scores from tables that are not in memory, through narwhals."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import narwhals as nw
import numpy as np

from veracity.engines.columns.array_likes import read_column, source_of
from veracity.engines.columns.column import Column
from veracity.engines.encoding.encode import encode
from veracity.engines.frames.lazy import LazyTable, first_rows, validate_lazy
from veracity.engines.out_of_core import second_pass
from veracity.engines.out_of_core.first_pass import (
    ScannedCategories,
    label_keys,
    scanned_categories,
    validation_keys,
)
from veracity.engines.out_of_core.second_pass import Arrays, Fetching
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.usable_rows import class_index
from veracity.engines.validation.threshold_key import scores_of
from veracity.errors import refuse


def scan_lazy_twice(
    data: Any, asked: Sequence[str], request: ReadRequest[str]
) -> tuple[ScannedCategories, Callable[[], Iterator[ScoredRows]]]:
    """What the first scan says of the rows, and how to fetch them by the second.

    A polars LazyFrame comes batch by batch. Of other tables narwhals knows no batches: their
    columns, cast to what is needed, are collected at once, and then cut into pieces.
    """
    table = LazyTable(data, asked)
    _refuse_beyond(table, request)
    request.check()
    grouped, account, allowed = validate_lazy(
        table, validation_keys(request), request.weight, request
    )
    categories = scanned_categories(request, grouped, account, allowed)
    fetching = Fetching(
        request,
        categories,
        [np.asarray] * len(categories.of),
        "the table",
    )
    return categories, lambda: fetching.pieces(_batches(table, request, categories), telling=False)


def _refuse_beyond(table: LazyTable, request: ReadRequest[str]) -> None:
    """Whole numbers that a float64 cannot tell apart would be ties."""
    for shown, name in request.scores_by_name().items():
        beyond = table.beyond_exact(name)
        if beyond is None:
            continue
        n = int(table.frame.filter(beyond).select(nw.len()).collect().item())
        if not n:
            continue
        rows = table.numbered_rows()
        if rows is None:
            raise refuse("scores_beyond_exact_unplaced", column=shown, n=n)
        first, values = first_rows(rows.filter(beyond), table.key(name))
        assert first is not None
        row = first.partition(",")[0]
        raise refuse("scores_beyond_exact", column=shown, row=row, value=values[0])


def _batches(
    table: LazyTable, request: ReadRequest[str], categories: ScannedCategories
) -> Iterator[Arrays]:
    """Places of labels, scores and weights."""
    labels = {f"k{i}": table.key(name) for i, name in enumerate(label_keys(request).values())}
    numbers = {f"s{i}": _number(table, name) for i, name in enumerate(request.scores.values())}
    if request.weight is not None:
        numbers["w"] = table.weight(request.weight, request.weight_name)
    for frame in _collected(table.frame.select(**labels, **numbers)):

        def column(name: str, frame: Any = frame) -> Any:
            return read_column(name, frame.get_column(name).to_native())

        yield [
            *(_placed(column(name), own) for name, own in zip(labels, categories.of, strict=True)),
            *(scores_of(column(name))[0].astype(np.float64, copy=False) for name in numbers),
        ]


def _number(table: LazyTable, name: str) -> Any:
    """The scores; a column that holds no numbers has no good row, and comes as NaN."""
    x = table.number(name)
    return nw.lit(float("nan")) if x is None else x


def _placed(column: Column, categories: Sequence[Any]) -> Any:
    """The index of each label among the categories."""
    found = encode(column)
    used = np.bincount(found.codes.astype(np.int64) - found.low).nonzero()[0]
    return class_index(found, used, categories)


def _collected(frame: Any) -> Iterator[Any]:
    """The rows in frames of limited size."""
    size = second_pass.PIECE
    native = nw.to_native(frame)
    if source_of(native) != "polars":
        whole = frame.collect()
        for start in range(0, len(whole), size):
            yield whole[start : start + size]
        return
    if hasattr(native, "collect_batches"):
        for batch in native.collect_batches(chunk_size=size, maintain_order=True):
            yield nw.from_native(batch, eager_only=True)
        return
    start = 0
    while True:  # polars before 1.34 knows no batches
        batch = native.slice(start, size).collect()
        if not len(batch):
            return
        yield nw.from_native(batch, eager_only=True)
        start += size
