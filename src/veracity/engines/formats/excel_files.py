"""Excel files: one sheet, its first row that holds anything being the names of the columns."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.files.misplaced_header import ROWS, refuse_misplaced
from veracity.engines.files.missing_columns import refuse_lacking
from veracity.engines.files.paths import SHEET, File, Piece
from veracity.errors import quoted, refuse

Cells = list[list[Any]]


def columns_of_sheets(
    files: Sequence[File], asked: Sequence[str]
) -> tuple[dict[str, Any], list[Piece]]:
    """The columns of all files, one after the other, and how many rows each file has."""
    parts: dict[str, list[Any]] = {name: [] for name in asked}
    pieces = []
    for file in files:
        names, rows, _ = _sheet(file, asked)
        refuse_lacking(asked, names, file, files[0])
        for name, values in parts.items():
            at = names.index(name)
            values.extend(row[at] for row in rows)
        pieces.append(Piece(file.display_name, len(rows)))
    if not any(piece.rows for piece in pieces):
        raise refuse("no_rows_in", where=files[0].display_name)
    return {name: _column(values) for name, values in parts.items()}, pieces


def names_of_sheet(file: File, asked: Sequence[str] = ()) -> list[str]:
    """The names of the columns, from which these are asked."""
    return _sheet(file, asked)[0]


def blank_rows_above(file: File) -> int:
    """How many rows come before the names."""
    return _sheet(file)[2]


def _sheet(file: File, asked: Sequence[str] = ()) -> tuple[list[str], Cells, int]:
    """Names, rows below them as long as they hold anything, and how many blank rows come before."""
    cells = _cells(file)
    above = next((at for at, row in enumerate(cells) if _filled(row)), None)
    if above is None:
        raise refuse("file_empty", path=file.display_name)
    last = max(at for at, row in enumerate(cells) if _filled(row))
    names = [_name(cell) for cell in cells[above]]
    while names and not names[-1]:
        names.pop()
    if not set(asked) & set(names):
        rows = [[_name(cell) for cell in row] for row in cells[above : above + ROWS]]
        numbered = [(above + 1 + at, row) for at, row in enumerate(rows) if any(row)]
        refuse_misplaced(numbered, asked, file.display_name)
    return names, cells[above + 1 : last + 1], above


def _cells(file: File) -> Cells:
    try:
        import python_calamine
    except ImportError:
        raise refuse("excel_needs_calamine", path=file.display_name) from None
    try:
        book = python_calamine.CalamineWorkbook.from_path(file.path)
        names, asked = book.sheet_names, SHEET.get()
        if not names or (asked is not None and asked not in names):
            facts = {"path": file.display_name, "sheet": repr(asked), "sheets": quoted(names)}
            raise refuse("excel_no_sheet", **facts)
        sheet = book.get_sheet_by_name(asked or names[0])
        return list(sheet.to_python(skip_empty_area=False))
    except python_calamine.PasswordError:
        why = "password"
    except (python_calamine.CalamineError, OSError) as error:
        why = str(error)[:160]
    raise refuse("file_unreadable", path=file.display_name, why=why)


def _filled(row: Sequence[Any]) -> bool:
    return any(cell not in ("", None) for cell in row)


def _name(cell: object) -> str:
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return "" if cell is None else str(cell)


def _column(values: list[Any]) -> NDArray[Any]:
    """Numbers as numbers, dates without a time as dates, all else as it is; empty is missing."""
    held = [None if value == "" else _value(value) for value in values]
    numbers = [value for value in held if value is not None]
    if all(type(value) in (int, float) for value in numbers):
        return np.array([np.nan if value is None else value for value in held], np.float64)
    made = np.empty(len(held), object)
    made[:] = held
    return made


def _value(value: object) -> object:
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date()
    return value
