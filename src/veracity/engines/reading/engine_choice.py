"""The engines by name, for those who want to be sure which one reads their rows."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.array_likes import is_dataset, is_lazy, is_relation
from veracity.engines.columns.column import short
from veracity.engines.columns.reading_log import logged
from veracity.engines.files.paths import IN_MEMORY, files_in
from veracity.errors import quoted, refuse

if TYPE_CHECKING:
    from veracity.engines.columns.given import Source

__all__ = ["checked_engine", "engine_in_words", "engine_of", "logged"]

ENGINES = ("array", "duckdb", "narwhals")


def checked_engine(engine: str | None, data: Source | None) -> None:
    """Refuse the name of an engine that does not exist, or that does not read such data.

    What holds the rows decides: columns, frames in memory and Arrow files are read as arrays,
    other files and relations by DuckDB, lazy tables by narwhals where they are.
    """
    if engine is None:
        return
    if engine not in ENGINES:
        raise refuse("engine_unknown", given=short(engine), known=quoted(ENGINES))
    right = engine_of(data)
    if engine != right:
        kind = "columns" if data is None else type(data).__name__
        raise refuse("engine_does_not_fit", given=repr(engine), kind=kind, right=repr(right))


def engine_of(data: Source | None) -> str:
    """The engine that reads such data.

    >>> engine_of(None), engine_of({"y": [0, 1]})
    ('array', 'array')
    """
    if data is None:
        return "array"
    if isinstance(data, (str, os.PathLike, list, tuple)):
        return "array" if files_in(data)[0].format in IN_MEMORY else "duckdb"
    if is_relation(data) or is_dataset(data):
        return "duckdb"
    return "narwhals" if is_lazy(data) else "array"


def engine_in_words(data: Source | None) -> str:
    """The engine, and of a lazy table also whose it is.

    >>> engine_in_words(None)
    'array'
    """
    engine = engine_of(data)
    if engine != "narwhals":
        return engine
    import narwhals as nw

    table: Any = data
    return f"narwhals ({nw.from_native(table).implementation.name.lower()})"
