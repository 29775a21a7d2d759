"""Degenerate samples: every key and method, without a warning, and no interval beside its value."""

import math
import warnings

import numpy as np
import pytest

from veracity.evaluation import evaluate, measure
from veracity.metrics import find

RISING = np.linspace(0, 1, 12)
SAMPLES = {
    "one class": ([1] * 12, RISING),
    "perfect": ([0] * 6 + [1] * 6, RISING),
    "reversed": ([1] * 6 + [0] * 6, RISING),
    "ties": ([0, 1] * 6, np.full(12, 0.5)),
    "one positive": ([0] * 11 + [1], RISING[::-1]),
}
METHODS = ("auto", "delta", "percentile", "bca", "studentised", "stratified", "bayes")


@pytest.mark.parametrize("clustered", [False, True])
@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("name", SAMPLES)
def test_no_warning_and_the_value_inside(name, method, clustered):
    truth, score = SAMPLES[name]
    cluster = np.arange(12) // 2 if clustered else None
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        ev = evaluate(truth, y_proba=score, method=method, cluster=cluster, n_resamples=100)
        for key in ev.keys():  # noqa: SIM118 (the keys that exist, not the shown ones)
            found = ev[key]
            if not math.isnan(found.low):
                assert found.low <= found.value <= found.high, (key, found)


@pytest.mark.parametrize("key", ["auroc", "recall", "eer", "dor", "mcc", "average_precision"])
def test_bayes_by_name_holds_a_value_at_the_end_of_its_range(key):
    truth = [0] * 15 + [1] * 15
    found = evaluate(truth, y_score=range(30), threshold=15, method="bayes")[key]
    end = 0.0 if key == "eer" else math.inf if key == "dor" else 1.0
    assert found.value == end
    assert end in (found.low, found.high)
    assert found.low < found.high


def rows(n=300):
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, n)
    return truth, 1 / (1 + np.exp(-(truth * 1.2 + draw.normal(size=n) - 0.6)))


def test_bayes_gives_none_where_the_prior_decides():
    truth, score = rows()
    found = measure("zroc_slope", truth, y_proba=score, method="bayes")
    assert (found.method, math.isnan(found.low)) == ("none", True)
    assert "prior alone" in found.note


@pytest.mark.parametrize("method", ["wilson", "delong", *METHODS[1:]])
def test_a_method_for_a_metric_without_interval(method):
    truth, score = rows()
    with pytest.raises(ValueError, match="no method gives it a valid interval"):
        measure("ks", truth, y_proba=score, method=method)
    note = evaluate(truth, y_proba=score, method=method)["ks"].note
    assert f"Method {method} does not fit ks" in note
    assert find("ks").no_interval.en[1:] in note


@pytest.mark.parametrize("level", [1e-9, 0.5, 1 - 1e-9])
@pytest.mark.parametrize("method", ["auto", "percentile", "bayes"])
def test_any_level_between_0_and_1(level, method):
    truth, score = rows(60)
    ev = evaluate(truth, y_proba=score, confidence_level=level, method=method, n_resamples=100)
    for key in ("recall", "mcc", "auroc", "f1", "eer", "dor"):
        found = ev[key]
        assert math.isnan(found.low) or found.low <= found.value <= found.high
        assert str(found)


def test_the_share_of_undefined_redraws_and_its_limit_are_said():
    truth, called = [1, 1] + [0] * 38, [1, 0] + [0] * 30 + [1] * 8
    note = evaluate(truth, called, method="percentile", n_resamples=500)["recall"].note
    assert "more than the 2.5% of one tail" in note


def test_a_moving_cut_says_why_it_was_redrawn():
    truth, score = rows()
    assert "cut-off moves with the sample" in measure("eer", truth, y_proba=score).note
    assert measure("mcc", truth, y_proba=score).note == ""


def test_studentised_says_how_many_redraws():
    truth, score = rows()
    note = measure("auroc", truth, y_proba=score, method="studentised").note
    assert "resamples, as each needs its own standard error" in note
