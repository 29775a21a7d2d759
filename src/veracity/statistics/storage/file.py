"""Statistics as files: a JSON header plus compressed arrays, versioned, no pickle."""

from __future__ import annotations

import io
import json
import math
import os
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.errors import StorageError, VeracityError, refuse, spelled
from veracity.files import written_whole

FORMAT = 1
HEADER = "veracity.json"
# what zipfile, json and numpy raise at a file that is not whole or not ours
DAMAGE = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    KeyError,
    TypeError,
    ValueError,
    NotImplementedError,
    RuntimeError,
    OverflowError,
    AttributeError,
    IndexError,
)
MOST_UNPACKED = 2**32  # bytes of all entries together, as the file declares them
MOST_HEADER = 2**28
Arrays = dict[str, NDArray[Any]]


def save(
    path: str | os.PathLike[str] | io.BytesIO,
    header: Mapping[str, Any],
    arrays: Arrays,
    *,
    quickly: bool = False,
) -> None:
    """Write header and arrays whole, or leave what was there; `quickly` rather than small."""
    level = 1 if quickly else None
    with (
        nullcontext(path) if isinstance(path, io.BytesIO) else written_whole(path) as stream,
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED, compresslevel=level) as archive,
    ):
        text = json.dumps({"format": FORMAT, **header}, indent=1)
        archive.writestr(_entry(HEADER), text, compresslevel=level)
        for name, array in arrays.items():
            buffer = io.BytesIO()
            np.lib.format.write_array(buffer, np.ascontiguousarray(array), allow_pickle=False)
            archive.writestr(_entry(f"{name}.npy"), buffer.getvalue(), compresslevel=level)


def load(path: str | os.PathLike[str] | io.BytesIO) -> tuple[dict[str, Any], Arrays]:
    """Header and arrays of a saved file; anything else is refused with the reason."""
    if not isinstance(path, (str, os.PathLike, io.BytesIO)):
        raise refuse("load_needs_path", StorageError, given=spelled(path))
    try:
        source = path if isinstance(path, io.BytesIO) else os.fspath(path)
        with zipfile.ZipFile(source) as archive:
            _check_sizes(archive, path)
            header = json.loads(archive.read(HEADER))
            arrays = {
                name.removesuffix(".npy"): _array(archive.read(name))
                for name in archive.namelist()
                if name.endswith(".npy")
            }
    except VeracityError:
        raise
    except OSError as problem:
        raise refuse(
            "cannot_read", StorageError, path=path, why=problem.strerror or problem
        ) from problem
    except DAMAGE as problem:
        raise not_saved(path, problem) from problem
    if not isinstance(header, dict) or type(header.get("format")) is not int:
        raise not_saved(path, HEADER)
    if header["format"] < 1:
        raise not_saved(path, f"format {header['format']}")
    if header["format"] > FORMAT:
        raise refuse(
            "saved_by_newer", StorageError, path=path, version=header["format"], known=FORMAT
        )
    return header, arrays


@contextmanager
def opened(
    path: str | os.PathLike[str] | io.BytesIO, kind: str
) -> Iterator[tuple[dict[str, Any], Arrays]]:
    """Header and arrays of a file of this kind; what cannot be made of them is its damage."""
    header, arrays = load(path)
    if header.get("kind") != kind:
        raise not_saved(path, header.get("kind"))
    try:
        yield header, arrays
    except DAMAGE as problem:
        raise not_saved(path, problem) from problem


def header_of(path: str | os.PathLike[str]) -> Any:
    """What a file says of itself, before its arrays are read."""
    with zipfile.ZipFile(os.fspath(path)) as archive:
        _check_sizes(archive, path)
        return json.loads(archive.read(HEADER))


def _check_sizes(archive: zipfile.ZipFile, path: object) -> None:
    """Refuse a small file that would fill the memory; no entry gives more than it declares."""
    size, header = sum(one.file_size for one in archive.infolist()), archive.getinfo(HEADER)
    if size > MOST_UNPACKED:
        raise refuse("saved_too_large", StorageError, path=path, size=size, most=MOST_UNPACKED)
    if header.file_size > MOST_HEADER:
        size = header.file_size
        raise refuse("saved_too_large", StorageError, path=path, size=size, most=MOST_HEADER)


def _array(data: bytes) -> NDArray[Any]:
    """An array of as many numbers as it declares, no more: room is made for those declared."""
    stream = io.BytesIO(data)
    version = np.lib.format.read_magic(stream)
    read = {
        (1, 0): np.lib.format.read_array_header_1_0,
        (2, 0): np.lib.format.read_array_header_2_0,
    }[version]
    shape, _, dtype = read(stream)
    numbers = math.prod(shape) * dtype.itemsize
    if not dtype.hasobject and numbers != len(data) - stream.tell():  # objects are refused below
        raise ValueError("an array of another size than it declares")
    stream.seek(0)
    array: NDArray[Any] = np.lib.format.read_array(stream, allow_pickle=False)
    return array


def not_saved(path: object, why: object) -> VeracityError:
    """The error for a file that is none of ours, or no longer whole."""
    return refuse("not_saved_statistics", StorageError, path=path, why=why)


def _entry(name: str) -> zipfile.ZipInfo:
    """An entry with a fixed time, so that equal statistics give equal files."""
    entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry
