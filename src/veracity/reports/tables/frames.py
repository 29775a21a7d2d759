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
    """A polars DataFrame; types are told from all rows."""
    return _package("polars").DataFrame(rows, infer_schema_length=None)


def _package(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # it is here, and something that it needs is not
            raise
        raise refuse("package_missing", MissingPackage, package=name) from error
