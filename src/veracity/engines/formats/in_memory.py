"""Formats that are read into memory as they are: Arrow and Excel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from veracity.engines.files.paths import File, Piece


def columns_of_files(
    files: Sequence[File], asked: Sequence[str]
) -> tuple[dict[str, Any], list[Piece]]:
    """The columns of all files, one after the other, and how many rows each file has."""
    if files[0].format == "excel":
        from veracity.engines.formats.excel_files import columns_of_sheets

        return columns_of_sheets(files, asked)
    from veracity.engines.formats.arrow_files import columns_of_arrow

    return columns_of_arrow(files, asked)


def names_of_file(file: File, asked: Sequence[str] = ()) -> list[str]:
    """The names of the columns of one file, from which these are asked."""
    if file.format == "excel":
        from veracity.engines.formats.excel_files import names_of_sheet

        return names_of_sheet(file, asked)
    from veracity.engines.formats.arrow_files import names_of_arrow

    return names_of_arrow(file)
