"""Intervals at the prevalence of use: closed forms of papers, other paths, bad input."""

import math

import numpy as np
import pytest
from scipy.special import ndtr

from tests.metrics.tables import two
from veracity.decisions.expected_loss.population import population
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import InputError
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix
from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.scores.score_table import ScoreTable

Z = 1.959963984540054


def estimated(key, table, where, **settings):
    return estimate_at(Estimator(table, Settings(**settings)), find(key), where)


def logit_interval(value: float, variance: float) -> tuple[float, float]:
    middle, half = math.log(value / (1 - value)), Z * math.sqrt(variance)
    return tuple(1 / (1 + math.exp(-(middle + way * half))) for way in (-1, 1))


@pytest.mark.parametrize(
    ("tp", "n1", "tn", "n0", "share"), [(240, 418, 288, 375, 0.03), (31, 34, 32, 44, 0.07)]
)
def test_predictive_values_have_the_logit_intervals_of_mercaldo(tp, n1, tn, n0, share) -> None:
    """The two examples of Mercaldo, Lau & Zhou (2007), by their equations 8 to 11."""
    table = two(tn=tn, fp=n0 - tn, fn=n1 - tp, tp=tp)
    se, sp = tp / n1, tn / n0
    ppv = share * se / (share * se + (1 - share) * (1 - sp))
    npv = (1 - share) * sp / ((1 - share) * sp + share * (1 - se))
    of_ppv = (1 - se) / se / n1 + sp / (1 - sp) / n0
    of_npv = se / (1 - se) / n1 + (1 - sp) / sp / n0
    for key, value, variance in (("precision", ppv, of_ppv), ("npv", npv, of_npv)):
        found = estimated(key, table, population(share))
        assert found.value == pytest.approx(value, rel=1e-12)
        assert (found.low, found.high) == pytest.approx(logit_interval(value, variance), rel=1e-6)
        assert found.method == "delta"
        assert "label shift" in found.note


def test_a_counted_prevalence_adds_its_variance() -> None:
    """logit PPV = log(π/(1 − π)) + log(TPR/FPR): the variances add, 1/(mπ(1 − π)) more."""
    table, share, cases = two(tn=950, fp=50, fn=20, tp=180), 0.01, 1000
    value = share * 0.9 / (share * 0.9 + 0.99 * 0.05)
    variance = 0.1 / 0.9 / 200 + 0.95 / 0.05 / 1000 + 1 / (cases * share * (1 - share))
    found = estimated("precision", table, population(positives=10, of=cases))
    assert (found.low, found.high) == pytest.approx(logit_interval(value, variance), rel=1e-5)
    assert "counted in 1000 cases" in found.note
    wide = found.high - found.low
    known = estimated("precision", table, population(share))
    assert known.high - known.low < wide
    same = estimated("recall", table, population(positives=10, of=cases))
    assert (same.low, same.high, same.method) == (
        *(
            getattr(Estimator(table, Settings()).estimate(find("recall")), e)
            for e in ("low", "high")
        ),
        "wilson",
    )


def test_no_positive_counted_is_no_certainty() -> None:
    table = two(tn=950, fp=50, fn=20, tp=180)
    found = estimated("precision", table, population(positives=0, of=50))
    assert found.value == found.low == 0
    assert 0.02 < found.high < 0.9
    prevalence = estimated("prevalence", table, population(positives=0, of=50))
    assert (prevalence.value, prevalence.method) == (0, "wilson")
    assert prevalence.high == pytest.approx(Z**2 / (50 + Z**2))


def test_uncertain_average_precision_is_wider() -> None:
    draw = np.random.default_rng(2)
    truth = np.repeat([1, 0], [80, 4000])
    table = ScoreTable.of_rows(truth, draw.normal(2 * truth, 1))
    known = estimated("average_precision", table, population(0.02))
    counted = estimated("average_precision", table, population(positives=4, of=200))
    assert known.value == pytest.approx(counted.value)
    assert counted.low < known.low < known.value < known.high < counted.high


def test_average_precision_that_the_negatives_cannot_show_is_no_figure() -> None:
    """At 0.01 one of 200 negatives weighs as much as 99 of 200 positives.

    The population has 0.1155, and 300 samples gave 0.19 on average, with intervals that held
    it in 0.51. From 20,000 negatives it is off by less than a tenth on average.
    """
    draw = np.random.default_rng(3)
    true = binormal_average_precision(0.01, 1.5)
    assert true == pytest.approx(0.1155, abs=1e-4)
    found = []
    for negatives, times in ((200, 60), (20_000, 60)):
        truth = np.repeat([1, 0], [200, negatives])
        for _ in range(times):
            table = ScoreTable.of_rows(truth, draw.normal(1.5 * truth, 1))
            found.append(estimated("average_precision", table, population(0.01)))
    few, many = found[:60], found[60:]
    assert sum(math.isnan(one.value) for one in few) >= 59
    assert all("False positive rates below 1 in 200" in one.note for one in few[:3])
    assert np.mean([one.value for one in many]) == pytest.approx(true, rel=0.1)
    assert np.mean([one.low <= true <= one.high for one in many]) >= 0.9


def binormal_average_precision(share: float, distance: float) -> float:
    """Of normal scores, positives so much higher: ∫ precision dTPR, by 100,000 steps."""
    at = np.linspace(-8, 8 + distance, 100_001)[::-1]
    tpr, fpr = ndtr(distance - at), ndtr(-at)
    precision = share * tpr / (share * tpr + (1 - share) * fpr)
    return float(np.sum(np.diff(tpr) * (precision[1:] + precision[:-1]) / 2))


def test_average_precision_at_its_own_prevalence_is_always_told() -> None:
    """Rows that weigh alike stay as they are, however few the negatives."""
    table = ScoreTable.of_rows([1, 1, 0, 1, 0], [5, 4, 3, 2, 1.0])
    own = Estimator(table, Settings()).estimate(find("average_precision"))
    there = estimated("average_precision", table, population(0.6))
    assert there.value == pytest.approx(own.value)
    assert own.low < there.low < there.value < there.high < own.high  # class totals are given


def test_weights_and_clusters_widen() -> None:
    plain = two(tn=95, fp=5, fn=10, tp=90)
    ids = np.repeat(np.arange(20), 10)
    cell = np.repeat([0, 1, 2, 3], [95, 5, 10, 90])  # sorted rows: clusters of like rows
    clusters = Clusters.of_entries(tuple(range(20)), ids, cell, np.ones(200), None)
    grouped = plain.changed(clusters=clusters)
    heavy = plain.changed(squares=plain.changed(cells=plain.cells).cells.plus(plain.cells))
    width = {}
    for name, table in (("plain", plain), ("clusters", grouped), ("weights", heavy)):
        found = estimated("precision", table, population(0.05))
        width[name] = math.log(found.high / (1 - found.high)) - math.log(
            found.low / (1 - found.low)
        )
    assert width["clusters"] > 1.5 * width["plain"]
    assert width["weights"] == pytest.approx(math.sqrt(2) * width["plain"], rel=1e-6)


def test_nothing_missed_has_an_interval_all_the_same() -> None:
    found = estimated("npv", two(tn=95, fp=5, fn=0, tp=30), population(0.01))
    assert found.value == found.high == 1
    assert 0.99 < found.low < 1
    assert found.method == "bayes"
    assert estimated("f1", two(tn=95, fp=5, fn=0, tp=30), population(0.01)).method == "delta"


@pytest.mark.parametrize("method", ["percentile", "bayes", "none"])
def test_other_methods_agree_about(method: str) -> None:
    table = two(tn=1900, fp=100, fn=40, tp=360)
    delta = estimated("precision", table, population(0.01))
    found = estimated("precision", table, population(0.01), method=method)
    assert found.value == pytest.approx(delta.value)
    if method == "none":
        assert math.isnan(found.low)
    else:
        assert (found.low, found.high) == pytest.approx((delta.low, delta.high), rel=0.08)


def test_without_a_class_there_is_no_value_and_a_reason() -> None:
    for share in (0.1, 1.0):
        found = estimated("precision", two(tn=90, fp=10, fn=0, tp=0), population(share))
        assert math.isnan(found.value)
        assert "no cases" in found.note
    assert estimated("accuracy", two(tn=90, fp=10, fn=0, tp=0), population(0.0)).value == 0.9


def test_several_classes() -> None:
    table = ConfusionMatrix([[80, 20, 0], [10, 80, 10], [0, 50, 50]], labels=("a", "b", "c"))
    found = estimated("accuracy", table, population({"a": 0.2, "b": 0.3, "c": 0.5}))
    error = math.sqrt(
        sum(s**2 * p * (1 - p) / 100 for s, p in ((0.2, 0.8), (0.3, 0.8), (0.5, 0.5)))
    )
    assert found.value == pytest.approx(0.65)
    assert found.high - found.low == pytest.approx(2 * Z * error, rel=0.02)


def test_bad_prevalences_are_refused() -> None:
    for given in ({}, {"share": 0.1, "positives": 3, "of": 9}, {"positives": 3}):
        with pytest.raises(InputError):
            population(**given)
    for positives, of in ((-1, 10), (11, 10), (1, 0), (math.nan, 10), ("3", 10)):
        with pytest.raises(InputError, match="is impossible"):
            population(positives=positives, of=of)
    with pytest.raises(InputError):
        population({"a": 0.2, "b": 1.2})
