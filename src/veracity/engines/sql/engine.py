"""The engine for files and DuckDB relations: one scan, grouped and summed by DuckDB."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.engines.columns.reading_log import log_reading
from veracity.engines.counting.few_clusters import with_group_names
from veracity.engines.counting.grouped import Grouped
from veracity.engines.sql.column_sql import SqlColumn, is_numeric
from veracity.engines.sql.pooled_clusters import with_few_clusters
from veracity.engines.sql.result_columns import (
    Fetched,
    KeyColumn,
    codes_of_keys,
    fetched,
    floats,
    sampled_categories,
)
from veracity.engines.sql.scans import Asked, Scan
from veracity.engines.validation.bad_rows import MOST_LISTED
from veracity.engines.validation.derived_keys import Key, columns_of_key
from veracity.engines.validation.engine_sums import EngineSums, FirstRows, validate_entries
from veracity.engines.validation.mistaken_columns import refuse_sampled_scores
from veracity.engines.validation.rules import Rules
from veracity.errors import refuse
from veracity.statistics.row_account import RowAccount

_SAMPLE = 1000


@dataclass(frozen=True, slots=True)
class Summed:
    """What one scan gave: the keys, the entries as fetched and as codes, and who finds rows."""

    columns: Sequence[KeyColumn]
    found: Fetched
    entries: EngineSums
    finder: _Finder


def group_sum(
    scan: Scan,
    keys: Mapping[str, Key],
    weight: str | None,
    ruled: Rules,
    clusters: tuple[str, int] | None = None,
) -> tuple[Grouped, RowAccount]:
    """Rows of a scan summed by key.

    `clusters` is a key whose labels, if they are many, are put together at random, and of more
    than how many rows that is done.
    """
    pooled = False
    if clusters is not None:
        name, most = clusters
        others = [one for key in keys if key != name for one in columns_of_key(keys[key])]
        cluster: Any = keys[name]
        scan, pooled = with_few_clusters(scan, cluster, [*others, weight], most)
    summed = summed_by(scan, keys, weight, ruled)
    grouped, account = validate_entries(summed.entries, ruled, summed.finder)
    if pooled and clusters is not None:
        grouped = with_group_names(grouped, list(keys).index(clusters[0]))
    return grouped, account


def summed_by(
    scan: Scan,
    keys: Mapping[str, Key],
    weight: str | None,
    ruled: Rules,
    more: Callable[[Sequence[KeyColumn]], Asked] | None = None,
) -> Summed:
    """The scan, not yet validated; `more` adds values of rows and sums of them."""
    columns = [
        KeyColumn(name, tuple(scan.columns[one] for one in columns_of_key(key)), key)
        for name, key in keys.items()
    ]
    for one in columns:
        for column in one.columns:
            if column.nested:
                raise refuse("column_nested", column=one.name, type=column.held)
    weights = None if weight is None else scan.columns[weight]
    _suspect_sample(scan, columns, ruled)
    asked = _asked(columns, weights, ruled)
    if more is not None:
        added = more(columns)
        asked.values.update(added.values)
        asked.sums.update(added.sums)
    found = scan.grouped(asked, lambda result: fetched(result, columns))
    log_reading(passes=1, values=len(found["entries"]) * len(found))
    if not len(found["entries"]):
        raise refuse("no_rows_in", where=scan.display_name)
    finder = _Finder(scan, columns, weights)
    if weights is not None:
        _refuse_weights(found, weights, finder, ruled)
    entries = EngineSums(
        codes_of_keys(columns, found, ruled),
        [found[f"k{index}"] for index in range(len(columns))],
        np.asarray(found["entries"], np.int64),
        floats(found.get("w")),
        floats(found.get("ww")),
        None if weights is None else np.asarray(found["bad"], np.int64),
    )
    return Summed(columns, found, entries, finder)


def _suspect_sample(scan: Scan, columns: Sequence[KeyColumn], ruled: Rules) -> None:
    """Probabilities given as labels, before each of millions becomes a group."""
    labels = [one for one in columns if one.name in ruled.label_keys and not one.is_derived]
    if any(one.column.may_hold_fractions for one in labels):
        rows = scan.sample([one.expression for one in labels], _SAMPLE)
        refuse_sampled_scores(sampled_categories(labels, rows, ruled), ruled.allowed)


def _asked(columns: Sequence[KeyColumn], weights: SqlColumn | None, ruled: Rules) -> Asked:
    """Everything that is summed.

    Whole numbers come as BIGINT: a wider type would reach numpy as a float. fsum loses no
    digits, in whatever order the threads add. Bad weights are null, so that only the difference
    of two counts tells of them.
    """
    asked = Asked(
        {f"k{index}": one.expression for index, one in enumerate(columns)},
        {},
        {"entries": "count(*)::BIGINT"},
    )
    if weights is None:
        return asked
    asked.values["x"] = weights.weight
    asked.sums["bad"] = "(count(*) - count(x))::BIGINT"
    asked.sums["w"] = "coalesce(fsum(x), 0)"
    if ruled.squares:
        asked.sums["ww"] = "coalesce(fsum(x * x), 0)"
    else:
        asked.values["fractional"] = weights.fractional
        asked.sums["fractions"] = "(count(*) FILTER (WHERE fractional))::BIGINT"
    if not is_numeric(weights.held):
        asked.values["text"] = weights.no_number
        asked.sums["texts"] = "(count(*) FILTER (WHERE text))::BIGINT"
    return asked


def _refuse_weights(found: Fetched, weights: SqlColumn, finder: _Finder, ruled: Rules) -> None:
    """Refuse text given as weights, and frequencies that are not whole."""
    if sum(found.get("texts", ())):
        rows, values = finder.rows_where(weights.no_number, weights.name, 1)
        value = repr(values[0])
        raise refuse("weight_not_a_number", column=ruled.weight_name, row=rows, value=value)
    n = int(sum(found.get("fractions", ())))
    if n:
        rows, values = finder.rows_where(weights.fractional, weights.number, 1)
        value = repr(values[0])
        raise refuse("frequency_fractional", column=ruled.weight_name, n=n, row=rows, value=value)


class _Finder:
    """Finds bad rows again, by another scan."""

    def __init__(self, scan: Scan, columns: Sequence[KeyColumn], weights: SqlColumn | None) -> None:
        self._scan, self._columns, self._weights = scan, columns, weights

    def first(self, index: int, raw: Sequence[Any]) -> FirstRows:
        """The first rows that have one of these values in a key; the last index is the weight."""
        if index == len(self._columns):
            assert self._weights is not None
            return self.rows_where(f"({self._weights.weight}) IS NULL", self._weights.name)
        one = self._columns[index]
        if one.is_derived:
            codes = ", ".join(str(int(code)) for code in raw)
            return self.rows_where(f"{one.expression} IN ({codes})", one.display)
        return self.rows_where(one.column.holds(raw), one.column.key)

    def rows_where(self, condition: str, expression: str, most: int = MOST_LISTED) -> FirstRows:
        """The first rows in words, and what they hold."""
        found = self._scan.first(condition, expression, most + 1)
        rows = ", ".join(row for row, _ in found[:most])
        more = ", …" if len(found) > most > 1 else ""
        values = {repr(value): value for _, value in found[:most]}
        return rows + more if found else None, list(values.values())

    def extremes(self, index: int) -> tuple[float, float]:
        """The smallest and the largest finite score."""
        low, high = self._scan.extremes(f"({self._columns[index].column.number})")
        return (np.inf, -np.inf) if low is None else (low, high)
