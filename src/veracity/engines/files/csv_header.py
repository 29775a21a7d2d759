"""The first lines of a CSV: its encoding, its delimiter, the names of its columns."""

from __future__ import annotations

import csv
import gzip
import io
import re
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from veracity.engines.files.extensions import first_lines
from veracity.engines.files.paths import File, unpacked
from veracity.engines.files.text_encoding import guessed
from veracity.errors import refuse

_LOOK = 1 << 20
_RECORDS = 1000  # rows that are looked at
_GZIP = b"\x1f\x8b"
_ZSTD = b"\x28\xb5\x2f\xfd"
_DELIMITERS = (",", ";", "\t", "|")
_SEP = re.compile(r"sep=(.)\1*\s*", re.I)
_BINARY = (
    (b"PAR1", "Parquet"),
    (b"ARROW1", "Arrow"),
    (b"PK\x03\x04", "Excel / ZIP"),
    (b"\xd0\xcf\x11\xe0", "Excel (.xls)"),
    (b"\x89HDF", "HDF5"),
    (b"\x93NUMPY", "NumPy"),
    (b"SQLite format", "SQLite"),
    (b"BZh", "bzip2"),
    (b"\xfd7zXZ", "xz"),
    (b"\x80", "pickle"),
)


@dataclass(frozen=True, slots=True)
class Header:
    """How a file is divided into lines and columns; `skip` counts the lines before the names.

    The line end is the one after the names. DuckDB would take the first it sees, also inside
    quotes, and with a wrong one it finds fewer rows and no fault.
    """

    delimiter: str
    line_end: str
    names: tuple[str, ...]
    skip: int
    compression: str


def header_of(file: File, asked: Sequence[str]) -> Header:
    """The delimiter under which the columns asked for are there, else the one with most columns.

    Knowing what is asked for is safer than counting characters. A first line such as `sep=;`,
    which Excel writes and reads, says it.
    """
    start, compression = _start(file)
    text = _decoded(file, start)
    lines = io.StringIO(text, newline="").readlines()
    skip = _filled(file, lines, 0)
    stated = _SEP.fullmatch(lines[skip].rstrip("\r\n"))
    if stated:
        skip = _filled(file, lines, skip + 1)
    headers = [
        Header(delimiter, *_names(lines[skip:], delimiter), skip, compression)
        for delimiter in ([stated[1]] if stated else _in_order(file))
    ]
    for header in headers if asked else ():
        if all(name in header.names for name in asked):
            return header
    if not any(name in header.names for header in headers for name in asked):
        _refuse_no_header(file, lines, headers, asked)
    return max(headers, key=lambda header: len(header.names))


def _filled(file: File, lines: Sequence[str], start: int) -> int:
    """The first line from there on that is not blank."""
    found = next((i for i in range(start, len(lines)) if lines[i].strip()), None)
    if found is None:
        raise refuse("file_empty", path=file.display_name)
    return found


def first_records(file: File, header: Header) -> list[list[str]]:
    """The cells of the first rows below the names."""
    lines = io.StringIO(_start(file)[0].decode("utf-8-sig", "replace"), newline="").readlines()
    found = []
    try:
        for record in csv.reader(lines[header.skip :], delimiter=header.delimiter):
            found.append(record)
            if len(found) > _RECORDS:
                break
    except csv.Error:
        return found[1:]
    whole = len(found) > _RECORDS or len(lines) < 2 or lines[-1].endswith(("\n", "\r"))
    return found[1:] if whole else found[1:-1]  # the last may be incomplete


def _in_order(file: File) -> list[str]:
    """The delimiters, the one that the ending promises first."""
    ending = Path(unpacked(file.path)).suffix
    first = "\t" if ending in (".tsv", ".tab") else ","
    return sorted(_DELIMITERS, key=lambda delimiter: delimiter != first)


def _names(lines: Sequence[str], delimiter: str) -> tuple[str, tuple[str, ...]]:
    """The end of the line of names, which may hold line ends in quotes, and the names."""
    reader = csv.reader(lines, delimiter=delimiter)
    try:
        names = tuple(next(reader))
    except csv.Error:
        return "\n", ()
    last = lines[reader.line_num - 1]
    return last[len(last.rstrip("\r\n")) :] or "\n", names


def _refuse_no_header(
    file: File, lines: Sequence[str], headers: Sequence[Header], asked: Sequence[str]
) -> None:
    """A first line that holds no names: say what is there instead of listing it as columns."""
    from veracity.engines.files.misplaced_header import ROWS, refuse_misplaced

    path = file.display_name
    for header in sorted(headers, key=lambda header: -len(header.names)):
        rows = _numbered(lines[header.skip :], header.delimiter, ROWS)
        refuse_misplaced([(number + header.skip, row) for number, row in rows], asked, path)
    first = lines[headers[0].skip].strip()
    if max(len(header.names) for header in headers) == 1 and re.search(r"[^\w .-]|\w +\w", first):
        raise refuse("csv_one_column", path=path, line=repr(first[:120]))


def _numbered(lines: Sequence[str], delimiter: str, most: int) -> list[tuple[int, list[str]]]:
    """The first rows that hold anything, each with the number of its line, from 1."""
    reader, found, number = csv.reader(lines, delimiter=delimiter), [], 1
    try:
        for row in islice(reader, most):
            found += [(number, row)] if row else []
            number = reader.line_num + 1
    except csv.Error:
        pass
    return found


def _start(file: File) -> tuple[bytes, str]:
    """The first bytes, unpacked, and how they were packed."""
    if file.remote:
        packed = {".gz": "gzip", ".zst": "zstd"}.get(Path(file.path.lower()).suffix, "none")
        return _first_lines(file, packed), packed
    with Path(file.path).open("rb") as raw:
        start = raw.read(_LOOK)
        if start.startswith(_ZSTD):
            return _first_lines(file, "zstd"), "zstd"
        if not start.startswith(_GZIP):
            return start, "none"
        raw.seek(0)
        try:
            return gzip.GzipFile(fileobj=raw).read(_LOOK), "gzip"
        except EOFError:
            raise refuse("file_cut_short", path=file.display_name) from None
        except (OSError, zlib.error) as error:
            raise refuse("file_unreadable", path=file.display_name, why=str(error)) from None


def _first_lines(file: File, compression: str) -> bytes:
    import duckdb

    try:
        lines = first_lines(file.pattern, file.extension, compression, 4 * _RECORDS)
    except duckdb.Error as error:
        raise refuse(
            "file_unreadable", path=file.display_name, why=str(error).split("\n")[0]
        ) from None
    return lines.encode()


def _decoded(file: File, start: bytes) -> str:
    """The text, with whatever is not UTF-8 beyond the first line left to the scan to find."""
    if start.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise refuse("file_encoding", path=file.display_name, encoding="UTF-16")
    kind = next((kind for magic, kind in _BINARY if start.startswith(magic)), None)
    if kind is not None or b"\0" in start:
        raise refuse("file_binary", path=file.display_name, kind=f" ({kind})" if kind else "")
    first = re.split(rb"[\r\n]", start.lstrip(), maxsplit=1)[0]
    if b"\n" in start or b"\r" in start or len(start) < _LOOK:
        try:
            first.decode("utf-8-sig")
        except UnicodeDecodeError:
            raise refuse("file_encoding", path=file.display_name, encoding=guessed(start)) from None
    return start.decode("utf-8-sig", "replace")
