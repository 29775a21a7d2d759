"""What `ev.reading` tells, for every source of the fast suite: engine, passes, rows, values."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset as ds
import pytest

import veracity as vc
from veracity.engines.rows import size_limits

N = 500
Y = (np.arange(N) * 7919 % 11 < 4).astype(int)
P = (np.arange(N) * 104_729 % 499) / 499
FRAME = pd.DataFrame({"y": Y, "p": P})
CONNECTION = duckdb.connect()  # an older duckdb closes a connection that only a relation holds
SOURCES = {
    "pandas": ("array", lambda folder: FRAME),
    "polars": ("array", lambda folder: pl.DataFrame({"y": Y, "p": P})),
    "pyarrow": ("array", lambda folder: pa.table({"y": Y, "p": P})),
    "mapping": ("array", lambda folder: {"y": Y, "p": P}),
    "parquet": ("duckdb", lambda folder: _file(folder, "parquet")),
    "csv": ("duckdb", lambda folder: _file(folder, "csv")),
    "relation": ("duckdb", lambda folder: CONNECTION.read_parquet(_file(folder, "parquet"))),
    "dataset": ("duckdb", lambda folder: ds.dataset(_file(folder, "parquet"))),
    "lazy": ("narwhals (polars)", lambda folder: pl.DataFrame({"y": Y, "p": P}).lazy()),
}


def _file(folder, ending):
    path = str(folder / f"rows.{ending}")
    if ending == "csv":
        FRAME.to_csv(path, index=False)
    else:
        FRAME.to_parquet(path)
    return path


@pytest.mark.parametrize("source", SOURCES)
def test_scores(source, tmp_path):
    engine, made = SOURCES[source]
    reading = vc.evaluate("y", y_proba="p", data=made(tmp_path)).reading
    assert reading.engine == engine
    assert (reading.rows, reading.resolution) == (N, "exact")
    assert reading.seconds > 0
    distinct = len(FRAME.drop_duplicates())
    if engine == "array":
        assert (reading.passes, reading.values) == (1, 0)
    elif engine == "duckdb":
        assert reading.passes == 2
        assert reading.values >= N  # rows that were streamed through
    else:
        assert reading.passes >= 2
        assert reading.values >= 3 * distinct  # truth, score, how often


@pytest.mark.parametrize("source", SOURCES)
def test_labels(source, tmp_path):
    engine, made = SOURCES[source]
    reading = vc.evaluate("y", "y", data=made(tmp_path)).reading
    assert (reading.engine, reading.rows, reading.resolution) == (engine, N, "exact")
    assert reading.values < 50  # sums of two classes
    assert str(reading).startswith(f"{engine}: {N} rows in ")


def test_cells_of_a_lazy_table(monkeypatch):
    monkeypatch.setattr(size_limits, "LAZY_ROWS", 100)
    lazy = pl.DataFrame(
        {"y": np.tile(Y, 400), "p": np.random.default_rng(0).random(400 * N)}
    ).lazy()
    found = vc.evaluate("y", y_proba="p", data=lazy)
    assert found.reading.resolution != "exact"
    assert found["auroc"].bound > 0
    assert found.reading.values < 2 * 400 * N  # fewer than the two columns hold


def test_nothing_was_read_of_a_matrix():
    assert vc.ConfusionMatrix.from_counts(tp=1, fp=2, fn=3, tn=4).evaluate().reading is None
