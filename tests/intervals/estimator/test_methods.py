"""Which method an estimate gets: chosen, named, or named and not fitting."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import ConfusionMatrix, evaluate, measure
from veracity.intervals import PROPORTION_METHODS, proportion_interval

MATRIX = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50)
ROWS = ([0] * 60 + [1] * 60, [0] * 50 + [1] * 10 + [0] * 20 + [1] * 40)
CLUSTERS = [i % 12 for i in range(120)]
WEIGHTS = np.random.default_rng(0).uniform(0.5, 2, 120)


def methods(**options):
    ev = evaluate(*ROWS, **options)
    return {key: ev[key].method for key in ("recall", "accuracy", "mcc", "f1")}


def test_auto():
    assert methods() == {
        "recall": "wilson",
        "accuracy": "wilson",
        "mcc": "delta",
        "f1": "delta",
    }


def test_auto_with_clusters_is_always_by_clusters():
    assert set(methods(cluster=CLUSTERS).values()) == {"delta (clusters)"}
    redrawn = methods(cluster=CLUSTERS, method="percentile").values()
    assert set(redrawn) == {"percentile (whole clusters)"}


def test_auto_with_weights():
    assert methods(sample_weight=WEIGHTS) == {
        "recall": "wilson (effective n)",
        "accuracy": "wilson (effective n)",
        "mcc": "delta",
        "f1": "delta",
    }
    redrawn = methods(sample_weight=WEIGHTS, method="percentile").values()
    assert set(redrawn) == {"percentile (two-moment redraw)"}


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_a_proportion_by_any_of_the_six(method):
    found = MATRIX.evaluate(method=method)["recall"]
    assert (found.low, found.high) == pytest.approx(proportion_interval(40, 60, method))
    assert (found.method, found.n, found.note) == (method, 60, "")


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_what_does_not_fit_stays_on_auto_and_says_so(method):
    found = MATRIX.evaluate(method=method)["mcc"]
    auto = MATRIX.evaluate()["mcc"]
    assert (found.low, found.high, found.method) == (auto.low, auto.high, "delta")
    assert f"Method {method} does not fit mcc here: it is not a proportion" in found.note
    assert f"方法 {method} 在这里不适用于 mcc：它不是试验中成功的比例。" in found.note.zh


@pytest.mark.parametrize("method", PROPORTION_METHODS)
def test_asked_for_by_name_it_is_an_error(method):
    words = (method, "mcc")
    refused(lambda: MATRIX.evaluate(method=method, metrics=["recall", "mcc"]), *words)
    refused(lambda: measure("mcc", *ROWS, method=method), *words)
    assert MATRIX.evaluate(method=method, metrics="recall")["recall"].method == method


@pytest.mark.parametrize("method", [m for m in PROPORTION_METHODS if m != "wilson"])
def test_exact_intervals_of_weighted_rows_are_refused(method):
    options = {"method": method, "sample_weight": WEIGHTS}
    assert methods(**options)["recall"] == "wilson (effective n)"
    refused(lambda: measure("recall", *ROWS, **options), method, "recall")


@pytest.mark.parametrize("method", [*PROPORTION_METHODS, "bayes"])
def test_clusters_refuse_methods_that_take_rows_as_independent(method):
    options = {"method": method, "cluster": CLUSTERS}
    found = evaluate(*ROWS, **options)["recall"]
    assert found.method == "delta (clusters)"
    assert f"Method {method} does not fit recall" in found.note
    refused(lambda: measure("recall", *ROWS, **options), method, "recall")


@pytest.mark.parametrize(
    ("key", "options", "words"),
    [
        ("mcc", {"method": "wilson"}, "not a proportion"),
        ("recall", {"method": "jeffreys", "sample_weight": WEIGHTS}, "weighted rows"),
        ("recall", {"method": "jeffreys", "cluster": CLUSTERS}, "not independent"),
        ("mcc", {"method": "bca", "cluster": CLUSTERS}, "not independent"),
        ("mcc", {"method": "studentised", "cluster": CLUSTERS}, "not independent"),
        ("mcc", {"method": "delong"}, "not a ROC area"),
    ],
)
def test_the_reason_and_what_fits_are_said(key, options, words):
    refused(lambda: measure(key, *ROWS, **options), options["method"], key, words, "Use: auto")
    assert words in evaluate(*ROWS, **options)[key].note


def test_percentile_fits_everything():
    assert set(methods(method="percentile").values()) == {"percentile"}


def test_bayes_is_jeffreys_for_a_proportion():
    """Beta(x + 1/2, n - x + 1/2) is what a Dirichlet with 1/2 in each cell says of recall."""
    found = MATRIX.evaluate(method="bayes", n_resamples=20_000)["recall"]
    low, high = proportion_interval(40, 60, "jeffreys")
    assert (found.low, found.high) == pytest.approx((low, high), abs=0.005)
    assert found.method == "bayes"


def test_none_gives_no_interval():
    found = MATRIX.evaluate(method="none")["recall"]
    assert (found.value, found.method, found.n) == (pytest.approx(2 / 3), "none", 60)
    assert np.isnan([found.low, found.high]).all()
    assert str(found) == "0.667"


def test_seeds():
    options = {"method": "percentile"}
    one, same = (MATRIX.evaluate(random_state=1, **options)["mcc"] for _ in range(2))
    other = MATRIX.evaluate(random_state=2, **options)["mcc"]
    assert one == same
    assert (one.low, one.high) != (other.low, other.high)
    assert one.value == other.value


def test_levels_nest():
    inner, outer = (MATRIX.evaluate(confidence_level=p) for p in (0.8, 0.99))
    for key in ("recall", "mcc", "f1", "kappa"):
        assert outer[key].low < inner[key].low < inner[key].high < outer[key].high
        assert outer[key].level == 0.99
