"""Any array-like becomes a column: one flat array, its nulls, and what its codes stand for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.errors import refuse


@dataclass(frozen=True, slots=True)
class Column:
    """Rows of one key, not yet looked at.

    `values` is a one-dimensional numpy array, or a list where the values are Python objects.
    `nulls` marks missing rows where the source keeps them apart. With `categories`, the values
    are positions in it and a negative one is a null.
    """

    name: str
    values: NDArray[Any] | Sequence[Any]
    nulls: NDArray[np.bool_] | None = None
    categories: Sequence[Any] | None = None

    def __len__(self) -> int:
        return len(self.values)


def read_column(name: str, given: Any) -> Column:
    """The column that was meant by whatever was given.

    A list is never turned into a numpy array: numpy would make [1, "a"] all text.
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
    return _of_anything(name, given)


def source_of(given: Any) -> str:
    """The package an object is from, found without importing that package."""
    for base in type(given).__mro__:
        package = base.__module__.partition(".")[0]
        if package in ("pandas", "polars", "pyarrow"):
            return package
    return ""


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


def of_numpy(name: str, array: NDArray[Any]) -> Column:
    """A numpy array; a masked one keeps its mask as nulls."""
    if array.ndim != 1:
        array = flat(name, array)
    if array.dtype == object:
        return Column(name, array)
    if isinstance(array, np.ma.MaskedArray):
        return Column(name, array.data, np.ma.getmaskarray(array))
    return Column(name, array)


def flat(name: str, array: NDArray[Any]) -> NDArray[Any]:
    """A single column of a two-dimensional array is that column; anything else is refused."""
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 0:
        raise refuse("column_scalar", column=name, value=short(array))
    raise refuse("column_not_flat", column=name, shape=array.shape)


def only_column(name: str, names: Sequence[Any], rows: int) -> Any:
    """The one column of a data frame; of several columns none can be chosen."""
    if len(names) != 1:
        raise refuse("column_not_flat", column=name, shape=(rows, len(names)))
    return names[0]


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


def _has_rows(given: Any) -> bool:
    return isinstance(given, (Iterable, Collection)) or hasattr(given, "__array__")


def short(value: Any) -> str:
    """A value for a message, cut where it gets long."""
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
