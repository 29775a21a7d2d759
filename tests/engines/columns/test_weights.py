"""Weights say what they are, and are refused when they cannot be that."""

from decimal import Decimal

import numpy as np
import pandas as pd
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import group_sum
from veracity.evaluation import evaluate


@pytest.mark.parametrize(
    "weight",
    [
        [1, 2, 0],
        (1.0, 2.0, 0.0),
        np.array([1, 2, 0], np.int8),
        np.array([1, 2, 0], np.float32),
        np.array([1, 2, 0], object),
        [Decimal(1), Decimal(2), False],
        pd.Series([1, 2, 0], dtype="Int64"),
        pd.Series([1, 2, 0], dtype="category"),
    ],
)
@pytest.mark.parametrize("weight_kind", ["importance", "sampling", "frequency"])
def test_numbers_in_any_dress(weight, weight_kind):
    grouped, _ = group_sum({"y_true": [0, 1, 1]}, weight=weight, weight_kind=weight_kind)
    assert grouped.rows.tolist() == [1, 2]
    assert grouped.weight.tolist() == [1.0, 2.0]
    if weight_kind == "frequency":
        assert grouped.squares is None
    else:
        assert grouped.squares.tolist() == [1.0, 4.0]


def test_short_floats_are_squared_at_full_length():
    weight = np.full(1000, 0.1, np.float32)
    grouped, _ = group_sum({"y_true": np.zeros(1000, int)}, weight=weight)
    assert grouped.squares[0] == pytest.approx(1000 * float(np.float32(0.1)) ** 2, rel=1e-13)


def test_truth_values_are_weights():
    grouped, _ = group_sum({"y_true": [0, 1, 1]}, weight=np.array([True, False, True]))
    assert grouped.weight.tolist() == [1.0, 1.0]


def test_frequencies_are_whole_numbers():
    refused(
        lambda: group_sum({"y_true": [0, 1, 1]}, weight=[1, 0.5, 2.5], weight_kind="frequency"),
        "sample_weight is not a whole number in 2 rows",
        "row 1 (counted from 0): 0.5",
        "importance",
        "sampling",
    )


def test_missing_frequencies_are_bad_and_not_fractional():
    _, account = group_sum(
        {"y_true": [0, 1, 1]},
        weight=pd.Series([1, None, 2], dtype="Int64"),
        weight_kind="frequency",
        on_invalid="drop",
    )
    assert account.refused == {"bad_weight": 1}


def test_all_zero():
    refused(lambda: group_sum({"y_true": [0, 1]}, weight=[0, 0]), "is 0 in every row")
    refused(
        lambda: group_sum({"y_true": [0, 1]}, weight=[0, -1], on_invalid="drop"), "sample_weight"
    )


@pytest.mark.parametrize("weight", [["1", "2"], np.array(["1", "2"]), [1, [2]]])
def test_text_is_no_weight(weight):
    refused(lambda: group_sum({"y_true": [0, 1]}, weight=weight), "weights must be numbers", "row")


def test_unknown_kind():
    refused(
        lambda: group_sum({"y_true": [0]}, weight=[1], weight_kind="probability"),
        "'probability'",
        "'importance', 'sampling', 'frequency'",
    )


def test_sums_keep_twelve_digits_in_any_order():
    weight = np.full(3_000_000, 0.1)
    weight[0] = 1e7
    truth = np.zeros(len(weight), np.int8)
    exact = 1e7 + 2_999_999 * 0.1
    for order in (slice(None), slice(None, None, -1)):
        grouped, _ = group_sum({"y_true": truth}, weight=weight[order])
        assert grouped.weight[0] == pytest.approx(exact, rel=1e-12)


@pytest.mark.parametrize("scale", [1e-300, 5e-324, 1e-120, 1e120, 1e200])
@pytest.mark.parametrize("kind", ["importance", "sampling"])
def test_weights_whose_squares_are_lost_are_refused(scale, kind):
    """Rescaling each part by itself would make a wrong sum of parts, silently."""
    weight = np.array([1.0, 2.0, 1.0, 1.0]) * scale
    given = {"sample_weight": weight, "weight_kind": kind}
    for columns in ({"y_score": [1, 2, 3, 4]}, {"y_pred": [0, 1, 1, 1]}):
        refused(
            lambda c=columns: evaluate([0, 1, 0, 1], **c, **given),
            "adds up to",
            "Rescale all weights",
        )


def test_ordinary_weights_of_any_size_are_taken():
    for scale in (1e-90, 1e-12, 1e12, 1e90):
        ev = evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4], sample_weight=np.full(4, scale))
        assert ev["auroc"].value == 0.75


def test_all_negative_weights_are_bad_rows():
    for columns in ({"y_score": [1, 2, 3, 4]}, {"y_pred": [0, 1, 1, 1]}):
        refused(
            lambda c=columns: evaluate([0, 1, 0, 1], **c, sample_weight=[-1, -2, -1, -1]),
            "negative",
            "4 rows",
        )
