"""CSV files as a scan; every cell is text, whatever the first rows look like."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.engines.columns.display_names import numbered
from veracity.engines.files.csv_header import Header, header_of
from veracity.engines.files.decimal_commas import decimal_commas
from veracity.engines.files.missing_columns import refuse_lacking
from veracity.engines.files.partitions import (
    FROM_FILE,
    partition_keys,
    partition_sql,
    with_partitions,
)
from veracity.engines.files.paths import File
from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import listing, literal
from veracity.engines.sql.scans import FileScan, Part, Run, named, where

_NAMED = {"\n": r"'\n'", "\r": r"'\r'", "\r\n": r"'\r\n'"}


def csv_scan(files: Sequence[File], asked: Sequence[str], run: Run) -> FileScan:
    """The columns asked for, of all files; each may have its own delimiter and order."""
    names = numbered(asked)
    headers = {
        file: header_of(file, [name for name in asked if name not in partition_keys(file)])
        for file in files
    }
    for file, header in headers.items():
        refuse_lacking(asked, with_partitions(header.names, file), file, files[0])
    commas = decimal_commas(headers, asked)
    alike: dict[Header, list[File]] = {}
    for file, header in headers.items():
        alike.setdefault(header, []).append(file)
    return FileScan(
        {name: SqlColumn(ours, "text", comma=name in commas) for name, ours in names.items()},
        " UNION ALL ".join(_select(some, header, names) for header, some in alike.items()),
        [
            Part(file.display_name, _select([file], header, names))
            for file, header in headers.items()
        ],
        run,
        where(files),
    )


def _select(files: Sequence[File], header: Header, names: dict[str, str]) -> str:
    """Columns are found by their position: no name of the file becomes SQL."""
    values = {
        ours: f"c{header.names.index(name)}" if name in header.names else partition_sql(name)
        for name, ours in names.items()
    }
    columns = ", ".join(f"'c{index}': 'VARCHAR'" for index in range(len(header.names)))
    return (
        f"SELECT {named(values)} FROM read_csv({listing(file.pattern for file in files)}, "
        f"auto_detect = false, header = true, skip = {header.skip}, "
        f"delim = {literal(header.delimiter)}, new_line = {_NAMED[header.line_end]}, "
        "quote = '\"', escape = '\"', nullstr = '', "
        f"columns = {{{columns}}}, compression = '{header.compression}', {FROM_FILE})"
    )
