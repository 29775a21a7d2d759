"""The second verb of the engines: a file with one more column, made from another one."""

from __future__ import annotations

import csv
import io
import os
import shutil
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.files.csv_header import header_of
from veracity.engines.files.decimal_commas import decimal_commas
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.files.paths import File, files_in
from veracity.engines.formats.csv_scan import csv_scan
from veracity.engines.formats.parquet_scan import parquet_scan
from veracity.engines.reading.in_files import open_files
from veracity.engines.rows.probability_column import probability_columns
from veracity.engines.sql.quoting import identifier, literal
from veracity.engines.sql.scans import FileScan, Run
from veracity.engines.sql.session import session, waited_for
from veracity.errors import quoted, refuse
from veracity.files import written_whole

Function = Callable[[list[Floats]], list[Floats]]
_TABBED = {".tsv", ".tab"}
_FORMATS = {".csv": "csv", ".tsv": "csv", ".tab": "csv", ".parquet": "parquet", ".pq": "parquet"}


def map_column(
    data: str | os.PathLike[str],
    columns: Sequence[str],
    function: Function,
    out: str | os.PathLike[str],
    into: Sequence[str],
    *,
    on_invalid: str = "raise",
) -> int:
    """Write a CSV or Parquet file again with new columns behind the others; how many rows.

    `function` takes the probabilities of `columns` and gives those of `into`. The rows keep
    their order, all other cells their text (CSV) or their type (Parquet). Only the columns
    that are mapped are held in memory. The file appears whole or not at all, also where it
    replaces the one that was read. With `on_invalid="drop"` a row without
    probabilities stays, and its new cells are empty.
    """
    file = _one_file(data)
    format_ = _FORMATS.get(Path(os.fspath(out)).suffix.lower(), "")
    if format_ != file.format:
        raise refuse("map_out_format", out=os.fspath(out), format=file.format)
    if file.format == "csv" and decimal_commas({file: header_of(file, columns)}, columns):
        raise refuse("map_decimal_commas", path=file.display_name, columns=quoted(columns))
    found = _read(file, columns)
    values = function(probability_columns(list(columns), found, on_invalid=on_invalid))
    with tempfile.TemporaryDirectory(prefix="veracity-") as folder:
        made = str(Path(folder) / "made")
        new = dict(zip(into, values, strict=True))
        first_line = _write(file, columns, new, made, _delimiter(file, out))
        with written_whole(out) as stream, Path(made).open("rb") as source:
            stream.write(first_line)
            shutil.copyfileobj(source, stream, 1 << 22)
    return len(values[0])


def _one_file(data: Any) -> File:
    if not isinstance(data, (str, os.PathLike)):
        raise refuse("map_needs_path", type=type(data).__name__)
    files = files_in(data)
    if len(files) > 1:
        raise refuse("map_one_file", n=len(files))
    if files[0].format not in _FORMATS.values():
        raise refuse("map_in_format", path=files[0].display_name)
    return files[0]


def _read(file: File, columns: Sequence[str]) -> list[Any]:
    """The columns in the order of the rows."""
    with open_files([file], columns) as scan:
        names = [scan.columns[name].name for name in columns]
        statement = f"SELECT {', '.join(names)} FROM ({scan.rows})"
        found = scan.run(statement, lambda result: result.fetchnumpy())
    if not len(found[names[0]]):
        raise refuse("no_rows_in", where=file.display_name)
    return [_column(found[name]) for name in names]


def _column(found: Any) -> Any:
    """Numbers as they are; text as numbers where it says one, else as it stands."""
    if found.dtype != object:
        return found
    try:
        return np.array([np.nan if one is None else float(one) for one in found.tolist()])
    except ValueError:
        return [_number(one) for one in found.tolist()]


def _number(text: Any) -> Any:
    try:
        return None if text is None else float(text)
    except ValueError:
        return text


def _delimiter(file: File, out: str | os.PathLike[str]) -> str | None:
    """What stands between the cells where the ending changes; None keeps what the file has."""
    endings = (Path(name.lower()).suffixes for name in (file.display_name, os.fspath(out)))
    was, becomes = (bool(_TABBED.intersection(found)) for found in endings)
    return None if was == becomes else "\t" if becomes else ","


def _write(
    file: File,
    columns: Sequence[str],
    values: dict[str, Floats],
    made: str,
    delimiter: str | None,
) -> bytes:
    """All columns of the file beside the new ones; a positional join keeps the order.

    What is left to be written is the line of names of a CSV, one of which may be empty.
    """
    with session() as connection:

        def run(statement: str, fetch: Callable[[Any], Any]) -> Any:
            return waited_for(connection, lambda: fetch(connection.execute(statement)))

        names, form, scan_of = _all_of(file, columns, run, delimiter)
        for name in values:
            if name.casefold() in {one.casefold() for one in names}:
                raise refuse("map_column_there", column=repr(name), path=file.display_name)
        scan = scan_of([file], names, run)
        new = {f"v{i}": np.ma.masked_invalid(one) for i, one in enumerate(values.values())}
        connection.register("veracity_new", new)
        taken = [*(scan.columns[name].name for name in names), *new]
        named = zip(taken, [*names, *values], strict=True)
        every = [one if form[1] else f"{one} AS {identifier(name)}" for one, name in named]
        run(
            f"COPY (SELECT {', '.join(every)} "
            f"FROM ({scan.rows}) POSITIONAL JOIN veracity_new) TO {literal(made)} ({form[0]})",
            lambda result: None,
        )
    return _first_line([*names, *values], form[1]) if form[1] else b""


def _first_line(names: Sequence[str], delimiter: str) -> bytes:
    r"""Names as the cells of a CSV.

    >>> _first_line(["", "a;b"], ";")
    b';"a;b"\n'
    """
    line = io.StringIO(newline="")
    csv.writer(line, delimiter=delimiter, lineterminator="\n").writerow(names)
    return line.getvalue().encode()


def _all_of(
    file: File, columns: Sequence[str], run: Run, delimiter: str | None
) -> tuple[list[str], tuple[str, str], Callable[..., FileScan]]:
    """The names of all columns, how the file is written (a CSV delimited), how it is scanned."""
    if file.format == "csv":
        header = header_of(file, columns)
        between = delimiter or header.delimiter
        form = f"FORMAT csv, HEADER false, DELIMITER {literal(between)}", between
        names = list(header.names)
        refuse_unknown(names, names, file.display_name)  # of two columns with one name, say so
        return names, form, csv_scan
    described = f"DESCRIBE SELECT * FROM read_parquet({literal(file.pattern)})"
    names = [row[0] for row in run(described, lambda result: result.fetchall())]
    return names, ("FORMAT parquet", ""), parquet_scan
