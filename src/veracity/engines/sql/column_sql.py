"""What is asked of a column of a DuckDB table, by how it holds its values.

Three kinds of columns: text of a CSV, values of JSON, and columns with a type of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from veracity.engines.sql.quoting import literal, one_of
from veracity.engines.validation.threshold_key import BEYOND, NO_NUMBER, NO_SCORE, ThresholdKey

# What pandas takes for a missing value when it reads a CSV.
MISSING = (
    *("", "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan", "null", "-NaN", "-nan"),
    *("#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "1.#IND", "1.#QNAN"),
)
_INTEGERS = ("TINYINT", "SMALLINT", "INTEGER", "BIGINT")
_NUMBERS = frozenset((*_INTEGERS, *(f"U{i}" for i in _INTEGERS), "BOOLEAN", "FLOAT", "DOUBLE"))
ZONED = "TIMESTAMP WITH TIME ZONE"
FINE = "TIMESTAMP_NS"
_WIDE = ("DECIMAL", "HUGEINT", "UHUGEINT")
_NESTED = ("STRUCT", "MAP", "UNION", "LIST")
_AT_MOST = 1000


def is_numeric(held: str) -> bool:
    """Whether a type holds numbers or booleans."""
    return held.startswith(_WIDE) or held in _NUMBERS


def as_text(value: str, held: str) -> str:
    """A number written out; a short float first becomes a long one, which holds the same value."""
    return f"{value}::DOUBLE::VARCHAR" if held == "FLOAT" else f"{value}::VARCHAR"


def _is_nan(number: str) -> str:
    """NaN, without isnan() and without comparing: both may be answered from statistics."""
    return f"(NOT isfinite({number}) AND {number}::VARCHAR NOT IN ('inf', '-inf'))"


@dataclass(frozen=True, slots=True)
class SqlColumn:
    """A column by its name in the scan; `held` is "text", "json" or the type it has.

    `comma`: numbers of the text have a decimal comma; one with a point is none there.
    """

    name: str
    held: str
    comma: bool = False

    @property
    def key(self) -> str:
        """What rows are grouped by."""
        if self.held == "json" or self.held.startswith("ENUM") or self.held == "UUID":
            return f"{self.name}::VARCHAR"
        if self.held == ZONED:
            return f"epoch_us({self.name})"
        if self.held == FINE:
            return f"epoch_ns({self.name})"
        if self.held == "TIME WITH TIME ZONE":
            return f"{self.name}::TIME"
        return self.name

    @property
    def simple(self) -> bool:
        """Whether numpy can hold the key: others come as Python objects."""
        if self.held == "TIME WITH TIME ZONE":
            return False
        return self.key != self.name or self.held in {"text", "VARCHAR", *_NUMBERS}

    @property
    def nested(self) -> bool:
        """Whether one cell holds many values."""
        return self.held.endswith("]") or self.held.startswith(_NESTED)

    @property
    def may_hold_fractions(self) -> bool:
        """Whether values may be numbers that are not whole."""
        return self.held in ("text", "json", "FLOAT", "DOUBLE")

    def holds(self, values: Sequence[Any]) -> str:
        """The condition that a row has one of these keys, as they were fetched.

        A comparison with NaN would be answered from the statistics of a Parquet file, which
        leave NaN out.
        """
        some = list(values[:_AT_MOST])
        own = self.key == self.name and self.held != "text"
        of_type = self.held if own else "VARCHAR"
        texts = [f"{literal(str(v))}::{of_type}::VARCHAR" for v in some if v is not None and v == v]
        conditions = [f"{self.key} IS NULL"] if None in some else []
        if texts:
            conditions.append(f"{self.key}::VARCHAR IN ({', '.join(texts)})")
        if any(v != v for v in some):
            conditions.append(_is_nan(self.name))
        return "(" + " OR ".join(conditions) + ")"

    @property
    def number(self) -> str:
        """The value as a double; null where it is none."""
        if self.comma:
            pointed = f"contains({self.name}, '.')"
            text = f"replace(trim({self.name}), ',', '.')"
            return f"CASE WHEN {pointed} THEN NULL ELSE TRY_CAST({text} AS DOUBLE) END"
        if self.held == "text":  # a bare TRY_CAST would become a CAST inside the CSV reader
            return f"TRY_CAST(trim({self.name}) AS DOUBLE)"
        if self.held == "json":
            return (
                f"CASE {self.name}::VARCHAR WHEN 'true' THEN 1 WHEN 'false' THEN 0 "
                f"ELSE TRY_CAST({self.name}::VARCHAR AS DOUBLE) END"
            )
        if self.held.startswith(_WIDE):  # by way of text, which rounds once
            return f"{self.name}::VARCHAR::DOUBLE"
        if is_numeric(self.held):
            return f"{self.name}::DOUBLE"
        return "NULL::DOUBLE"

    @property
    def missing(self) -> str:
        """Whether there is no value, where there is no number."""
        if self.held == "text":
            return f"({self.name} IS NULL OR {one_of(f'trim({self.name})', MISSING)})"
        return f"{self.name} IS NULL"

    @property
    def no_number(self) -> str:
        """Whether the value is something other than a number."""
        return f"({self.number} IS NULL AND NOT {self.missing})"

    def at_threshold(self, at_threshold: ThresholdKey) -> str:
        """Which of the five things a score can be; good ones first, because nearly all are."""
        x = f"({self.number})"
        above = f"({x} >= {literal(repr(at_threshold.threshold))}::DOUBLE)::TINYINT"
        inside = f" AND {x} >= 0 AND {x} <= 1" if at_threshold.probability else ""
        return (
            f"(CASE WHEN isfinite({x}){inside} THEN {above} "
            f"WHEN {x} IS NULL THEN CASE WHEN {self.missing} THEN {NO_SCORE} ELSE {NO_NUMBER} END "
            f"WHEN {_is_nan(x)} THEN {NO_SCORE} "
            f"ELSE {BEYOND if at_threshold.probability else above} END)::TINYINT"
        )

    @property
    def weight(self) -> str:
        """The weight of a row; null where it means nothing."""
        x = f"({self.number})"
        return f"CASE WHEN isfinite({x}) AND {x} >= 0 THEN {x} END"

    @property
    def fractional(self) -> str:
        """Whether a weight is no whole number."""
        return f"({self.weight}) <> floor({self.weight})"
