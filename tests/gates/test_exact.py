"""A gate errs on a proportion no more often than it says, at any limit and number of rows."""

import pytest
from scipy.stats import binom, binomtest

import veracity as vc
from veracity.gates import exact
from veracity.metrics import find
from veracity.results import Estimate


def negatives(alarms: int, n: int, **more) -> vc.Evaluation:
    return vc.evaluate([0] * n, [1] * alarms + [0] * (n - alarms), labels=[0, 1], **more)


def state(alarms: int, n: int, rule: str, **more) -> str:
    return vc.check(negatives(alarms, n, **more), [rule]).state


@pytest.mark.parametrize(("limit", "n"), [(0.0015, 100), (0.01, 40), (0.05, 60), (0.3, 25)])
def test_neither_error_is_above_its_share(limit: float, n: int) -> None:
    # the rate of the population is exactly the limit; binomial probabilities, nothing is drawn
    chance = {"pass": 0.0, "fail": 0.0, "not_enough_data": 0.0}
    for alarms in range(n + 1):
        weight = binom.pmf(alarms, n, limit)
        if weight > 1e-9:
            chance[state(alarms, n, f"fpr <= {limit!r}")] += weight
    assert chance["fail"] <= 0.025
    assert chance["pass"] <= 0.025


def test_one_alarm_among_a_hundred_does_not_refute_a_tiny_limit() -> None:
    # P(X >= 1) at the limit is 0.139
    assert state(1, 100, "fpr <= 0.0015") == "not_enough_data"
    assert state(1, 100, "fpr <= 0.0015", method="wilson") == "fail"  # as it was named


def test_the_interval_is_the_binomial_test() -> None:
    (found,) = vc.check(negatives(3, 50), ["fpr <= 0.5"]).requirements
    known = binomtest(3, 50).proportion_ci(0.95, "exact")
    assert (found.estimate.low, found.estimate.high) == pytest.approx(tuple(known), abs=1e-9)
    assert found.estimate.method == "clopper_pearson"
    assert "Clopper" in found.estimate.note.en


def test_weights_count_as_their_effective_number() -> None:
    ev = negatives(3, 50, sample_weight=[2.0] * 50)
    (found,) = vc.check(ev, ["fpr <= 0.5"]).requirements
    known = binomtest(3, 50).proportion_ci(0.95, "exact")
    assert (found.estimate.low, found.estimate.high) == pytest.approx(tuple(known), abs=1e-9)
    assert found.estimate.method == "clopper_pearson (effective n)"
    (more,) = vc.check(ev, ["fpr <= 0.1"]).requirements
    assert more.more_rows is not None


def test_what_is_no_proportion_stays_as_it_is() -> None:
    one = Estimate(0.6, 0.5, 0.7, 0.95, "wilson", 100)
    assert exact(one, find("brier")) is one
    clustered = Estimate(0.6, 0.5, 0.7, 0.95, "delta (clusters)", 100)
    assert exact(clustered, find("recall")) is clustered
    uniform = Estimate(0.6, 0.5, 0.7, 0.95, "wilson (clusters)", 100)
    assert exact(uniform, find("recall")) is uniform


def test_the_error_of_a_grid_stays_outside() -> None:
    one = Estimate(0.06, 0.0, 0.3, 0.95, "wilson", 50, bound=0.01)
    low, high = binomtest(3, 50).proportion_ci(0.95, "exact")
    found = exact(one, find("recall"))
    assert (found.low, found.high) == pytest.approx((low - 0.01, high + 0.01), abs=1e-9)
