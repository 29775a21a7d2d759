"""A matrix as plain text that always says which axis is which."""

from __future__ import annotations

import unicodedata
from typing import Any

from veracity.statistics.labels import Label
from veracity.words import Text, current, joined, say, spoken

MOST_CLASSES = 20
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"  # Persian words and emoji need them


def matrix_text(
    labels: tuple[Label, ...], counts: Any, pos_label: Label | None, axes: tuple[int, ...]
) -> str:
    """The counts with their labels, rows truth; a note in place of what does not fit."""
    positive = () if pos_label is None else (say("positive_is", label=shown(pos_label)),)
    if axes or len(labels) > MOST_CLASSES:
        size = say("matrix_of", classes=len(labels))
        stack = (say("matrix_axes", axes=axes),) if axes else ()
        return f"<{_listed(size, *stack, *positive)}>"
    head = [spoken("truth_by_prediction"), *(shown(label) for label in labels)]
    rows = [
        [shown(label), *(number(v) for v in row)] for label, row in zip(labels, counts, strict=True)
    ]
    widths = [max(width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [
        "  ".join(padded(text, widths[i], left=i == 0) for i, text in enumerate(row))
        for row in [head, *rows]
    ]
    facts = spoken("in_brackets", words=_listed(say("rows_are_truth"), *positive))
    return "\n".join([*lines, facts])


def _listed(*facts: Text) -> str:
    return joined(facts, Text(", ", "，")).within(current())


def shown(label: Any) -> str:
    """A label on one line, without control characters and without those that turn text round."""
    text = " ".join(str(label).split()) if any(c in str(label) for c in "\n\r\t") else str(label)
    return "".join(map(_sign, text))


def _sign(sign: str) -> str:
    if sign.isprintable() or sign in JOINERS:
        return sign
    return " " if sign.isspace() else "\N{REPLACEMENT CHARACTER}"


def number(value: Any) -> str:
    """A count: whole numbers plain, weights with four significant digits."""
    if float(value).is_integer():
        return str(int(value))
    return f"{value:.4g}" if value < 1000 else f"{value:.1f}"


def width(text: str) -> int:
    """Columns a text takes on a terminal: Chinese characters two, accents and joiners none."""
    return len(text) if text.isascii() else sum(map(_columns, text))


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def padded(text: str, columns: int, *, left: bool) -> str:
    """Blanks added up to a width, as a terminal counts it."""
    blanks = " " * (columns - width(text))
    return text + blanks if left else blanks + text
