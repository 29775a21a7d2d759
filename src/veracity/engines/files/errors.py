"""What DuckDB says of a file it cannot read, in words that help."""

from __future__ import annotations

import csv
import re
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

from veracity.engines.files.paths import File
from veracity.engines.files.text_encoding import likely_encoding
from veracity.errors import VeracityError, refuse

_LINE = re.compile(r"Error on Line: (\d+)")
_COLUMNS = re.compile(r"Expected Number of Columns: (\d+) Found: (\d+)")
_ORIGINAL = re.compile(r"Original Line: (.*)")
_DELIMITER = re.compile(r"delimiter = (\S+) ")
_TRUNCATED = ("Unexpected end of GZIP", "No magic bytes", "too small to be", "end of data")
_DISK_FULL = ("failed to offload", "No space left", "Could not write all bytes")
_PREFIX = re.compile(r"^(\w+ )*Error: ")
_LONGEST = 160


def translated(
    error: Exception, files: Sequence[File], fails: Callable[[File], bool]
) -> VeracityError:
    """The error to raise; `fails` tries one file, for errors that do not name theirs."""
    text = str(error)
    of_room = no_room(error)
    if of_room is not None:
        return of_room
    file = _culprit(text, files, fails)
    path = file.display_name
    if "nvalid unicode" in text or "not utf-8" in text or "Invalid UTF" in text:
        return refuse("file_encoding", path=path, encoding=likely_encoding(Path(file.path)))
    if any(words in text for words in _TRUNCATED):
        return refuse("file_cut_short", path=path)
    if "at least one non-root column" in text:
        return refuse("file_without_columns", path=path)
    if file.format == "csv":
        return _of_csv(text, path)
    return refuse("file_unreadable", path=path, why=_short(text))


def no_room(error: Exception) -> VeracityError | None:
    """The error to raise where the disk or the memory does not suffice; else None."""
    text = str(error)
    if any(words in text for words in _DISK_FULL):
        return refuse("disk_full", folder=tempfile.gettempdir())
    if type(error).__name__ == "OutOfMemoryException" or text.startswith("Out of Memory"):
        return refuse("memory_too_small", why=_short(text))
    return None


def _of_csv(text: str, path: str) -> VeracityError:
    """A file that does not keep to the rules of CSV."""
    at, columns = _LINE.search(text), _COLUMNS.search(text)
    line = at.group(1) if at else "?"
    if columns is not None:
        expected, found = columns.groups()
        found = max(int(found), _cells(text))  # DuckDB stops at the first that is too many
        return refuse("csv_ragged", path=path, line=line, expected=expected, found=found)
    if "unterminated quote" in text:
        return refuse("csv_quotes", path=path, line=line)
    if "invalid state" in text:
        return refuse("csv_line_ends", path=path)
    return refuse("file_unreadable", path=path, why=_short(text))


def _cells(text: str) -> int:
    """How many cells the line has that an error quotes; 0 where it quotes no such line."""
    line, delimiter = _ORIGINAL.search(text), _DELIMITER.search(text)
    if line is None or delimiter is None:
        return 0
    sign = {"\\t": "\t"}.get(delimiter.group(1), delimiter.group(1))
    try:
        return len(next(csv.reader([line.group(1)], delimiter=sign)))
    except (csv.Error, TypeError):  # more than one sign between cells
        return 0


def _culprit(text: str, files: Sequence[File], fails: Callable[[File], bool]) -> File:
    """The file that is meant: the only one, the one named, or the first that fails alone."""
    if len(files) == 1:
        return files[0]
    named = [file for file in files if file.path in text or file.pattern in text]
    if named:
        return max(named, key=lambda file: len(file.path))
    return next((file for file in files if fails(file)), files[0])


def _short(text: str) -> str:
    """The first line of an error, without the statement that caused it."""
    first = _PREFIX.sub("", text.strip().partition("\n")[0]).strip().rstrip(".")
    return first if len(first) <= _LONGEST else f"{first[:_LONGEST]}…"
