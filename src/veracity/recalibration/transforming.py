"""A map applied to whatever holds probabilities; what comes back is of the same kind."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.reading.columns import (
    columns_of,
    probability_column,
    probability_columns,
    source_of,
)
from veracity.errors import refuse

OneColumn = Callable[[Floats], Floats]
Columns = Callable[[list[Floats]], list[Floats]]


def transform_column(given: Any, change: OneColumn, on_invalid: str) -> Any:
    """One column: a number, a list, an array of any shape, or a series with its index and name."""
    if isinstance(given, (int, float, np.number)):
        return float(change(probability_column("p", [float(given)], on_invalid=on_invalid))[0])
    if isinstance(given, (list, tuple)):
        made = change(probability_column("p", given, on_invalid=on_invalid)).tolist()
        return tuple(made) if isinstance(given, tuple) else made
    source = source_of(given)
    if source in ("pandas", "polars") and hasattr(given, "columns"):
        return _one_column_frame(given, change, on_invalid, source)
    if not source:
        array = given if isinstance(given, np.ma.MaskedArray) else np.asarray(given)
        flat = probability_column("p", array.reshape(-1), on_invalid=on_invalid)
        return change(flat).reshape(array.shape)
    made = change(probability_column(_name(given), given, on_invalid=on_invalid))
    if source == "pandas":
        return _pandas_like(given, made)
    if source == "polars":
        import polars

        return polars.Series(given.name, made)
    import pyarrow  # type: ignore[import-untyped]

    return pyarrow.array(made)


def _one_column_frame(frame: Any, change: OneColumn, on_invalid: str, source: str) -> Any:
    """A frame with one column, the probabilities: the same frame after the map."""
    names = list(frame.columns)
    if len(names) != 1:
        raise refuse("transform_which_column", columns=", ".join(map(str, names)))
    made = change(probability_column(str(names[0]), frame[names[0]], on_invalid=on_invalid))
    return _frame_like(frame, {names[0]: made}, source)


def transform_columns(given: Any, names: Sequence[Any], change: Columns, on_invalid: str) -> Any:
    """K columns: an array (n, K), a mapping, or a frame whose columns are named as the classes."""
    texts = [str(name) for name in names]
    if isinstance(given, Mapping):
        columns = [given[_key(given, name)] for name in names]
        made = change(probability_columns(texts, columns, on_invalid=on_invalid))
        return dict(zip((_key(given, name) for name in names), made, strict=True))
    source = source_of(given)
    if source in ("pandas", "polars") and hasattr(given, "columns"):
        keys = [_key(list(given.columns), name) for name in names]
        columns = [given[key] for key in keys]
        made = change(probability_columns(texts, columns, on_invalid=on_invalid))
        return _frame_like(given, dict(zip(keys, made, strict=True)), source)
    array = np.asarray(given)
    if array.ndim != 2 or array.shape[1] != len(names):
        raise refuse("transform_shape", shape=array.shape, classes=len(names))
    columns = [array[:, index] for index in range(len(names))]
    return np.stack(change(probability_columns(texts, columns, on_invalid=on_invalid)), -1)


def with_columns(data: Any, names: Sequence[str], into: Sequence[str], change: Columns) -> Any:
    """A table in memory with new columns behind the others."""
    found = columns_of(data, list(names))
    _refuse_taken(data, into)
    made = dict(zip(into, change([found[name] for name in names]), strict=True))
    if isinstance(data, Mapping):
        return {**data, **made}
    source = source_of(data)
    if source == "pandas":
        return data.assign(**made)
    if source == "polars":
        import polars

        return data.with_columns([polars.Series(name, column) for name, column in made.items()])
    if source == "pyarrow":
        for name, column in made.items():
            data = data.append_column(name, [column])
        return data
    raise refuse("map_needs_path", type=type(data).__name__)


def _refuse_taken(data: Any, into: Sequence[str]) -> None:
    """A column that is there already is never overwritten."""
    there = data if isinstance(data, Mapping) else getattr(data, "column_names", None)
    for name in into:
        if name in (data.columns if there is None else there):
            raise refuse("map_column_there", column=repr(name), path=type(data).__name__)


def _name(series: object) -> str:
    name = getattr(series, "name", None)
    return name if isinstance(name, str) else "p"


def _key(keys: Any, name: object) -> Any:
    """The key that stands for a class: the label itself, or its text in a frame."""
    if name in keys:
        return name
    if str(name) in keys:
        return str(name)
    raise refuse("transform_lacks", label=repr(name), columns=", ".join(map(str, keys)))


def _pandas_like(series: object, made: Floats) -> Any:
    import pandas

    index = getattr(series, "index", None)
    return pandas.Series(made, index=index, name=getattr(series, "name", None))


def _frame_like(frame: Any, made: dict[Any, Floats], source: str) -> Any:
    """The frame with these columns replaced, all others as they were."""
    if source == "pandas":
        changed = frame.copy()
        for name, column in made.items():
            changed[name] = column
        return changed
    import polars

    return frame.with_columns([polars.Series(name, column) for name, column in made.items()])
