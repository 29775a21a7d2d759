"""Parquet files as a query of DuckDB, whose column types are those of the files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from veracity.engines.columns.display_names import numbered
from veracity.engines.files.missing_columns import refuse_lacking
from veracity.engines.files.partitions import (
    FILENAME,
    FROM_FILE,
    partition_keys,
    partition_sql,
    with_partitions,
)
from veracity.engines.files.paths import File
from veracity.engines.sql.column_sql import SqlColumn, as_text, is_numeric
from veracity.engines.sql.quoting import identifier, listing, literal
from veracity.engines.sql.scans import FileScan, Part, Run, where
from veracity.errors import refuse

Types = Mapping[str, str]
PARTITION = "a folder"  # instead of a type


def parquet_scan(files: Sequence[File], asked: Sequence[str], run: Run) -> FileScan:
    """The columns asked for, of all files.

    A column that is integers in one file and floats in another is compared as text, which is
    exact: a common type would round large integers.
    """
    alike = [(some, _types(some[0], run)) for some in _alike(files, run)]
    for some, types in alike:
        refuse_lacking(asked, list(types), some[0], files[0])
        own = with_partitions(
            _names(some[0], run), some[0]
        )  # of two columns with one name DuckDB calls the second another
        refuse_lacking([name for name in asked if own.count(name) > 1], own, some[0], files[0])
    names = numbered(asked)
    held = {name: _held(name, alike) for name in names}

    def select(some: Sequence[File], types: Types) -> str:
        selected = [f"{_value(name, types[name], held[name])} AS {names[name]}" for name in names]
        return f"SELECT {', '.join(selected)} FROM {_reader(some)}"

    types_of = {file: types for some, types in alike for file in some}
    return FileScan(
        {name: SqlColumn(ours, held[name]) for name, ours in names.items()},
        " UNION ALL ".join(select(some, types) for some, types in alike),
        [Part(file.display_name, select([file], types_of[file])) for file in files],
        run,
        where(files),
    )


def _value(name: str, own: str, held: str) -> str:
    if own == PARTITION:
        return partition_sql(name)
    return identifier(name) if own == held else as_text(identifier(name), own)


def _held(name: str, alike: Sequence[tuple[Sequence[File], Types]]) -> str:
    """The type of a column in all files; text if they are different numbers."""
    first = alike[0]
    for some, types in alike[1:]:
        mine, yours = first[1][name], types[name]
        if mine != yours and not (is_numeric(mine) and is_numeric(yours)):
            raise refuse(
                "file_types_differ",
                column=repr(name),
                first=first[0][0].display_name,
                mine=mine,
                second=some[0].display_name,
                yours=yours,
            )
    found = {types[name] for _, types in alike}
    return "text" if len(found) > 1 or found == {PARTITION} else found.pop()


def _reader(files: Sequence[File]) -> str:
    return f"read_parquet({listing(f.pattern for f in files)}, {FROM_FILE})"


def _types(file: File, run: Run) -> dict[str, str]:
    found = run(f"DESCRIBE SELECT * FROM {_reader([file])}", lambda result: result.fetchall())
    types = {row[0]: row[1] for row in found if row[0] != FILENAME}
    return types | {name: PARTITION for name in partition_keys(file) if name not in types}


def _names(file: File, run: Run) -> list[str]:
    """The columns as the file names them, without the parts of nested ones."""
    statement = f"SELECT name, num_children FROM parquet_schema({literal(file.pattern)})"
    names, inside = list[str](), 0
    for name, children in run(statement, lambda result: result.fetchall())[1:]:
        if inside:
            inside -= 1
        else:
            names.append(name)
        inside += children or 0
    return names


def _alike(files: Sequence[File], run: Run) -> list[list[File]]:
    """Files of the same schema together, so that thousands of parts are described once."""
    if len(files) == 1:
        return [list(files)]
    schemas: dict[str, list[Any]] = {}
    statement = (
        "SELECT file_name, name, type, num_children, converted_type, scale, precision, "
        f"logical_type FROM parquet_schema({listing(f.pattern for f in files)})"
    )
    for path, *column in run(statement, lambda result: result.fetchall()):
        schemas.setdefault(path, []).append(tuple(column[:1] + list(map(str, column[1:]))))
    groups: dict[Any, list[File]] = {}
    for file in files:
        groups.setdefault(tuple(schemas[file.path][1:]), []).append(file)
    return list(groups.values())
