"""The order that a column gives its own labels: ordered categories, whatever table holds them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity.engines.columns.array_likes import is_relation, source_of
from veracity.engines.counting.grouped import Grouped
from veracity.statistics.labels import Label, canonical, in_given_order, is_null

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike

DType = Any  # as polars and DuckDB have them
_ORDERLESS = (list, tuple, np.ndarray)


def category_order(data: object, *columns: ColumnLike | None) -> tuple[Label, ...] | None:
    """The categories of the first of these columns that has ordered ones, in their order.

    Ordered Categoricals of pandas, Enums of polars and DuckDB, and dictionaries of Arrow that
    say so. With `data` the columns are names. Text files know no order, nor does Parquet as it
    is read here.

    >>> category_order(None, ["low", "high"]) is None
    True
    """
    for column in columns:
        if data is None and type(column) in _ORDERLESS:
            continue
        found = _of_column(column) if data is None else _of_table(data, column)
        order = tuple(canonical(one) for one in found or () if not is_null(one))
        if order:
            return order
    return None


def labels_in_order(grouped: Grouped, order: Sequence[Label] | None) -> tuple[Label, ...] | None:
    """The labels of truth and prediction in this order; None where there is none."""
    if order is None:
        return None
    found = (label for level in grouped.categories[:2] for label in level)
    return in_given_order(found, order, between=True)


def _of_table(given: object, name: object) -> Sequence[Any] | None:
    """The categories of a column by its name; a name that is not there is refused elsewhere."""
    data: Any = given
    source = source_of(data)
    if isinstance(data, Mapping):
        return _of_column(data[name]) if name in data else None
    if source == "pandas" and hasattr(data, "columns"):
        alone = list(data.columns).count(name) == 1
        return _of_column(data[name]) if alone else None
    if source == "polars":
        schema = data.collect_schema()
        return _of_polars(schema[name]) if name in schema else None
    if source == "pyarrow" and hasattr(data, "column"):
        alone = data.schema.names.count(name) == 1
        return _of_column(data.column(name)) if alone else None
    if is_relation(data) and list(data.columns).count(name) == 1:
        return _of_duckdb(data.types[list(data.columns).index(name)])
    return None


def _of_column(column: ColumnLike | None) -> Sequence[Any] | None:
    given: Any = column
    source = source_of(given)
    if source in ("pandas", "polars") and len(getattr(given, "columns", ())) == 1:
        return _of_table(given, next(iter(given.columns)))
    dtype = getattr(given, "dtype", None)
    if source == "pandas":
        if hasattr(dtype, "pyarrow_dtype"):
            return _of_arrow((given.array if hasattr(given, "array") else given).__arrow_array__())
        ordered = bool(getattr(dtype, "ordered", False))
        return list(dtype.categories) if ordered else None  # type: ignore[union-attr]
    if source == "polars":
        return _of_polars(dtype)
    return _of_arrow(given) if source == "pyarrow" else None


def _of_polars(dtype: DType) -> Sequence[Any] | None:
    """The categories of an Enum; those of a Categorical come in the order of the rows."""
    named = type(dtype).__name__ == "Enum"
    return list(dtype.categories.to_list()) if named else None


def _of_arrow(column: ColumnLike) -> Sequence[Any] | None:
    """The dictionary, if it says that it is ordered."""
    given: Any = column
    if not getattr(getattr(given, "type", None), "ordered", False):
        return None
    if hasattr(given, "chunks"):
        parts = given.unify_dictionaries().chunks
        given = parts[0] if parts else None
    return None if given is None else list(given.dictionary.to_pylist())


def _of_duckdb(dtype: DType) -> Sequence[Any] | None:
    if getattr(dtype, "id", "") != "enum":
        return None
    return next((list(values) for name, values in dtype.children if name == "values"), None)
