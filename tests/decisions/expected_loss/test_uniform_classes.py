"""Classes that clusters called all one way are no certainty in another population."""

import numpy as np
import pytest

import veracity as vc
from veracity.decisions.expected_loss.uniform_classes import ClassCalls, reach, widened
from veracity.intervals import proportion_interval

NONE_OF_20 = float(proportion_interval(0, 20, "wilson", 0.95)[1])


def evaluated(missed: int = 15, false: int = 0, clusters: int = 20):
    """100 positives and 200 negatives, dealt to the clusters in turn."""
    truth = np.repeat([1, 0], [100, 200])
    p = np.where(truth == 1, 0.9, 0.1)
    p[:missed], p[100 : 100 + false] = 0.1, 0.9
    cluster = np.concatenate([np.arange(100), np.arange(200)]) % clusters
    return vc.evaluate(truth, y_proba=p, cluster=cluster)


def test_no_false_alarm_in_twenty_patients() -> None:
    """8.5 [8.1, 8.9] alarms were promised; the false ones alone may be 158."""
    ev = evaluated()
    found = ev.alarms(per_day=1000, prevalence=0.01)
    assert found.alarms.high == pytest.approx(8.5 + 990 * NONE_OF_20, abs=0.1)
    assert found.alarms.high > found.false_alarms.high
    curve = ev.alarm_curve([0.5], per_day=1000, prevalence=0.01)
    assert curve.band.high[0] == pytest.approx(found.alarms.high)
    assert curve.band.low[0] == pytest.approx(found.alarms.low)


@pytest.mark.parametrize(("missed", "false"), [(15, 0), (0, 0), (0, 30), (15, 30)])
def test_curves_and_figures_agree(missed: int, false: int) -> None:
    ev = evaluated(missed, false)
    curve = ev.decision([0.2], prevalence=0.01)
    figure = ev.at_prevalence(0.01)["net_benefit(0.2)"]
    ends = curve.band.low[0], curve.band.high[0]
    assert ends == pytest.approx((figure.low, figure.high), rel=0.03)
    assert figure.high <= 0.01 + 1e-12  # no more than all positives can be found


@pytest.mark.parametrize("key", ["f1", "mcc", "kappa", "accuracy", "expected_cost(1, 5)"])
def test_every_metric_of_both_rates_is_unsure(key: str) -> None:
    """FPR may be 0.16: then the metric is what it is there."""
    found = evaluated().at_prevalence(0.01)[key]
    there = vc.ConfusionMatrix.from_rates(tpr=0.85, fpr=NONE_OF_20 * 0.9, prevalence=0.01, n=10**6)
    assert found.low <= there.metric(key) <= found.high
    assert found.low <= found.value <= found.high


def test_more_clusters_know_more() -> None:
    few, many = (evaluated(clusters=c).at_prevalence(0.01)["f1"] for c in (10, 50))
    assert few.low < many.low


def test_a_rule_that_calls_nothing_is_not_beaten_by_luck() -> None:
    rivals = evaluated().at_prevalence(0.01).baselines(short=True)
    assert rivals["always_negative"].standing["accuracy"] == "cannot_tell"
    assert rivals["always_positive"].standing["accuracy"] == "better"


def test_covered_with_few_clusters() -> None:
    """8 clusters of 5 positives and 10 negatives, FPR 0.01: it was 0.53."""
    random, held = np.random.default_rng(3), 0
    truth = np.tile(np.repeat([1, 0], [5, 10]), 8)
    for _ in range(60):
        called = random.random(120) < np.where(truth == 1, 0.9, 0.01)
        ev = vc.evaluate(
            truth, called.astype(int), cluster=np.repeat(np.arange(8), 15), labels=[0, 1]
        )
        found = ev.at_prevalence(0.01)["predicted_positive_rate"]
        held += found.low <= 0.01 * 0.9 + 0.99 * 0.01 <= found.high
    assert held >= 54


def test_reach() -> None:
    assert reach(ClassCalls(0.5, 0.0, 2.0, 20), 0.95) == pytest.approx(NONE_OF_20)
    assert reach(ClassCalls(0.5, 1.0, 2.0, 20), 0.95) == pytest.approx(-NONE_OF_20)
    assert reach(ClassCalls(0.5, 0.3, 2.0, 20), 0.95) == 0
    assert reach(ClassCalls(0.5, 0.0, 2.0, 1), 0.95) == 0
    value = np.array([0.2])
    ends = np.array([0.1]), np.array([0.3])
    same = widened(ends, value, [ClassCalls(0.5, np.array([0.3]), 1.0, 20)], 0.95)
    assert (same[0][0], same[1][0]) == (0.1, 0.3)
    low, high = widened(ends, value, [ClassCalls(1.0, np.array([0.0]), 1.0, 20)], 0.95)
    assert low[0] == pytest.approx(0.1)
    assert high[0] == pytest.approx(0.2 + np.hypot(0.1, NONE_OF_20))


def test_several_classes() -> None:
    """All 50 of the third class right in ten clusters: it is no certainty where it is 0.9."""
    truth = np.repeat(["a", "b", "c"], [100, 100, 50])
    called = truth.copy()
    called[[*range(0, 100, 10), *range(0, 100, 20)]], called[100:105] = "b", "a"
    cluster = np.concatenate([np.arange(n) for n in (100, 100, 50)]) % 10
    ev = vc.evaluate(truth, called, cluster=cluster).at_prevalence({"a": 0.05, "b": 0.05, "c": 0.9})
    most = float(proportion_interval(0, 10, "wilson", 0.95)[1])
    accuracy = ev["accuracy"]
    assert accuracy.value == pytest.approx(0.9925)
    assert 0.72 < accuracy.low < 0.9925 - 0.9 * most  # it was 0.911
    assert accuracy.high < 1
    cost = ev.cost([[0, 1, 1], [1, 0, 1], [10, 10, 0]]).estimate
    assert cost.high == pytest.approx(0.0075 + 9 * most, abs=0.05)
    assert cost.low > 0
