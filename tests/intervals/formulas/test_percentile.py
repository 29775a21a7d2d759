"""The percentile interval, and redraws in which the metric is undefined."""

import math

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.intervals import percentiles


def test_ends_are_redraws_and_hold_at_least_the_level():
    drawn = np.random.default_rng(0).permutation(np.arange(1, 101) / 100)
    found = percentiles(drawn, 0.95)
    assert (found.low, found.high) == (0.03, 0.98)
    assert ((drawn >= found.low) & (drawn <= found.high)).mean() >= 0.95
    assert found.undefined == 0


def test_infinite_ends_stay_infinite():
    drawn = np.array([1.0] * 90 + [math.inf] * 10)
    assert percentiles(drawn, 0.95).high == math.inf


def test_undefined_redraws_up_to_one_tail_are_left_out():
    drawn = np.concatenate([np.linspace(0, 1, 976), np.full(24, math.nan)])
    found = percentiles(drawn, 0.95)
    assert found.found
    assert found.undefined == pytest.approx(0.024)
    assert not percentiles(np.concatenate([drawn, np.full(2, math.nan)]), 0.95).found


def test_all_undefined():
    found = percentiles(np.full(100, math.nan), 0.95)
    assert not found.found
    assert found.undefined == 1


@pytest.mark.parametrize("value", [0.0, 1.0, 0.3, -0.5, math.inf])
def test_no_width(value):
    assert percentiles(np.full(200, value), 0.95).no_width
    if math.isfinite(value) and value:
        rounding = value * (1 + np.linspace(-1e-15, 1e-15, 200))
        assert percentiles(rounding, 0.95).no_width
    assert not percentiles(np.array([0.1, 0.2] * 100), 0.95).no_width


def test_an_estimate_says_how_many_redraws_were_undefined():
    """Precision of 2 calls among 100: (98/100)^100 = 13 % of the redraws call nothing."""
    few = ConfusionMatrix.from_counts(tp=1, fp=1, fn=9, tn=89)
    found = few.evaluate(method="percentile", n_resamples=5000)["precision"]
    assert (found.method, math.isnan(found.low)) == ("none", True)
    share = float(found.note.split("in ")[1].split("%")[0]) / 100
    assert share == pytest.approx(0.98**100, abs=0.02)
    assert "No interval by resampling" in found.note


def test_a_few_undefined_redraws_are_noted():
    """Precision of 4 calls among 100: (96/100)^100 = 1.7 % of the redraws call nothing."""
    some = ConfusionMatrix.from_counts(tp=2, fp=2, fn=9, tn=87)
    found = some.evaluate(method="percentile", n_resamples=5000)["precision"]
    assert found.low < 0.5 < found.high
    assert "% of resamples, left out." in found.note
    share = float(found.note.split("in ")[1].split("%")[0]) / 100
    assert share == pytest.approx(0.96**100, abs=0.006)


def test_an_undefined_value_has_no_interval_and_says_why():
    found = evaluate([0, 0, 1], [0, 0, 0])["precision"]
    assert math.isnan(found.value)
    assert (found.method, found.n) == ("none", 0)
    assert found.note == "Nothing was called positive (TP + FP = 0)."


def test_an_interval_beside_its_value_is_extended_and_says_so():
    """Two rows for each of 500 classes: redraws lose classes, and macro F1 falls in all of them."""
    truth = np.repeat(np.arange(500), 2)
    called = np.where(np.arange(1000) % 7 == 0, (truth + 1) % 500, truth)
    found = evaluate(truth, called, n_resamples=100, method="percentile")["macro_f1"]
    assert found.low < found.value == found.high
    assert "biased by the few rows" in found.note
    assert "extended to include the estimate" in found.note
    few = ([0, 0, 1, 1] * 20, [0, 1, 1, 1] * 20)
    plain = evaluate(*few, method="percentile")["macro_f1"]
    assert plain.low <= plain.value <= plain.high
    assert plain.note == ""
