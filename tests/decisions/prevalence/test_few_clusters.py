"""One cluster, or one that holds a class alone: no interval, and the reason."""

import numpy as np
import pytest

import veracity as vc
from veracity.decisions.prevalence.true_prevalence import lang_reiczigel


def rows(cluster):
    draw = np.random.default_rng(4)
    truth = np.repeat([1, 0], [30, 90])
    p = 1 / (1 + np.exp(-draw.normal(2 * truth - 1, 1)))
    return vc.evaluate(truth, y_proba=p, cluster=cluster)


@pytest.fixture(scope="module")
def one():
    return rows(np.zeros(120))


@pytest.fixture(scope="module")
def in_single_cluster():
    """All positives in one of seven clusters."""
    return rows(np.repeat(np.arange(7), [30, 15, 15, 15, 15, 15, 15]))


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(
    "made",
    [
        lambda ev: ev.decision([0.1, 0.9, 0.99]),
        lambda ev: ev.decision([0.1, 0.9, 0.99], prevalence=0.01),
        lambda ev: ev.alarm_curve([0.0, 0.5, 2.0], per_hour=9),
        lambda ev: ev.alarm_curve([0.0, 0.5, 2.0], per_hour=9, prevalence=0.1),
        lambda ev: ev.risk_coverage(),
        lambda ev: ev.against_prevalence("precision", [0.1]),
    ],
)
def test_one_cluster_has_no_band(one, made) -> None:
    curve = made(one)
    assert np.isnan(curve.band.low).all()
    assert np.isnan(curve.band.high).all()
    assert "one cluster" in curve.note


def test_one_cluster_has_no_true_prevalence_interval(one) -> None:
    found = one.true_prevalence(flagged=30, of=100)
    assert np.isfinite(found.value)
    assert np.isnan(found.low)
    assert "one cluster" in found.note
    assert "one cluster" in one.alarms(per_hour=3).note


def test_a_class_in_one_cluster(in_single_cluster) -> None:
    for curve in (
        in_single_cluster.decision([0.3], prevalence=0.1),
        in_single_cluster.alarm_curve([0.3], per_hour=9, prevalence=0.1),
    ):
        assert np.isnan(curve.band.low).all()
        assert "one cluster" in curve.note
    found = in_single_cluster.true_prevalence(flagged=50, of=100)
    assert np.isnan(found.low)
    assert "one cluster only" in found.note


def degrees(note: str) -> float:
    return float(note.split("distribution, ")[1].split(" ")[0])


def test_the_note_says_the_degrees_that_are_used() -> None:
    """At 1 % nearly all is told by negatives, which more clusters hold than positives."""
    cluster = np.concatenate([np.arange(30) % 3, np.arange(90) % 12])  # positives in 3 of 12
    ev = rows(cluster).at(0.7)
    rare, common = (ev.at_prevalence(p)["predicted_positive_rate"] for p in (0.01, 0.99))
    assert degrees(rare.note) > 4
    assert degrees(common.note) <= 2.05


def test_few_clusters_count_as_few_rows() -> None:
    """Six clusters with recalls 1 and 0.4 in turn, false positive rates 0 and 0.6.

    Var = 0.3² · (6/5)/6 = 0.018, worth 0.21/0.018 rows, times (z/t)² with 5 degrees of freedom
    (z 1.959964, t 2.570582).
    """
    truth = np.tile(np.repeat([1, 0], 10), 6)
    even = [1] * 10 + [0] * 10
    odd = ([1] * 4 + [0] * 6) + ([1] * 6 + [0] * 4)
    ev = vc.evaluate(truth, (even + odd) * 3, cluster=np.repeat(np.arange(6), 20))
    found = ev.true_prevalence(flagged=450, of=1000)
    worth = 0.21 / 0.018 * (1.959964 / 2.570582) ** 2
    low, high = lang_reiczigel((450, 1000), (0.7 * worth, worth), (0.7 * worth, worth), 0.95)
    assert found.value == pytest.approx(0.375)
    assert found.low == pytest.approx(max(low, 0), abs=1e-5)
    assert found.high == pytest.approx(min(high, 1), abs=1e-5)
