"""The door for a look at files before or after they are read: names, headers, decimal commas."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from veracity.engines.files.csv_header import header_of
from veracity.engines.files.decimal_commas import decimal_commas, written
from veracity.engines.files.paths import SHEET, File, files_in
from veracity.errors import VeracityError, quoted
from veracity.words import Text, say

if TYPE_CHECKING:
    from veracity.engines.columns.given import Files

__all__ = ["SHEET", "comma_columns", "header_above", "rows_about", "written"]
LOOK = 1 << 20
PACKED = b"\x1f\x8b"


def comma_columns(data: Files, asked: Sequence[object]) -> tuple[Text, ...]:
    """That numbers of CSV files were read with decimal commas, if any of these columns were."""
    names = [name for one in asked for name in _flat(one)]
    files = files_in(data)
    if files[0].format != "csv" or not names:
        return ()
    found = decimal_commas({file: header_of(file, names) for file in files}, names)
    shown = quoted([name for name in names if name in found])
    return (say("decimal_commas_read", columns=shown),) if found else ()


def _flat(given: object) -> list[str]:
    """The names of columns in what an argument holds: one, several, or by label."""
    if isinstance(given, str):
        return [given]
    if isinstance(given, Mapping):
        return [name for one in given.values() for name in _flat(one)]
    several = given if isinstance(given, (list, tuple)) else ()
    return [name for name in several if isinstance(name, str)]


def header_above(path: str) -> tuple[bool, int]:
    """Whether a file has a row of names, and how many blank rows come before it."""
    try:
        files = files_in(path)
        if files[0].format == "excel":
            from veracity.engines.formats.excel_files import blank_rows_above

            return True, blank_rows_above(files[0]) if len(files) == 1 else 0
        if files[0].format != "csv":
            return False, 0
        return True, header_of(files[0], ()).skip if len(files) == 1 else 0
    except (OSError, VeracityError):
        return True, 0


def rows_about(data: Files) -> float | None:
    """About how many rows files hold, without reading them; None where nobody can know."""
    try:
        files = files_in(data)
        if files[0].format == "parquet":
            return float(sum(_rows_of_parquet(file) for file in files))
        return sum(_lines_about(Path(file.path)) for file in files)
    except (OSError, ValueError, VeracityError):
        return None


def _rows_of_parquet(file: File) -> int:
    from veracity.engines.sql.quoting import literal
    from veracity.engines.sql.session import session

    asked = f"SELECT sum(num_rows) FROM parquet_file_metadata({literal(file.pattern)})"
    with session() as connection:
        found = connection.execute(asked).fetchone()
    return int(found[0]) if found else 0


def _lines_about(path: Path) -> float:
    """Lines of the beginning, for as much as there is of the file."""
    with path.open("rb") as stream:
        start = stream.read(LOOK)
    if start.startswith(PACKED):
        raise ValueError("the size of what is packed is not known")
    return path.stat().st_size * start.count(b"\n") / max(len(start), 1)
