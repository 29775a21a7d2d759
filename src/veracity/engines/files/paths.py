"""Which files are meant by a path, a glob or a list of both, and what kind they are."""

from __future__ import annotations

import difflib
import glob
import os
import stat
from collections import Counter
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from veracity.engines.columns.column import short
from veracity.engines.files.extensions import SQLITE, address
from veracity.errors import VeracityError, quoted, refuse

if TYPE_CHECKING:
    from veracity.engines.columns.given import FilePath, Files

_ENDINGS = {
    ".csv": "csv",
    ".tsv": "csv",
    ".tab": "csv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".jsonl": "json",
    ".ndjson": "json",
    ".json": "json",
    ".arrow": "arrow",
    ".feather": "arrow",
    ".ipc": "arrow",
    ".xlsx": "excel",
    ".xlsm": "excel",
}
SHEET: ContextVar[str | None] = ContextVar("SHEET", default=None)  # of Excel; else the first
IN_MEMORY = ("arrow", "excel")  # formats that are read whole
_PACKED = (".gz", ".zst")
_MAGIC = (
    (b"SQLite format 3", "database"),
    (b"PAR1", "parquet"),
    (b"ARROW1", "arrow"),
    (b"{", "json"),
    (b"[{", "json"),
)


@dataclass(frozen=True, slots=True)
class File:
    """A file that exists and can be opened; `path` is absolute, `display_name` as it was given.

    `stamp` are its size and time of change; an address has none, and the `extension` of DuckDB
    that reads it. `table` is the one that was named of a database.
    """

    path: str
    display_name: str
    format: str
    stamp: tuple[int, int] | None = None
    extension: str | None = None
    table: str = ""

    @property
    def remote(self) -> bool:
        """Whether this is an address, which may be a pattern, and no local file."""
        return self.extension is not None and self.stamp is None

    @property
    def pattern(self) -> str:
        """The path for a reader that would take * and [ for a pattern."""
        return self.path if self.remote else glob.escape(self.path)

    @property
    def changed(self) -> bool:
        """Whether a local file is not what it was when it was first looked at."""
        if self.stamp is None:
            return False
        try:
            return _stamp(Path(self.path).stat()) != self.stamp
        except OSError:
            return True


def files_in(data: Files) -> list[File]:
    """The files of a path, a glob or a list of them, all of one format."""
    given = [data] if isinstance(data, (str, os.PathLike)) else list(data)
    if not given:
        raise refuse("no_files")
    for one in given:
        if not isinstance(one, (str, bytes, os.PathLike)):
            raise refuse("data_unknown", type=type(data).__name__, value=short(data))
    files = [_opened(path) for one in given for path in _matches(os.fspath(one))]
    seen = Counter(os.path.realpath(file.path) for file in files)
    for file in files:
        if seen[os.path.realpath(file.path)] > 1:
            raise refuse("file_twice", path=file.display_name)
    formats = list(dict.fromkeys(file.format for file in files))
    if len(formats) > 1:
        raise refuse("files_of_different_formats", formats=", ".join(formats))
    return files


def _matches(given: FilePath) -> Sequence[str]:
    """The paths of one argument: itself if it exists, else as a pattern."""
    path = os.fsdecode(given)
    if address(path) is not None:
        return [path]
    path = os.path.expanduser(path)  # noqa: PTH111  (a name like ~x.csv stays as it is)
    if Path(path).is_dir() and _partitioned(path):
        return _in_folder(path)
    if not glob.has_magic(path) or os.path.lexists(path):
        return [path]
    matches = glob.glob(path, recursive=True)  # noqa: PTH207 (Path.glob takes no absolute pattern)
    found = sorted(match for match in matches if Path(match).is_file())
    if not found:
        raise refuse("glob_matches_nothing", path=path)
    return found


def _partitioned(path: str) -> bool:
    """Whether a folder holds folders called key=value."""
    return any(one.is_dir() and one.name.find("=") > 0 for one in Path(path).iterdir())


def _in_folder(path: str) -> Sequence[str]:
    """The files of a partitioned folder but those that Spark and others hide."""
    found = [
        str(one)
        for one in sorted(Path(path).rglob("*"))
        if one.is_file() and not any(part[:1] in "._" for part in one.relative_to(path).parts)
    ]
    if not found:
        raise refuse("glob_matches_nothing", path=path)
    return found


def _opened(path: str) -> File:
    """A file after one look at its first bytes."""
    extension = address(path)
    if extension is not None:
        name, _, table = path.partition("#") if extension == "postgres" else (path, "", "")
        kind = "database" if extension == "postgres" else _format(path, b"")
        return File(name, path, kind, None, extension, table)
    name, _, table = path.rpartition("#")
    if name and not Path(path).exists() and Path(name).is_file():
        return replace(_opened(name), display_name=path, table=table)
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode) or stat.S_ISCHR(Path(path).stat().st_mode):
            raise refuse("path_is_pipe", path=path)
        with Path(path).open("rb") as file:
            start = file.read(16)
            stamp = _stamp(os.fstat(file.fileno()))
    except FileNotFoundError:
        raise _missing(path) from None
    except IsADirectoryError:
        raise refuse("path_is_folder", path=path) from None
    except PermissionError:
        raise refuse("path_not_permitted", path=path) from None
    except (OSError, ValueError) as error:
        raise refuse("file_unreadable", path=path, why=_cause(error)) from None
    if not start:
        raise refuse("file_empty", path=path)
    kind = _format(path, start)
    if kind == "parquet" and not start.startswith((b"PAR1", b"PARE")):  # PARE: encrypted
        raise refuse("file_not_parquet", path=path, start=repr(start.decode("ascii", "replace")))
    return File(
        str(Path(path).absolute()), path, kind, stamp, SQLITE if kind == "database" else None
    )


def _stamp(found: os.stat_result) -> tuple[int, int]:
    return found.st_size, found.st_mtime_ns


def _cause(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def _missing(path: str) -> VeracityError:
    """Name what lies beside the missing file, if something there has a similar name."""
    folder = Path(path).parent
    try:
        beside = [entry.name for entry in folder.iterdir()]
    except OSError:
        return refuse("folder_missing", path=path, folder=str(folder))
    near = difflib.get_close_matches(Path(path).name, beside, 3, 0.7)
    key = "file_missing_near" if near else "file_missing"
    return refuse(key, path=path, near=quoted(near))


def _format(path: str, start: bytes) -> str:
    """By the ending; where that says nothing, by the first bytes; else text."""
    ending = Path(unpacked(Path(path).name)).suffix
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    bare = start.lstrip()
    return next((known for magic, known in _MAGIC if bare.startswith(magic)), "csv")


def unpacked(path: str) -> str:
    """A path in small letters, without the ending that says how it is packed.

    >>> unpacked("A.csv.gz")
    'a.csv'
    """
    lower = path.lower()
    return next((lower.removesuffix(end) for end in _PACKED if lower.endswith(end)), lower)


@dataclass(frozen=True, slots=True)
class Piece:
    """A file whose rows are a part of the columns."""

    name: str
    rows: int
