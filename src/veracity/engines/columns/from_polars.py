"""Columns of polars: Series and one-column frames, text and categories through their codes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from veracity.engines.columns.column import Column, of_numpy, only_column
from veracity.errors import refuse

if TYPE_CHECKING:
    from polars import Series


def of_polars(name: str, given: Any) -> Column:
    """A polars object as a column."""
    if isinstance(given, pl.LazyFrame):
        given = given.collect()
    if isinstance(given, pl.DataFrame):
        given = given.get_column(only_column(name, given.columns, given.height))
    if not isinstance(given, pl.Series):
        raise refuse("column_scalar", column=name, value=repr(given))
    dtype = given.dtype
    if dtype == pl.String:
        given = given.cast(pl.Categorical)
        dtype = given.dtype
    if dtype in (pl.Categorical, pl.Enum):
        return _of_categories(name, given)
    if not (dtype.is_numeric() or dtype == pl.Boolean) or dtype.is_decimal():
        _refuse_finer(name, given)
        return Column(name, given.to_list())
    if given.null_count() == 0:
        return of_numpy(name, given.to_numpy())
    empty = given.is_null().to_numpy()
    filled = given.fill_null(False if dtype == pl.Boolean else 0)
    return Column(name, filled.to_numpy(), empty)


def _refuse_finer(name: str, series: Series) -> None:
    """Refuse moments that differ by less than a microsecond: as Python's they would be equal."""
    if getattr(series.dtype, "time_unit", None) != "ns":
        return
    finer = series.filter(series.to_physical() % 1000 != 0)
    if len(finer):
        raise refuse("column_moment_too_fine", column=name, value=str(finer.to_numpy()[0]))


def _of_categories(name: str, series: Series) -> Column:
    """The codes polars keeps, with the text of each code that occurs.

    The text is read from one row of each code: which codes exist differs between versions.
    """
    codes = series.to_physical()
    where = codes.arg_unique()
    texts = series.gather(where).cast(pl.String).to_list()
    held = codes.gather(where).to_list()
    size = max((code for code in held if code is not None), default=-1) + 1
    rows = codes.cast(pl.Int64).fill_null(-1).to_numpy()
    if size <= 4 * len(held) + 64:
        categories: list[Any] = [None] * size
        for code, text in zip(held, texts, strict=True):
            if code is not None:
                categories[code] = text
        return Column(name, rows, categories=categories)
    known = sorted(code for code in held if code is not None)
    by_code = dict(zip(held, texts, strict=True))
    indices = np.searchsorted(np.array(known), rows)
    indices[rows < 0] = -1
    return Column(name, indices, categories=[by_code[code] for code in known])
