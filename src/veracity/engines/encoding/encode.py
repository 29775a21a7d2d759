"""Every kind of column to codes: the choice of how."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Codes, Ints, are_plain, chunks, listed, with_nulls
from veracity.engines.encoding.encode_objects import of_objects
from veracity.errors import refuse

_DENSE = 4096
_SHORT = 2048


def encode(column: Column) -> Codes:
    """The codes of a column."""
    values = column.values
    if column.categories is not None:
        labels = [None, *column.categories]
        return Codes(column.name, np.asarray(values), -1, len(labels), listed(labels))
    if not isinstance(values, np.ndarray):
        return of_objects(column.name, values)
    return with_nulls(_of_array(column.name, values), column.nulls)


def _of_array(name: str, values: NDArray[Any]) -> Codes:
    kind = values.dtype.kind
    if kind == "b":
        return Codes(name, values.view(np.uint8), 0, 2, _booleans, plain=True)
    if kind in "iu":
        return _of_integers(name, values)
    if kind == "f":
        return _of_floats(name, values)
    if kind in "mM":
        return _of_moments(name, values)
    if kind == "U" and values.dtype.itemsize:
        return _of_text(name, values)
    return of_objects(name, values)


def _booleans(codes: Ints) -> list[Any]:
    return [bool(code) for code in codes.tolist()]


def _of_integers(name: str, values: NDArray[Any]) -> Codes:
    """Integers of a narrow range are their own codes; others are looked up."""
    low, high = _extent(values)
    if high - low < max(_DENSE, len(values) // 4) and high < 1 << 63:
        if values.dtype.kind == "u" and values.dtype.itemsize == 8:
            values = values.view(values.dtype.str.replace("u", "i"))
        size = high - low + 1
        return Codes(name, values, low, size, lambda codes: (codes + low).tolist(), plain=True)
    if len(values) <= _SHORT:
        return of_objects(name, values)
    from veracity.engines.encoding.hash_lookup import codes_by_hash
    from veracity.engines.encoding.machine_words import IntegerWords

    codes, found = codes_by_hash(IntegerWords(values), len(values))
    return Codes(name, codes, 0, len(found), listed(found), plain=True)


def _extent(values: NDArray[Any]) -> tuple[int, int]:
    """The smallest and the largest value, from one trip through memory."""
    low, high = int(values[0]), int(values[0])
    for part in chunks(len(values)):
        piece = values[part]
        low = min(low, int(np.minimum.reduce(piece)))
        high = max(high, int(np.maximum.reduce(piece)))
    return low, high


def _of_floats(name: str, values: NDArray[Any]) -> Codes:
    """Floats by their bits, as float64: that holds every shorter one exactly."""
    if values.dtype.itemsize > 8:
        shorter = values.astype(np.float64)
        if not np.array_equal(values, shorter, equal_nan=True):
            return of_objects(name, values)
        values = shorter
    if len(values) <= _SHORT:
        return of_objects(name, values)
    from veracity.engines.encoding.hash_lookup import codes_by_hash
    from veracity.engines.encoding.machine_words import FloatWords

    codes, bits = codes_by_hash(FloatWords(values), len(values))
    floats = np.array(bits, np.uint64).view(np.float64).tolist()
    found = [int(value) if value.is_integer() else value for value in floats]
    return Codes(name, codes, 0, len(found), listed(found), plain=are_plain(found))


def _of_moments(name: str, values: NDArray[Any]) -> Codes:
    """Dates and durations are integers in their unit; NaT comes back as None."""
    kind, dtype = values.dtype.kind, values.dtype
    _refuse_finer(name, values)
    inner = _of_integers(name, values.view(dtype.str[0] + "i8"))
    decode = inner.decode

    def moments(codes: Ints) -> list[Any]:
        return list(np.array(decode(codes), np.int64).view(dtype).astype(f"{kind}8[us]").tolist())

    return Codes(name, inner.codes, inner.low, inner.size, moments)


def _refuse_finer(name: str, values: NDArray[Any]) -> None:
    """Refuse moments that differ by less than a microsecond: Python would call them equal."""
    if np.datetime_data(values.dtype)[0] not in ("ns", "ps", "fs", "as"):
        return
    rounded = values.astype(f"{values.dtype.kind}8[us]").astype(values.dtype)
    finer = (rounded != values) & ~np.isnat(values)
    if finer.any():
        value = str(values[int(np.argmax(finer))])
        raise refuse("column_moment_too_fine", column=name, value=value)


def _of_text(name: str, values: NDArray[Any]) -> Codes:
    """Text by its characters; a single character is a number."""
    one_character = values.dtype.itemsize == 4
    if not one_character and len(values) <= _SHORT:
        return of_objects(name, values)
    if not one_character:
        from veracity.engines.encoding.hash_lookup import codes_by_hash
        from veracity.engines.encoding.machine_words import TextWords

        codes, found = codes_by_hash(TextWords(values), len(values))
        return Codes(name, codes, 0, len(found), listed(found), plain=True)
    points = _of_integers(name, values.view(values.dtype.str[0] + "u4"))
    decode = points.decode

    def characters(codes: Ints) -> list[Any]:
        return [chr(point) if point else "" for point in decode(codes)]

    return Codes(name, points.codes, points.low, points.size, characters, plain=True)
