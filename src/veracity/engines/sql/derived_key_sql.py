"""Keys that are made of columns, as SQL."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import literal
from veracity.engines.validation.derived_keys import Made
from veracity.engines.validation.sum_to_one import (
    DIGITS,
    FEWEST_DECIMALS,
    LAST_BIT,
    SumToOne,
    allowed_steps,
    most_decimals,
    tight_tolerance,
)
from veracity.engines.validation.threshold_key import ThresholdKey

_LARGEST = 1 << 53


def derived_key(key: Made, columns: Sequence[SqlColumn]) -> str:
    """What rows are grouped by."""
    if isinstance(key, ThresholdKey):
        return columns[0].at_threshold(key)
    if isinstance(key, SumToOne):
        return _off_code(columns)
    return f"coalesce(({columns[0].weight}) > 0, false)::TINYINT"


def display_of(key: Made, columns: Sequence[SqlColumn]) -> str:
    """What messages show of a bad row."""
    if isinstance(key, SumToOne):
        return f"round({_total(columns)}, {DIGITS})"
    return columns[0].key


def steps_of(columns: Sequence[SqlColumn]) -> tuple[float, ...]:
    """How far from one their sum may be, by how the values are rounded."""
    return allowed_steps(len(columns), tight_tolerance([_size(column) for column in columns]))


def _size(column: SqlColumn) -> int:
    return 4 if column.held == "FLOAT" else 8


def _off_code(columns: Sequence[SqlColumn]) -> str:
    """How many steps the sum is off by, where all are probabilities."""
    off = f"abs({_total(columns)} - 1)"
    first, *others = (f"({off} > {_double(step)})::TINYINT" for step in steps_of(columns))
    code = f"CASE WHEN {first} = 0 THEN 0 ELSE {' + '.join(['1', *others])} END"
    return f"(CASE WHEN {_inside(columns)} THEN {code} ELSE 0 END)::TINYINT"


def off_by(columns: Sequence[SqlColumn]) -> str:
    """The sum less one, null where one of them is no probability."""
    return f"CASE WHEN {_inside(columns)} THEN {_total(columns)} - 1 END"


def decimals(columns: Sequence[SqlColumn]) -> str:
    """The decimals that the probabilities of a row have: two at least, one more than matter.

    Most values have either all decimals or few: the last is asked for first.
    """
    most = most_decimals(steps_of(columns))
    if most < FEWEST_DECIMALS:
        return str(most + 1)
    each = []
    for column in columns:
        x = f"({column.number})"
        tried = " ".join(
            f"WHEN {_has(x, d, _size(column))} THEN {d}" for d in range(FEWEST_DECIMALS, most)
        )
        within = f"CASE {tried} ELSE {most} END" if tried else str(most)
        one = f"CASE WHEN {_has(x, most, _size(column))} THEN {within} ELSE {most + 1} END"
        each.append(f"CASE WHEN {_probability(x)} THEN {one} ELSE {FEWEST_DECIMALS} END")
    return f"greatest({', '.join(each)})"


def _has(x: str, indices: int, size: int) -> str:
    """Whether a float of so many bytes has no more decimals."""
    scaled = f"({x} * 1e{indices})"
    return f"abs({scaled} - round({scaled})) <= round({scaled}) * {_double(LAST_BIT[size])}"


def _inside(columns: Sequence[SqlColumn]) -> str:
    return " AND ".join(_probability(f"({column.number})") for column in columns)


def _probability(x: str) -> str:
    """isfinite() is asked first: comparisons may be answered from statistics without NaN."""
    return f"isfinite({x}) AND {x} >= 0 AND {x} <= 1"


def _double(number: float) -> str:
    return f"{literal(repr(number))}::DOUBLE"


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
