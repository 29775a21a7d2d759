"""Files: found, looked at, and handed to DuckDB in one scan."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from veracity.engines.counting.grouped import Grouped
from veracity.engines.files.errors import translated
from veracity.engines.files.extensions import load
from veracity.engines.files.paths import IN_MEMORY, File, files_in
from veracity.engines.formats.csv_scan import csv_scan
from veracity.engines.formats.database_scan import database_scan
from veracity.engines.formats.json_scan import json_scan
from veracity.engines.formats.parquet_scan import parquet_scan
from veracity.engines.reading import in_memory as array_engine
from veracity.engines.sql import engine as duckdb_engine
from veracity.engines.sql.arrow_stream import StreamFailed, batches
from veracity.engines.sql.progress import silent
from veracity.engines.sql.scans import FileScan
from veracity.engines.sql.session import report_progress, session, waited_for
from veracity.engines.validation.rules import Rules
from veracity.errors import VeracityError, refuse
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.columns.given import Files

_SCANS = {"csv": csv_scan, "parquet": parquet_scan, "json": json_scan, "database": database_scan}


def from_files(
    data: Files,
    keys: Mapping[str, Any],
    weight: str | None,
    asked: Sequence[str],
    ruled: Rules,
    clusters: tuple[str, int] | None = None,
) -> tuple[Grouped, RowAccount]:
    """Rows of files summed by key; `clusters` as DuckDB's engine has it."""
    files = files_in(data)
    if files[0].format in IN_MEMORY:
        from veracity.engines.formats.in_memory import columns_of_files

        columns, pieces = columns_of_files(files, asked)
        return array_engine.by_names(columns, keys, weight, ruled, pieces)
    with open_files(files, asked) as scan:
        found = duckdb_engine.group_sum(scan, keys, weight, ruled, clusters)
    report_progress(1.0)
    return found


@contextmanager
def open_files(files: Sequence[File], asked: Sequence[str]) -> Iterator[FileScan]:
    """Files as a scan, in a DuckDB of our own that ends with the block."""
    with session() as connection, unchanged(files):
        for extension in dict.fromkeys(file.extension for file in files if file.extension):
            load(connection, extension, files[0].display_name)
        scan_of = _SCANS[files[0].format]

        def plain(statement: str, fetch: Callable[[Any], Any]) -> Any:
            return waited_for(connection, lambda: fetch(connection.execute(statement)))

        def fails(file: File) -> bool:
            return _raises(lambda: _read_through(scan_of([file], asked, plain)))

        def run(statement: str, fetch: Callable[[Any], Any]) -> Any:
            with explained(files, fails):
                return plain(statement, fetch)

        def stream(statement: str) -> Iterator[list[NDArray[Any]]]:
            with explained(files, fails):
                relation = connection.sql(statement)
                with silent():
                    capsule = waited_for(connection, relation.__arrow_c_stream__)
                yield from batches(capsule)

        yield replace(scan_of(files, asked, run), stream=stream)


@contextmanager
def unchanged(files: Sequence[File]) -> Iterator[None]:
    """Refuse files that are not what they were when they were first looked at."""
    try:
        yield
    except VeracityError:
        _refuse_changed(files)  # the cause of what went wrong, if one is
        raise
    _refuse_changed(files)


def _refuse_changed(files: Sequence[File]) -> None:
    for file in files:
        if file.changed:
            raise refuse("file_changed", path=file.display_name)


@contextmanager
def explained(files: Sequence[File], fails: Callable[[File], bool]) -> Iterator[None]:
    """An error names the file that it occurred in."""
    import duckdb

    try:
        yield
    except (duckdb.Error, StreamFailed) as error:
        raise translated(error, files, fails) from error


def _read_through(scan: FileScan) -> None:
    """Read every column that is needed, and keep nothing."""
    counts = ", ".join(f"count({column.name})" for column in scan.columns.values())
    scan.run(f"SELECT {counts} FROM ({scan.rows})", lambda result: result.fetchall())


def _raises(call: Callable[[], None]) -> bool:
    import duckdb

    try:
        call()
    except (duckdb.Error, VeracityError):
        return True
    return False
