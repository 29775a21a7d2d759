"""Which encoding a text that is not UTF-8 is probably in; a guess for a message, never for data."""

from __future__ import annotations

import gzip
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
    """UTF-16 by its mark; a Chinese encoding if the bytes make Chinese; else a western one.

    >>> guessed("阳性,阴性".encode("gbk")), guessed("positif,négatif".encode("latin-1"))
    ('GB18030', 'Windows-1252')
    """
    for mark, name in _MARKS:
        if text.startswith(mark):
            return name
    try:
        chinese = text[: len(text) - len(text) % 2].decode("gb18030", "strict")
    except UnicodeDecodeError as error:
        if error.start < len(text) - 4:
            return "Windows-1252"
        chinese = text.decode("gb18030", "ignore")
    beyond = [c for c in chinese if ord(c) > 127]
    common = sum("\u4e00" <= c <= "\u9fff" or c in "，。：；（）" for c in beyond)
    return "GB18030" if beyond and common / len(beyond) > 0.9 else "Windows-1252"
