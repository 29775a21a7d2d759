"""Columns of Arrow: arrays, chunked arrays and one-column tables, text through a dictionary."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa  # type: ignore[import-untyped]
from numpy.typing import NDArray

from veracity.engines.columns.column import Column, only_column
from veracity.errors import refuse


def of_arrow(name: str, given: Any) -> Column:
    """A pyarrow object as a column."""
    if isinstance(given, (pa.Table, pa.RecordBatch)):
        only_column(name, given.schema.names, given.num_rows)
        given = given.column(0)
    if not isinstance(given, (pa.Array, pa.ChunkedArray)):
        raise refuse("column_scalar", column=name, value=repr(given))
    if isinstance(given, pa.ExtensionArray):
        given = given.storage
    kind = given.type
    if pa.types.is_integer(kind) or pa.types.is_floating(kind) or pa.types.is_boolean(kind):
        return _of_numbers(name, given)
    if pa.types.is_timestamp(kind) and kind.tz is None:
        return Column(name, _numpy(given))
    if pa.types.is_null(kind):
        return Column(name, [None] * len(given))
    if not pa.types.is_dictionary(kind):
        try:
            given = given.dictionary_encode()
        except pa.ArrowNotImplementedError:
            return Column(name, given.to_pylist())
    return _of_dictionary(name, given)


def _of_numbers(name: str, given: Any) -> Column:
    """Numbers and booleans; nulls become a mask, because numpy has no null integer."""
    if given.null_count == 0:
        return Column(name, _numpy(given))
    zero = pa.scalar(False if pa.types.is_boolean(given.type) else 0).cast(given.type)
    return Column(name, _numpy(given.fill_null(zero)), _numpy(given.is_null()))


def _of_dictionary(name: str, given: Any) -> Column:
    """The codes of a dictionary; chunks are first given one dictionary."""
    if isinstance(given, pa.ChunkedArray):
        parts = given.unify_dictionaries().chunks
        if not parts:
            return Column(name, np.empty(0, np.int64), categories=[])
    else:
        parts = [given]
    codes = [_numpy(_signed(part.indices).fill_null(-1)) for part in parts]
    joined = codes[0] if len(codes) == 1 else np.concatenate(codes)
    return Column(name, joined, categories=parts[0].dictionary.to_pylist())


def _signed(indices: Any) -> Any:
    """Unsigned codes have no room for the -1 of a null."""
    return indices.cast(pa.int64()) if pa.types.is_unsigned_integer(indices.type) else indices


def _numpy(given: Any) -> NDArray[Any]:
    if isinstance(given, pa.ChunkedArray):
        array = given.to_numpy()
    else:
        array = given.to_numpy(zero_copy_only=False)
    return np.asarray(array)
