"""Bad rows stop the run with a message that says what, how many, where and what to do."""

import math

import numpy as np
import pytest

from tests.engines.kinds import NULLABLE
from tests.engines.refusals import refused
from tests.engines.rows_read import group_sum
from veracity.errors import InvalidRows
from veracity.words import say

LABELS = ("y_true", "y_pred")


@pytest.mark.parametrize("kind", NULLABLE)
def test_null_labels(kind):
    column = NULLABLE[kind]([0, None, 1, None])
    words = ("y_pred", "in 2 rows", "rows 1, 3", "counted from 0", 'on_invalid="drop"')
    refused(
        lambda: group_sum({"y_true": [0, 0, 1, 1], "y_pred": column}), *words, error=InvalidRows
    )


def test_only_the_first_five_rows_are_named_over_all_chunks():
    column = np.zeros(600_000)
    column[[7, 300_000, 300_001, 599_990, 599_991, 599_992, 599_999]] = np.nan
    message = refused(lambda: group_sum({"y_true": column}), "in 7 rows")
    assert "rows 7, 300000, 300001, 599990, 599991, …" in message


def test_infinite_labels():
    keys = {"y_true": [0, 1, 1], "y_pred": np.array([0, math.inf, -math.inf])}
    refused(lambda: group_sum(keys), "y_pred is infinite in 2 rows", "rows 1, 2", error=InvalidRows)


def test_labels_that_are_not_listed():
    keys = {"y_true": ["a", "b", "c"], "y_pred": ["a", "d", "c"]}
    message = refused(
        lambda: group_sum(keys, labels=["a", "b"], label_keys=LABELS),
        "y_true has labels missing from labels= ('c') in 1 row",
        "y_pred has labels missing from labels= ('d', 'c') in 2 rows",
        "Add the labels to labels=",
        'on_invalid="drop"',
        error=InvalidRows,
    )
    assert message.count("on_invalid") == 1


@pytest.mark.parametrize("labels", [["0", "1"], [b"0", b"1"]])
def test_text_never_equals_a_number(labels):
    keys = {"y_true": [0, 1], "y_pred": [0, 1]}
    refused(
        lambda: group_sum(keys, labels=labels, label_keys=LABELS), "missing from labels= (0, 1)"
    )


@pytest.mark.parametrize("bad", [-1.0, math.nan, math.inf])
def test_bad_weights(bad):
    refused(
        lambda: group_sum({"y_true": [0, 1, 1]}, weight=[1.0, bad, bad]),
        "sample_weight is negative, NaN or infinite in 2 rows",
        "rows 1, 2",
        "counted from 0",
        'on_invalid="drop"',
        error=InvalidRows,
    )


def test_every_problem_is_named_at_once():
    keys = {"y_true": [None, 1, 2], "y_pred": [1, math.inf, 2]}
    refused(
        lambda: group_sum(keys, weight=[1, 1, -2], weight_name="w"),
        "y_true has no value",
        "y_pred is infinite",
        "w is negative",
        error=InvalidRows,
    )


def test_nothing_left():
    refused(
        lambda: group_sum({"y_true": [None, math.nan, math.inf]}, on_invalid="drop"),
        "No rows left",
        "2 without a label; 1 with an infinite label",
    )


@pytest.mark.parametrize("reason", ["null_label", "infinite_label", "unknown_label", "bad_weight"])
def test_every_reason_has_words(reason):
    assert "3" in say(f"refused_{reason}", n=3).en
    assert "3" in say(f"refused_{reason}", n=3).zh


def test_unknown_way_with_bad_rows():
    refused(lambda: group_sum({"y_true": [1]}, on_invalid="ignore"), "'ignore'", "raise", "drop")


def test_text_and_numbers_in_one_column():
    refused(
        lambda: group_sum({"y_true": [1, "1", None]}),
        "y_true mixes text and numbers, e.g. '1' and 1",
    )


def test_text_and_numbers_in_one_categorical():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(["a", 2.0], dtype="category")
    refused(lambda: group_sum({"y_true": column}), "e.g. 'a' and 2")


def test_mixtures_that_do_not_occur_are_no_mixtures():
    pandas = pytest.importorskip("pandas")
    column = pandas.Series(["a", 2], dtype="category")[:1]
    grouped, _ = group_sum({"y_true": column})
    assert grouped.categories == (("a",),)
