"""JSON lines as a scan; a value keeps the type it has: "1" is text and 1 is a number."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from veracity.engines.columns.display_names import numbered
from veracity.engines.files.missing_columns import refuse_lacking
from veracity.engines.files.partitions import FROM_FILE, partition_keys, partition_sql
from veracity.engines.files.paths import File, unpacked
from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import identifier, listing, literal
from veracity.engines.sql.scans import FileScan, Part, Run, named, where

_FIRST = 1000


def json_scan(files: Sequence[File], asked: Sequence[str], run: Run) -> FileScan:
    """The fields asked for; one that an object lacks is null there."""
    names = numbered(asked)
    folders = [name for name in asked if all(name in partition_keys(file) for file in files)]
    for file in files:
        _refuse_lacking(file, [name for name in asked if name not in folders], files[0], run)

    def value(name: str) -> str:
        return partition_sql(name) if name in folders else identifier(name)

    def select(some: Sequence[File]) -> str:
        values = {ours: value(name) for name, ours in names.items()}
        fields = ", ".join(f"{literal(name)}: 'JSON'" for name in names if name not in folders)
        return f"SELECT {named(values)} FROM read_json({_options(some)}, columns = {{{fields}}})"

    return FileScan(
        {
            name: SqlColumn(ours, "text" if name in folders else "json")
            for name, ours in names.items()
        },
        select(files),
        [Part(file.display_name, select([file])) for file in files],
        run,
        where(files),
    )


def _options(files: Sequence[File]) -> str:
    """How the files are read: .json may hold one array, the others hold lines."""
    endings = {Path(unpacked(f.path)).suffix for f in files}
    layout = "auto" if ".json" in endings else "newline_delimited"
    return f"{listing(f.pattern for f in files)}, format = '{layout}', {FROM_FILE}"


def _refuse_lacking(file: File, asked: Sequence[str], first: File, run: Run) -> None:
    """Look at some objects, and at all only if a field is not among those."""
    fields = _fields(file, f"LIMIT {_FIRST}", run)
    if not set(asked) <= set(fields):
        fields = _fields(file, "", run)
    refuse_lacking(asked, fields, file, first)


def _fields(file: File, limit: str, run: Run) -> list[str]:
    objects = f"SELECT json FROM read_json_objects({_options([file])}) {limit}"
    statement = f"SELECT DISTINCT unnest(json_keys(json)) FROM ({objects})"
    return sorted(row[0] for row in run(statement, lambda result: result.fetchall()))
