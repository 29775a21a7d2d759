"""Rows as a data frame of a package that need not be installed."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from veracity.errors import MissingPackage, refuse


def pandas_frame(rows: Sequence[dict[str, Any]]) -> Any:
    """A pandas DataFrame."""
    return _package("pandas").DataFrame(rows)


def polars_frame(rows: Sequence[dict[str, Any]]) -> Any:
    """A polars DataFrame; types are inferred from all rows."""
    return _package("polars").DataFrame(rows, infer_schema_length=None)


class RowsAsFrames:
    """What has rows, and gives them as data frames."""

    def rows(self) -> list[dict[str, Any]]:
        """One row for each figure, as plain values."""
        raise NotImplementedError

    def to_pandas(self) -> Any:
        """The rows as a pandas DataFrame."""
        return pandas_frame(self.rows())

    def to_polars(self) -> Any:
        """The rows as a polars DataFrame."""
        return polars_frame(self.rows())


def arrow_table(rows: Sequence[dict[str, Any]]) -> Any:
    """A PyArrow table; a column of labels of several kinds becomes text."""
    arrow = _package("pyarrow")
    names = dict.fromkeys(key for row in rows for key in row)
    columns = {name: [row.get(name) for row in rows] for name in names}
    return arrow.table({name: _of_one_kind(values) for name, values in columns.items()})


def _of_one_kind(values: list[Any]) -> list[Any]:
    kinds = {type(value) for value in values if value is not None}
    if len(kinds) < 2 or kinds <= {int, float}:
        return values
    return [None if value is None else str(value) for value in values]


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # it is here, and something that it needs is not
            raise
        raise refuse("package_missing", MissingPackage, package=name) from error
