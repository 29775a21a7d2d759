"""A file is written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from veracity.errors import StorageError, refuse


@contextmanager
def written_whole(path: str | os.PathLike[str]) -> Iterator[IO[bytes]]:
    """Write to a temporary neighbour, rename it at the end; on any failure the old file stays."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=".veracity.")
    except OSError as problem:
        raise refuse(
            "cannot_write", StorageError, path=target, why=problem.strerror or problem
        ) from problem
    try:
        with os.fdopen(handle, "wb") as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(target)
    except BaseException as problem:
        with suppress(OSError):
            Path(name).unlink()
        if isinstance(problem, OSError):
            raise refuse(
                "cannot_write", StorageError, path=target, why=problem.strerror or problem
            ) from problem
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
