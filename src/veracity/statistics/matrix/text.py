"""A matrix as plain text that always says which axis is which."""

from __future__ import annotations

from typing import Any

from veracity.statistics.labels import Label
from veracity.words import Text, current, joined, say, spoken
from veracity.words.layout import aligned, number, one_line

MOST_CLASSES = 20


def matrix_text(
    labels: tuple[Label, ...], counts: Any, pos_label: Label | None, axes: tuple[int, ...]
) -> str:
    """The counts with their labels, rows truth; a note instead of what does not fit."""
    positive = () if pos_label is None else (say("positive_is", label=one_line(pos_label)),)
    if axes or len(labels) > MOST_CLASSES:
        size = say("matrix_of", classes=len(labels))
        stack = (say("matrix_axes", axes=axes),) if axes else ()
        return f"<{_listed(size, *stack, *positive)}>"
    head = [spoken("truth_by_prediction"), *(one_line(label) for label in labels)]
    rows = [
        [one_line(label), *(number(v) for v in row)]
        for label, row in zip(labels, counts, strict=True)
    ]
    lines = aligned([head, *rows], right=range(1, len(head)))
    facts = spoken("in_brackets", words=_listed(say("rows_are_truth"), *positive))
    return "\n".join([*lines, facts])


def _listed(*facts: Text) -> str:
    return joined(facts, Text(", ", "，")).within(current())
