"""Probabilities in the place of labels and swapped arguments are recognised."""

import numpy as np
import pytest

from tests.engines.refusals import refused
from tests.engines.rows_read import group_sum

LABELS = ("y_true", "y_pred")


def counted(y_true, y_pred, **options):
    return group_sum({"y_true": y_true, "y_pred": y_pred}, label_keys=LABELS, **options)


@pytest.mark.parametrize("build", [list, np.array, lambda v: np.array(v, object)])
@pytest.mark.parametrize("truth", [[0, 1, 1], ["no", "yes", "yes"]])
def test_probabilities_as_predictions(build, truth):
    refused(
        lambda: counted(truth, build([0.13, 0.72, 1.0])),
        "y_pred holds 0.13, 0.72: probabilities, not labels?",
        "y_proba=",
        "y_score=",
        "threshold",
    )


def test_the_choice_for_bad_rows_does_not_hide_probabilities():
    call = lambda: counted([0, 1], [0.13, 0.72], labels=[0, 1], on_invalid="drop")  # noqa: E731
    refused(call, "probabilities, not labels?")


def test_scores_as_predictions():
    scores = np.linspace(-3.3, 4.1, 50)
    refused(lambda: counted(np.arange(50) % 2, scores), "scores, not labels?", "y_score=")


def test_swapped_arguments():
    refused(
        lambda: counted([0.13, 0.72, 0.5], [0, 1, 1]),
        "y_true holds 0.13, 0.72, 0.5 and y_pred holds labels",
        "swapped?",
        "y_true comes first",
    )


def test_millions_of_scores_are_recognised_from_a_sample(monkeypatch):
    monkeypatch.setattr(
        "veracity.engines.reading.in_memory.encode",
        lambda column: pytest.fail("all rows were coded"),
    )
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 100_000), rng.random(100_000)
    refused(lambda: counted(truth, scores), "y_pred", "probabilities, not labels?")
    refused(lambda: counted(scores, truth), "swapped?")
    refused(lambda: counted(scores, scores + 1), "y_true", "measurements, not labels?")


def test_a_regression_is_no_classification():
    y = np.linspace(0, 9, 101)
    refused(lambda: counted(y, y), "y_true", "measurements, not labels?", "Bin them into classes")


@pytest.mark.parametrize(
    ("truth", "called"),
    [
        ([0.0, 1.0, 1.0], [1.0, 0.0, 1.0]),
        ([0, 0.5, 1], [0.5, 0.5, 0]),
        ([1, 2, 3], [1.5, 2, 3]),
        (["0.5", "1.5"], ["0.5", "0.5"]),
    ],
)
def test_labels_stay_labels(truth, called):
    grouped, _ = counted(truth, called)
    assert grouped.rows.sum() == len(truth)


def test_what_is_listed_is_a_label():
    grouped, _ = counted([0, 0.5, 1], [0, 1, 1], labels=[0, 0.5, 1])
    assert grouped.categories == ((0, 0.5, 1), (0, 1))
    grouped, _ = counted([0, 1, 1], [0, 0.5, 1], labels=[0, 0.5, 1])
    assert grouped.categories == ((0, 1), (0, 0.5, 1))


def test_other_keys_may_hold_anything():
    grouped, _ = group_sum(
        {"y_true": [0, 1], "y_pred": [0, 1], "dose": [0.25, 0.75]}, label_keys=LABELS
    )
    assert grouped.categories[2] == (0.25, 0.75)


def test_every_prediction_is_looked_at():
    keys = {"y_true": [0, 1], "a": [0, 1], "b": [0.25, 0.75]}
    refused(lambda: group_sum(keys, label_keys=("y_true", "a", "b")), "b holds 0.25, 0.75")


def test_no_labels_at_all_beside_scores():
    scores = np.linspace(0.01, 0.99, 50)
    refused(lambda: counted([{}] * 50, scores), "y_pred", "probabilities, not labels?")
