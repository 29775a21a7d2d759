"""Small tables in whatever is scanned twice, and the one piece that comes of it."""

import narwhals as nw
import polars as pl
import pyarrow as pa
import pyarrow.parquet

from tests.engines.containers import CONNECTION


def one(scored):
    """The only piece."""
    (piece,) = scored.pieces()
    return piece


def every_source(columns, folder):
    """A table of columns in files, relations and lazy tables: whatever is scanned twice."""
    table = pa.table(columns)
    pa.parquet.write_table(table, folder / "a.parquet")
    pl.from_arrow(table).write_csv(folder / "a.csv")
    pl.from_arrow(table).write_ndjson(folder / "a.jsonl")
    return {
        "frame": pl.from_arrow(table),
        "parquet": folder / "a.parquet",
        "csv": folder / "a.csv",
        "json": folder / "a.jsonl",
        "relation": CONNECTION.from_arrow(table),
        "polars": pl.from_arrow(table).lazy(),
        "other": nw.from_native(CONNECTION.from_arrow(table)),
    }
