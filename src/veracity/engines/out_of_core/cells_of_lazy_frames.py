"""Scores of a lazy table counted in cells where they lie: only sums come home."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np

from veracity.engines.frames.lazy import LazySums, MoreKeys, numbers_in, validate_lazy, weighed
from veracity.engines.frames.lazy_table import LazyTable
from veracity.engines.frames.score_cells import Frame, with_cells
from veracity.engines.out_of_core.cell_entries import (
    Bools,
    CellColumns,
    CellEntries,
    Ints,
    Ranges,
    bucket_codes,
)
from veracity.engines.out_of_core.first_pass import ScannedCategories, label_keys, validation_keys
from veracity.engines.out_of_core.of_lazy_frames import column_of, found_in, indexed
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.validation.derived_keys import PositiveWeight, is_derived
from veracity.engines.validation.sum_to_one import SumToOne
from veracity.engines.validation.threshold_key import ABOVE, ThresholdKey

_SEEN = {"least": nw.col("s").min(), "most": nw.col("s").max()}


def validated_cells(
    table: LazyTable, request: ReadRequest[str], columns: CellColumns, bits: int
) -> tuple[LazySums, ScannedCategories, CellEntries] | None:
    """One pass that validates all rows and counts the only column; None if too much came home."""
    keys = validation_keys(request)
    (name,) = columns.names
    score = request.scores[name]
    index = next(
        i
        for i, key in enumerate(keys.values())
        if isinstance(key, ThresholdKey) and key.column == score
    )
    good, number = nw.col(f"k{index}") <= ABOVE, table.number(score)

    def made(frame: Frame) -> Frame:
        zero = nw.lit(0.0)
        s = zero if number is None else nw.when(good).then(number).otherwise(zero)
        return _celled(frame.with_columns(s=s), columns, bits)

    more = MoreKeys(made, _keys_of_cells(columns, bits), _SEEN, columns.most)
    sums = validate_lazy(table, keys, request.weight, request, more)
    if sums is None:
        return None
    categories = found_in(request, sums)
    fine = np.ones(len(sums.entries), np.bool_)
    for i, key in enumerate(keys.values()):
        if is_derived(key):
            codes = numbers_in(sums.entries, f"k{i}")
            fine &= codes == 1 if isinstance(key, PositiveWeight) else codes <= ABOVE
    return sums, categories, _entries(sums.entries, request, categories, columns, bits, fine)


def counted_cells(
    table: LazyTable,
    request: ReadRequest[str],
    categories: ScannedCategories,
    columns: CellColumns,
    bits: int,
    ranges: Mapping[Any, Ranges] | None = None,
) -> list[CellEntries] | None:
    """The good rows of each column, in cells; with `ranges` only scores that lie in one of these.

    Several columns are put below each other, so that one pass counts them all.
    """
    frame, sums = good_rows(table, request, categories)
    scores = score_numbers(table, request, categories)
    names = {f"s{i}": name for i, name in enumerate(columns.names)}
    keys = {f"k{i}": table.key(key) for i, key in _distinct_keys(request, categories)}
    frame = frame.with_columns(**keys, **{s: scores[name] for s, name in names.items()})
    if len(names) == 1:
        frame = frame.with_columns(s=nw.col("s0"))
    else:
        weights = [] if request.weight is None else ["x", "xx", "fraction"]
        frame = _below_each_other(frame, list(names), [*keys, *weights])
    if ranges is not None:
        frame = frame.filter(_in_ranges(names, ranges))
    by = [*keys, *(["v"] if len(names) > 1 else []), *_keys_of_cells(columns, bits)]
    grouped = _celled(frame, columns, bits).group_by(*by).agg(**sums, **_SEEN)
    found = table.brought(grouped, columns.most)
    if found is None:
        return None
    which = None if len(names) == 1 else np.asarray(found.get_column("v").to_list())
    return [
        _entries(
            found,
            request,
            categories,
            columns,
            bits,
            np.ones(len(found), np.bool_) if which is None else which == s,
        )
        for s in names
    ]


def _below_each_other(frame: Frame, names: list[str], kept: list[str]) -> Frame:
    """The columns of scores as one, `s`, and which of them it was, `v`.

    Narwhals unpivots relations of DuckDB on its default connection alone, and Ibis on PostgreSQL
    by way of JSON, which puts names into quotes: these are put together.
    """
    if frame.implementation.name not in ("DUCKDB", "IBIS"):
        return frame.unpivot(on=names, index=kept, variable_name="v", value_name="s")
    parts = [frame.select(*kept, v=nw.lit(name), s=nw.col(name)) for name in names]
    return nw.concat(parts, how="vertical")


def good_rows(
    table: LazyTable, request: ReadRequest[str], categories: ScannedCategories
) -> tuple[Any, dict[str, Any]]:
    """The rows that were validated good, but for their labels, and what is summed of them."""
    frame, sums = weighed(table, request.weight, request.weight_name)
    allowed = iter(categories.allowed)
    for key in validation_keys(request).values():
        if isinstance(key, ThresholdKey):
            frame = frame.filter(table.key(key) <= ABOVE)
        elif isinstance(key, SumToOne):
            frame = frame.filter(table.key(key) <= next(allowed).level)
        elif isinstance(key, PositiveWeight):
            frame = frame.filter(table.key(key) == 1)
    return frame, sums


def score_numbers(
    table: LazyTable, request: ReadRequest[str], categories: ScannedCategories
) -> dict[Any, Any]:
    """The scores; probabilities that were rounded divided by their sums."""
    made = {name: table.number(column) for name, column in request.scores.items()}
    for together, allowed in zip(request.sums, categories.allowed, strict=True):
        if allowed.divided:
            key = SumToOne(tuple(request.scores[name] for name in together))
            total = table.total(key.columns)
            off = (total - 1).abs()
            rounded = table.inside(key) & (off > allowed.steps[0]) & (off <= allowed.tolerance)
            for name in together:
                made[name] = nw.when(rounded).then(made[name] / total).otherwise(made[name])
    return made


def _distinct_keys(
    request: ReadRequest[str], categories: ScannedCategories
) -> list[tuple[int, Any]]:
    """The keys of labels by their indices; what was predicted only tells which rows are bad."""
    return [
        (i, key)
        for i, key in enumerate(label_keys(request).values())
        if i != 1 or request.predicted is None or categories.account.dropped
    ]


def _keys_of_cells(columns: CellColumns, bits: int) -> tuple[str, ...]:
    return ("cell", "side") if columns.thresholds_inside(bits) else ("cell",)


def _celled(frame: Frame, columns: CellColumns, bits: int) -> Frame:
    """The frame with the cell of each score, and on which side of thresholds it is."""
    frame = with_cells(frame, "s", columns.family, bits, "cell")
    thresholds = columns.thresholds_inside(bits)
    if not thresholds:
        return frame
    side: Any = nw.lit(0)
    for index, threshold in enumerate(thresholds, 1):
        side = nw.when(nw.col("s") >= threshold).then(nw.lit(index)).otherwise(side)
    return frame.with_columns(side=side)


def _in_ranges(names: Mapping[str, Any], ranges: Mapping[Any, Ranges]) -> Any:
    s = nw.col("s")
    chosen = list[Any]()
    for column, name in names.items():
        inside = [(s >= low) & (s <= high) for low, high in ranges.get(name, ())]
        if inside:
            only = _any_of(inside)
            chosen.append(only if len(names) == 1 else (nw.col("v") == column) & only)
    return _any_of(chosen)


def _any_of(conditions: Sequence[nw.Expr]) -> nw.Expr:
    """One of them holds; halves of halves, because Spark Connect takes no deep expressions."""
    if len(conditions) == 1:
        return conditions[0]
    half = len(conditions) // 2
    return _any_of(conditions[:half]) | _any_of(conditions[half:])


def _entries(
    found: nw.DataFrame[Any],
    request: ReadRequest[str],
    categories: ScannedCategories,
    columns: CellColumns,
    bits: int,
    kept: Bools,
) -> CellEntries:
    """What came home as entries of good labels."""
    indices = dict[int, Ints]()
    for i, _ in _distinct_keys(request, categories):
        own = categories.of[i]
        indices[i] = indexed(column_of(found, f"k{i}"), own).astype(np.int64)
        kept = kept & (indices[i] < len(own))
    first = 1 if request.predicted is None else 2
    cluster = None if request.cluster is None else indices[first]
    group: Ints | None = None
    for i in range(first + (request.cluster is not None), len(categories.of)):
        group = indices[i] if group is None else group * len(categories.of[i]) + indices[i]
    rows = numbers_in(found, "entries").astype(np.int64)
    weight = rows.astype(np.float64) if request.weight is None else numbers_in(found, "w")
    squares = None
    if request.weight is not None and request.squares:
        squares = numbers_in(found, "ww").astype(np.float64)
    low, high = bucket_codes(columns, numbers_in(found, "cell"), _sides(found, columns, bits), bits)
    least, most = (numbers_in(found, name).astype(np.float64) + 0.0 for name in _SEEN)
    whole = CellEntries(low, high, least, most, indices[0], cluster, group, rows, weight, squares)
    return whole if kept.all() else whole.where(kept)


def _sides(found: nw.DataFrame[Any], columns: CellColumns, bits: int) -> Ints | None:
    """How many of the thresholds inside cells each entry reaches."""
    return numbers_in(found, "side").astype(np.int64) if columns.thresholds_inside(bits) else None
