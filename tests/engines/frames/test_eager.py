"""Tables by column name: which engine reads them, and what is said of those that none does."""

import duckdb
import narwhals as nw
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import veracity as vc
from tests.engines.refusals import refused
from veracity.engines.reading.reading_labels import group_sum
from veracity.engines.sql.relations import RelationScan
from veracity.engines.sql.scans import FileScan
from veracity.engines.validation.threshold_key import ThresholdKey

COLUMNS = {"t": [0, 1, 1], "p": [0, 1, 0], "s": [0.1, 0.9, 0.5], "w": [1.0, 2.0, 0.5]}
TABLES = {
    "mapping": dict,
    "pandas": pd.DataFrame,
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "arrow": pa.table,
    "record batch": lambda c: pa.RecordBatch.from_pydict(c),
    "narwhals": lambda c: nw.from_native(pl.DataFrame(c)),
    "narwhals lazy": lambda c: nw.from_native(pl.LazyFrame(c)),
}


@pytest.mark.parametrize("kind", TABLES)
def test_the_same_from_each(kind):
    keys = {"y_true": "t", "y_pred": "p", "cut": ThresholdKey("s", 0.5)}
    found = group_sum(TABLES[kind](COLUMNS), keys, weight="w", label_keys=("y_true", "y_pred"))
    assert repr(found) == repr(
        group_sum(COLUMNS, keys, weight="w", label_keys=("y_true", "y_pred"))
    )


@pytest.mark.parametrize("kind", TABLES)
def test_unknown_columns(kind):
    refused(lambda: group_sum(TABLES[kind](COLUMNS), {"y": "T"}), "No column 'T", "mean 't'?")
    refused(lambda: group_sum(TABLES[kind](COLUMNS), {"y": 5}), "give column names, not 5")


@pytest.mark.parametrize("kind", TABLES)
def test_no_rows(kind):
    empty = TABLES[kind]({"t": np.array([], "int64"), "p": np.array([], "int64")})
    refused(lambda: group_sum(empty, {"y_true": "t"}), "o rows")


def test_pandas_with_odd_names():
    frame = pd.DataFrame([[1, 2, 3]], columns=["t", 0, "t"])
    refused(lambda: group_sum(frame, {"y": "t"}), "has 2 columns named 't'")
    refused(lambda: group_sum(frame, {"y": "0"}), "No column '0")
    categories = pd.DataFrame([[1, 2]], columns=pd.MultiIndex.from_tuples([("a", "b"), ("a", "c")]))
    refused(lambda: group_sum(categories, {"y": "a"}), "no columns")


def test_an_index_is_no_trouble():
    frame = pd.DataFrame(COLUMNS, index=[5, 5, 1])
    assert group_sum(frame, {"y": "t"})[0].rows.tolist() == [1, 2]


@pytest.mark.parametrize(
    "data",
    [
        5,
        np.zeros((2, 2)),
        pd.Series([1]),
        pl.Series([1]),
        pa.array([1]),
        object(),
        b"a.csv",
        [1, 2],
    ],
)
def test_what_is_no_table(data):
    refused(lambda: group_sum(data, {"y": "t"}), "data=, a", "pandas, polars or pyarrow table")


def test_lazy_weights():
    frame = pl.LazyFrame({"t": [0, 1, 1], "w": ["1", "2", "3"], "f": [1.0, 2.5, 1.0]})
    refused(lambda: group_sum(frame, {"y": "t"}, weight="w"), "has type String", "numbers")
    refused(
        lambda: group_sum(frame, {"y": "t"}, weight="f", weight_kind="frequency"),
        'sample_weight (column "f") is not a whole number in 1 row, first in row 1 ',
        "2.5",
    )
    refused(lambda: group_sum(frame, {"y": ThresholdKey("w")}), "is not a number in 3 rows", "'1'")
    scored = pl.LazyFrame({"y": [0, 1], "p": [0.2, 0.9], "w": ["1", "2"]})
    refused(
        lambda: vc.evaluate("y", y_proba="p", sample_weight="w", data=scored),
        'sample_weight (column "w") has type String',
    )


def test_scores_as_text_without_an_order():
    table = nw.from_native(duckdb.from_df(pd.DataFrame({"y": [0, 1], "p": ["0.2", "0.9"]})))
    refused(
        lambda: vc.evaluate("y", y_proba="p", data=table),
        'y_proba (column "p") is not a number in 2 rows. ',
        "holds numbers as text: convert it",
    )


@pytest.mark.parametrize("lazy", [False, True])
def test_what_is_wrong_is_said_in_one_order(lazy):
    """Labels, clusters and groups, then scores and weights; as of files."""
    frame = pl.DataFrame(
        {"y": [0, 1, None], "p": [0.2, None, 0.1], "g": [1, 2, None], "w": [-1, 1, 1]}
    )
    text = refused(
        lambda: vc.evaluate(
            "y",
            y_proba="p",
            cluster="g",
            sample_weight="w",
            data=frame.lazy() if lazy else frame,
        )
    )
    places = [text.index(f'(column "{name}")') for name in "ygpw"]
    assert places == sorted(places)


def test_lazy_rows_are_found_again():
    frame = pl.LazyFrame({"t": [0.0, float("nan"), None, float("inf"), 5.0], "w": [1, 1, 1, 1, -1]})
    refused(
        lambda: group_sum(frame, {"y": "t"}, weight="w", labels=[0, 1], label_keys=["y"]),
        "no value (null, NaN or NaT) in 2 rows; the first are rows 1, 2",
        "is infinite in 1 row; the first is row 3",
        "missing from labels= (5) in 1 row; the first is row 4",
        "negative, NaN or infinite in 1 row; the first is row 4",
    )


def test_one_column_for_two_roles():
    grouped, _ = group_sum(pd.DataFrame(COLUMNS), {"y_true": "t", "y_pred": "t"}, weight="t")
    assert grouped.rows.tolist() == [1, 2]
    assert grouped.weight.tolist() == [0.0, 2.0]


@pytest.mark.parametrize("kind", ["pandas", "polars", "lazy", "arrow", "relation", "csv", "json"])
def test_scores_in_the_place_of_labels_are_recognised_in_a_sample(kind, tmp_path, monkeypatch):
    """Before a group is made of each: no engine is asked for sums."""
    scores = np.random.default_rng(0).random(3000)
    frame = pd.DataFrame({"t": [0, 1] * 1500, "p": scores})
    build = {
        "pandas": lambda: frame,
        "polars": lambda: pl.from_pandas(frame),
        "lazy": lambda: pl.from_pandas(frame).lazy(),
        "arrow": lambda: pa.Table.from_pandas(frame),
        "relation": lambda: duckdb.from_df(frame),
        "csv": lambda: frame.to_csv(tmp_path / "a.csv", index=False) or tmp_path / "a.csv",
        "json": lambda: (
            frame.to_json(tmp_path / "a.jsonl", orient="records", lines=True)
            or tmp_path / "a.jsonl"
        ),
    }

    def never(*_):
        raise AssertionError("asked for sums")

    monkeypatch.setattr(FileScan, "grouped", never)
    monkeypatch.setattr(RelationScan, "grouped", never)
    refused(
        lambda: group_sum(
            build[kind](), {"y_true": "t", "y_pred": "p"}, label_keys=("y_true", "y_pred")
        ),
        'y_pred (column "p") holds',
        "probabilities, not labels?",
    )
