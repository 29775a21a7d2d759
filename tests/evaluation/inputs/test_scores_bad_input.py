"""Scores that cannot be ranked, that rank nothing, or that rank the wrong way round."""

import math
from decimal import Decimal

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import InvalidRows
from veracity.evaluation import evaluate

TRUTH = [0, 0, 1, 1]


@pytest.mark.parametrize("nothing", [math.nan, None, np.nan])
def test_nan_never_ranks(nothing) -> None:
    given = [0.1, nothing, 0.35, 1.2]
    words = ("no value", "1 row", "row 1", 'on_invalid="drop"')
    refused(lambda: evaluate(TRUTH, y_score=given), *words, error=InvalidRows)
    ev = evaluate(TRUTH, y_score=given, on_invalid="drop")
    assert (ev.rows.read, ev.rows.used, ev.rows.refused) == (4, 3, {"null_score": 1})
    assert ev["auroc"].value == 1
    assert "3 of 4 rows used" in str(ev)


def test_infinite_scores_rank() -> None:
    ev = evaluate(TRUTH, y_score=[-math.inf, 0.4, 0.35, math.inf])
    assert ev["auroc"].value == 3 / 4
    assert ev.at(math.inf).confusion.tp == 1
    assert ev.at(-math.inf).confusion.fp == 2


def test_infinite_probabilities_are_refused() -> None:
    refused(
        lambda: evaluate(TRUTH, y_proba=[0.1, 0.4, 0.35, math.inf]),
        "inf",
        "row 3",
        error=InvalidRows,
    )


def test_the_zeros_are_one_score() -> None:
    ev = evaluate(TRUTH, y_score=[0.0, -0.0, 0.0, 1])
    assert ev.scores.scores.tolist() == [1, 0]
    assert ev["auroc"].value == 3 / 4  # by hand: 2 pairs won, 2 tied, of 4


def test_subnormal_scores_are_told_apart() -> None:
    ev = evaluate(TRUTH, y_score=[0.0, 5e-324, 1e-323, 1e-310])
    assert ev["auroc"].value == 1
    assert len(ev.scores) == 4


@pytest.mark.parametrize("make", [list, np.array])
def test_integers_beyond_what_floats_hold(make) -> None:
    given = make([2**53, 2**53 + 1, 2**53 + 2, 2**53 + 3])
    refused(lambda: evaluate(TRUTH, y_score=given), "2^53", str(2**53 + 1), "row 1")
    assert evaluate(TRUTH, y_score=make([2**52, 2**52 + 1, 2**53 - 1, 2**53]))["auroc"].value == 1


def test_probabilities_outside_are_refused_with_a_guess_why() -> None:
    percent = [10, 40, 35, 80]
    refused(lambda: evaluate(TRUTH, y_proba=percent), "percentages", "100", error=InvalidRows)
    logits = [0.1, -0.4, 0.35, 1.2]
    refused(lambda: evaluate(TRUTH, y_proba=logits), "-0.4, 1.2", "y_score", error=InvalidRows)
    ev = evaluate(TRUTH, y_proba=[0.1, 0.4, 0.35, 1.2], on_invalid="drop")
    assert ev.rows.refused == {"score_outside": 1}
    assert evaluate(TRUTH, y_score=percent)["auroc"].value == 3 / 4


def test_all_tied_is_one_half_and_said() -> None:
    ev = evaluate(TRUTH, y_score=[7, 7, 7, 7])
    for key, value in (("auroc", 1 / 2), ("gini", 0), ("somers_d", 0)):
        assert ev[key].value == value
        assert "All scores are equal" in ev[key].note
    assert ev["average_precision"].value == 1 / 2
    assert math.isnan(ev["kendall_tau_b"].value)
    assert ev["kendall_tau_b"].note


@pytest.mark.parametrize("only", [0, 1])
def test_one_class_alone_is_undefined_with_its_reason(only: int) -> None:
    ev = evaluate([only] * 5, y_score=range(5), labels=[0, 1])
    for key in ("auroc", "gini", "partial_auroc", "ks", "eer", "h_measure", "max_mcc"):
        assert math.isnan(ev[key].value)
        assert ("no negative" if only else "no positive") in ev[key].note
        assert ev[key].note.zh
    assert "is undefined" in ev.verdict


def test_a_backwards_score_is_asked_about() -> None:
    truth = [0] * 20 + [1] * 20
    ev = evaluate(truth, y_score=range(40, 0, -1))
    assert ev["auroc"].value == 0
    assert "reversed" in ev["auroc"].note
    assert "Is the score reversed?" in ev.verdict
    assert "worse than guessing" in ev.verdict
    flipped = evaluate(truth, y_score=range(40))
    assert flipped["auroc"].value == 1
    assert flipped["auroc"].note == "" or "turned" not in flipped["auroc"].note
    unsure = evaluate(TRUTH, y_score=[4, 3, 2, 1])  # four rows show nothing
    assert "turned" not in unsure["auroc"].note


def test_what_is_no_number() -> None:
    refused(lambda: evaluate(TRUTH, y_score=list("abcd")), "not a number", error=InvalidRows)
    refused(lambda: evaluate(TRUTH, y_score=[1j, 2, 3, 4]), "not a number", error=InvalidRows)
    assert evaluate(TRUTH, y_score=[True, False, True, True])["auroc"].value == 3 / 4
    exact = [Decimal(text) for text in ("0.1", "0.4", "0.35", "0.8")]
    assert evaluate(TRUTH, y_score=exact)["auroc"].value == 3 / 4


def test_one_column_needs_two_classes_and_which_is_positive() -> None:
    scores = [0.1, 0.4, 0.35, 0.8]
    refused(lambda: evaluate([0, 1, 2, 1], y_score=scores), "two classes", "0, 1, 2")
    refused(lambda: evaluate(list("aabb"), y_score=scores), "'a', 'b'", "pos_label=")
    refused(lambda: evaluate(["a"] * 4, y_score=scores), "'a'", "labels=")
    ev = evaluate(list("aabb"), y_score=scores, pos_label="b")
    assert ev["auroc"].value == 3 / 4


def test_columns_of_other_lengths_and_shapes() -> None:
    refused(lambda: evaluate(TRUTH, y_score=[1, 2, 3]), "y_true: 4", "y_score: 3")
    refused(lambda: evaluate([], y_score=[]), "No rows")
    refused(lambda: evaluate(TRUTH, y_score=np.zeros((4, 2, 2))), "(4, 2, 2)")


def test_thresholds_that_are_none() -> None:
    for wrong in (math.nan, "x", [0.5]):
        refused(lambda t=wrong: evaluate(TRUTH, y_score=[1, 2, 3, 4], threshold=t), "threshold")


@pytest.mark.parametrize("resolution", ["fine", 0, 3, 25, 8.5, True])
def test_resolutions_that_are_none(resolution) -> None:
    refused(lambda: evaluate(TRUTH, y_score=[1, 2, 3, 4], resolution=resolution))


def test_words_for_what_was_probably_meant():
    refused(lambda: evaluate([0, 1], y_proba=[[0.1, 0.2, 0.7]] * 2), "has 3 columns", "0, 1")
    text = refused(lambda: evaluate([0, 1], y_proba=[0.1, 1.2]), "1.2", "y_score")
    assert "percentages" not in str(text)
    refused(lambda: evaluate([0, 1], y_proba=[10.0, 80.0]), "percentages")
    refused(lambda: evaluate([0, 1], y_score=["1", "2.5"]), "numbers as text", "float")
    text = refused(lambda: evaluate([0, 1], y_score=[1, 10**400]), "2^53", "10^400")
    assert len(str(text)) < 400


@pytest.mark.parametrize("p", [1.0000001, -1e-9])
def test_rounded_probabilities_are_named_as_such(p: float) -> None:
    """A softmax in single precision may leave 0 … 1 by a hair."""
    refused(lambda: evaluate([0, 1], y_proba=[0.2, p]), "rounding?", "clip", error=InvalidRows)
