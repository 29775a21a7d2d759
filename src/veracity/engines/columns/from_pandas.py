"""Columns of pandas: Series, Index, arrays and one-column frames, nullable and categorical."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

from veracity.engines.columns.column import Column, of_numpy, only_column
from veracity.errors import refuse


def of_pandas(name: str, given: object) -> Column:
    """A pandas object as a column, without a copy where pandas allows it."""
    if isinstance(given, pd.DataFrame):
        only_column(name, list(given.columns), len(given))
        given = given.iloc[:, 0]
    if not isinstance(given, pd.Series):
        if not hasattr(given, "dtype"):
            raise refuse("column_scalar", column=name, value=repr(given))
        given = pd.Series(given, copy=False)
    dtype = given.dtype
    if isinstance(dtype, np.dtype):
        return of_numpy(name, given.to_numpy())
    if isinstance(dtype, pd.CategoricalDtype):
        return Column(name, given.cat.codes.to_numpy(), categories=dtype.categories.tolist())
    if _in_arrow(dtype):
        from veracity.engines.columns.from_arrow import of_arrow

        return of_arrow(name, given.array.__arrow_array__())
    kind = getattr(dtype, "kind", "O")
    plain = getattr(dtype, "numpy_dtype", None)
    if kind in "biuf" and plain is not None:
        values = given.to_numpy(dtype=plain, na_value=plain.type(0))
        return Column(name, values, given.isna().to_numpy())
    return of_numpy(name, given.to_numpy(dtype=object))


def _in_arrow(dtype: Any) -> bool:
    """Whether pandas keeps these values in Arrow memory."""
    if type(dtype).__name__ == "ArrowDtype":
        return True
    return str(getattr(dtype, "storage", "")).startswith("pyarrow")
