"""Batches of numbers from a stream of Arrow data, as DuckDB hands it out, without pyarrow.

DuckDB gives arrays of numpy only for a whole result. The stream of the Arrow C interface comes
batch by batch, and of columns of numbers it is nothing but buffers. DuckDB 2.0 makes batches as
they are asked for; 1.4 makes the whole result before the first.
Reference: Apache Arrow, The Arrow C data interface and The Arrow C stream interface.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

_TYPES = ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "f4", "f8")
_NUMBERS = {kind.encode(): np.dtype(name) for kind, name in zip("csilCSILfg", _TYPES, strict=True)}
_pointer, _int, _text = ctypes.POINTER, ctypes.c_int64, ctypes.c_char_p


class _Schema(ctypes.Structure):
    """The type of a column."""


class _Array(ctypes.Structure):
    """The rows of a column, or of a batch with its columns as children."""


class _Stream(ctypes.Structure):
    """Batches, one after the other."""


_Schema._fields_ = [
    *((name, _text) for name in ("format", "name", "metadata")),
    *((name, _int) for name in ("flags", "n_children")),
    ("children", _pointer(_pointer(_Schema))),
    ("dictionary", _pointer(_Schema)),
    ("release", ctypes.CFUNCTYPE(None, _pointer(_Schema))),
    ("private_data", ctypes.c_void_p),
]
_Array._fields_ = [
    *((name, _int) for name in ("length", "null_count", "offset", "n_buffers", "n_children")),
    ("buffers", _pointer(ctypes.c_void_p)),
    ("children", _pointer(_pointer(_Array))),
    ("dictionary", _pointer(_Array)),
    ("release", ctypes.CFUNCTYPE(None, _pointer(_Array))),
    ("private_data", ctypes.c_void_p),
]
_Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(ctypes.c_int, _pointer(_Stream), _pointer(_Schema))),
    ("get_next", ctypes.CFUNCTYPE(ctypes.c_int, _pointer(_Stream), _pointer(_Array))),
    ("get_last_error", ctypes.CFUNCTYPE(_text, _pointer(_Stream))),
    ("release", ctypes.CFUNCTYPE(None, _pointer(_Stream))),
    ("private_data", ctypes.c_void_p),
]


class StreamFailed(Exception):
    """The error of the other side of a stream when it could not go on."""


def batches(capsule: Any) -> Iterator[list[NDArray[Any]]]:
    """The columns of each batch, copied; they must be numbers without nulls.

    The stream ends with the iterator, also where that is given up before the last batch.
    """
    address = ctypes.pythonapi.PyCapsule_GetPointer
    address.restype, address.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    stream = _Stream.from_address(address(capsule, b"arrow_array_stream"))
    try:
        kinds = _kinds(stream)
        while True:
            batch = _Array()
            _ask(stream, stream.get_next, batch)
            if not batch.release:
                return
            try:
                columns = [_copied(batch.children[i].contents, k) for i, k in enumerate(kinds)]
            finally:
                batch.release(ctypes.byref(batch))
            if batch.length or len(columns[0]):
                yield columns
    finally:
        if stream.release:
            stream.release(ctypes.byref(stream))


def _kinds(stream: _Stream) -> list[np.dtype[Any]]:
    schema = _Schema()
    _ask(stream, stream.get_schema, schema)
    try:
        formats = [schema.children[i].contents.format for i in range(schema.n_children)]
    finally:
        schema.release(ctypes.byref(schema))
    return [_NUMBERS[kind] for kind in formats]


def _ask(stream: _Stream, question: Any, answer: Any) -> None:
    if question(ctypes.byref(stream), ctypes.byref(answer)):
        message = stream.get_last_error(ctypes.byref(stream)) or b""
        raise StreamFailed(message.decode("utf-8", "replace"))


def _copied(column: _Array, kind: np.dtype[Any]) -> NDArray[Any]:
    """The numbers of a column in memory of our own."""
    size = kind.itemsize
    if not column.length:
        return np.empty(0, kind)
    start = column.buffers[1] + column.offset * size
    held = (ctypes.c_char * (column.length * size)).from_address(start)
    return np.frombuffer(held, kind).copy()
