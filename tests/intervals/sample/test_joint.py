"""Averages over columns: the rows behind them are the same, and the interval knows it."""

import math

import numpy as np
import pytest
from scipy.special import stdtrit

from veracity.intervals import Estimator, Settings
from veracity.intervals.sample import sample
from veracity.metrics import find
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.scores.areas import delong_variance

KEYS = ("auroc_ovr_macro", "auroc_ovr_weighted", "auroc_ovo_macro", "auroc_ovo_weighted")


def two_classes(n, **options):
    """With two columns p and 1 − p every average is the ROC area itself."""
    draw = np.random.default_rng(n)
    truth = (draw.random(n) < 0.4).astype(int)
    p = 1 / (1 + np.exp(-draw.normal(size=n) - truth))
    return JointScores.of_rows(truth, {0: 1 - p, 1: p}, **options)


def width(found):
    """On the logit scale, where the interval is symmetric."""
    return math.log(found.high / (1 - found.high)) - math.log(found.low / (1 - found.low))


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(("n", "slack"), [(300, 0.01), (4000, 0.08)])
def test_of_two_classes_it_is_delong(key, n, slack):
    joint = two_classes(n)
    found = Estimator(joint, Settings()).estimate(find(key))
    area = find("auroc")(joint.column(1))
    assert found.value == pytest.approx(area)
    error = math.sqrt(delong_variance(joint.column(1))) / (area * (1 - area))
    assert width(found) == pytest.approx(2 * 1.96 * error, rel=slack)
    assert found.method == "delta"


def test_with_clusters_it_is_obuchowski():
    draw = np.random.default_rng(0)
    cluster = draw.integers(0, 25, 300)
    joint = two_classes(300, cluster=cluster, cluster_labels=range(25))
    found = Estimator(joint, Settings()).estimate(find("auroc_ovr_macro"))
    area = find("auroc")(joint.column(1))
    error = math.sqrt(delong_variance(joint.column(1))) / (area * (1 - area))
    spread = Estimator(joint, Settings()).sample.directions.influence(find("auroc_ovr_macro"))
    assert 15 < spread.degrees < 24  # of 25 clusters, as far as their influence is even
    # Obuchowski's factor is that of even clusters; these are not quite
    assert width(found) == pytest.approx(2 * stdtrit(spread.degrees, 0.975) * error, rel=0.01)
    assert found.method == "delta (clusters)"


def three(n, **options):
    draw = np.random.default_rng(7)
    truth = draw.integers(0, 3, n)
    logits = draw.normal(size=(3, n))
    logits[truth, np.arange(n)] += 1
    p = np.exp(logits) / np.exp(logits).sum(0)
    return JointScores.of_rows(truth, dict(enumerate(p)), labels=range(3), **options)


@pytest.mark.parametrize("key", KEYS)
def test_redraws_say_the_same(key):
    joint = three(500)
    delta = Estimator(joint, Settings()).estimate(find(key))
    drawn = Estimator(joint, Settings(method="percentile", n_resamples=1000)).estimate(find(key))
    assert drawn.method == "percentile"
    assert (drawn.low, drawn.high) == pytest.approx((delta.low, delta.high), abs=0.006)


def test_sums_of_entries_vary_as_entries_do(monkeypatch):
    joint = three(900)
    metric = find("auroc_ovr_macro")
    whole = Estimator(joint, Settings()).sample.directions.influence(metric).variance
    monkeypatch.setattr(sample, "MOST_DIRECTIONS", 500)
    sums = Estimator(joint, Settings()).sample.directions.influence(metric).variance
    assert sums == pytest.approx(whole, rel=0.2)
    assert sums != whole


def test_columns_alone_have_no_interval():
    found = Estimator(three(100).columns, Settings()).estimate(find("auroc_ovr_macro"))
    assert math.isnan(found.low)
    assert "not kept row by row" in found.note


def test_equal_weights_are_rows():
    plain = Estimator(three(200), Settings()).estimate(find("auroc_ovr_macro"))
    other = Estimator(three(200, weight=np.full(200, 3.0)), Settings())
    found = other.estimate(find("auroc_ovr_macro"))
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), rel=1e-6)


def test_the_first_k_are_a_proportion():
    joint = three(200)
    found = Estimator(TopRanks.of_joint(joint), Settings()).estimate(find("top_k_accuracy(2)"))
    assert found.method == "wilson"
    assert found.n == 200


def test_the_first_k_of_clusters_that_all_agree_count_each_cluster_once():
    # 15 clusters, each right throughout: Wilson's interval of 15 of 15, 1/(1 + z²/15)
    truth = np.arange(60) % 3
    columns = {k: np.where(truth == k, 0.8, 0.1) for k in range(3)}
    joint = JointScores.of_rows(
        truth, columns, labels=range(3), cluster=np.arange(60) // 4, cluster_labels=range(15)
    )
    found = Estimator(TopRanks.of_joint(joint), Settings()).estimate(find("top_k_accuracy(1)"))
    assert (found.value, found.high) == (1.0, 1.0)
    assert found.low == pytest.approx(1 / (1 + 1.959963984540054**2 / 15), rel=1e-12)
