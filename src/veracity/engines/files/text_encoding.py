"""Which encoding a text that is not UTF-8 is probably in; a guess for a message, never for data."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

_LOOK = 1 << 20
_MARKS = ((b"\xff\xfe", "UTF-16"), (b"\xfe\xff", "UTF-16"))


def likely_encoding(path: Path) -> str:
    """The name of the encoding to convert from."""
    with path.open("rb") as file:
        squeezed = file.read(2) == b"\x1f\x8b"
    try:
        with gzip.open(path) if squeezed else path.open("rb") as file:
            return guessed(file.read(_LOOK))
    except (OSError, EOFError):
        return "latin-1"


def guessed(text: bytes) -> str:
    """UTF-16 by its mark; a Chinese encoding if bytes beyond ASCII come in pairs; else western.

    Common Chinese characters begin below the letters that western text is most full of.

    >>> guessed("阳性,阴性".encode("gbk")), guessed("positif,négatif".encode("latin-1"))
    ('GB18030', 'Windows-1252')
    >>> guessed("Größe,Maß".encode("cp1252"))
    'Windows-1252'
    """
    for mark, name in _MARKS:
        if text.startswith(mark):
            return name
    runs = re.findall(rb"[\x80-\xff]+", text)[:-1] or re.findall(rb"[\x80-\xff]+", text)
    pairs = all(len(run) % 2 == 0 for run in runs)
    first = [byte for run in runs for byte in run[::2]]
    common = sum(0xA1 <= byte < 0xD8 for byte in first)
    return "GB18030" if pairs and 2 * common > len(first) else "Windows-1252"
