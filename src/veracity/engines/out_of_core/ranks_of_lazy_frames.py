"""Which class has the largest probability, and how high the truth ranks, summed where rows lie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import narwhals as nw
import numpy as np

from veracity.engines.counting.grouped import Grouped
from veracity.engines.frames.lazy import numbers_in
from veracity.engines.frames.lazy_table import LazyTable
from veracity.engines.out_of_core.cells_of_lazy_frames import good_rows, score_numbers
from veracity.engines.out_of_core.first_pass import ScannedCategories, label_keys
from veracity.engines.out_of_core.of_lazy_frames import column_of, indexed
from veracity.engines.rows.class_columns import in_order
from veracity.engines.rows.read_request import ReadRequest


def summed_classes(
    table: LazyTable,
    request: ReadRequest[str],
    categories: ScannedCategories,
    truth: Sequence[Sequence[Any]],
) -> Grouped:
    """Sums by labels, the class with the largest score, and the rank of the truth less one.

    One pass over the good rows; `truth` are the values that stand for each class, by index.

    Ties go to the first label, as in memory.
    """
    frame, sums = good_rows(table, request, categories)
    scores = score_numbers(table, request, categories)
    keys = {f"k{i}": table.key(key) for i, key in enumerate(label_keys(request).values())}
    columns = in_order(request.classes, categories.labels)
    names = {f"s{i}": scores[name] for i, name in enumerate(columns)}
    frame = frame.with_columns(**keys, **names)
    frame = frame.with_columns(best=nw.max_horizontal(*names))
    largest: Any = nw.lit(0)
    own: Any = nw.lit(0.0)
    index: Any = nw.lit(0)
    for i in reversed(range(len(names))):
        s = nw.col(f"s{i}")
        largest = nw.when(s == nw.col("best")).then(nw.lit(i)).otherwise(largest)
        is_this = nw.col("k0").is_in(truth[i]) if truth[i] else nw.lit(False)
        own = nw.when(is_this).then(s).otherwise(own)
        index = nw.when(is_this).then(nw.lit(i)).otherwise(index)
    frame = frame.with_columns(largest=largest, own=own, own_index=index)
    before: Any = nw.lit(0)
    for i in range(len(names)):
        s = nw.col(f"s{i}")
        ahead = (s > nw.col("own")) | ((s == nw.col("own")) & (nw.col("own_index") > i))
        before = before + nw.when(ahead).then(nw.lit(1)).otherwise(nw.lit(0))
    frame = frame.with_columns(before=before)
    found = table.brought(frame.group_by(*keys, "largest", "before").agg(**sums))
    indices = [
        indexed(column_of(found, name), level).astype(np.int64)
        for name, level in zip(keys, categories.of, strict=True)
    ]
    good = np.ones(len(found), np.bool_)
    for codes, level in zip(indices, categories.of, strict=True):
        good &= codes < len(level)
    weighted, squares = request.weight is not None, request.squares
    extra = (numbers_in(found, name).astype(np.int64) for name in ("largest", "before"))
    grouped = Grouped(
        (*indices, *extra),
        numbers_in(found, "entries").astype(np.int64),
        numbers_in(found, "w") if weighted else None,
        numbers_in(found, "ww") if weighted and squares else None,
    )
    return grouped.where(good)
