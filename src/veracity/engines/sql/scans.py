"""A table that DuckDB can scan: its columns by name, as a whole and file by file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from numpy.typing import NDArray

from veracity.engines.files.paths import File
from veracity.engines.sql.column_sql import SqlColumn

Fetch = Callable[[Any], Any]
Run = Callable[[str, Fetch], Any]
Stream = Callable[[str], Iterator[list[NDArray[Any]]]]
FoundRow = tuple[str, Any]
_TOGETHER = 64


@dataclass(frozen=True, slots=True)
class Asked:
    """Expressions by the name of their result: keys, values of a row, and sums of those."""

    by: dict[str, str]
    values: dict[str, str]
    sums: dict[str, str]


class Scan(Protocol):
    """A table by its columns, and the three questions that are asked of it."""

    @property
    def columns(self) -> Mapping[str, SqlColumn]:
        """The columns asked for, under the names that expressions use."""

    @property
    def display_name(self) -> str:
        """What messages call the table."""

    def grouped(self, asked: Asked, fetch: Fetch) -> Any:
        """Sums by key."""

    def sample(self, values: Sequence[str], most: int) -> list[tuple[Any, ...]]:
        """These expressions for some rows, whichever come first."""

    def first(self, condition: str, display_name: str, most: int) -> list[FoundRow]:
        """The first rows that fulfil a condition: their number in words, and what they hold."""

    def extremes(self, number: str) -> tuple[Any, Any]:
        """The smallest and the largest finite value; None if there is none."""

    def totals(self, sums: Mapping[str, str]) -> tuple[Any, ...]:
        """Sums over all rows."""

    def streamed(self, values: Mapping[str, str]) -> Iterator[list[NDArray[Any]]]:
        """These expressions for all rows in their order, batch by batch: numbers, no nulls."""


@dataclass(frozen=True, slots=True)
class Part:
    """Rows in the order in which they are numbered: those of one file."""

    name: str
    rows: str


@dataclass(frozen=True, slots=True)
class FileScan:
    """Files as one table: `rows` selects the columns of all, `parts` of each.

    `run` executes a statement and hands on what `fetch` makes of its result.
    """

    columns: Mapping[str, SqlColumn]
    rows: str
    parts: Sequence[Part]
    run: Run
    display_name: str
    stream: Stream | None = None

    def grouped(self, asked: Asked, fetch: Fetch) -> Any:
        """Everything in one scan."""
        by = ", ".join(asked.by)
        inner = f"SELECT {named(asked.by | asked.values)} FROM ({self.rows})"
        return self.run(f"SELECT {by}, {named(asked.sums)} FROM ({inner}) GROUP BY {by}", fetch)

    def sample(self, values: Sequence[str], most: int) -> list[tuple[Any, ...]]:
        """Of the first file."""
        statement = f"SELECT {', '.join(values)} FROM ({self.parts[0].rows}) LIMIT {most}"
        rows: list[tuple[Any, ...]] = self.run(statement, lambda result: result.fetchall())
        return rows

    def first(self, condition: str, display_name: str, most: int) -> list[FoundRow]:
        """File by file, because rows are numbered so."""
        found = list[FoundRow]()
        for part in self.parts:
            statement = (
                f"SELECT r, {display_name} FROM (SELECT {ROW}, * FROM ({part.rows})) "
                f"WHERE {condition} ORDER BY r LIMIT {most - len(found)}"
            )
            suffix = f" ({part.name})" if len(self.parts) > 1 else ""
            rows = self.run(statement, lambda result: result.fetchall())
            found += [(f"{row}{suffix}", value) for row, value in rows]
            if len(found) >= most:
                break
        return found

    def extremes(self, number: str) -> tuple[Any, Any]:
        """From one more scan."""
        low, high = self.totals(finite_extremes(number))
        return low, high

    def totals(self, sums: Mapping[str, str]) -> tuple[Any, ...]:
        """From one more scan."""
        statement = f"SELECT {named(sums)} FROM ({self.rows})"
        found: tuple[Any, ...] = self.run(statement, lambda result: result.fetchone())
        return found

    def streamed(self, values: Mapping[str, str]) -> Iterator[list[NDArray[Any]]]:
        """File after file, some at a time: the order is that of the files, however they differ."""
        assert self.stream is not None
        for start in range(0, len(self.parts), _TOGETHER):
            some = self.parts[start : start + _TOGETHER]
            rows = " UNION ALL ".join(f"SELECT * FROM ({part.rows})" for part in some)
            yield from self.stream(f"SELECT {named(values)} FROM ({rows})")


ROW = "row_number() OVER () - 1 AS r"


def named(expressions: Mapping[str, str]) -> str:
    """Expressions with the names of their results."""
    return ", ".join(f"{what} AS {name}" for name, what in expressions.items())


def finite_extremes(number: str) -> dict[str, str]:
    """Infinite values left out, and NaN with them."""
    finite = f"CASE WHEN isfinite({number}) THEN {number} END"
    return {"low": f"min({finite})", "high": f"max({finite})"}


def where(files: Sequence[File]) -> str:
    """Files as a message names them."""
    more = f" (+{len(files) - 1})" if len(files) > 1 else ""
    return files[0].display_name + more
