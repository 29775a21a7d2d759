"""What is promised of each file by name: prevalence, folds, sums, decisions."""

from collections import defaultdict
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest

from veracity.examples import describe, examples


@pytest.fixture(scope="module")
def infections() -> pd.DataFrame:
    return pd.read_csv(examples()["infections"])


@pytest.fixture(scope="module")
def digits() -> pd.DataFrame:
    return pd.read_csv(examples()["digits"])


@pytest.fixture(scope="module")
def ripples() -> pd.DataFrame:
    return pd.read_csv(examples()["ripples"])


def test_infections_are_a_minority(infections: pd.DataFrame) -> None:
    assert len(infections) == 1194
    assert set(infections["infection"]) == {0, 1}
    assert 0.05 < infections["infection"].mean() < 0.06


def test_there_are_128_patients_in_13_hospitals(infections: pd.DataFrame) -> None:
    assert infections["patient"].nunique() == 128
    assert infections["hospital"].nunique() == 13
    of_patient = infections.groupby("patient")[["hospital", "region", "treatment"]].nunique()
    assert (of_patient == 1).all(axis=None)


def test_no_patient_is_in_two_folds(infections: pd.DataFrame) -> None:
    folds = defaultdict(set)
    for patient, fold in zip(infections["patient"], infections["fold"], strict=True):
        folds[patient].add(fold)
    assert all(len(of_patient) == 1 for of_patient in folds.values())
    assert set(infections["fold"]) == set(range(1, 11))
    assert infections.groupby("fold")["infection"].sum().min() > 0


def test_months_run_from_1_without_a_gap(infections: pd.DataFrame) -> None:
    for _, months in infections.groupby("patient")["month"]:
        assert months.tolist() == list(range(1, len(months) + 1))


def test_the_models_know_something_but_not_too_much(infections: pd.DataFrame) -> None:
    # more would mean that the outcome reached the features
    assert 0.62 < area(infections["infection"], infections["p_logistic"]) < 0.69
    assert 0.55 < area(infections["infection"], infections["p_boosting"]) < 0.65


def test_digits_sum_to_one_and_name_the_largest(digits: pd.DataFrame) -> None:
    probability = digits[list(describe("digits").named("probability"))].to_numpy()
    assert len(digits) == 1797
    np.testing.assert_allclose(probability.sum(axis=1), 1, atol=1e-5)
    assert (probability.argmax(axis=1) == digits["predicted"]).all()
    assert (probability > 0).all(), "a probability of 0 makes the log loss infinite"


def test_digits_are_read_with_errors(digits: pd.DataFrame) -> None:
    assert set(digits["predicted"]) == set(range(10))
    assert 0.8 < (digits["truth"] == digits["predicted"]).mean() < 0.85


def test_exactly_one_window_in_200_is_a_ripple(ripples: pd.DataFrame) -> None:
    positive = int((ripples["ripple"] == 1).sum())
    assert Fraction(positive, len(ripples)) == Fraction(5, 1000)
    never = int((ripples["ripple"] == 0).sum())
    assert never / len(ripples) == 0.995


def test_windows_follow_each_other(ripples: pd.DataFrame) -> None:
    assert ripples["recording"].drop_duplicates().tolist() == [f"rec-{n}" for n in range(1, 9)]
    for _, starts in ripples.groupby("recording")["start_s"]:
        np.testing.assert_array_equal(starts, np.round(np.arange(2500) * 0.2, 1))


def test_detected_is_the_detectors_own_threshold(ripples: pd.DataFrame) -> None:
    assert ((ripples["probability"] >= 0.04) == (ripples["detected"] == 1)).all()


def test_the_useful_detector_has_the_lower_accuracy(ripples: pd.DataFrame) -> None:
    truth, detected = ripples["ripple"] == 1, ripples["detected"] == 1
    assert (truth == detected).mean() < 0.995
    assert 0.7 < detected[truth].mean() < 0.9
    assert area(ripples["ripple"], ripples["probability"]) > 0.95


def area(truth: pd.Series, score: pd.Series) -> float:
    """The share of pairs in the right order, ties as one half."""
    ranks = score.rank()
    P, N = (truth == 1).sum(), (truth == 0).sum()
    return float((ranks[truth == 1].sum() - P * (P + 1) / 2) / (P * N))


def test_ripple_events_are_those_that_are_described() -> None:
    events = pd.read_csv(examples()["ripple_events"])
    assert events["recording"].nunique() == 8
    reference = events[events["source"] == "reference"]
    assert "rat-8" not in set(reference["recording"])
    assert reference["duration"].between(0.04, 0.15).all()
    assert (events["onset"] >= 0).all()
    assert (events["onset"] + events["duration"] <= 86_400).all()
    assert events["score"].between(0.25, 1).all()
    for _, one in events.groupby(["recording", "source"]):
        assert one["onset"].is_monotonic_increasing
