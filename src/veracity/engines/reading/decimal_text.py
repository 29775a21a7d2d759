"""Numbers with a decimal comma (1,5) in columns of text: read where nothing else can be meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from veracity.engines.files.decimal_commas import has_commas, written


def with_points(cells: Sequence[str]) -> list[str]:
    """The same cells with points, if the column has decimal commas; else as they are.

    >>> with_points(["1,5", "1,234", "n/a"]), with_points(["1,234"]), with_points(["1,5", "2.5"])
    (['1.5', '1.234', 'n/a'], ['1,234'], ['1,5', '2.5'])
    """
    if not has_commas({written(cell.strip()) for cell in cells}):
        return list(cells)
    return [cell.replace(",", ".") for cell in cells]


def column_with_points(column: Any) -> Any:
    """A column of a table, its text with points where it has decimal commas."""
    if column.dtype.kind not in "OUT":
        return column
    cells = column.tolist()
    if not any(isinstance(cell, str) and "," in cell for cell in cells):
        return column
    changed = iter(with_points([cell for cell in cells if isinstance(cell, str)]))
    return np.array([next(changed) if isinstance(c, str) else c for c in cells], object)


def has_comma(one: object) -> bool:
    """Whether a comma is what keeps a text from being a number."""
    return isinstance(one, str) and "," in one and written(one.strip()) in ("comma", "either")
