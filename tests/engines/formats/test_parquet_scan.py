"""Parquet: types are those of the file, and statistics never decide about NaN."""

import datetime
import decimal

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from tests.engines.refusals import refused
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.validation.threshold_key import ThresholdKey

DAY = datetime.date(2024, 2, 29)
MOMENT = datetime.datetime(2024, 2, 29, 12, 30, 15, 123456)

TYPED = {
    "bool": (pa.bool_(), [True, False]),
    "int8": (pa.int8(), [-128, 127]),
    "uint8": (pa.uint8(), [0, 255]),
    "int16": (pa.int16(), [-300, 300]),
    "uint16": (pa.uint16(), [0, 65535]),
    "int32": (pa.int32(), [-(2**31), 5]),
    "uint32": (pa.uint32(), [2**32 - 1, 5]),
    "int64": (pa.int64(), [-(2**63), 2**63 - 1]),
    "uint64": (pa.uint64(), [2**64 - 1, 2**53 + 1]),
    "float32": (pa.float32(), [0.5, 0.10000000149011612]),
    "float64": (pa.float64(), [0.30000000000000004, 0.3]),
    "whole floats": (pa.float64(), [1.0, -2.0]),
    "decimal": (pa.decimal128(20, 3), [decimal.Decimal("1.500"), decimal.Decimal("2.000")]),
    "wide decimal": (pa.decimal128(38, 0), [decimal.Decimal(10**30), decimal.Decimal(3)]),
    "text": (pa.string(), ["1", "01", " a ", "é", ""]),
    "large text": (pa.large_string(), ["a", "b"]),
    "dictionary": (pa.dictionary(pa.int8(), pa.string()), ["x", "y"]),
    "date": (pa.date32(), [DAY, datetime.date(1066, 10, 14)]),
    "timestamp": (pa.timestamp("us"), [MOMENT, MOMENT.replace(hour=3)]),
    "milliseconds": (pa.timestamp("ms"), [MOMENT.replace(microsecond=123000)]),
    "zoned": (pa.timestamp("us", "UTC"), [MOMENT.replace(tzinfo=datetime.UTC)]),
    "time": (pa.time64("us"), [datetime.time(1, 2, 3)]),
    "bytes": (pa.binary(), [b"a", b"\xff"]),
}


def same(one, other):
    return repr(one[0].categories) == repr(other[0].categories) and repr(one[1]) == repr(other[1])


@pytest.mark.parametrize("name", TYPED)
def test_types_are_those_of_arrays(tmp_path, name):
    kind, values = TYPED[name]
    table = pa.table({"t": pa.array([*values, values[0], None], kind)})
    path = tmp_path / "a.parquet"
    pq.write_table(table, path)
    for keys in ({"y": "t"}, {"y": "t", "again": "t"}):
        found = group_sum(path, keys, on_invalid="drop")
        expected = group_sum(table, keys, on_invalid="drop")
        assert found[0].categories == expected[0].categories
        assert [type(v) for v in found[0].categories[0]] == [
            type(v) for v in expected[0].categories[0]
        ]
        assert found[0].rows.tolist() == expected[0].rows.tolist()
        assert found[1] == expected[1]
    refused(lambda: group_sum(path, {"y": "t"}), f"row {len(values) + 1} (counted from 0")


@pytest.mark.parametrize("name", [name for name in TYPED if name not in ("bytes", "zoned")])
def test_unknown_labels_are_found_again(tmp_path, name):
    kind, values = TYPED[name]
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"t": pa.array([*values, values[-1]], kind)}), path)
    expected = f"rows {len(values) - 1}, {len(values)} (counted"
    if len(values) > 1:
        refused(
            lambda: group_sum(path, {"y": "t"}, labels=values[:-1], label_keys=["y"]),
            f"in 2 rows; the first are {expected}",
        )


@pytest.mark.parametrize("kind", ["float32", "float64"])
@pytest.mark.parametrize("size", [3, 1000])
def test_nan_is_found_whatever_the_statistics_say(tmp_path, kind, size):
    """Arrow leaves NaN out of the smallest and the largest value, and DuckDB believes those."""
    column = np.array([0.1, np.nan, 0.7, 0.2, np.nan, 0.9, 0.4], kind)
    path = tmp_path / "a.parquet"
    pq.write_table(pa.table({"s": column, "t": [0, 1, 0, 1, 1, 1, 0]}), path, row_group_size=size)
    for above in (0.05, 0.7, 0.95):
        grouped, account = group_sum(
            path, {"t": "t", "p": ThresholdKey("s", above)}, on_invalid="drop"
        )
        assert account.refused == {"null_score": 2}
        by_hand = [int(s >= above) for s in column.astype(float) if s == s]
        assert (grouped.rows * grouped.codes[1]).sum() == sum(by_hand)
    refused(lambda: group_sum(path, {"p": ThresholdKey("s")}), "in 2 rows; the first are rows 1, 4")
    refused(lambda: group_sum(path, {"p": "s"}), "in 2 rows; the first are rows 1, 4")
    _, account = group_sum(path, {"t": "t"}, weight="s", on_invalid="drop")
    assert account.refused == {"bad_weight": 2}
    refused(lambda: group_sum(path, {"t": "t"}, weight="s"), "in 2 rows; the first are rows 1, 4")


@pytest.mark.parametrize("writer", ["arrow", "duckdb"])
def test_short_floats_are_widened_before_they_are_compared(tmp_path, writer):
    path = tmp_path / "a.parquet"
    table = pa.table({"s": np.array([0.7, 0.5, 0.9, 0.1], "float32")})
    if writer == "arrow":
        pq.write_table(table, path)
    else:
        connection = duckdb.connect()
        connection.from_arrow(table).write_parquet(str(path))
    for threshold, above in ((0.7, 1), (0.5, 3), (0.9, 0), (0.1, 4)):
        grouped, _ = group_sum(path, {"p": ThresholdKey("s", threshold)})
        assert (grouped.rows * grouped.codes[0]).sum() == above


def test_infinite_scores_rank_and_are_no_probabilities(tmp_path):
    path = tmp_path / "a.parquet"
    scores = np.array([np.inf, -np.inf, 0.5, np.nan])
    pq.write_table(pa.table({"s": scores}), path)
    grouped, account = group_sum(
        path, {"p": ThresholdKey("s", 0.4, probability=False)}, on_invalid="drop"
    )
    assert (grouped.rows.tolist(), account.refused) == ([1, 2], {"null_score": 1})
    _, account = group_sum(path, {"p": ThresholdKey("s", 0.4)}, on_invalid="drop")
    assert account.refused == {"null_score": 1, "score_outside": 2}


def test_parts_of_different_numbers_stay_exact(tmp_path):
    """A common type of int64 and float32 would round: 2^53 + 1 and 16777217 must survive."""
    pq.write_table(pa.table({"y": pa.array([2**53 + 1, 16777217, 1])}), tmp_path / "a.parquet")
    short = pa.array([1.0, 0.5], pa.float32())
    pq.write_table(pa.table({"y": short}), tmp_path / "b.parquet")
    pq.write_table(pa.table({"y": pa.array([True, None])}), tmp_path / "c.parquet")
    grouped, account = group_sum(tmp_path / "*.parquet", {"y": "y"}, on_invalid="drop")
    assert grouped.categories == ((0.5, 1, 16777217, 2**53 + 1),)
    assert grouped.rows.tolist() == [1, 3, 1, 1]
    assert account.read == 7


def test_scores_that_are_decimals_or_integers(tmp_path):
    path = tmp_path / "a.parquet"
    decimals = pa.array(map(decimal.Decimal, ("0.70", "0.69", "1.00")), pa.decimal128(9, 2))
    pq.write_table(pa.table({"d": decimals, "i": [0, 1, 1], "t": ["0.7", "1", "0"]}), path)
    assert group_sum(path, {"p": ThresholdKey("d", 0.7)})[0].rows.tolist() == [1, 2]
    assert group_sum(path, {"p": ThresholdKey("i", 0.7)})[0].rows.tolist() == [1, 2]
    refused(lambda: group_sum(path, {"p": ThresholdKey("t")}), "is not a number in 3 rows", "'0.7'")


def test_a_relation_leaves_nothing_behind():
    connection = duckdb.connect()
    connection.execute("CREATE TABLE rows AS SELECT i % 2 AS t, i % 3 AS p FROM range(60) r(i)")
    relation = connection.table("rows")
    grouped, _ = group_sum(relation, {"y_true": "t", "y_pred": "p"})
    assert grouped.rows.tolist() == [10] * 6
    assert connection.execute("SHOW ALL TABLES").fetchall()[0][2] == "rows"
    assert len(connection.execute("SHOW ALL TABLES").fetchall()) == 1
    refused(lambda: group_sum(relation, {"y": "tt"}), "No column 'tt' in the relation", "'t'")
