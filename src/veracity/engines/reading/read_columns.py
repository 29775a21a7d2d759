"""The third verb of the engines: whole columns of a small table, and a look at what files hold."""

from __future__ import annotations

import csv
import datetime
import os
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.array_likes import (
    is_dataset,
    is_lazy,
    is_relation,
    read_column,
    source_of,
)
from veracity.engines.columns.column import Column
from veracity.engines.files.csv_header import header_of
from veracity.engines.files.decimal_commas import decimal_commas
from veracity.engines.files.decimal_commas import written as written
from veracity.engines.files.extensions import load
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.files.partitions import partition_keys, with_partitions
from veracity.engines.files.paths import IN_MEMORY, File
from veracity.engines.files.paths import SHEET as SHEET
from veracity.engines.files.paths import files_in as files_in
from veracity.engines.formats.database_scan import attached
from veracity.engines.formats.in_memory import columns_of_files, names_of_file
from veracity.engines.frames.eager import columns_of
from veracity.engines.reading.in_files import explained, open_files
from veracity.engines.sql.quoting import literal
from veracity.engines.sql.session import session, waited_for
from veracity.engines.sql.text_types import typed_categories
from veracity.errors import VeracityError, quoted, refuse
from veracity.words import Text, say

if TYPE_CHECKING:
    from veracity.engines.columns.given import Files

Values = NDArray[Any]
LOOK = 1 << 20
PACKED = b"\x1f\x8b"
_ZONED = ("TIMESTAMP WITH TIME ZONE", "TIMESTAMPTZ")
_READERS = {"parquet": "read_parquet", "json": "read_json_auto"}


def column_names(data: object) -> list[str]:
    """The names of the columns of a file, a frame or a mapping of columns.

    >>> column_names({"onset": [1.0], "duration": [2.0]})
    ['onset', 'duration']
    """
    if isinstance(data, (str, os.PathLike)):
        return _names_in(files_in(data)[0])
    if isinstance(data, Mapping):
        return [name for name in data if isinstance(name, str)]
    table = _in_memory(data)
    schema = getattr(table, "schema", None) if source_of(table) == "pyarrow" else None
    return [str(name) for name in getattr(schema, "names", getattr(table, "columns", ()))]


def read_columns(data: object, asked: Sequence[str], most: int | None = None) -> dict[str, Values]:
    """These columns, rows in order; what is missing is None, or nan among numbers.

    Of files, `most` is how many rows are read.

    >>> read_columns({"onset": [1, 2], "label": ["a", None]}, ["onset", "label"])["label"].tolist()
    ['a', None]
    """
    if isinstance(data, (str, os.PathLike)):
        files = files_in(data)
        refuse_unknown(asked, _names_in(files[0], asked), files[0].display_name)
        if files[0].format in IN_MEMORY:
            held, _ = columns_of_files(files, asked)
            few = {name: column[:most] for name, column in held.items()}
            return {name: plain_values(read_column(name, one)) for name, one in few.items()}
        with open_files(files, asked) as scan:
            names = [scan.columns[name].name for name in asked]
            limit = "" if most is None else f" LIMIT {int(most)}"
            statement = f"SELECT {', '.join(names)} FROM ({scan.rows}){limit}"
            kinds = scan.run(f"DESCRIBE {statement}", lambda result: result.fetchall())
            found = scan.run(statement, lambda result: result.fetchnumpy())
        found |= {name: _in_utc(found[name]) for name, kind, *_ in kinds if kind in _ZONED}
        found |= {name: found[name].astype("M8[D]") for name, kind, *_ in kinds if kind == "DATE"}
        listed = {name: _unmasked(found[ours]) for name, ours in zip(asked, names, strict=True)}
    else:
        listed = columns_of(_in_memory(data), asked)
    return {name: plain_values(read_column(name, column)) for name, column in listed.items()}


def with_labels(
    data: object,
    columns: Mapping[str, Values],
    asked: Collection[str],
    allowed: frozenset[Hashable] | None,
) -> dict[str, Values]:
    """Columns as read; those asked for, of CSV files, as labels: numbers where all cells are.

    They are typed together, as truth and predictions are; other sources have types of their own.
    """
    if not isinstance(data, (str, os.PathLike)):
        return dict(columns)
    files = files_in(data)
    if files[0].format != "csv":
        return dict(columns)
    commas = decimal_commas({file: header_of(file, list(asked)) for file in files}, list(asked))
    cells = {
        name: [None if one is np.ma.masked else one for one in columns[name].tolist()]
        for name in asked
    }
    texts = {name: list(dict.fromkeys(several)) for name, several in cells.items()}
    read = {
        name: [one.replace(",", ".") if one and name in commas else one for one in several]
        for name, several in texts.items()
    }
    typed = typed_categories(read, asked, allowed)
    made = dict(columns)
    for name, several in texts.items():
        of = dict(zip(several, typed[name], strict=True))
        made[name] = np.empty(len(cells[name]), object)
        made[name][:] = [of[one] for one in cells[name]]
    return made


def _in_utc(values: Values) -> Values:
    """Times with a zone, which come as those of UTC, as values that know it."""
    held = np.empty(len(values), object)
    plain = np.ma.filled(values, np.datetime64("NaT")).astype("M8[us]").tolist()
    held[:] = [one if one is None else one.replace(tzinfo=datetime.UTC) for one in plain]
    return held


def _unmasked(column: Values) -> Values:
    """Text that is missing is None; so is every value of a column that holds nothing at all."""
    if not isinstance(column, np.ma.MaskedArray):
        return column
    nothing = np.ma.getmaskarray(column)
    if column.dtype.kind != "O" and not nothing.all():
        return column
    held: Values = column.data.astype(object)
    held[nothing] = None
    return held


def plain_values(column: Column) -> Values:
    """A column as one array: numbers and times as they are, else Python's own values."""
    values, nulls = column.values, column.nulls
    if column.categories is not None:
        codes = np.asarray(values)
        words = np.array([*column.categories, None], object)
        return words[np.where(codes < 0, len(words) - 1, codes)]
    if isinstance(values, np.ndarray) and values.dtype != object:
        if nulls is None or not nulls.any():
            return values
        if values.dtype.kind in "fiu":
            return np.where(nulls, np.nan, values.astype(np.float64))
    held = np.empty(len(values), object)
    held[:] = list(values)
    if nulls is not None:
        held[np.asarray(nulls)] = None
    return held


def _in_memory(data: object) -> object:
    """A lazy table of this machine or a relation fetched: tables of events are small."""
    table: Any = data
    if is_relation(data):
        return table.df()
    if is_dataset(data):
        return table.to_table()
    if isinstance(data, Mapping) or not is_lazy(data):
        return data
    import narwhals as nw

    frame = nw.from_native(table)
    if frame.implementation.name not in ("POLARS", "DUCKDB"):
        raise refuse("table_elsewhere", type=type(data).__name__)
    return frame.collect()


def _names_in(file: File, asked: Sequence[str] = ()) -> list[str]:
    if file.format in IN_MEMORY:
        return names_of_file(file, asked)
    if file.format == "csv":
        own = [name for name in asked if name not in partition_keys(file)]
        return with_partitions(header_of(file, own).names, file)
    with session() as connection:
        if file.extension is not None:
            load(connection, file.extension, file.display_name)

        def run(statement: str, fetch: Callable[[Any], Any]) -> Any:
            with explained([file], lambda _: True):
                return waited_for(connection, lambda: fetch(connection.execute(statement)))

        if file.format == "database":
            return list(attached(file, run)[1])
        described = f"DESCRIBE SELECT * FROM {_READERS[file.format]}({literal(file.pattern)})"
        names = [row[0] for row in run(described, lambda result: result.fetchall())]
        return with_partitions(names, file)


# a look at files before or after they are read


def comma_columns(data: Files, asked: Sequence[object]) -> tuple[Text, ...]:
    """That numbers of CSV files were read with decimal commas, if any of these columns were."""
    names = [name for one in asked for name in _flat(one)]
    files = files_in(data)
    if files[0].format != "csv" or not names:
        return ()
    found = decimal_commas({file: header_of(file, names) for file in files}, names)
    listed = quoted([name for name in names if name in found])
    return (say("decimal_commas_read", columns=listed),) if found else ()


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


def blank_rows(path: str) -> list[int]:
    """For each blank row below the names of one plain CSV, how many rows of data stand above it.

    Blank rows are skipped when reading, and yet people count them.
    """
    try:
        files = files_in(path)
        header = header_of(files[0], ()) if files[0].format == "csv" and len(files) == 1 else None
        if header is None or header.compression != "none":
            return []
        found, data = list[int](), 0
        with Path(files[0].path).open(encoding="utf-8-sig", errors="replace", newline="") as rows:
            for number, row in enumerate(csv.reader(rows, delimiter=header.delimiter)):
                if number > header.skip:
                    found += [] if row else [data]
                    data += bool(row)
        return found
    except (OSError, VeracityError, csv.Error):
        return []


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
