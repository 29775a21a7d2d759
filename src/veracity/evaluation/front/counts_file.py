"""A file of counts with labels: the first line names predictions, the first column truth."""

from __future__ import annotations

import csv
import io
import math
import os
from pathlib import Path
from typing import Any

from veracity.errors import StorageError, quoted, refuse
from veracity.evaluation.single.evaluation import ConfusionMatrix
from veracity.statistics.labels import Label


def read_counts(
    path: str | os.PathLike[str], *, rows: str = "truth", pos_label: Label | None = None
) -> ConfusionMatrix:
    """The matrix in a CSV or TSV file; with rows="prediction" it is laid out the other way."""
    table = _cells(path)
    across, down = table[0][1:], [row[0] for row in table[1:]]
    if sorted(across) != sorted(down):
        raise refuse("counts_file_labels", path=path, across=quoted(across), down=quoted(down))
    order = [down.index(label) for label in across]
    counts = [[_number(path, text) for text in table[1 + index][1:]] for index in order]
    labels = [_label(text) for text in across]
    positive = None if pos_label is None else _label(str(pos_label))
    return ConfusionMatrix(counts, labels=labels, pos_label=positive, rows=rows)


def _cells(path: str | os.PathLike[str]) -> list[list[str]]:
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as problem:
        why = problem.strerror or problem
        raise refuse("cannot_read", StorageError, path=path, why=why) from problem
    except UnicodeDecodeError as problem:
        raise refuse("cannot_read", StorageError, path=path, why="not UTF-8 text") from problem
    first = text.lstrip("\r\n").partition("\n")[0]
    sign = max("\t,;", key=first.count)
    lines = csv.reader(io.StringIO(text, newline=""), delimiter=sign)
    table = [row for line in lines if any(row := [cell.strip() for cell in line])]
    size = len(table) - 1
    if size < 1 or any(len(row) != size + 1 for row in table):
        raise refuse("counts_file_shape", path=path)
    return table


def _number(path: object, text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise refuse("counts_file_number", path=path, text=repr(text)) from None


def _label(text: str) -> Any:
    """Numbers are labels by value, everything else is text."""
    try:
        number = float(text)
    except ValueError:
        return text
    return number if math.isfinite(number) else text
