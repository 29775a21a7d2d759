"""A first row that holds no names: it is data, or the names stand lower, below a title."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.engines.files.missing_columns import nearest
from veracity.errors import refuse

ROWS = 200  # that are looked at
_LONGEST = 120  # signs of a row
_NUMBER = re.compile(r"\s*[+-]?[0-9.,]*[0-9][0-9.,]*([eE][+-]?[0-9]+)?\s*%?\s*", re.ASCII)
_NOTHING = ("", "na", "nan", "n/a", "null", "none")
Row = Sequence[str]
Rows = Sequence[tuple[int, Row]]


def refuse_misplaced(rows: Rows, asked: Sequence[str], path: str) -> None:
    """Refuse rows, each with its number, of which the first is no header.

    Names that are asked for are looked for below. A name that nearly stands in the first row is
    a slip of the pen, which others report. Where nothing is asked for, only what is plain counts.
    """
    if not rows or any(nearest(name, rows[0][1]) for name in asked):
        return
    lower = _row_with(rows, asked) if asked else None
    lower = _like_header(rows) if lower is None else lower
    if lower is not None:
        number, row = rows[lower]
        raise refuse("header_lower", path=path, row=number, line=_line(row), n=number - 1)
    if like_data([row for _, row in rows], plainly=not asked):
        raise refuse("header_missing", path=path, line=_line(rows[0][1]))


def like_data(rows: Sequence[Row], *, plainly: bool = False) -> bool:
    """Whether the first of these rows is one like the others.

    Text above a column of numbers is a name. A text that its own column repeats is none, nor are
    numbers alone, nor, unless it must be plain, a fraction above numbers.

    >>> like_data([["yes", "0.9"], ["no", "0.2"], ["yes", "0.7"]]), like_data([["y"], ["0"]])
    (True, False)
    >>> [like_data([["cat", "0.9"], ["dog", "0.2"]], plainly=p) for p in (False, True)]
    [True, False]
    """
    first, below = rows[0], rows[1:]
    columns = [(cell, _below(below, at)) for at, cell in enumerate(first) if _there(cell)]
    if not columns or any(_names_numbers(cell, cells) for cell, cells in columns):
        return False
    if all(_NUMBER.fullmatch(cell) for cell, _ in columns):
        return True
    return any(
        cell in cells if not _NUMBER.fullmatch(cell) else not plainly and _fraction(cell, cells)
        for cell, cells in columns
    )


def _row_with(rows: Rows, asked: Sequence[str]) -> int | None:
    """The first lower row that holds all names, none of which its column holds again."""
    for at, (_, row) in enumerate(rows[1:], 1):
        if all(name in row for name in asked):
            below = [later for _, later in rows[at + 1 :]]
            again = any(name in _below(below, row.index(name)) for name in asked)
            return None if again else at
    return None


def _like_header(rows: Rows) -> int | None:
    """The first row that is wider than all above it, of different words, as wide as the next.

    What a blank row parts from the rows below is a title, unless its words name numbers.
    """
    widest = 0
    for at, (number, row) in enumerate(rows[:-1]):
        cells = [cell for cell in row if _there(cell)]
        words = len(set(cells)) == len(cells) and not any(map(_NUMBER.fullmatch, cells))
        below = [later for _, later in rows[at + 1 :]]
        if widest < len(cells) > 1 and len(list(filter(_there, below[0]))) > widest and words:
            columns = [(cell, _below(below, i)) for i, cell in enumerate(row) if _there(cell)]
            named = any(_names_numbers(cell, under) for cell, under in columns)
            if not named and rows[at + 1][0] > number + 1:
                cells = cells[:1]
            elif named or not any(cell in under for cell, under in columns):
                return at if at and (named or widest == 1) else None
        widest = max(widest, len(cells))
    return None


def _below(rows: Sequence[Row], at: int) -> list[str]:
    return [row[at] for row in rows if at < len(row) and _there(row[at])]


def _names_numbers(cell: str, below: Sequence[str]) -> bool:
    return bool(below) and not _NUMBER.fullmatch(cell) and all(map(_NUMBER.fullmatch, below))


def _fraction(cell: str, below: Sequence[str]) -> bool:
    return not cell.strip().isdigit() and bool(below) and all(map(_NUMBER.fullmatch, below))


def _there(cell: str) -> bool:
    return cell.strip().casefold() not in _NOTHING


def _line(row: Row) -> str:
    return ", ".join(row)[:_LONGEST]
