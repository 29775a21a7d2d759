"""A matrix as plain text that always says which axis is which."""

from __future__ import annotations

import unicodedata
from typing import Any

import numpy as np

from veracity.statistics.labels import Label
from veracity.words import spoken

MOST_CLASSES = 20


def matrix_text(
    labels: tuple[Label, ...], counts: Any, pos_label: Label | None, axes: tuple[int, ...]
) -> str:
    """The counts with their labels, rows truth; a note in place of what does not fit."""
    positive = "" if pos_label is None else f", {spoken('positive_is', label=shown(pos_label))}"
    if axes or len(labels) > MOST_CLASSES:
        return f"<{spoken('matrix_of', classes=len(labels), axes=axes or '')}{positive}>"
    head = [spoken("truth_by_prediction"), *(shown(label) for label in labels)]
    rows = [
        [shown(label), *(number(v) for v in row)] for label, row in zip(labels, counts, strict=True)
    ]
    widths = [max(width(row[i]) for row in [head, *rows]) for i in range(len(head))]
    lines = [
        "  ".join(padded(text, widths[i], left=i == 0) for i, text in enumerate(row))
        for row in [head, *rows]
    ]
    return "\n".join([*lines, f"({spoken('rows_are_truth')}{positive})"])


def shown(label: Any) -> str:
    """A label on one line, without control characters."""
    text = " ".join(str(label).split()) if any(c in str(label) for c in "\n\r\t") else str(label)
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in text)


def number(value: Any) -> str:
    """A count: whole numbers plain, weights with four significant digits."""
    return str(int(value)) if float(value).is_integer() else f"{np.round(value, 4):g}"


def width(text: str) -> int:
    """Columns a text takes on a terminal; Chinese characters take two."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def padded(text: str, columns: int, *, left: bool) -> str:
    """Blanks added up to a width, as a terminal counts it."""
    blanks = " " * (columns - width(text))
    return text + blanks if left else blanks + text
