"""Keys that are made of columns, as SQL."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import literal
from veracity.engines.validation.derived_keys import Made
from veracity.engines.validation.sum_to_one import DIGITS, SHORT_TOLERANCE, TOLERANCE, SumToOne
from veracity.engines.validation.threshold_key import Cut

_LARGEST = 1 << 53


def made_key(key: Made, columns: Sequence[SqlColumn]) -> str:
    """What rows are grouped by."""
    if isinstance(key, Cut):
        return columns[0].cut(key)
    if isinstance(key, SumToOne):
        return _off_one(columns)
    return f"coalesce(({columns[0].weight}) > 0, false)::TINYINT"


def shown_of(key: Made, columns: Sequence[SqlColumn]) -> str:
    """What messages show of a bad row."""
    if isinstance(key, SumToOne):
        return f"round({_total(columns)}, {DIGITS})"
    return columns[0].key


def _off_one(columns: Sequence[SqlColumn]) -> str:
    """1 where all are probabilities and do not add up to one.

    isfinite() is asked first: comparisons may be answered from statistics that leave NaN out.
    """
    inside = " AND ".join(
        f"isfinite({x}) AND {x} >= 0 AND {x} <= 1" for x in (f"({c.number})" for c in columns)
    )
    tolerance = SHORT_TOLERANCE if any(c.held == "FLOAT" for c in columns) else TOLERANCE
    off = f"abs({_total(columns)} - 1) > {literal(repr(tolerance))}::DOUBLE"
    return f"(CASE WHEN {inside} AND {off} THEN 1 ELSE 0 END)::TINYINT"


def _total(columns: Sequence[SqlColumn]) -> str:
    """The sum from left to right, as in memory."""
    total = f"({columns[0].number})"
    for column in columns[1:]:
        total = f"({total} + ({column.number}))"
    return total


def beyond_exact(column: SqlColumn) -> str | None:
    """The rows with a whole number that a float64 cannot tell apart; None if there can be none.

    In text a whole number is one that is spelled with digits alone.
    """
    if column.held.endswith(("BIGINT", "HUGEINT")):
        return f"({column.name} > {_LARGEST} OR {column.name} < -{_LARGEST})"
    if column.held not in ("text", "json"):
        return None
    text = f"trim({column.name}::VARCHAR)"
    number = f"TRY_CAST({text} AS HUGEINT)"
    # CASE, because AND would look at the text of every row
    return (
        f"(CASE WHEN abs({column.number}) >= {_LARGEST} "
        f"THEN regexp_full_match({text}, '[+-]?[0-9]+') "
        f"AND coalesce({number} > {_LARGEST} OR {number} < -{_LARGEST}, true) ELSE false END)"
    )
