"""What the words of a command line stand for: labels, and standard input."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from veracity.cli.terminal.row_numbers import READ

ENDINGS = {b"PAR1": ".parquet", b"PK\x03\x04": ".xlsx", b"ARRO": ".arrow", b"\x1f\x8b": ".csv.gz"}


@contextmanager
def readable(file: str) -> Iterator[str]:
    """A path to read: the file itself, or standard input kept in a temporary file."""
    READ.set(file)
    if file != "-":
        yield file
        return
    with tempfile.TemporaryDirectory(prefix="veracity.") as folder:
        copy = Path(folder) / "stdin"
        with copy.open("wb") as stream:
            shutil.copyfileobj(sys.stdin.buffer, stream)
        made = str(copy.rename(copy.with_name(f"stdin{_ending(copy)}")))
        READ.set(made)
        yield made


def _ending(path: Path) -> str:
    """What a stream holds, by its first bytes."""
    with path.open("rb") as stream:
        first = stream.read(64)
    for sign, ending in ENDINGS.items():
        if first.startswith(sign):
            return ending
    return ".jsonl" if first.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else ".csv"


def label_as_read(text: str) -> Any:
    """A label typed on the command line, as the same characters in a CSV file would be read."""
    lowered = text.casefold()
    if lowered in ("true", "false"):
        return lowered == "true"
    try:
        number = float(text)
    except ValueError:
        return text
    return int(text) if text.lstrip("+-").isdigit() else number
