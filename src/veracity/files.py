"""A file is written whole or not at all."""

from __future__ import annotations

import errno
import glob
import os
import secrets
import stat
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from veracity.errors import StorageError, refuse, spelled

PRIVATE, USUAL = 0o600, 0o666
LEFT_OVER = 3600.0


def checked_path(path: object) -> Path:
    """A path, which text or a `pathlib.Path` is."""
    if not isinstance(path, (str, os.PathLike)):
        raise refuse("path_needed", given=spelled(path))
    return Path(path)


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Write to a temporary neighbour, rename it at the end; on any failure the old file stays.

    A link is followed, so that it stays a link; links in a circle are refused. A device or a
    pipe is written to, not replaced. A file that is replaced keeps its permissions, and nobody
    else reads the new one meanwhile; a new file has those that the process gives to files.
    """
    target = Path(os.path.realpath(checked_path(path)))
    try:
        if target.is_symlink():
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        if target.exists() and not target.is_file() and not target.is_dir():
            with target.open("wb") as stream:
                yield stream
        else:
            yield from _renamed(target)
    except OSError as problem:
        why = problem.strerror or problem
        raise refuse("cannot_write", StorageError, path=os.fspath(path), why=why) from problem


def _renamed(target: Path) -> Iterator[IO[bytes]]:
    kept = stat.S_IMODE(target.stat().st_mode) if target.is_file() else None
    handle, neighbour = _neighbour(target, USUAL if kept is None else PRIVATE)
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        if kept is not None:
            neighbour.chmod(kept)
        neighbour.replace(target)
    except BaseException:
        with suppress(OSError):
            neighbour.unlink()
        raise


def _neighbour(target: Path, mode: int) -> tuple[int, Path]:
    """A new file beside another; the system takes off what the process gives to nobody."""
    while True:
        neighbour = target.parent / f"{_prefix(target)}{secrets.token_hex(8)}"
        with suppress(FileExistsError):
            flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
            return os.open(neighbour, flags, mode), neighbour


def remove_leftovers(path: str | os.PathLike[str]) -> None:
    """Remove what processes that were killed while they wrote this file left beside it.

    Only what is older than `LEFT_OVER` seconds: a younger one may be written at this moment.
    """
    target = Path(os.path.realpath(path))
    with suppress(OSError):
        for neighbour in target.parent.glob(f"{glob.escape(_prefix(target))}*"):
            if time.time() - neighbour.stat().st_mtime > LEFT_OVER:
                neighbour.unlink()


Mark = tuple[int, int, int]


def mark_of(path: str | os.PathLike[str]) -> Mark | None:
    """What changes whenever a file is written anew; None where nothing is kept there."""
    with suppress(OSError):
        found = Path(path).stat()
        if stat.S_ISREG(found.st_mode) and found.st_size:
            return found.st_ino, found.st_size, found.st_mtime_ns
    return None


def _prefix(target: Path) -> str:
    """How names of temporary neighbours begin; short, whatever the name of the file."""
    return f".veracity.{zlib.crc32(os.fsencode(target.name)):08x}."
