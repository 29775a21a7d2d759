"""A table that DuckDB can scan: its columns by name, as a whole and file by file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veracity.engines.file_paths import File
from veracity.engines.sql_columns import SqlColumn


@dataclass(frozen=True, slots=True)
class Part:
    """Rows in the order in which they are numbered: one file, or a table."""

    name: str
    rows: str


@dataclass(frozen=True, slots=True)
class Scan:
    """`rows` is a SELECT of every column that is needed; `parts` are the same, one by one.

    `run` executes a statement and hands on what `fetch` makes of its result. `shown` names the
    table in messages.
    """

    columns: Mapping[str, SqlColumn]
    rows: str
    parts: Sequence[Part]
    run: Callable[[str, Callable[[Any], Any]], Any]
    shown: str


def numbered(names: Sequence[str]) -> dict[str, str]:
    """A name of our own for each column: theirs appear once in a statement, quoted."""
    return {name: f"n{place}" for place, name in enumerate(dict.fromkeys(names))}


def where(files: Sequence[File]) -> str:
    """Files as a message names them."""
    more = f" (+{len(files) - 1})" if len(files) > 1 else ""
    return files[0].shown + more
