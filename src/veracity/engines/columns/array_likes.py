"""Any array-like becomes a column, whichever package it is from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Any

import numpy as np

from veracity.engines.columns.column import Column, library_of, of_numpy, short
from veracity.errors import refuse


def read_column(name: str, given: Any) -> Column:
    """The column that was meant by whatever was given.

    A list is never converted to a numpy array: numpy would make [1, "a"] all text.
    """
    if type(given) is np.ndarray:
        return of_numpy(name, given)
    if type(given) in (list, tuple):
        return _of_objects(name, given)
    source = source_of(given)
    if source == "pandas":
        from veracity.engines.columns.from_pandas import of_pandas

        return of_pandas(name, given)
    if source == "polars":
        from veracity.engines.columns.from_polars import of_polars

        return of_polars(name, given)
    if source == "pyarrow":
        from veracity.engines.columns.from_arrow import of_arrow

        return of_arrow(name, given)
    if library_of(given):
        return _of_tensor(name, given)
    return _of_anything(name, given)


def _of_tensor(name: str, given: Any) -> Column:
    """A tensor, from whatever device; of half precision it is remembered that it was."""
    from veracity.engines.columns.tensor_library import brought_home, dtype_name, float_bytes

    column = of_numpy(name, brought_home(given))
    return (
        replace(column, float_bytes=float_bytes(given))
        if dtype_name(given) == "bfloat16"
        else column
    )


def source_of(given: object) -> str:
    """The package an object is from, found without importing that package."""
    for base in type(given).__mro__:
        package = base.__module__.partition(".")[0]
        if package in ("pandas", "polars", "pyarrow"):
            return package
    return ""


def is_lazy(data: object) -> bool:
    """Whether rows are not in memory yet: a polars LazyFrame, or what narwhals calls lazy."""
    source = source_of(data)
    if source in ("pandas", "pyarrow") or isinstance(data, Mapping):
        return False
    if source == "polars":
        return type(data).__name__ == "LazyFrame"
    import narwhals as nw

    return isinstance(nw.from_native(data, pass_through=True), nw.LazyFrame)


def is_relation(data: object) -> bool:
    """Whether this is a relation, found without importing DuckDB."""
    kind = type(data)
    return kind.__name__ == "DuckDBPyRelation" and "duckdb" in kind.__module__


def is_dataset(data: object) -> bool:
    """Whether this is a PyArrow dataset, which DuckDB scans as it does a relation."""
    named = any(base.__name__ == "Dataset" for base in type(data).__mro__)
    return named and source_of(data) == "pyarrow"


def same_index(given: Iterable[tuple[str, Any]]) -> None:
    """Refuse Series whose indexes differ: by position or by index would be two answers."""
    first: tuple[str, Any] | None = None
    for name, column in given:
        if type(column) in (np.ndarray, list) or source_of(column) != "pandas":
            continue
        if not hasattr(column, "iloc"):
            continue
        if first is None:
            first = (name, column.index)
        elif first[1] is not column.index and not first[1].equals(column.index):
            raise refuse("different_indexes", first=first[0], second=name)


def _of_objects(name: str, values: Sequence[Any]) -> Column:
    """A list or a tuple; rows that are lists themselves make a table, not a column."""
    if values and isinstance(values[0], (list, np.ndarray)) and np.ndim(values[0]) > 0:
        width = len(values[0])
        if width != 1 or any(not isinstance(row, (list, np.ndarray)) for row in values):
            raise refuse("column_not_flat", column=name, shape=(len(values), width))
        if any(len(row) != 1 for row in values):
            raise refuse("column_not_flat", column=name, shape=(len(values), "?"))
        values = [row[0] for row in values]
    return Column(name, values)


def _of_anything(name: str, given: Any) -> Column:
    """Tensors and other arrays through numpy; other sequences and iterators as objects."""
    if isinstance(given, (str, bytes, Mapping, AbstractSet)) or not _has_rows(given):
        raise refuse("column_scalar", column=name, value=short(given))
    if isinstance(given, np.ndarray) or hasattr(given, "__array__"):
        array = np.asanyarray(given)
        return of_numpy(name, np.asarray(array) if isinstance(array, np.matrix) else array)
    if isinstance(given, Sequence):
        return _of_objects(name, given if isinstance(given, (list, tuple)) else list(given))
    return _of_objects(name, list(given))


def _has_rows(given: object) -> bool:
    return isinstance(given, (Iterable, Collection)) or hasattr(given, "__array__")
