"""Text layout for terminals: values on one line, and cells in columns that line up."""

from __future__ import annotations

import unicodedata
from collections.abc import Container, Sequence
from functools import lru_cache

JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian words and emoji need them


def one_line(value: object) -> str:
    """A value on one line, without control characters and without those that reverse text."""
    text = str(value)
    if text.isprintable():  # no line breaks, tabs, controls or joiners: nearly every text
        return text
    return "".join(map(_visible, " ".join(text.split()) if set(text) & set("\n\r\t") else text))


def _visible(sign: str) -> str:
    if sign.isprintable() or sign in JOINERS:
        return sign
    return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"


def number(value: float) -> str:
    """A count: whole numbers plain, weights with four significant digits."""
    if float(value).is_integer():
        return str(int(value))
    return f"{value:.4g}" if value < 1000 else f"{value:.1f}"


def width(text: str) -> int:
    """Columns a text takes on a terminal: Chinese characters two, accents and joiners none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


@lru_cache(maxsize=1 << 12)
def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, columns: int, *, left: bool) -> str:
    """Blanks added up to a width, as a terminal counts it."""
    blanks = " " * (columns - width(text))
    return text + blanks if left else blanks + text


def aligned(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> list[str]:
    """Rows of cells as lines of one width; the columns with these indexes are flush right.

    >>> aligned([("recall", "0.9"), ("F1", "0.75")], right=[1])
    ['recall   0.9', 'F1      0.75']
    """
    widths = [max(map(width, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(padded(cell, widths[i], left=i not in right) for i, cell in enumerate(row))
        for row in rows
    ]


def in_columns(rows: Sequence[Sequence[str]], right: Container[int] = ()) -> str:
    """The same as one text, without blanks at the ends of lines."""
    return "\n".join(line.rstrip() for line in aligned(rows, right))
