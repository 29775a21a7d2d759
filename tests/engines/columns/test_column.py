"""What is not a column is refused with the reason."""

import subprocess
import sys

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import group_sum
from veracity.engines.columns.array_likes import read_column


@pytest.mark.parametrize(
    "given",
    [
        5,
        None,
        "abc",
        b"abc",
        np.float64(1.0),
        np.array(3),
        {"a": 1},
        {1, 2},
        pa.scalar(1),
        pd.Timestamp(0),
        object(),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_scalar_is_no_column(given):
    refused(lambda: read_column("y_pred", given), "y_pred is", "one value per row")


@pytest.mark.parametrize(
    "given",
    [
        np.zeros((4, 3)),
        np.zeros((4, 1, 1)),
        [[0.1, 0.9], [0.2, 0.8]],
        [np.zeros(3), np.zeros(3)],
        [[1], [1, 2]],
        pd.DataFrame({"a": [1], "b": [2]}),
        pl.DataFrame({"a": [1], "b": [2]}),
        pa.table({"a": [1], "b": [2]}),
    ],
    ids=lambda given: type(given).__name__,
)
def test_a_table_is_no_column(given):
    refused(lambda: read_column("y_pred", given), "y_pred has shape", "y_proba=")


@pytest.mark.parametrize(
    "given",
    [
        np.array([[1], [2]]),
        [[1], [2]],
        iter([1, 2]),
        range(1, 3),
        pd.array([1, 2]),
        pd.DataFrame({"a": [1, 2]}),
        pl.LazyFrame({"a": [1, 2]}),
        pa.record_batch({"a": pa.array([1, 2])}),
        memoryview(np.array([1, 2])),
    ],
    ids=lambda given: type(given).__name__,
)
def test_one_column_is_a_column_in_any_dress(given):
    grouped, _ = group_sum({"y_true": given})
    assert grouped.categories == ((1, 2),)


def test_a_subclass_of_a_series_is_a_series():
    class Measured(pd.Series):
        pass

    keys = {"y_true": Measured([1, 2]), "y_pred": Measured([1, 2], index=[5, 6])}
    refused(lambda: group_sum(keys), "different indexes")


def test_anything_that_numpy_can_read():
    class Tensor:
        def __array__(self, dtype=None, copy=None):
            return np.array([1, 2])

    assert group_sum({"y_true": Tensor()})[0].categories == ((1, 2),)


@pytest.mark.parametrize("other", [[7, 8, 9], [0, 2, 1]])
def test_series_with_different_indexes(other):
    keys = {"y_true": pd.Series([0, 1, 1]), "y_pred": pd.Series([0, 1, 1], index=other)}
    refused(lambda: group_sum(keys), "y_true and y_pred", "different indexes", ".to_numpy()")
    grouped, _ = group_sum({name: column.to_numpy() for name, column in keys.items()})
    assert grouped.rows.tolist() == [1, 2]


def test_weights_have_an_index_too():
    series = pd.Series([0, 1])
    weight = pd.Series([1.0, 2.0], index=[1, 0])
    refused(lambda: group_sum({"y_true": series}, weight=weight), "y_true and sample_weight")


def test_series_with_one_index_and_other_columns():
    index = [3, 1, 2]
    keys = {
        "y_true": pd.Series([0, 1, 1], index=index),
        "y_pred": pd.Series([0, 1, 0], index=list(index)),
        "site": ["a", "a", "b"],
    }
    assert group_sum(keys)[0].rows.tolist() == [1, 1, 1]


def test_different_lengths():
    keys = {"y_true": [0, 1, 1], "y_pred": np.array([0, 1])}
    message = refused(lambda: group_sum(keys, weight=[1, 1, 1, 1]), "differ in length")
    assert "y_true: 3, y_pred: 2, sample_weight: 4" in message


@pytest.mark.parametrize("empty", [[], np.array([]), np.array([], "U3"), pd.Series([], dtype=int)])
def test_no_rows(empty):
    refused(lambda: group_sum({"y_true": empty, "y_pred": empty}), "No rows", "y_true, y_pred")


@pytest.mark.parametrize("build", [list, lambda v: np.array([*v, None], object)[:-1]])
def test_unhashable_labels(build):
    refused(
        lambda: group_sum({"y_true": build(["a", "b", {"c": 1}])}),
        "y_true holds a dict in row 2 (counted from 0)",
    )


def test_masked_objects():
    column = np.ma.array(["a", "b"], mask=[False, True], dtype=object)
    refused(lambda: group_sum({"y_true": column}), "in 1 row")


def test_chunks_of_nothing_but_nulls():
    nothing = pa.chunked_array([pa.nulls(2), pa.nulls(1)])
    assert list(read_column("y", nothing).values) == [None] * 3


def test_categories_far_apart_in_the_store_of_polars():
    """Codes of one Series may lie anywhere among those of all Series."""
    every = pl.Series([f"x{i}" for i in range(2000)]).cast(pl.Categorical)
    grouped, _ = group_sum(
        {"a": every[[3, 1999, 3]], "b": pl.Series(["zz", None, "r"])}, on_invalid="drop"
    )
    assert grouped.categories == (("x3",), ("r", "zz"))


def test_a_dictionary_that_lists_a_label_twice():
    column = pa.DictionaryArray.from_arrays(pa.array([0, 1, 2, 1]), pa.array(["b", "a", "b"]))
    grouped, _ = group_sum({"a": column}, weight=[1, 2, 3, 4])
    assert grouped.categories == (("a", "b"),)
    assert grouped.rows.tolist() == [2, 2]
    assert grouped.weight.tolist() == [6.0, 4.0]
    assert grouped.squares.tolist() == [20.0, 10.0]


def test_no_data_frame_is_imported_for_arrays():
    program = (
        "import sys, numpy as np; from veracity.engines.reading.reading_labels import group_sum;"
        "group_sum(None, {'a': np.array([0, 1]), 'b': ['x', 'y']}, weight=[1, 2]);"
        "print({'pandas', 'polars', 'pyarrow', 'narwhals'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert done.stdout.decode().strip() == "set()"
