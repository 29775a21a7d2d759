"""The jackknife row by row, the basic bootstrap as a mirror, Poisson redraws as redraws."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.metrics import find
from veracity.statistics.numerics.quantiles import quantile_of

TRUTH = np.array([0, 1, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 1, 0])
CALLS = np.array([0, 1, 0, 0, 1, 1, 0, 1, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0, 1])
CLUSTER = np.arange(24) // 3


def f1(keep):
    return vc.ConfusionMatrix.from_labels(TRUTH[keep], CALLS[keep]).metric("f1")


def logit(p):
    return math.log(p / (1 - p))


@pytest.mark.parametrize("cluster", [None, CLUSTER])
def test_each_row_or_cluster_is_left_out_once(cluster) -> None:
    groups = np.arange(24) if cluster is None else cluster
    values = np.array([f1(groups != one) for one in np.unique(groups)])
    n = len(values)
    error = math.sqrt((n - 1) / n * ((values - values.mean()) ** 2).sum())
    value = f1(groups >= 0)
    half = quantile_of(0.95, n - 1) * error / (value * (1 - value))
    found = vc.evaluate(TRUTH, CALLS, cluster=cluster, method="jackknife")["f1"]
    ends = [1 / (1 + math.exp(-(logit(value) + way * half))) for way in (-1, 1)]
    assert (found.low, found.high) == pytest.approx(ends, abs=1e-12)
    assert found.method == ("jackknife" if cluster is None else "jackknife (whole clusters)")


def test_of_scores_it_is_nearly_delong() -> None:
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 200)
    scores = rng.normal(truth, 1)
    one = vc.measure("auroc", truth, y_score=scores, method="jackknife")
    other = vc.measure("auroc", truth, y_score=scores, method="delong_logit")
    assert (one.low, one.high) == pytest.approx((other.low, other.high), abs=0.003)


def test_where_it_does_not_fit_it_says_so() -> None:
    weight = np.linspace(1, 2, 24)
    found = vc.evaluate(TRUTH, CALLS, sample_weight=weight, method="jackknife")["f1"]
    assert found.method != "jackknife"
    assert "jackknife does not fit" in found.note
    few = vc.ConfusionMatrix.from_counts(tp=1, fp=1, fn=0, tn=3)
    assert "without one row or cluster" in few.evaluate(method="jackknife")["recall"].note


def test_basic_is_the_percentile_interval_turned_round() -> None:
    for key in ("f1", "mcc", "accuracy"):
        low, high = find(key).bounds
        plain, basic = (vc.evaluate(TRUTH, CALLS, method=m)[key] for m in ("percentile", "basic"))
        mirrored = 2 * plain.value - plain.high, 2 * plain.value - plain.low
        assert (basic.low, basic.high) == pytest.approx(np.clip(mirrored, low, high))


@pytest.mark.parametrize("cluster", [None, CLUSTER])
def test_poisson_redraws_spread_as_redraws_do(cluster) -> None:
    settings = {"cluster": cluster, "n_resamples": 4000}
    plain, poisson = (
        vc.evaluate(TRUTH, CALLS, method=m, **settings)["mcc"] for m in ("percentile", "poisson")
    )
    assert (poisson.low, poisson.high) == pytest.approx((plain.low, plain.high), abs=0.1)
    assert (poisson.low, poisson.high) != (plain.low, plain.high)
    assert poisson.method.startswith("poisson")
