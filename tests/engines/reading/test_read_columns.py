"""Whole columns of small tables: from what holds them here; what lies elsewhere is refused."""

import duckdb
import narwhals as nw
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.dataset
import pytest

import veracity as vc
from tests.engines.refusals import refused
from veracity.engines.reading.read_columns import column_names, read_columns

TABLE = {"unit": [1, 1, 2, 2], "rater": ["a", "b"] * 2, "rating": [0, 0, 1, 0]}
HELD = {
    "mapping": dict,
    "pandas": pd.DataFrame,
    "polars lazy": pl.LazyFrame,
    "narwhals lazy": lambda table: nw.from_native(pl.LazyFrame(table)),
    "arrow": pa.table,
    "dataset": lambda table: pa.dataset.dataset(pa.table(table)),
    "relation": lambda table: duckdb.from_df(pd.DataFrame(table)),
    "narwhals relation": lambda table: nw.from_native(duckdb.from_df(pd.DataFrame(table))),
}


@pytest.mark.parametrize("kind", HELD)
def test_the_same_columns_from_each(kind):
    data = HELD[kind](TABLE)
    found = read_columns(data, ["rating", "rater"])
    assert {name: column.tolist() for name, column in found.items()} == {
        name: TABLE[name] for name in ("rating", "rater")
    }
    assert column_names(data) == [*TABLE]
    measured = vc.agreement(data=data, unit="unit", rater="rater", rating="rating")
    assert measured.value == vc.agreement([[0, 0], [1, 0]]).value


def test_a_table_that_lies_elsewhere(monkeypatch):
    """As Spark, Dask and Ibis: nothing is fetched from there unasked."""
    fetched = []
    monkeypatch.setattr(nw.LazyFrame, "collect", lambda frame: fetched.append(frame))
    monkeypatch.setattr(nw.LazyFrame, "implementation", nw.Implementation.PYSPARK)
    table = nw.from_native(pl.LazyFrame(TABLE))
    refused(
        lambda: vc.agreement(data=table, unit="unit", rater="rater", rating="rating"),
        "LazyFrame does not lie in memory",
        "toPandas()",
    )
    assert not fetched
