"""Names of columns that are asked for and not there."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence

from veracity.engines.files.paths import File
from veracity.errors import quoted, refuse


def refuse_unknown(asked: Iterable[str], columns: Sequence[str], where: str) -> None:
    """Refuse a column that does not exist, or exists twice; name the nearest."""
    if not columns:
        raise refuse("file_without_columns", path=where)
    for name in asked:
        if name not in columns:
            near = nearest(name, columns)
            raise refuse(
                "column_unknown_near" if near else "column_unknown",
                column=repr(name),
                where=where,
                columns=quoted(columns, 20),
                near=quoted(near),
            )
        if columns.count(name) > 1:
            raise refuse("column_twice", column=repr(name), where=where, n=columns.count(name))


def refuse_lacking(asked: Iterable[str], columns: Sequence[str], file: File, first: File) -> None:
    """The same for one of several files: the first one is the measure of the others."""
    lacking = [name for name in asked if name not in columns]
    if lacking and file != first:
        raise refuse(
            "file_lacks_column",
            column=quoted(lacking),
            path=file.display_name,
            first=first.display_name,
            columns=quoted(columns, 20),
        )
    refuse_unknown(asked, columns, file.display_name)


def nearest(name: str, columns: Sequence[str]) -> list[str]:
    """Names that differ by case or blanks, or by a few letters."""
    same = [c for c in columns if c.strip().casefold() == name.strip().casefold()]
    return same or difflib.get_close_matches(name, columns, 3, 0.6)
