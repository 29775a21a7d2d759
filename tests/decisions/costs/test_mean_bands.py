"""Bands over thresholds are the intervals of an evaluation at that threshold."""

import numpy as np
import pytest

import veracity as vc


@pytest.fixture(scope="module")
def rows():
    random = np.random.default_rng(8)
    truth = np.repeat([1, 0], [60, 240])
    score = random.normal(2.0 * truth, 1)
    return truth, 1 / (1 + np.exp(1 - score)), random.lognormal(0, 0.6, 300)


@pytest.fixture(params=["plain", "weighted"])
def ev(rows, request):
    truth, p, weight = rows
    return vc.evaluate(
        truth, y_proba=p, sample_weight=weight if request.param == "weighted" else None
    )


THRESHOLDS = [0.05, 0.2, 0.5, 0.9, 0.99]
PLACES = [{}, {"prevalence": 0.01}, {"prevalence": 0.0}]


@pytest.mark.parametrize("index", PLACES, ids=str)
def test_decision_curves(ev, index) -> None:
    curve = ev.decision(THRESHOLDS, **index)
    for i, t in enumerate(THRESHOLDS):
        one = ev.at(t)
        if index:
            one = one.at_prevalence(index["prevalence"])
        found = one[f"net_benefit({t})"]
        if np.isnan(found.low):
            assert curve.band.high[i] - curve.band.low[i] < 1e-9
            continue
        ends = curve.band.low[i], curve.band.high[i]
        assert ends == pytest.approx((found.low, found.high), rel=1e-9, abs=1e-12)


@pytest.mark.parametrize("index", PLACES[:2], ids=str)
def test_alarm_curves(ev, index) -> None:
    curve = ev.alarm_curve(THRESHOLDS, per_day=1000, **index)
    for i, t in enumerate(THRESHOLDS):
        found = ev.at(t).alarms(per_day=1000, **index).alarms
        ends = curve.band.low[i], curve.band.high[i]
        assert ends == pytest.approx((found.low, found.high), rel=1e-9)


def test_none_of_fifty_is_no_certainty_elsewhere() -> None:
    """The alarms of a perfect test were 10 of 1,000 for sure; with 50 negatives it is 10 to 80."""
    truth = np.repeat([1, 0], [100, 50])
    ev = vc.evaluate(truth, y_proba=np.where(truth == 1, 0.9, 0.1))
    alarms = ev.alarm_curve([0.5], per_day=1000, prevalence=0.01)
    assert alarms["alarms"][0] == pytest.approx(10)
    upper = vc.interval(0, 50).high
    assert alarms.band.high[0] > 990 * upper
    benefit = ev.decision([0.5], prevalence=0.01)
    assert benefit.band.low[0] < 0.01 - 0.99 * upper + 1e-9


def test_the_band_says_how_it_was_made(rows) -> None:
    truth, p, _ = rows
    ev = vc.evaluate(truth, y_proba=p)
    assert ev.decision([0.2]).band.method == "wilson (mean)"
    assert ev.decision([0.2], prevalence=0.1).band.method == "wilson (by class)"
    clusters = vc.evaluate(truth, y_proba=p, cluster=np.arange(300) % 30)
    assert clusters.decision([0.2]).band.method == "delta (clusters)"
