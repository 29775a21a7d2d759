"""A table that is not in memory: its columns as expressions, through narwhals.

Scores and weights are first cast to float64, and never compared with NaN: engines disagree on
whether NaN is large, small, or equal to itself.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any

import narwhals as nw

from veracity.engines.columns.array_likes import source_of
from veracity.engines.columns.display_names import numbered
from veracity.engines.columns.reading_log import log_reading
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.frames.finite_numbers import finite
from veracity.engines.frames.number_groups import group_of_numbers
from veracity.engines.frames.workers import workers_of
from veracity.engines.validation.derived_keys import PositiveWeight
from veracity.engines.validation.score_values import LARGEST_EXACT
from veracity.engines.validation.sum_to_one import (
    DIGITS,
    FEWEST_DECIMALS,
    LAST_BIT,
    SumToOne,
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

ROW = "veracity_row"
_SAMPLE = 1000


class LazyTable:
    """A lazy table with the columns asked for, under names of our own."""

    def __init__(self, data: Any, asked: Sequence[str]) -> None:
        self._data = nw.to_native(data, pass_through=True)
        frame = nw.from_native(data)
        schema = frame.collect_schema()
        self._called = {self._spoken(name): name for name in schema.names()}
        refuse_unknown(asked, list(self._called), "the table")
        self._names = numbered(asked)
        self._types = {name: schema[self._called[name]] for name in asked}
        self._pooled: dict[str, int] = {}
        self._workers = workers_of(self._data)
        self.frame = self._selected(frame)

    def with_groups(self, name: str, groups: int) -> LazyTable:
        """The same, with random groups of clusters instead of a column of these."""
        pooled, known = copy(self), name in self._pooled
        pooled._pooled = {**self._pooled, name: groups}
        if known:
            return pooled
        if self._types[name] == nw.String:
            from veracity.engines.frames.text_groups import with_text_groups

            pooled._data = with_text_groups(self._data, name)
        pooled.frame = pooled._selected(nw.from_native(pooled._data))
        return pooled

    def rows_and_labels(self, column: str) -> tuple[int, ...]:
        """How many rows there are, and how many labels a column has."""
        # Ibis cannot count distinct values on PostgreSQL through narwhals: groups are counted
        each = self.frame.select(c=self.key(column)).group_by("c").agg(n=nw.len())
        counted = self.brought(each.select(labels=nw.len(), rows=nw.col("n").sum()))
        return tuple(int(counted.get_column(name).to_list()[0] or 0) for name in ("rows", "labels"))

    def poolable(self, name: str) -> bool:
        """Whether clusters of this type can be put into random groups where they lie."""
        kind = self._types[name]
        return not self.of_sqlite and bool(kind.is_integer() or kind == nw.String)

    @property
    def of_sqlite(self) -> bool:
        """Whether it lies in SQLite, whose remainders are floats and which has no MD5."""
        if not type(self._data).__module__.startswith("ibis."):
            return False
        return str(self._data.get_backend().name) == "sqlite"

    def _selected(self, frame: Any, *more: Any) -> Any:
        names = {self._reference(name): ours for name, ours in self._names.items()}
        return frame.select(*(nw.col(name).alias(ours) for name, ours in names.items()), *more)

    def _reference(self, name: str) -> str:
        """What a column is asked for by: Spark takes a dot for a field, unless it is quoted."""
        spark = type(self._data).__module__.startswith("pyspark.")
        quoted = f"`{name.replace('`', '``')}`"
        return quoted if spark and ("." in name or "`" in name) else self._called[name]

    def _spoken(self, name: str) -> str:
        """The name of a column as its table says it: sqlframe puts some into quotes."""
        quoted = name.startswith("`") and type(self._data).__module__.startswith("sqlframe.")
        return name[1:-1].replace("``", "`") if quoted else name

    def brought(self, frame: nw.LazyFrame[Any], most: int | None = None) -> Any:
        """Sums brought home from one pass over the table; None if they are more than `most`."""
        result = (frame if most is None else frame.head(most + 1)).collect()
        there = workers_of(self._data)
        lost = len(self._workers - there)
        self._workers = there
        log_reading(passes=1, values=len(result) * len(result.columns), lost=lost)
        return None if most is not None and len(result) > most else result

    def numbered_rows(self) -> Any:
        """The rows with their numbers; None where rows have no order."""
        if source_of(self._data) != "polars":
            return None
        return self._selected(nw.from_native(self._data.with_row_index(ROW)), nw.col(ROW))

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
            return self._at_threshold(key)
        if isinstance(key, SumToOne):
            return self._off_code(key)
        if isinstance(key, PositiveWeight):
            return either(self.weight(key.column, "") > 0, 1, 0)
        column = nw.col(self._names[key])
        if key in self._pooled:
            text = self._types[key] == nw.String
            return (column if text else group_of_numbers(column)) % self._pooled[key]
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

    def _at_threshold(self, key: ThresholdKey) -> Any:
        """Which of the five things a score can be."""
        x = self.number(key.column)
        column = nw.col(self._names[key.column])
        if x is None:
            return either(column.is_null(), NO_SCORE, NO_NUMBER)
        decided = either(x >= key.threshold, ABOVE, BELOW)
        if key.probability:
            decided = either(~self.finite(x) | (x < 0) | (x > 1), BEYOND, decided)
        return either(x.is_null(), NO_SCORE, either(self._is_nan(x), NO_SCORE, decided))

    def _size(self, name: str) -> int:
        return 4 if self._types[name] == nw.Float32 else 8

    def steps(self, key: SumToOne) -> tuple[float, ...]:
        """How far from one the sum may be, by how its values are rounded."""
        sizes = [self._size(name) for name in key.columns]
        return allowed_steps(len(sizes), tight_tolerance(sizes))

    def total(self, names: Sequence[str]) -> Any:
        """The sum from left to right, as in memory; None if one holds no numbers."""
        numbers = [self.number(name) for name in names]
        if any(x is None for x in numbers):
            return None
        total = numbers[0]
        for x in numbers[1:]:
            total = total + x
        return total

    def inside(self, key: SumToOne) -> Any:
        """Whether all are probabilities."""
        inside = nw.lit(True)
        for name in key.columns:
            x = self.number(name)
            inside = inside & self._probable(x)
        return inside

    def _off_code(self, key: SumToOne) -> Any:
        """How many steps the sum is off by, where all are probabilities."""
        total = self.total(key.columns)
        if total is None:
            return nw.when(nw.lit(True)).then(nw.lit(0))
        code: Any = nw.lit(0)
        for index, step in enumerate(self.steps(key), 1):
            code = either((total - 1).abs() > step, index, code)
        return either(self.inside(key), code, 0)

    def off_by(self, key: SumToOne) -> Any:
        """The sum less one, null where one of them is no probability."""
        total = self.total(key.columns)
        if total is None:
            return nw.when(nw.lit(False)).then(nw.lit(0.0))
        return nw.when(self.inside(key)).then(total - 1)

    def decimals(self, key: SumToOne) -> Any:
        """The decimals that the probabilities have: two at least, one more than matter."""
        most = most_decimals(self.steps(key))
        numbers = [(self.number(name), self._size(name)) for name in key.columns]
        if most < FEWEST_DECIMALS or any(x is None for x, _ in numbers):
            return nw.when(nw.lit(True)).then(nw.lit(most + 1))
        return nw.max_horizontal(*(self._decimals(x, size, most) for x, size in numbers))

    def beyond_exact(self, name: str) -> Any:
        """The rows with a whole number that a float64 cannot tell apart; None if it has none."""
        kind = self._types[name]
        if kind not in (nw.Int64, nw.UInt64, nw.Int128, nw.UInt128):
            return None
        column = nw.col(self._names[name])
        above = column > LARGEST_EXACT
        return above | (column < -LARGEST_EXACT) if kind in (nw.Int64, nw.Int128) else above

    def weight(self, name: str, display_name: str) -> Any:
        """The weight of a row; null where it means nothing."""
        x = self.number(name)
        if x is None:
            raise refuse("weight_not_numeric", column=display_name, type=str(self._types[name]))
        return nw.when(self.finite(x) & (x >= 0)).then(x)

    def display(self, key: Any) -> Any:
        """What messages show of a bad row."""
        if isinstance(key, SumToOne):
            return self.total(key.columns).round(DIGITS)
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
            found = found | either(x.is_null(), False, self._is_nan(x))
        return found

    def finite(self, x: nw.Expr) -> nw.Expr:
        """Whether a number is neither infinite nor NaN."""
        return finite(x, self.frame)

    def _probable(self, x: nw.Expr) -> Any:
        return self.finite(x) & (x >= 0) & (x <= 1)

    def _is_nan(self, x: nw.Expr) -> Any:
        """NaN among the numbers that are not finite, found by division: only 1/inf is 0.

        What engines call is_nan is answered by some from statistics that leave NaN out.
        """
        infinite_or_nan = either(self.finite(x), 1.0, x)
        return ~self.finite(x) & (1.0 / infinite_or_nan != 0)

    def _decimals(self, x: Any, size: int, most: int) -> Any:
        """The decimals of a float of so many bytes."""
        found: Any = nw.lit(most + 1)
        for decimals in range(most, FEWEST_DECIMALS - 1, -1):
            scaled = x * 10.0**decimals
            has = (scaled - scaled.round()).abs() <= scaled.round() * LAST_BIT[size]
            found = either(has, decimals, found)
        return either(self._probable(x), found, FEWEST_DECIMALS)


def either(condition: Any, one: Any, other: Any) -> Any:
    """One where the condition holds, and the other elsewhere."""
    return nw.when(condition).then(_value(one)).otherwise(_value(other))


def _value(given: object) -> Any:
    return nw.lit(given) if isinstance(given, (bool, int, float)) else given
