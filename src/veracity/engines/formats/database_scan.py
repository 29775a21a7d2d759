"""A table of SQLite or PostgreSQL as a scan, attached read-only by an extension of DuckDB."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.engines.columns.display_names import numbered
from veracity.engines.files.missing_columns import refuse_unknown
from veracity.engines.files.paths import File
from veracity.engines.sql.column_sql import SqlColumn
from veracity.engines.sql.quoting import identifier, literal
from veracity.engines.sql.scans import FileScan, Part, Run
from veracity.errors import quoted, refuse

_NAME = "veracity_source"
Types = dict[str, str]


def database_scan(files: Sequence[File], asked: Sequence[str], run: Run) -> FileScan:
    """The columns asked for, of one table."""
    if len(files) > 1:
        raise refuse("one_database", n=len(files))
    table, types = attached(files[0], run)
    refuse_unknown(asked, list(types), files[0].display_name)
    names = numbered(asked)
    selected = ", ".join(f"{identifier(name)} AS {ours}" for name, ours in names.items())
    rows = f"SELECT {selected} FROM {table}"
    columns = {name: SqlColumn(ours, types[name]) for name, ours in names.items()}
    return FileScan(columns, rows, [Part(files[0].display_name, rows)], run, files[0].display_name)


def attached(file: File, run: Run) -> tuple[str, Types]:
    """The table of a database, as a statement names it, and the types of its columns."""
    kind = file.extension
    attach = f"ATTACH IF NOT EXISTS {literal(file.path)} AS {_NAME} (TYPE {kind}, READ_ONLY)"
    run(attach, lambda result: None)
    found = run(
        "SELECT schema_name, table_name FROM duckdb_tables() WHERE database_name = "
        f"'{_NAME}' UNION ALL SELECT schema_name, view_name FROM duckdb_views() WHERE "
        f"database_name = '{_NAME}' AND NOT internal ORDER BY ALL",
        lambda result: result.fetchall(),
    )
    tables = {name: schema for schema, name in found} | {f"{s}.{n}": s for s, n in found}
    plain = [name for _, name in found]
    chosen = file.table or (plain[0] if len(plain) == 1 else "")
    if chosen not in tables:
        key = "table_unknown" if file.table else "table_not_named"
        raise refuse(key, path=file.display_name, table=repr(file.table), tables=quoted(plain, 20))
    schema = tables[chosen]
    name = chosen.removeprefix(f"{schema}.") if chosen not in plain else chosen
    table = f"{_NAME}.{identifier(schema)}.{identifier(name)}"
    described = run(f"DESCRIBE SELECT * FROM {table}", lambda result: result.fetchall())
    return table, {row[0]: row[1] for row in described}
