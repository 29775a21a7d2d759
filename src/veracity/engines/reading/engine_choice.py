"""The engines by name, for those who want to be sure which one reads their rows."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.array_likes import is_dataset, is_lazy, is_relation
from veracity.engines.columns.column import library_of, short
from veracity.engines.columns.reading_log import logged
from veracity.engines.files.paths import IN_MEMORY, files_in
from veracity.errors import quoted, refuse

if TYPE_CHECKING:
    from veracity.engines.columns.given import Source

__all__ = ["checked_engine", "engine_in_words", "engine_of", "logged"]

ENGINES = ("array", "duckdb", "narwhals", "tensor")


def checked_engine(engine: str | None, data: Source | None, columns: Sequence[object] = ()) -> None:
    """Refuse the name of an engine that does not exist, or that does not read such data.

    What holds the rows decides: columns, frames in memory and Arrow files are read as arrays,
    other files and relations by DuckDB, lazy tables by narwhals where they are, and tensors of
    torch, CuPy and JAX (among `columns`) as arrays or on their device.
    """
    if engine is None:
        return
    if engine not in ENGINES:
        raise refuse("engine_unknown", given=short(engine), known=quoted(ENGINES))
    right = engine_of(data)
    tensors = right == "array" and any(map(library_of, columns_in(data, columns)))
    if engine != right and not (engine == "tensor" and tensors):
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


def columns_in(data: Source | None, columns: Sequence[object]) -> Iterable[object]:
    """Columns as they were given, or those of a mapping."""
    return data.values() if isinstance(data, Mapping) else () if data is not None else columns


def engine_in_words(
    data: Source | None, columns: Sequence[object] = (), *, device: bool = False
) -> str:
    """The engine, and of a lazy table or of tensors also whose they are.

    >>> engine_in_words(None)
    'array'
    """
    engine = engine_of(data)
    if device:
        from veracity.engines.columns.tensor_library import device_of

        tensor: Any = next(filter(library_of, columns_in(data, columns)))
        return f"tensor ({library_of(tensor)}, {device_of(tensor)})"
    if engine != "narwhals":
        return engine
    import narwhals as nw

    table: Any = data
    return f"narwhals ({nw.from_native(table).implementation.name.lower()})"
