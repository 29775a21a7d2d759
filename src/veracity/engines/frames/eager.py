"""Data frames in memory: their columns go to the array engine as they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from veracity.engines.columns.array_likes import source_of
from veracity.engines.columns.column import short
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.errors import refuse


def columns_of(data: Any, asked: Sequence[str]) -> dict[str, Any]:
    """The columns asked for, of any table in memory."""
    if isinstance(data, Mapping):
        return _taken(list(data), data.__getitem__, asked, "the mapping")
    source = source_of(data)
    if source == "pandas" and hasattr(data, "columns"):
        return _taken(list(data.columns), data.__getitem__, asked, "the table")
    if source == "pyarrow" and hasattr(data, "schema"):
        return _taken(data.schema.names, data.column, asked, "the table")
    frame = _eager(data)
    return _taken(
        frame.columns, lambda name: frame.get_column(name).to_native(), asked, "the table"
    )


def _taken(
    names: Sequence[Any], take: Callable[[str], Any], asked: Sequence[str], where: str
) -> dict[str, Any]:
    refuse_unknown(asked, [name for name in names if isinstance(name, str)], where)
    return {name: take(name) for name in asked}


def _eager(data: Any) -> Any:
    """A narwhals frame around the table."""
    import narwhals as nw

    try:
        return nw.from_native(data, eager_only=True)
    except TypeError:
        raise refuse("data_unknown", type=type(data).__name__, value=short(data)) from None
