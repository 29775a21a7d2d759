"""Clusters, weights and degenerate samples for every key of the catalogue."""

import math

import numpy as np
import pytest

from veracity.evaluation import evaluate
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.metrics.catalogue.catalogue import ANY_CLASSES, RANKING, TWO_CLASSES, everything
from veracity.metrics.record.averaging import AVERAGES
from veracity.statistics import ScoreTable
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import TopRanks

CLUSTERS = 12
KEYS = tuple(everything())
AVERAGED = tuple(f"{how}_{m.key}" for how in AVERAGES for m in TWO_CLASSES)
# of two classes one of these is minus the other, or 1 minus the other: their mean is constant
SUMS = ("criterion", "log_beta", "prevalence", "predicted_positive_rate")
CONSTANT = {f"{how}_{key}" for how in ("macro", "micro") for key in SUMS}
# as many are predicted as there are: over all classes that is 1
CONSTANT |= {"micro_frequency_bias", "weighted_frequency_bias"}
UNTIED = "pairs_tied"  # 0 of these scores, which has no interval
# counts the weight of the first k, so that the scale of the weights matters
FIRST_K = {"precision_at_k", "recall_at_k"}
SETTINGS = Settings(n_resamples=200)


def rows(n=240, seed=0, classes=3):
    """Clusters that differ in how good the scores are; probabilities of every class."""
    draw = np.random.default_rng(seed)
    cluster = draw.integers(0, CLUSTERS, n)
    truth = draw.integers(0, classes, n)
    logits = draw.normal(size=(classes, n))
    logits[truth, np.arange(n)] += 0.8 + 0.6 * draw.normal(size=CLUSTERS)[cluster]
    p = np.exp(logits)
    return truth, p / p.sum(0), cluster


def joint(classes, weight=None, cluster=True, **options):
    truth, p, index = rows(classes=classes, **options)
    clusters = {"cluster": index, "cluster_labels": range(CLUSTERS)} if cluster else {}
    columns = dict(enumerate(p)) if classes > 2 else {1: p[1]}
    positive = 1 if classes == 2 else None
    return JointScores.of_rows(
        truth, columns, weight, labels=range(classes), pos_label=positive, **clusters
    )


def statistic_for(metric, **options):
    """What the metric reads, with clusters: two classes where it wants two."""
    if metric.reads.__name__ in ("ScoreColumns", "JointScores"):
        return joint(3, **options)
    if metric.reads is TopRanks:
        return TopRanks.of_joint(joint(3, **options))
    return of_table(metric, joint(2, **options).column(1))


def of_table(metric, table):
    """A table of scores as what the metric reads."""
    if metric.reads is TopLabel:
        return TopLabel.of_table(table)
    return (
        metric.reads.like(table) if issubclass(metric.reads, ScoreTable) else table.counts_at(0.5)
    )


def sound(found, metric):
    """An interval inside the range that holds the value, or none with the reason."""
    if math.isnan(found.low):
        assert found.method == "none"
        assert found.note
        return False
    low, high = metric.bounds
    assert low - 1e-9 <= found.low <= found.value + 1e-9
    assert found.value - 1e-9 <= found.high <= high + 1e-9
    assert found.low < found.high
    return True


@pytest.mark.parametrize("key", [*KEYS, *AVERAGED])
def test_clusters(key):
    metric = find(key)
    found = Estimator(statistic_for(metric), SETTINGS).estimate(metric)
    if (metric.no_interval is not None and metric.through is None) or key in {*CONSTANT, UNTIED}:
        assert not sound(found, metric)
        return
    if not math.isnan(found.value):
        assert sound(found, metric), found
        assert "clusters" in found.method
        assert f"{CLUSTERS} clusters" in found.note


@pytest.mark.parametrize("key", [*KEYS, *AVERAGED])
def test_whole_clusters_by_name(key):
    metric = find(key)
    if metric.no_interval is not None or key in {*CONSTANT, UNTIED}:
        return
    found = Estimator(
        statistic_for(metric), Settings(method="percentile", n_resamples=200)
    ).estimate(metric, by_name=True)
    if not math.isnan(found.value):
        assert found.method == "percentile (whole clusters)", found
        assert found.low < found.high


@pytest.mark.parametrize("key", [*KEYS, *AVERAGED])
def test_weights(key):
    metric = find(key)
    weight = np.random.default_rng(9).gamma(3, size=240)
    options = {"weight": weight, "cluster": False}
    found = Estimator(statistic_for(metric, **options), SETTINGS).estimate(metric)
    none = metric.no_interval is not None or key in {*CONSTANT, UNTIED}
    if not none and not math.isnan(found.value):
        assert sound(found, metric), found
    if key in FIRST_K:
        return
    heavy = Estimator(statistic_for(metric, **{**options, "weight": weight * 50}), SETTINGS)
    other = heavy.estimate(metric)
    ends = (found.low, found.high)
    # a bias comes from second differences, whose rounding is seen near the end of a range
    assert (other.low, other.high) == pytest.approx(ends, rel=1e-5, abs=1e-9, nan_ok=True)


@pytest.mark.parametrize("key", KEYS)
def test_one_cluster_has_no_interval(key):
    metric = find(key)
    truth, p, _ = rows(60, classes=2)
    one = JointScores.of_rows(truth, {1: p[1]}, cluster=np.zeros(60, int), cluster_labels=["p"])
    if metric.reads.__name__ in ("ScoreColumns", "TopRanks"):
        return
    found = Estimator(of_table(metric, one.column(1)), SETTINGS).estimate(metric)
    assert found.method == "none"
    if metric.no_interval is None and not math.isnan(found.value):
        assert "one cluster" in found.note


@pytest.mark.parametrize("key", ["auroc", "average_precision", "f1", "mcc", "recall", "eer"])
def test_clusters_of_one_class_each(key):
    """A patient is ill or not: no cluster has an area of its own, and the interval is there."""
    draw = np.random.default_rng(2)
    cluster = np.repeat(np.arange(20), 6)
    truth = (cluster % 2).astype(int)
    score = draw.normal(size=120) + truth + 2 * draw.normal(size=20)[cluster]
    scores = JointScores.of_rows(truth, {1: score}, cluster=cluster, cluster_labels=range(20))
    metric = find(key)
    found = Estimator(of_table(metric, scores.column(1)), SETTINGS).estimate(metric)
    assert sound(found, metric)
    alone = of_table(metric, ScoreTable.of_rows(truth, score))
    naive = Estimator(alone, SETTINGS).estimate(metric)
    assert found.value == pytest.approx(naive.value)
    assert found.high - found.low > naive.high - naive.low


@pytest.mark.parametrize("key", [k for k, m in RANKING.items() if m.reads is ScoreTable])
def test_perfect_rankings_are_not_certain(key):
    metric = find(key)
    found = Estimator(ScoreTable.of_rows([0] * 20 + [1] * 20, np.arange(40.0)), SETTINGS).estimate(
        metric
    )
    if metric.no_interval is None and math.isfinite(found.value) and key != UNTIED:
        assert found.low < found.high, found


def test_any_classes_are_all_there():
    assert {m.key for m in (*ANY_CLASSES, *TWO_CLASSES)} <= set(KEYS)


def test_hundreds_of_classes_with_clusters_are_quick():
    """The derivative by cluster, not by each of 10,000 cells."""
    draw = np.random.default_rng(1)
    truth = draw.integers(0, 150, 20_000)
    called = np.where(draw.random(20_000) < 0.6, truth, draw.integers(0, 150, 20_000))
    ev = evaluate(truth, called, cluster=draw.integers(0, 50, 20_000))
    for key in ("macro_f1", "mcc", "kappa"):
        assert ev[key].method == "delta (clusters)"
        assert 0 < ev[key].high - ev[key].low < 0.05
