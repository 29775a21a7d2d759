"""Wolpaw's rate has the image of the interval of accuracy; computed by hand from its formula."""

import math

import numpy as np
import pytest
from scipy.stats import beta

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.intervals.formulas.proportion import wilson

KEY = "information_transfer_rate"


def rate(share: float, classes: int) -> float:
    """log2 K + P log2 P + (1 − P) log2((1 − P)/(K − 1)), 0 up to 1/K (Wolpaw 1998)."""
    if share <= 1 / classes:
        return 0.0
    rest = 1 - share
    lost = rest * math.log2(rest / (classes - 1)) if rest > 0 else 0.0
    return math.log2(classes) + share * math.log2(share) + lost


def table(right: int, n: int, classes: int) -> ConfusionMatrix:
    """So many right of n, all in two cells."""
    counts = np.zeros((classes, classes))
    counts[0, 0], counts[1, 0] = right, n - right
    return ConfusionMatrix(counts, labels=range(classes))


@pytest.mark.parametrize("classes", [2, 4, 36])
@pytest.mark.parametrize("right", [0, 12, 30, 45, 60])
def test_the_ends_are_images(right, classes):
    found = table(right, 60, classes).evaluate()[KEY]
    ends = [float(end) for end in wilson(np.array(float(right)), np.array(60.0), 0.95)]
    assert found.value == pytest.approx(rate(right / 60, classes), abs=1e-12)
    assert (found.low, found.high) == pytest.approx([rate(end, classes) for end in ends], abs=1e-9)
    assert (found.method, found.n) == ("wilson", 60)
    assert "transformed from it" in found.note
    assert "Accuracy" in found.note
    assert "总体准确率" in found.note.zh


def test_the_method_is_that_of_accuracy():
    """Clopper–Pearson by the beta distribution of scipy: 45 of 60."""
    found = table(45, 60, 4).evaluate(method="clopper_pearson", metrics=[KEY])[KEY]
    ends = beta.ppf(0.025, 45, 16), beta.ppf(0.975, 46, 15)
    assert found.method == "clopper_pearson"
    assert (found.low, found.high) == pytest.approx([rate(end, 4) for end in ends])


def test_per_minute_scales_both_ends():
    ev = table(45, 60, 4).evaluate()
    one, twenty = ev[KEY], ev[f"{KEY}(per_minute=20)"]
    assert (twenty.value, twenty.low, twenty.high) == pytest.approx(
        (20 * one.value, 20 * one.low, 20 * one.high)
    )


def test_below_chance_it_reaches_down_to_0_and_up_to_what_may_be():
    """20 of 100 with four classes: at chance 1/4 the interval of accuracy is [0.133, 0.289]."""
    found = table(20, 100, 4).evaluate()[KEY]
    high = float(wilson(np.array(20.0), np.array(100.0), 0.95)[1])
    assert (found.value, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(rate(high, 4))
    assert found.high > 0


def test_clusters_and_weights_follow_accuracy():
    rng = np.random.default_rng(1)
    y = rng.integers(0, 4, 400)
    p = np.where(rng.random(400) < 0.7, y, rng.integers(0, 4, 400))
    for more in ({"cluster": np.arange(400) // 10}, {"sample_weight": 1 + np.arange(400) % 3}):
        ev = evaluate(y, p, **more)
        accuracy, found = ev["accuracy"], ev[KEY]
        assert found.method == accuracy.method
        assert (found.low, found.high) == pytest.approx(
            (rate(accuracy.low, 4), rate(accuracy.high, 4))
        )
    alone = evaluate(y, p, cluster=[1] * 400)[KEY]
    assert math.isnan(alone.low)
    assert alone.note


@pytest.mark.parametrize("classes", [2, 3])
def test_at_another_prevalence_it_is_the_accuracy_there(classes):
    matrix = np.full((classes, classes), 4.0) + np.diag(np.arange(classes) * 10 + 30)
    ev = ConfusionMatrix(matrix, labels=range(classes), pos_label=1 if classes == 2 else None)
    share = 0.1 if classes == 2 else {0: 0.7, 1: 0.2, 2: 0.1}
    there = ev.evaluate().at_prevalence(share)
    accuracy, found = there["accuracy"], there[KEY]
    expected = [rate(v, classes) for v in (accuracy.value, accuracy.low, accuracy.high)]
    assert (found.value, found.low, found.high) == pytest.approx(expected)
    assert "label shift" in found.note


def test_without_intervals_there_is_none():
    found = table(45, 60, 4).evaluate(method="none")[KEY]
    assert math.isnan(found.low)
    assert found.method == "none"


def test_that_of_mutual_information_has_none_and_says_why():
    found = table(45, 60, 4).evaluate()[f"{KEY}(mutual_information)"]
    assert (found.method, math.isnan(found.low)) == ("none", True)
    assert "biased upwards" in found.note


def test_the_number_needed_to_diagnose_is_the_image_of_informedness() -> None:
    for counts in ((50, 5, 10, 60), (5, 50, 60, 10)):
        tp, fp, fn, tn = counts
        ev = ConfusionMatrix.from_counts(tp=tp, fp=fp, fn=fn, tn=tn).evaluate()
        found, j = ev["number_needed_to_diagnose"], ev["informedness"]
        assert (found.low, found.high) == pytest.approx((1 / j.high, 1 / j.low))
        assert found.method == j.method


def test_around_no_informedness_it_falls_into_two_pieces() -> None:
    ev = ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5).evaluate()
    found, j = ev["number_needed_to_diagnose"], ev["informedness"]
    assert j.low < 0 < j.high
    assert math.isnan(found.low)
    assert f"{1 / j.high:.3g} or more, or {1 / j.low:.3g} or less" in found.note
