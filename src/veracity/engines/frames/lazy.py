"""Tables that are not in memory, through narwhals: grouped and summed where they are.

Only the sums are collected. Scores and weights are first cast to float64, and never compared
with NaN: engines disagree on whether NaN is large, small, or equal to itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import narwhals as nw
import numpy as np

from veracity.engines.columns.array_likes import read_column, source_of
from veracity.engines.columns.display_names import numbered
from veracity.engines.counting.grouped import Grouped
from veracity.engines.encoding.encode import encode
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.validation.bad_rows import SHOWN, rows_in_words
from veracity.engines.validation.derived_keys import PositiveWeight, derived_codes, is_derived
from veracity.engines.validation.engine_sums import EngineSums, FirstRows, validate_entries
from veracity.engines.validation.mistaken_columns import refuse_sampled_scores
from veracity.engines.validation.rules import Rules
from veracity.engines.validation.score_values import LARGEST_EXACT
from veracity.engines.validation.sum_to_one import (
    DIGITS,
    FEWEST_DECIMALS,
    LAST_BIT,
    Allowance,
    SumToOne,
    allowance,
    allowed_steps,
    most_decimals,
    tight_tolerance,
)
from veracity.engines.validation.threshold_key import (
    ABOVE,
    BELOW,
    BEYOND,
    NO_NUMBER,
    NO_SCORE,
    ThresholdKey,
)
from veracity.errors import refuse
from veracity.statistics.row_account import RowAccount

_ROW = "veracity_row"
_SAMPLE = 1000


def from_lazy(
    data: Any, keys: Mapping[str, Any], weight: str | None, asked: Sequence[str], ruled: Rules
) -> tuple[Grouped, RowAccount]:
    """Rows of a lazy table summed by key."""
    grouped, account, _ = validate_lazy(LazyTable(data, asked), keys, weight, ruled)
    return grouped, account


def validate_lazy(
    table: LazyTable, keys: Mapping[str, Any], weight: str | None, ruled: Rules
) -> tuple[Grouped, RowAccount, tuple[Allowance, ...]]:
    """The same of a table that is open, and what is allowed of each sum to one."""
    labels = {n: k for n, k in keys.items() if n in ruled.label_keys and not is_derived(k)}
    refuse_sampled_scores(table.sample(labels), ruled.allowed)
    by = {f"k{i}": table.key(key) for i, key in enumerate(keys.values())}
    sums = {"entries": nw.len()}
    frame = table.frame
    if weight is not None:
        frame = frame.with_columns(x=table.weight(weight, ruled.weight_name))
        frame = frame.with_columns(xx=nw.col("x") * nw.col("x"), fraction=nw.col("x") % 1 != 0)
        fractions = nw.col("fraction").cast(nw.Int64).sum()
        sums |= {"good": nw.col("x").count(), "w": nw.col("x").sum(), "ww": nw.col("xx").sum()}
        sums["fractions"] = fractions
    together = {i: key for i, key in enumerate(keys.values()) if isinstance(key, SumToOne)}
    for i, key in together.items():
        frame = frame.with_columns(**{f"o{i}": table.off_by(key), f"d{i}": table.decimals(key)})
        sums |= {f"near{i}": nw.col(f"o{i}").count(), f"off{i}": nw.col(f"o{i}").sum()}
        sums[f"decimals{i}"] = nw.col(f"d{i}").max()
    result = frame.with_columns(**by).group_by(*by).agg(**sums).collect()
    if not len(result):
        raise refuse("no_rows_in", where="the table")
    raw = [result.get_column(f"k{i}") for i in range(len(keys))]
    if weight is not None and ruled.weight_kind == "frequency":
        n = int(_numpy(result, "fractions").sum())
        if n:
            raise refuse("unplaced_fractional", column=ruled.weight_name, n=n)
    allowed = {i: _allowance(result, i, table.steps(key)) for i, key in together.items()}
    entries = EngineSums(
        [
            derived_codes(name, key, column.to_numpy(), allowed.get(i))
            if is_derived(key)
            else encode(read_column(name, column.to_native()))
            for i, ((name, key), column) in enumerate(zip(keys.items(), raw, strict=True))
        ],
        [column.to_list() for column in raw],
        _numpy(result, "entries").astype(np.int64),
        None if weight is None else _numpy(result, "w"),
        None if weight is None or not ruled.squares else _numpy(result, "ww"),
        None if weight is None else _numpy(result, "entries") - _numpy(result, "good"),
    )
    finder = _LazyFinder(table, list(keys.values()), weight)
    return *validate_entries(entries, ruled, finder), tuple(allowed.values())


def _allowance(result: Any, i: int, steps: tuple[float, ...]) -> Allowance:
    """How far a sum may be from one, by all its rows."""
    codes = _numpy(result, f"k{i}").astype(np.int64)
    found = (_numpy(result, f"{what}{i}") for what in ("near", "off"))
    rows, off = (np.bincount(codes, one, len(steps) + 1).tolist() for one in found)
    return allowance(steps, int(_numpy(result, f"decimals{i}").max()), rows, off)


def _numpy(result: Any, name: str) -> Any:
    """A column of sums; of nothing but nulls some engines make a null, which is no sum."""
    return np.nan_to_num(result.get_column(name).to_numpy(), nan=0.0, posinf=np.inf)


class LazyTable:
    """A lazy table with the columns asked for, under names of our own."""

    def __init__(self, data: Any, asked: Sequence[str]) -> None:
        self._data = nw.to_native(data, pass_through=True)
        frame = nw.from_native(data)
        schema = frame.collect_schema()
        refuse_unknown(asked, list(schema.names()), "the table")
        self._names = numbered(asked)
        self._types = {name: schema[name] for name in asked}
        self.frame = self._selected(frame)

    def _selected(self, frame: Any, *more: Any) -> Any:
        return frame.select(
            *(nw.col(name).alias(ours) for name, ours in self._names.items()), *more
        )

    def numbered_rows(self) -> Any:
        """The rows with their numbers; None where rows have no order."""
        if source_of(self._data) != "polars":
            return None
        return self._selected(nw.from_native(self._data.with_row_index(_ROW)), nw.col(_ROW))

    def sample(self, labels: Mapping[str, str]) -> list[tuple[str, list[Any]]]:
        """Distinct values of some rows, of columns that may hold numbers that are not whole."""
        if not any(self._types[key].is_float() for key in labels.values()):
            return []
        some = self.frame.head(_SAMPLE).collect()
        columns = {name: some.get_column(self._names[key]) for name, key in labels.items()}
        return [(name, list(dict.fromkeys(column.to_list()))) for name, column in columns.items()]

    def key(self, key: Any) -> Any:
        """What rows are grouped by."""
        if isinstance(key, ThresholdKey):
            return self._cut(key)
        if isinstance(key, SumToOne):
            return self._off_code(key)
        if isinstance(key, PositiveWeight):
            return _either(self.weight(key.column, "") > 0, 1, 0)
        column = nw.col(self._names[key])
        if self._types[key] in (nw.Categorical, nw.Enum):
            column = column.cast(nw.String)
        return column

    def number(self, name: str) -> Any:
        """The values as float64, or None if they are no numbers."""
        kind = self._types[name]
        if not (kind.is_numeric() or kind == nw.Boolean):
            return None
        column = nw.col(self._names[name])
        if kind == nw.Boolean:  # not every engine casts these to floats
            column = column.cast(nw.Int8)
        if kind == nw.Decimal:  # by way of text, which rounds once
            column = column.cast(nw.String)
        return column.cast(nw.Float64)

    def _cut(self, cut: ThresholdKey) -> Any:
        """Which of the five things a score can be."""
        x = self.number(cut.column)
        column = nw.col(self._names[cut.column])
        if x is None:
            return _either(column.is_null(), NO_SCORE, NO_NUMBER)
        decided = _either(x >= cut.threshold, ABOVE, BELOW)
        if cut.probability:
            decided = _either(~x.is_finite() | (x < 0) | (x > 1), BEYOND, decided)
        return _either(x.is_null(), NO_SCORE, _either(is_nan(x), NO_SCORE, decided))

    def _size(self, name: str) -> int:
        return 4 if self._types[name] == nw.Float32 else 8

    def steps(self, key: SumToOne) -> tuple[float, ...]:
        """How far from one the sum may be, by how its values are rounded."""
        sizes = [self._size(name) for name in key.columns]
        return allowed_steps(len(sizes), tight_tolerance(sizes))

    def _total(self, names: Sequence[str]) -> Any:
        """The sum from left to right, as in memory; None if one holds no numbers."""
        numbers = [self.number(name) for name in names]
        if any(x is None for x in numbers):
            return None
        total = numbers[0]
        for x in numbers[1:]:
            total = total + x
        return total

    def _inside(self, key: SumToOne) -> Any:
        """Whether all are probabilities."""
        inside = nw.lit(True)
        for name in key.columns:
            x = self.number(name)
            inside = inside & x.is_finite() & (x >= 0) & (x <= 1)
        return inside

    def _off_code(self, key: SumToOne) -> Any:
        """How many steps the sum is off by, where all are probabilities."""
        total = self._total(key.columns)
        if total is None:
            return nw.when(nw.lit(True)).then(nw.lit(0))
        code: Any = nw.lit(0)
        for index, step in enumerate(self.steps(key), 1):
            code = _either((total - 1).abs() > step, index, code)
        return _either(self._inside(key), code, 0)

    def off_by(self, key: SumToOne) -> Any:
        """The sum less one, null where one of them is no probability."""
        total = self._total(key.columns)
        if total is None:
            return nw.when(nw.lit(False)).then(nw.lit(0.0))
        return nw.when(self._inside(key)).then(total - 1)

    def decimals(self, key: SumToOne) -> Any:
        """The decimals that the probabilities have: two at least, one more than matter."""
        most = most_decimals(self.steps(key))
        numbers = [(self.number(name), self._size(name)) for name in key.columns]
        if most < FEWEST_DECIMALS or any(x is None for x, _ in numbers):
            return nw.when(nw.lit(True)).then(nw.lit(most + 1))
        return nw.max_horizontal(*(_decimals(x, size, most) for x, size in numbers))

    def beyond_exact(self, name: str) -> Any:
        """The rows with a whole number that a float64 cannot tell apart; None if it has none."""
        kind = self._types[name]
        if kind not in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128):
            return None
        column = nw.col(self._names[name])
        above = column > LARGEST_EXACT
        return above | (column < -LARGEST_EXACT) if kind in (nw.Int64, nw.Int128) else above

    def weight(self, name: str, shown: str) -> Any:
        """The weight of a row; null where it means nothing."""
        x = self.number(name)
        if x is None:
            raise refuse("weight_not_numeric", column=shown, type=str(self._types[name]))
        return nw.when(x.is_finite() & (x >= 0)).then(x)

    def shown(self, key: Any) -> Any:
        """What messages show of a bad row."""
        if isinstance(key, SumToOne):
            return self._total(key.columns).round(DIGITS)
        return nw.col(self._names[key.column if isinstance(key, ThresholdKey) else key])

    def holds(self, name: str, values: Sequence[Any]) -> Any:
        """The rows that have one of these values."""
        column = nw.col(self._names[name])
        some = [v for v in values if v is not None and v == v]
        found = self.key(name).is_in(some) if some else nw.lit(False)
        if None in values:
            found = found | column.is_null()
        if any(isinstance(v, float) and math.isnan(v) for v in values):
            x = self.number(name)
            found = found | _either(x.is_null(), False, is_nan(x))
        return found


def _either(condition: Any, one: Any, other: Any) -> Any:
    return nw.when(condition).then(_value(one)).otherwise(_value(other))


def _decimals(x: Any, size: int, most: int) -> Any:
    """The decimals of a float of so many bytes."""
    found: Any = nw.lit(most + 1)
    for indices in range(most, FEWEST_DECIMALS - 1, -1):
        scaled = x * 10.0**indices
        has = (scaled - scaled.round()).abs() <= scaled.round() * LAST_BIT[size]
        found = _either(has, indices, found)
    inside = x.is_finite() & (x >= 0) & (x <= 1)
    return _either(inside, found, FEWEST_DECIMALS)


def _value(given: object) -> Any:
    return nw.lit(given) if isinstance(given, (bool, int, float)) else given


def is_nan(x: Any) -> Any:
    """NaN among the numbers that are not finite, found by division: 1/inf is 0 and 1/NaN is not.

    What engines call is_nan is answered by some from statistics that leave NaN out.
    """
    infinite_or_nan = _either(x.is_finite(), 1.0, x)
    return ~x.is_finite() & (1.0 / infinite_or_nan != 0)


class _LazyFinder:
    """Asks the table again where bad rows are, if its rows have an order."""

    def __init__(self, table: LazyTable, keys: Sequence[Any], weight: str | None) -> None:
        self._table, self._keys, self._weight = table, keys, weight

    def first(self, index: int, raw: Sequence[Any]) -> FirstRows:
        """The first rows that hold one of these values."""
        rows = self._table.numbered_rows()
        if rows is None:
            return None, []
        if index == len(self._keys):
            assert self._weight is not None
            bad = self._table.weight(self._weight, "").is_null()
            return first_rows(rows.filter(bad), nw.col(_ROW))
        key = self._keys[index]
        if is_derived(key):
            shown = self._table.shown(key)
            return first_rows(rows.filter(self._table.key(key).is_in([int(v) for v in raw])), shown)
        return first_rows(rows.filter(self._table.holds(key, raw)), self._table.key(key))

    def extremes(self, index: int) -> tuple[float, float]:
        """The smallest and the largest finite score."""
        x = self._table.number(self._keys[index].column)
        finite = self._table.frame.select(x=x).filter(nw.col("x").is_finite())
        found = finite.select(low=nw.col("x").min(), high=nw.col("x").max()).collect()
        low, high = (found.get_column(name).to_list()[0] for name in ("low", "high"))
        return (math.inf, -math.inf) if low is None else (low, high)


def first_rows(rows: Any, shown: Any) -> FirstRows:
    """The first rows in words, and what they hold."""
    found = rows.select(nw.col(_ROW), shown.alias("shown")).sort(_ROW).head(SHOWN + 1).collect()
    numbers, values = found.get_column(_ROW).to_list(), found.get_column("shown").to_list()
    values = list({repr(v): v for v in values[:SHOWN]}.values())
    return rows_in_words(numbers[:SHOWN], len(numbers)), values
