"""Tables that are not in memory, through narwhals: grouped and summed where they are.

Only the sums are collected.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import narwhals as nw
import numpy as np

from veracity.engines.columns.array_likes import read_column
from veracity.engines.counting.few_clusters import with_group_names
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.encode import encode
from veracity.engines.frames.lazy_table import ROW, LazyTable
from veracity.engines.validation.bad_rows import MOST_LISTED, rows_in_words
from veracity.engines.validation.derived_keys import columns_of_key, derived_codes, is_derived
from veracity.engines.validation.engine_sums import EngineSums, FirstRows, validate_entries
from veracity.engines.validation.mistaken_columns import refuse_sampled_scores
from veracity.engines.validation.rules import Rules
from veracity.engines.validation.sum_to_one import Allowance, SumToOne, allowance
from veracity.engines.validation.threshold_key import ThresholdKey
from veracity.errors import refuse
from veracity.statistics.clusters.random_groups import GROUPS
from veracity.statistics.row_account import RowAccount


def from_lazy(
    data: Any,
    keys: Mapping[str, Any],
    weight: str | None,
    asked: Sequence[str],
    ruled: Rules,
    clusters: tuple[str, int] | None = None,
) -> tuple[Grouped, RowAccount]:
    """Rows of a lazy table summed by key.

    `clusters` is a key whose labels, if they are many, are put together at random where they lie,
    and of more than how many rows that is done.
    """
    table, pooled = LazyTable(data, asked), False
    if clusters is not None:
        name = keys[clusters[0]]
        others = [one for key in keys if key != clusters[0] for one in columns_of_key(keys[key])]
        if name not in (*others, weight) and table.poolable(name):
            rows, many = table.rows_and_labels(name)
            pooled = rows > clusters[1] and many > GROUPS
            table = table.with_groups(name, GROUPS) if pooled else table
    found = validate_lazy(table, keys, weight, ruled)
    assert found is not None
    if pooled and clusters is not None:
        index = list(keys).index(clusters[0])
        return with_group_names(found.grouped, index), found.account
    return found.grouped, found.account


@dataclass(frozen=True, slots=True)
class MoreKeys:
    """What else rows are grouped by in the same pass: columns made of the keys, and their sums."""

    made: Callable[[Any], Any]
    names: tuple[str, ...]
    sums: Mapping[str, Any] = field(default_factory=dict)
    most: int | None = None


@dataclass(frozen=True, slots=True)
class LazySums:
    """Sums that came home: validated, and as they are, `k0` and so on being the keys.

    `allowed` says what is allowed of each sum to one.
    """

    grouped: Grouped
    account: RowAccount
    allowed: tuple[Allowance, ...]
    entries: Any


def validate_lazy(
    table: LazyTable,
    keys: Mapping[str, Any],
    weight: str | None,
    ruled: Rules,
    more: MoreKeys | None = None,
) -> LazySums | None:
    """The sums of a table that is open; None where more than `more.most` entries would come."""
    labels = {n: k for n, k in keys.items() if n in ruled.label_keys and not is_derived(k)}
    refuse_sampled_scores(table.sample(labels), ruled.allowed)
    frame, sums = weighed(table, weight, ruled.weight_name)
    by = {f"k{i}": table.key(key) for i, key in enumerate(keys.values())}
    together = {i: key for i, key in enumerate(keys.values()) if isinstance(key, SumToOne)}
    for i, key in together.items():
        frame = frame.with_columns(**{f"o{i}": table.off_by(key), f"d{i}": table.decimals(key)})
        sums |= {f"near{i}": nw.col(f"o{i}").count(), f"off{i}": nw.col(f"o{i}").sum()}
        sums[f"decimals{i}"] = nw.col(f"d{i}").max()
    frame, names = frame.with_columns(**by), (*by,)
    if more is not None:
        frame, names, sums = more.made(frame), (*names, *more.names), {**sums, **more.sums}
    result = table.brought(frame.group_by(*names).agg(**sums), None if more is None else more.most)
    if result is None:
        return None
    if not len(result):
        raise refuse("no_rows_in", where="the table")
    raw = [result.get_column(f"k{i}") for i in range(len(keys))]
    if weight is not None and ruled.weight_kind == "frequency":
        _refuse_fractions(table, weight, ruled.weight_name, numbers_in(result, "fractions").sum())
    allowed = {i: _allowance(result, i, table.steps(key)) for i, key in together.items()}
    entries = EngineSums(
        [
            derived_codes(name, key, column.to_numpy(), allowed.get(i))
            if is_derived(key)
            else encode(read_column(name, column.to_native()))
            for i, ((name, key), column) in enumerate(zip(keys.items(), raw, strict=True))
        ],
        [column.to_list() for column in raw],
        numbers_in(result, "entries").astype(np.int64),
        None if weight is None else numbers_in(result, "w"),
        None if weight is None or not ruled.squares else numbers_in(result, "ww"),
        None if weight is None else numbers_in(result, "entries") - numbers_in(result, "good"),
    )
    finder = _LazyFinder(table, list(keys.values()), weight)
    grouped, account = validate_entries(entries, ruled, finder)
    return LazySums(grouped, account, tuple(allowed.values()), result)


def weighed(table: LazyTable, weight: str | None, display: str) -> tuple[Any, dict[str, Any]]:
    """The rows with their weights, and what is summed of them."""
    frame, sums = table.frame, {"entries": nw.len()}
    if weight is None:
        return frame, sums
    frame = frame.with_columns(x=table.weight(weight, display))
    fraction = nw.when(_fractional(nw.col("x"))).then(nw.lit(1)).otherwise(nw.lit(0))
    frame = frame.with_columns(xx=nw.col("x") * nw.col("x"), fraction=fraction)
    sums |= {"good": nw.col("x").count(), "w": nw.col("x").sum(), "ww": nw.col("xx").sum()}
    sums["fractions"] = nw.col("fraction").sum()
    return frame, sums


def _fractional(x: nw.Expr) -> nw.Expr:
    """Whether a weight that means something is not whole; Dask's missing ones are NaN."""
    return ~x.is_null() & (x % 1 != 0)


def _refuse_fractions(table: LazyTable, weight: str, name: str, n: float) -> None:
    """Refuse frequencies that are not whole numbers."""
    if not n:
        return
    rows, x = table.numbered_rows(), table.weight(weight, name)
    if rows is None:
        raise refuse("unplaced_fractional", column=name, n=int(n))
    first, values = first_rows(rows.filter(_fractional(x)), x)
    assert first is not None
    row, value = first.partition(",")[0], repr(values[0])
    raise refuse("frequency_fractional", column=name, n=int(n), row=row, value=value)


def _allowance(result: nw.DataFrame[Any], i: int, steps: tuple[float, ...]) -> Allowance:
    """How far a sum may be from one, by all its rows."""
    codes = numbers_in(result, f"k{i}").astype(np.int64)
    found = (numbers_in(result, f"{what}{i}") for what in ("near", "off"))
    rows, off = (np.bincount(codes, one, len(steps) + 1).tolist() for one in found)
    return allowance(steps, int(numbers_in(result, f"decimals{i}").max()), rows, off)


def numbers_in(result: nw.DataFrame[Any], name: str) -> Any:
    """A column of sums; of nothing but nulls some engines make a null, which is no sum."""
    return np.nan_to_num(result.get_column(name).to_numpy(), nan=0.0, posinf=np.inf, neginf=-np.inf)


class _LazyFinder:
    """Asks the table again where bad rows are, if its rows have an order."""

    def __init__(self, table: LazyTable, keys: Sequence[Any], weight: str | None) -> None:
        self._table, self._keys, self._weight = table, keys, weight

    def first(self, index: int, raw: Sequence[Any]) -> FirstRows:
        """The first rows that hold one of these values; of scores without an order, some values."""
        rows = self._table.numbered_rows()
        if rows is None:
            return None, self._some_scores(index, raw)
        if index == len(self._keys):
            assert self._weight is not None
            bad = self._table.weight(self._weight, "").is_null()
            return first_rows(rows.filter(bad), nw.col(ROW))
        key = self._keys[index]
        if is_derived(key):
            display = self._table.display(key)
            return first_rows(
                rows.filter(self._table.key(key).is_in([int(v) for v in raw])), display
            )
        return first_rows(rows.filter(self._table.holds(key, raw)), self._table.key(key))

    def _some_scores(self, index: int, raw: Sequence[Any]) -> list[Any]:
        if index == len(self._keys) or not isinstance(self._keys[index], ThresholdKey):
            return []
        key = self._keys[index]
        bad = self._table.frame.filter(self._table.key(key).is_in([int(v) for v in raw]))
        found = bad.select(shown=self._table.display(key)).head(MOST_LISTED).collect()
        return list(found.get_column("shown").to_list())

    def extremes(self, index: int) -> tuple[float, float]:
        """The smallest and the largest finite score."""
        x = self._table.number(self._keys[index].column)
        finite = self._table.frame.select(x=x).filter(self._table.finite(nw.col("x")))
        found = finite.select(low=nw.col("x").min(), high=nw.col("x").max()).collect()
        low, high = (found.get_column(name).to_list()[0] for name in ("low", "high"))
        return (math.inf, -math.inf) if low is None else (low, high)


def first_rows(rows: Any, display: nw.Expr) -> FirstRows:
    """The first rows in words, and what they hold."""
    found = (
        rows.select(nw.col(ROW), display.alias("shown")).sort(ROW).head(MOST_LISTED + 1).collect()
    )
    numbers, values = found.get_column(ROW).to_list(), found.get_column("shown").to_list()
    values = list({repr(v): v for v in values[:MOST_LISTED]}.values())
    return rows_in_words(numbers[:MOST_LISTED], len(numbers)), values
