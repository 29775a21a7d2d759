"""Bad input: what is wrong, where, how many, what to do. Every item of the issue's list."""

import numpy as np
import pandas as pd
import pytest

from tests.statistics.refusals import refused
from veracity.errors import InputError, InvalidRows, VeracityError
from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.words import use


def test_different_lengths():
    refused(lambda: evaluate([0, 1, 1], [0, 1]), "differ in length", "y_true: 3, y_pred: 2")
    refused(lambda: evaluate([0, 1], [0, 1], group=["x"]), "y_true: 2, y_pred: 2, group: 1")


def test_empty_input():
    refused(lambda: evaluate([], []), "No rows", "y_true", "nothing to evaluate")


def test_a_label_only_in_predictions_is_a_class():
    ev = evaluate(["a", "b", "b"], ["a", "c", "b"])
    assert ev.confusion.labels == ("a", "b", "c")
    assert ev["accuracy"].value == 2 / 3
    assert not ev["macro_recall"].defined
    assert "'c'" in ev["macro_recall"].note


@pytest.mark.parametrize("null", [None, np.nan, pd.NA, float("nan")])
@pytest.mark.parametrize("labels", [[0, 1, 1, 0], ["a", "b", "b", "a"]])
def test_null_labels(null, labels):
    holed = [*labels[:2], null, null]
    words = ("y_pred", "no value", "in 2 rows", "rows 2, 3", "counted from 0", 'on_invalid="drop"')
    refused(lambda: evaluate(labels, holed), *words, error=InvalidRows)


def test_unhashable_labels():
    words = ("y_true", "a dict", "row 1", "text, numbers, dates or tuples")
    refused(lambda: evaluate([1, {"a": 1}], [1, 2]), *words)


def test_a_label_missing_from_labels():
    words = ("y_true", "'c', 'd'", "in 3 rows", "rows 1, 2, 3", "Add the labels", "drop")
    truth = ["a", "c", "d", "c"]
    refused(lambda: evaluate(truth, ["a"] * 4, labels=["a", "b"]), *words, error=InvalidRows)


def test_duplicated_labels():
    words = ("labels=", "'a'", "repeats", "List each class once")
    refused(lambda: evaluate(["a"], ["b"], labels=["a", "b", "a"]), *words)


def test_probabilities_as_predictions():
    words = ("y_pred", "0.2, 0.9, 0.7", "probabilities", "y_proba=", "threshold", "labels=")
    refused(lambda: evaluate([0, 1, 1], [0.2, 0.9, 0.7]), *words)


def test_scores_as_predictions():
    scores = np.random.default_rng(0).normal(size=50)
    refused(lambda: evaluate([0, 1] * 25, scores), "y_pred", "scores, not labels", "y_score=")


def test_swapped_arguments():
    words = ("y_true holds 0.2, 0.9, 0.7", "swapped?", "y_true comes first")
    refused(lambda: evaluate([0.2, 0.9, 0.7], [0, 1, 1]), *words)


def test_series_with_different_indexes():
    one, other = pd.Series([0, 1, 1]), pd.Series([0, 1, 1], index=[2, 1, 0])
    words = ("y_true and y_pred", "different indexes", "Align", ".to_numpy()")
    refused(lambda: evaluate(one, other), *words)


def test_text_against_numbers():
    words = ("0, 1", "'0', '1'", "text never equals numbers", "astype(str)")
    refused(lambda: evaluate([0, 1], ["0", "1"]), *words)


def test_text_and_numbers_in_one_column():
    refused(lambda: evaluate([0, "1", 1], [0, 1, 1]), "y_true mixes", "'1'", "0")


def test_a_single_value_is_no_column():
    refused(lambda: evaluate(1, 0), "y_true is 1", "list, an array or a Series")
    refused(lambda: evaluate("abc", "abc"), "y_true is 'abc'")


def test_two_dimensions():
    refused(lambda: evaluate(np.zeros((3, 2)), [0, 1, 1]), "(3, 2)", "y_proba=")


def test_an_unknown_choice_for_invalid_rows():
    refused(lambda: evaluate([0], [0], on_invalid="ignore"), "'ignore'", "'raise'", "'drop'")


def test_nothing_left_after_dropping():
    words = ("No rows left", "2 without a label")
    refused(lambda: evaluate([None, None], [0, 1], on_invalid="drop"), *words)


@pytest.mark.parametrize(
    ("counts", "words"),
    [
        ([[1, -2], [3, 4]], ("1 counts", "-2", "(0, 1)")),
        ([[1, 2, 3], [3, 4, 5]], ("(2, 3)", "is square")),
        ([[0, 0], [0, 0]], ("All counts are 0", "nothing to evaluate")),
    ],
)
def test_matrices(counts, words):
    refused(lambda: ConfusionMatrix(counts, labels=[0, 1]).evaluate(), *words)


def test_a_two_by_two_without_labels():
    refused(lambda: ConfusionMatrix([[1, 2], [3, 4]]), "labels=[0, 1]", "from_counts")


def test_leading_axes_are_evaluated_one_by_one():
    stacked = ConfusionMatrix(np.ones((3, 2, 2)), labels=[0, 1])
    refused(lambda: stacked.evaluate(), "(3,)", "evaluate one at a time", "aggregate")


@pytest.mark.parametrize(
    "options",
    [{"confidence_level": 95}, {"method": "exact"}, {"n_resamples": 10}, {"random_state": -1}],
)
def test_settings(options):
    (value,) = options.values()
    refused(lambda: evaluate([0, 1], [0, 1], **options), repr(value))


def test_every_error_is_a_value_error_and_one_of_ours():
    for error in (InputError, InvalidRows):
        assert issubclass(error, VeracityError)
        assert issubclass(error, ValueError)


def test_in_the_language_spoken():
    with use("zh"), pytest.raises(InputError, match="没有任何行"):
        evaluate([], [])
    with use("en"), pytest.raises(InputError, match="No rows"):
        evaluate([], [])
