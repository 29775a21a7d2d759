"""Which files are meant by a path, a glob or a list of both, and what kind they are."""

from __future__ import annotations

import difflib
import glob
import os
import re
import stat
from collections import Counter
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from veracity.engines.columns.column import short
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
_MAGIC = ((b"PAR1", "parquet"), (b"ARROW1", "arrow"), (b"{", "json"), (b"[{", "json"))
_SCHEME = re.compile(r"[a-zA-Z][a-zA-Z0-9+.-]+://")


@dataclass(frozen=True, slots=True)
class File:
    """A file that exists and can be opened; `path` is absolute, `shown` as it was given."""

    path: str
    shown: str
    format: str

    @property
    def pattern(self) -> str:
        """The path for a reader that would take * and [ for a pattern."""
        return glob.escape(self.path)


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
            raise refuse("file_twice", path=file.shown)
    formats = list(dict.fromkeys(file.format for file in files))
    if len(formats) > 1:
        raise refuse("files_of_different_formats", formats=", ".join(formats))
    return files


def _matches(given: FilePath) -> Sequence[str]:
    """The paths of one argument: itself if it exists, else as a pattern."""
    path = os.fsdecode(given)
    if _SCHEME.match(path):
        raise refuse("path_not_local", path=path)
    path = os.path.expanduser(path)  # noqa: PTH111  (a name like ~x.csv stays as it is)
    if not glob.has_magic(path) or os.path.lexists(path):
        return [path]
    matches = glob.glob(path, recursive=True)  # noqa: PTH207 (Path.glob takes no absolute pattern)
    found = sorted(match for match in matches if Path(match).is_file())
    if not found:
        raise refuse("glob_matches_nothing", path=path)
    return found


def _opened(path: str) -> File:
    """A file after one look at its first bytes."""
    try:
        if stat.S_ISFIFO(Path(path).stat().st_mode) or stat.S_ISCHR(Path(path).stat().st_mode):
            raise refuse("path_is_pipe", path=path)
        with Path(path).open("rb") as file:
            start = file.read(16)
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
    return File(str(Path(path).absolute()), path, _format(path, start))


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
    ending = Path(Path(path).name.lower().removesuffix(".gz")).suffix
    if ending in _ENDINGS:
        return _ENDINGS[ending]
    bare = start.lstrip()
    return next((known for magic, known in _MAGIC if bare.startswith(magic)), "csv")


@dataclass(frozen=True, slots=True)
class Piece:
    """A file whose rows are a part of the columns."""

    name: str
    rows: int
