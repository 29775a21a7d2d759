"""Scores cut at a threshold: widened first, then compared; what is no score is counted."""

import decimal

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.engines.refusals import refused
from tests.engines.rows_read import group_sum
from veracity.engines.validation.threshold_key import ThresholdKey

BUILD = {
    "list": list,
    "numpy": np.array,
    "objects": lambda v: np.array(v, object),
    "pandas": pd.Series,
    "nullable": lambda v: pd.Series(v, dtype="Float64"),
    "categorical": lambda v: pd.Series(v).astype("category"),
    "polars": pl.Series,
    "arrow": pa.array,
    "arrow dictionary": lambda v: pa.array(v).dictionary_encode(),
    "decimals": lambda v: [decimal.Decimal(x) for x in v],
}


def cut(column, threshold=0.5, probability=True, **options):
    return group_sum({"p": ThresholdKey(column, threshold, probability)}, **options)


@pytest.mark.parametrize("kind", BUILD)
def test_ties_are_positive(kind):
    grouped, account = cut(BUILD[kind]([0.5, 0.7, 0.4999999999999999, 0.5]))
    assert grouped.categories == ((False, True),)
    assert grouped.rows.tolist() == [1, 3]
    assert account.used == 4


def test_both_levels_are_there_even_if_one_has_no_row():
    grouped, _ = cut([0.9, 0.8])
    assert grouped.categories == ((False, True),)
    assert grouped.codes[0].tolist() == [1]


def test_short_floats_are_widened_first():
    assert cut(np.array([0.7], "float32"), 0.7)[0].codes[0].tolist() == [0]
    assert cut(np.array([0.7], "float32"), float(np.float32(0.7)))[0].codes[0].tolist() == [1]
    assert cut(pl.Series([0.7], dtype=pl.Float32), 0.7)[0].codes[0].tolist() == [0]
    assert cut(np.array([0.7], "float16"), 0.7)[0].codes[0].tolist() == [1]


@given(
    st.lists(st.floats(0, 1) | st.none() | st.just(float("nan")), min_size=1, max_size=20),
    st.floats(0, 1),
)
def test_every_row_is_somewhere(scores, threshold):
    good = [s for s in scores if s is not None and s == s]
    if not good:
        refused(lambda: cut(scores, threshold, on_invalid="drop"), "No rows left")
        return
    grouped, account = cut(scores, threshold, on_invalid="drop")
    found = dict(zip(grouped.codes[0].tolist(), grouped.rows.tolist(), strict=True))
    above = sum(s >= threshold for s in good)
    assert found.get(1, 0) == above
    assert found.get(0, 0) == len(good) - above
    assert account.refused.get("null_score", 0) == len(scores) - len(good)


def test_what_is_no_probability():
    text = refused(
        lambda: cut([0.2, 97.3, None, "high", float("inf"), -0.1, float("nan")]),
        "p has no value (null or NaN) in 2 rows; the first are rows 2, 6",
        "3 rows are outside, e.g. 97.3, inf, -0.1; the first are rows 1, 4, 5",
        "p is not a number in 1 row, e.g. 'high'; the first is row 3",
        "Values range from -0.1 to 97.3: logits or other scores?",
    )
    assert "y_score" in text
    refused(lambda: cut([1, 50, 97.3]), "up to 97.3: percentages? Divide by 100")
    refused(lambda: cut([1, 101]), "logits")


def test_the_account_of_dropped_rows():
    _, account = cut([0.2, 97.3, None, "0.5"], on_invalid="drop")
    assert account.refused == {"null_score": 1, "score_outside": 1, "score_not_number": 1}
    assert "1 with a score outside 0 … 1" in account.words().en


def test_any_score():
    grouped, _ = cut([-np.inf, np.inf, 3.0, -1.0], 0.0, probability=False)
    assert grouped.rows.tolist() == [2, 2]
    refused(lambda: cut([np.nan], probability=False), "null or NaN")
    assert cut([5.0], np.inf, probability=False)[0].codes[0].tolist() == [0]


@pytest.mark.parametrize("threshold", ["0.5", None, float("nan"), True, [0.5]])
def test_thresholds_that_are_none(threshold):
    refused(lambda: ThresholdKey([0.1], threshold), "The threshold", "must be a number")


def test_thresholds_of_numpy():
    assert ThresholdKey([0.1], np.float32(0.5)).threshold == 0.5
    assert type(ThresholdKey([0.1], 1).threshold) is float


def test_truth_values_as_scores():
    assert cut([True, False, True])[0].rows.tolist() == [1, 2]
    assert cut(np.array([1, 0, 1], "int8"))[0].rows.tolist() == [1, 2]


def test_dates_are_no_scores():
    refused(lambda: cut(np.array(["2024-01-01"], "M8[D]")), "is not a number in 1 row")
    refused(lambda: cut(np.array(["0.5", "0.7"])), "is not a number in 2 rows", "'0.5'")
