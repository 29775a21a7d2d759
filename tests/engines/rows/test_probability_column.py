"""A column of probabilities for maps: every container, and every bad row with its place."""

from decimal import Decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from veracity.engines.rows.probability_column import probability_column, probability_columns
from veracity.errors import InputError, InvalidRows


@pytest.mark.parametrize(
    "given",
    [
        [0, 0.25, 1],
        (0, 0.25, 1),
        np.array([0, 0.25, 1], np.float32),
        pd.Series([0, 0.25, 1], dtype="Float64"),
        pl.Series([0.0, 0.25, 1.0]),
        pa.chunked_array([[0, 0.25], [1.0]]),
        [Decimal(0), Decimal("0.25"), Decimal(1)],
    ],
    ids=lambda given: type(given).__module__,
)
def test_containers(given):
    found = probability_column("p", given)
    assert found.dtype == np.float64
    assert found.tolist() == [0, 0.25, 1]


def test_what_was_given_is_not_changed():
    given = np.array([0.2, 7.0])
    probability_column("p", given, on_invalid="drop")
    assert given.tolist() == [0.2, 7.0]


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ([0.1, None], "no value .* row 1"),
        ([np.nan, 0.1], "no value .* row 0"),
        (pd.Series([0.1, None], dtype="Float64"), "no value .* row 1"),
        ([0.1, -0.2, np.inf], "2 rows are outside, e.g. -0.2, inf"),
        ([5, 60, 99], "percentages"),
        ([0.1, "high"], "not a number .* 'high'"),
    ],
)
def test_bad_rows(given, match):
    with pytest.raises(InvalidRows, match=match):
        probability_column("p", given)
    assert np.isnan(probability_column("p", given, on_invalid="drop")).any()


def test_columns_add_up_to_one():
    with pytest.raises(InvalidRows, match=r"a \+ b do not add up to 1 in 1 row, e.g. 0.9"):
        probability_columns(["a", "b"], [[0.5, 0.4], [0.5, 0.5]])
    made = probability_columns(["a", "b"], [[0.5, 0.4], [0.5, 0.5]], on_invalid="drop")
    assert np.isnan(made[0]).tolist() == [False, True]
    with pytest.raises(InputError, match="differ in length: 1, 2"):
        probability_columns(["a", "b"], [[0.5], [0.5, 0.5]])


def test_short_floats_may_be_off_by_their_digits():
    third = np.full(2, 1 / 3, np.float32)
    assert len(probability_columns(list("abc"), [third] * 3)) == 3


def test_on_invalid_is_one_of_two_words():
    with pytest.raises(InputError, match="'ignore'"):
        probability_column("p", [0.5], on_invalid="ignore")
