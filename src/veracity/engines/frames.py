"""Data frames in memory: their columns go to the array engine as they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veracity.engines.columns import short, source_of
from veracity.engines.unknown_columns import refuse_unknown
from veracity.errors import refuse


def is_lazy(data: Any) -> bool:
    """Whether rows are not in memory yet: a polars LazyFrame, or what narwhals calls lazy."""
    source = source_of(data)
    if source in ("pandas", "pyarrow") or isinstance(data, Mapping):
        return False
    if source == "polars":
        return type(data).__name__ == "LazyFrame"
    import narwhals as nw

    return isinstance(nw.from_native(data, pass_through=True), nw.LazyFrame)


def columns_of(data: Any, asked: Sequence[str]) -> dict[str, Any]:
    """The columns asked for, of any table in memory."""
    if isinstance(data, Mapping):
        refuse_unknown(asked, [name for name in data if isinstance(name, str)], "the mapping")
        return {name: data[name] for name in asked}
    frame = _eager(data)
    refuse_unknown(asked, [str(name) for name in frame.columns], "the table")
    return {name: frame.get_column(name).to_native() for name in asked}


def _eager(data: Any) -> Any:
    """A narwhals frame around the table."""
    import narwhals as nw

    try:
        return nw.from_native(data, eager_only=True)
    except TypeError:
        raise refuse("data_unknown", type=type(data).__name__, value=short(data)) from None
