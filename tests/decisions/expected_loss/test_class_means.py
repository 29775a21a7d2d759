"""Means over cases in another population: Wilson's interval of each class, put together."""

import itertools

import numpy as np
import pytest
from scipy.stats import binom

import veracity as vc
from veracity.decisions.costs.cost_matrix import cost_matrix
from veracity.decisions.costs.costs import cost_metric
from veracity.decisions.expected_loss.class_means import class_means
from veracity.decisions.expected_loss.population import population
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.intervals import Estimator, Settings, proportion_interval
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix


def matrix(tp: int, fn: int, fp: int, tn: int) -> ConfusionMatrix:
    return ConfusionMatrix([[tn, fp], [fn, tp]], labels=(0, 1), pos_label=1)


def at(table: ConfusionMatrix, metric, share, **asked):
    return estimate_at(Estimator(table, Settings(**asked)), metric, share)


def test_newcombes_interval_of_a_difference() -> None:
    """56/70 less 48/80 is 0.2000 [0.0524, 0.3339]: Newcombe (1998) table II, method 10."""
    gains = cost_metric(cost_matrix([[0, -1], [0, 1]], (0, 1), 1, utility=True))
    found = at(matrix(56, 14, 48, 32), gains, population(0.5))
    assert [round(2 * x, 4) for x in (found.value, found.low, found.high)] == [0.2, 0.0524, 0.3339]
    assert found.method == "wilson (by class)"


@pytest.mark.parametrize(
    ("sizes", "miss", "fpr", "share", "price"),
    [
        ((20, 980), 0.2, 0.1, 0.02, 25),
        ((50, 50), 0.1, 0.1, 0.01, 25),
        ((20, 60), 0.1, 0.01, 0.1, 5),
    ],
)
def test_costs_are_covered(sizes, miss, fpr, share, price) -> None:
    """Exactly, over all tables of these sizes; by the delta method the first had 0.91."""
    fn, fp = np.arange(sizes[0] + 1), np.arange(sizes[1] + 1)
    chances = [binom.pmf(fn, sizes[0], miss), binom.pmf(fp, sizes[1], fpr)]
    mean, covered = share * miss * price + (1 - share) * fpr, 0.0
    ends = [
        np.array([proportion_interval(k, n, "wilson", 0.95) for k in range(n + 1)]) for n in sizes
    ]
    metric = cost_metric(cost_matrix([[0, 1], [price, 0]], (0, 1), 1))
    likely = [np.flatnonzero(chance > 1e-7) for chance in chances]
    for missed, false in itertools.product(*likely):
        a, b = missed / sizes[0], false / sizes[1]
        value = share * price * a + (1 - share) * b
        low = value - np.hypot(
            share * price * (a - ends[0][missed, 0]), (1 - share) * (b - ends[1][false, 0])
        )
        high = value + np.hypot(
            share * price * (ends[0][missed, 1] - a), (1 - share) * (ends[1][false, 1] - b)
        )
        covered += chances[0][missed] * chances[1][false] * (low <= mean <= high)
    assert 0.935 < covered < 0.985
    table = matrix(sizes[0] - missed, missed, false, sizes[1] - false)
    found = at(table, metric, population(share))
    assert (found.low, found.high) == pytest.approx((low, high), rel=1e-9)


def test_at_the_limits_one_class_is_all_there_is() -> None:
    table = matrix(90, 10, 30, 170)
    accuracy = find("accuracy")
    for share, rate in ((0, (170, 200)), (1, (90, 100))):
        found = at(table, accuracy, population(share))
        ends = proportion_interval(*rate, "wilson", 0.95)
        assert (found.low, found.high) == pytest.approx(ends, rel=1e-9)
    none = at(table, find("detection_rate"), population(0))
    assert none.value == 0
    assert np.isnan(none.low)
    assert "whatever the rates" in none.note
    precise = at(table, find("precision"), population(0))
    assert "whatever the rates" in precise.note
    assert "无论各类" in precise.note.zh


def test_a_counted_prevalence_widens_it_even_where_none_was_counted() -> None:
    table, called = matrix(90, 10, 20, 180), find("predicted_positive_rate")
    known, counted, none = (
        at(table, called, where)
        for where in (
            population(0.01),
            population(positives=5, of=500),
            population(positives=0, of=50),
        )
    )
    rates = [proportion_interval(k, n, "wilson", 0.95) for k, n in ((90, 100), (20, 200), (5, 500))]
    up = [0.01 * (rates[0][1] - 0.9), 0.99 * (rates[1][1] - 0.1), 0.8 * (rates[2][1] - 0.01)]
    assert known.high == pytest.approx(known.value + np.hypot(*up[:2]), rel=1e-9)
    assert counted.high == pytest.approx(counted.value + np.linalg.norm(up), rel=1e-9)
    assert none.value == pytest.approx(0.1)
    assert none.high > 0.1 + 0.8 * proportion_interval(0, 50, "wilson", 0.95)[1]


def test_either_label_may_be_the_positive_one() -> None:
    usual = matrix(90, 10, 30, 170)
    turned = ConfusionMatrix([[90, 10], [30, 170]], labels=("ill", "well"), pos_label="ill")
    one, other = (at(t, find("accuracy"), population(0.03)) for t in (usual, turned))
    assert (one.low, one.high) == pytest.approx((other.low, other.high), rel=1e-12)
    by_label = turned.at_prevalence({"ill": 0.03, "well": 0.97})
    assert one.value == pytest.approx(float(find("accuracy")(by_label)))


def test_several_classes_and_their_prices() -> None:
    labels = ("wake", "light", "deep")
    table = ConfusionMatrix([[80, 20, 0], [10, 70, 20], [0, 10, 40]], labels=labels)
    shares = {"wake": 0.7, "light": 0.2, "deep": 0.1}
    found = at(table, find("accuracy"), population(shares))
    rates = [(80, 100), (70, 100), (40, 50)]
    parts = [
        s * (k / n - proportion_interval(k, n, "wilson", 0.95)[0])
        for s, (k, n) in zip(shares.values(), rates, strict=True)
    ]
    assert found.low == pytest.approx(0.78 - np.linalg.norm(parts), rel=1e-9)
    dear = cost_metric(cost_matrix({("deep", "wake"): 50, ("deep", "light"): 1}, labels, None))
    priced = at(table, dear, population(shares))
    assert priced.value == pytest.approx(0.1 * 0.2)
    assert priced.high > 0.1 * 50 * 0.02  # no deep one was called wake, of 50


def test_a_class_that_is_not_to_occur_is_not_read() -> None:
    table = ConfusionMatrix([[8, 2, 0], [1, 9, 0], [0, 0, 0]], labels=("a", "b", "c"))
    found = at(table, find("accuracy"), population({"a": 0.5, "b": 0.5}))
    assert 0.4 < found.low < found.value < found.high < 1
    missing = at(table, find("accuracy"), population({"a": 0.5, "c": 0.5}))
    assert np.isnan(missing.value)


def test_weights_count_as_effective_rows_and_equal_ones_change_nothing() -> None:
    cells = np.array([[170.0, 30], [10, 90]])
    plain = class_means(matrix(90, 10, 30, 170), find("error_rate"), 0.95)
    rows = np.repeat([0, 0, 1, 1], cells.ravel().astype(int))
    calls = np.repeat([0, 1, 0, 1], cells.ravel().astype(int))
    table = vc.ConfusionMatrix.from_labels(rows, calls, sample_weight=np.full(300, 3.5))
    equal = class_means(table, find("error_rate"), 0.95)
    assert equal.above == pytest.approx(plain.above, rel=1e-9)
    uneven = vc.ConfusionMatrix.from_labels(rows, calls, sample_weight=np.arange(300) % 7 + 1.0)
    assert (class_means(uneven, find("error_rate"), 0.95).above > plain.above).all()


def test_methods_asked_for_by_name_are_kept() -> None:
    table = matrix(90, 10, 30, 170)
    assert at(table, find("accuracy"), population(0.1), method="delta").method == "delta"
    assert np.isnan(at(table, find("accuracy"), population(0.1), method="none").low)
