"""Scores that are hard: very large, very small, infinite, decimal, missing."""

from decimal import Decimal
from fractions import Fraction

import duckdb
import numpy as np
import pyarrow as pa
import pyarrow.feather
import pyarrow.parquet
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import scored_rows
from tests.engines.scanned_twice import every_source, one
from veracity.engines.rows.tables import reduce_column
from veracity.statistics.scores.score_table import ScoreTable


@pytest.mark.parametrize("value", [2**53 + 1, -(2**53) - 1, 2**63 - 1])
def test_whole_numbers_beyond_float64(value, tmp_path):
    columns = {"t": [0, 1, 1], "s": [1, 2, value], "fine": [2**53, -(2**53), 3]}
    for source, data in every_source(columns, tmp_path).items():
        words = ["2^53", "y_score"] + ([] if source == "other" else [f"{value}", "row 2"])
        refused(lambda d=data: scored_rows(d, "t", {"y_score": "s"}, on_invalid="drop"), *words)
        scores = one(scored_rows(data, "t", {"y_score": "fine"})).scores["y_score"]
        assert scores.tolist() == [2**53, -(2**53), 3]


def test_wider_whole_numbers():
    relation = duckdb.sql(
        "SELECT i % 2 AS t, (i::HUGEINT << 70) AS h, i::UBIGINT AS u FROM range(3) r(i)"
    )
    refused(lambda: scored_rows(relation, "t", {"y_score": "h"}), "2^53", str(1 << 70))
    assert one(scored_rows(relation, "t", {"y_score": "u"})).scores["y_score"].tolist() == [0, 1, 2]


@pytest.mark.parametrize("kind", [np.int64, np.uint8])
def test_whole_percentages_are_named(kind, tmp_path):
    columns = {"t": [0, 1, 1], "p": np.array([12, 95, 40], kind)}
    for data in every_source(columns, tmp_path).values():
        refused(
            lambda d=data: scored_rows(d, "t", {"y_proba": "p"}, probability=True),
            "up to 95: percentages?",
        )


def test_decimals_are_rounded_once(tmp_path):
    values = [Decimal("0.1"), Decimal("12345678901234567.89"), Decimal("0.3")]
    expected = [float(Fraction(value)) for value in values]
    held = {"t": [0, 1, 1], "s": pa.array(values, pa.decimal128(30, 2))}
    for source, data in every_source(held, tmp_path).items():
        if source != "json":  # polars writes decimals there as text
            scores = one(scored_rows(data, "t", {"y_score": "s"})).scores["y_score"]
            assert sorted(scores.tolist()) == sorted(expected), source  # lazy ones have no order


def test_infinite_and_tiny_scores_rank(tmp_path):
    scores = [-np.inf, -5e-324, 0.0, -0.0, 5e-324, np.inf]
    truth = [0, 0, 1, 0, 1, 1]
    expected = ScoreTable.of_rows(truth, scores)
    assert expected.scores.tolist() == [np.inf, 5e-324, 0, -5e-324, -np.inf]
    for source, data in every_source({"t": truth, "s": scores}, tmp_path).items():
        if source != "json":  # which has no infinite numbers
            rows = one(scored_rows(data, "t", {"y_score": "s"}))
            assert reduce_column(rows, "y_score") == expected
    path = tmp_path / "j.jsonl"
    path.write_text(
        "".join(f'{{"t": {t}, "s": {s}}}\n' for t, s in zip(truth[1:5], scores[1:5], strict=True))
    )
    rows = one(scored_rows(path, "t", {"y_score": "s"}))
    assert reduce_column(rows, "y_score") == ScoreTable.of_rows(truth[1:5], scores[1:5])


def test_nan_is_found_though_statistics_leave_it_out(tmp_path):
    columns = {
        "t": [0, 1] * 500,
        "s": [0.25, np.nan, 0.5, 0.75] * 250,
        "w": [1.0, 1.0, np.nan, 2.0] * 250,
    }
    for source, data in every_source(columns, tmp_path).items():
        if source == "json":
            continue
        scored = scored_rows(data, "t", {"y_score": "s"}, weight="w", on_invalid="drop")
        assert dict(scored.account.refused) == {"null_score": 250, "bad_weight": 250}, source
        assert len(scored) == 500
        assert set(one(scored).scores["y_score"].tolist()) == {0.25, 0.75}


def test_labels_that_are_equal_have_one_place(tmp_path):
    """-0.0 and 0.0, "1" and "1.0", true and 1."""
    pa.parquet.write_table(
        pa.table({"t": [0.0, -0.0, 1.0], "s": [1.0, 2.0, 3.0]}), tmp_path / "z.parquet"
    )
    assert one(scored_rows(tmp_path / "z.parquet", "t", {"s": "s"})).truth.tolist() == [0, 0, 1]
    (tmp_path / "z.csv").write_text("t,s\n1,1\n1.0,2\n 1 ,3\n0e0,4\n")
    assert one(scored_rows(tmp_path / "z.csv", "t", {"s": "s"})).truth.tolist() == [1, 1, 1, 0]
    (tmp_path / "z.jsonl").write_text(
        '{"t":1,"s":1}\n{"t":1.0,"s":2}\n{"t":true,"s":3}\n{"t":0,"s":4}\n'
    )
    assert one(scored_rows(tmp_path / "z.jsonl", "t", {"s": "s"})).truth.tolist() == [1, 1, 1, 0]


def test_rows_that_weigh_nothing_are_left_out(tmp_path):
    columns = {"t": [0, 1, 1], "s": [1.0, 2.0, 3.0], "w": [0.0, 2.0, 0.0], "u": [1, 2, 3]}
    for data in every_source(columns, tmp_path).values():
        scored = scored_rows(data, "t", {"s": "s"}, weight="w", cluster="u")
        assert (len(scored), scored.account.used) == (1, 3)
        assert one(scored).cluster.categories == (1, 2, 3)
        assert one(scored).weight.tolist() == [2]
