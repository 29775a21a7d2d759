"""Weights say what they are."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import InvalidRows
from veracity.evaluation import evaluate

ROWS = ([0, 0, 1, 1, 1], [0, 1, 1, 1, 0])


def test_importance_is_the_default():
    ev = evaluate(*ROWS, sample_weight=[1, 2, 3, 4, 5])
    assert ev.weight_kind == "importance"
    assert ev.confusion.weighted
    assert ev["accuracy"].value == 8 / 15
    assert ev["accuracy"].method == "wilson (effective n)"


def test_sampling_is_the_same_arithmetic_and_keeps_its_word():
    one = evaluate(*ROWS, sample_weight=[1, 2, 3, 4, 5], weight_kind="sampling")
    other = evaluate(*ROWS, sample_weight=[1, 2, 3, 4, 5])
    assert repr(one["mcc"]) == repr(other["mcc"])
    assert one.to_dict()["settings"]["weight_kind"] == "sampling"
    assert "weight_kind = sampling" in one.to_markdown().replace("\\", "")


def test_frequency_means_whole_numbers():
    ev = evaluate(*ROWS, sample_weight=[1, 2, 3, 4, 5], weight_kind="frequency")
    assert not ev.confusion.weighted
    assert ev["accuracy"].n == 15
    assert ev["accuracy"].method == "wilson"
    assert ev.confusion.counts.dtype == np.int64


def test_frequencies_as_floats_that_are_whole():
    ev = evaluate(*ROWS, sample_weight=np.array([1.0, 2, 3, 4, 0]), weight_kind="frequency")
    assert ev["accuracy"].n == 10


def test_fractional_frequencies():
    words = ("sample_weight", "in 2 rows", "row 1", "2.5", '"importance"', '"sampling"')
    weights = [1, 2.5, 3, 0.5, 5]
    refused(lambda: evaluate(*ROWS, sample_weight=weights, weight_kind="frequency"), *words)


def test_unknown_kinds():
    words = ("'probability'", "'importance', 'sampling', 'frequency'")
    refused(lambda: evaluate(*ROWS, sample_weight=[1] * 5, weight_kind="probability"), *words)


@pytest.mark.parametrize("bad", [-1, np.nan, np.inf, None])
def test_bad_weights(bad):
    words = ("sample_weight", "in 1 row", "row 3", "counted from 0", 'on_invalid="drop"')
    weights = [1, 2, 3, bad, 5]
    refused(lambda: evaluate(*ROWS, sample_weight=weights), *words, error=InvalidRows)
    ev = evaluate(*ROWS, sample_weight=weights, on_invalid="drop")
    assert ev.rows.refused == {"bad_weight": 1}


def test_all_zero():
    refused(lambda: evaluate(*ROWS, sample_weight=[0] * 5), "sample_weight is 0 in every row")


def test_some_zero():
    ev = evaluate(*ROWS, sample_weight=[1, 0, 1, 1, 0])
    assert ev["accuracy"].value == 1
    assert ev.rows.used == 5


def test_text_as_weights():
    refused(lambda: evaluate(*ROWS, sample_weight=list("12345")), "'1'", "must be numbers")


def test_no_weights_have_no_kind():
    assert evaluate(*ROWS, weight_kind="frequency").weight_kind is None
