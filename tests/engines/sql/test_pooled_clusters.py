"""Clusters as random groups in DuckDB: the groups that Python gives to the same labels."""

import datetime

import duckdb
import pytest

from veracity.engines.sql.pooled_clusters import PooledClusters
from veracity.statistics.clusters.random_groups import groups_of

DAYS = [datetime.date(2020, 1, 1) + datetime.timedelta(days=i) for i in range(40)]
TEXTS = ["anna", "Änne", "5", "5.0", "05", "-5", "7.50", "x" * 300, "中", "a,b", "o'hara", " 5"]
COLUMNS = {
    "BIGINT": [0, 1, -1, 123456789012, -(2**62), 2**62],
    "UBIGINT": [0, 2**64 - 1, 2**63 + 5],
    "HUGEINT": [0, 2**100, -(2**90)],
    "SMALLINT": list(range(-5, 5)),
    "DOUBLE": [0.0, 1.0, -3.0, 2.5, 1e14],
    "FLOAT": [0.0, 1.0, -3.0, 0.5],
    "VARCHAR": TEXTS,
    "text": TEXTS,
    "json": ["5", "-3", '"anna"', '"5"', '"5.0"'],
    "DATE": DAYS,
}
JSON = [5, -3, "anna", "5", "5.0"]


def keys(values, held):
    kind = {"text": "VARCHAR", "json": "JSON"}.get(held, held)
    connection = duckdb.connect()
    connection.execute(f"CREATE TABLE t (place INTEGER, n0 {kind})")
    for index, value in enumerate(values):
        connection.execute("INSERT INTO t VALUES (?, ?)", [index, value])
    key = PooledClusters("n0", held).key
    return [row[0] for row in connection.execute(f"SELECT {key} FROM t ORDER BY place").fetchall()]


@pytest.mark.parametrize("held", COLUMNS)
def test_groups_are_those_of_the_labels(held):
    found = [int(value) for value in keys(COLUMNS[held], held)]
    assert found == groups_of(JSON if held == "json" else COLUMNS[held]).tolist()


@pytest.mark.parametrize(
    ("held", "bad"),
    [
        ("BIGINT", [None]),
        ("DOUBLE", [None, float("nan"), float("inf")]),
        ("VARCHAR", [None]),
        ("text", [None, "NA", "", "inf"]),
        ("json", [None, "null"]),
    ],
)
def test_what_is_no_label_stays_what_it_is(held, bad):
    assert [repr(value) for value in keys(bad, held)] == [repr(value) for value in bad]
