"""Clusters that inform a metric, not all that there are, say how well its spread is known."""

import math
from fractions import Fraction

import numpy as np
import pytest
from scipy.special import stdtrit

from veracity.evaluation import evaluate, measure
from veracity.intervals.influence.between_clusters import ByClass
from veracity.intervals.influence.clusters import uneven_shares
from veracity.resampling.parts import Parts
from veracity.statistics.clusters.clusters import Clusters


def hospital(k, seed=0, clusters=60, rows=20):
    """Clusters of equal size; the first k hold ten positives each, which share a shift."""
    draw = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(clusters), rows)
    truth = ((cluster < k) & (np.arange(clusters * rows) % rows < 10)).astype(int)
    shift = draw.normal(size=clusters)[cluster]
    return truth, draw.normal(size=len(truth)) + truth * (1.5 + shift), cluster


def test_recall_of_three_clusters_is_that_of_three():
    """The mean of three clusters of equal size: k/(k − 1) of the squares, t with 2 degrees."""
    truth, score, cluster = hospital(3, seed=2)
    found = evaluate(truth, y_score=score, threshold=0.8, cluster=cluster)["recall"]
    rates = [np.mean(score[(cluster == c) & (truth == 1)] >= 0.8) for c in range(3)]
    p, error = np.mean(rates), np.std(rates, ddof=1) / math.sqrt(3)
    half = stdtrit(2, 0.975) * error / (p * (1 - p))
    index = math.log(p / (1 - p))
    ends = [1 / (1 + math.exp(-(index + sign * half))) for sign in (-1, 1)]
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-5)
    assert found.note == (
        "The variance is between 3 clusters (t distribution, 2 degrees of freedom)."
    )


def test_the_roc_area_by_obuchowski():
    """Each class has its own factor k/(k − 1); with all clusters in both it is C/(C − 1)."""
    truth, score, cluster = hospital(60, seed=3)
    found = evaluate(truth, y_score=score, cluster=cluster)["auroc"]
    up, down = score[truth == 1], score[truth == 0]
    wins = (up[:, None] > down).astype(float)
    area = wins.mean()
    each = np.zeros(60)
    np.add.at(each, cluster[truth == 1], (wins.mean(1) - area) / len(up))
    np.add.at(each, cluster[truth == 0], (wins.mean(0) - area) / len(down))
    square, fourth = (each**2).sum(), (each**4).sum()
    freedom = min(59, 2 * square**2 / (fourth - square**2 / 60))
    half = stdtrit(freedom, 0.975) * math.sqrt(square * 60 / 59) / (area * (1 - area))
    width = math.log(found.high / (1 - found.high)) - math.log(found.low / (1 - found.low))
    assert width == pytest.approx(2 * half, rel=0.01)


def test_coverage_with_three_positive_clusters():
    """0.72 with one degree of freedom less than all clusters; 0.94 with those that inform."""
    truth_of_area = 0.5 * (1 + math.erf(1.5 / math.sqrt(3) / math.sqrt(2)))
    held = 0
    for seed in range(120):
        truth, score, cluster = hospital(3, seed)
        found = measure("auroc", truth, y_score=score, cluster=cluster)
        held += found.low <= truth_of_area <= found.high
    assert held / 120 > 0.88


@pytest.mark.parametrize("key", ["recall", "auroc", "f1", "mcc", "kappa", "average_precision"])
@pytest.mark.parametrize("method", ["auto", "percentile"])
def test_a_class_in_one_cluster_has_no_interval(key, method):
    truth, score, cluster = hospital(1)
    options = {"y_score": score, "threshold": 0.8, "cluster": cluster, "n_resamples": 200}
    found = evaluate(truth, **options, method=method)[key]
    assert (found.method, math.isnan(found.low)) == ("none", True)
    assert "class 1 occurs in one cluster only" in found.note
    assert "类别 1 只出现在一个簇中" in found.note.zh


@pytest.mark.parametrize("key", ["accuracy", "specificity", "prevalence"])
def test_what_does_not_need_the_class_keeps_its_interval(key):
    truth, score, cluster = hospital(1)
    found = evaluate(truth, y_score=score, threshold=0.8, cluster=cluster)[key]
    assert found.method == "delta (clusters)"
    assert found.low < found.value < found.high


@pytest.mark.parametrize("key", ["auroc", "gini", "recall", "specificity", "mcc", "eer"])
def test_clusters_that_are_the_classes(key):
    truth, score, _ = hospital(20)
    found = evaluate(truth, y_score=score, threshold=0.5, cluster=truth)[key]
    assert found.method == "none"
    assert "in one cluster only" in found.note


def test_averages_over_columns_too():
    draw = np.random.default_rng(1)
    truth = np.repeat([0, 1, 2], 40)
    p = draw.dirichlet(np.ones(3), 120) + 0.5 * np.eye(3)[truth]
    p /= p.sum(1, keepdims=True)
    cluster = np.where(truth == 2, 99, np.arange(120) % 12)
    found = measure("auroc_ovr_macro", truth, y_proba=p, cluster=cluster)
    assert found.method == "none"
    assert "class 2 occurs in one cluster only" in found.note


def test_calls_in_one_cluster():
    """Precision reads called rows alone, and all of them are in one cluster."""
    truth, called = [0, 1] * 20, [0, 1, 1, 1] + [0] * 36
    found = evaluate(truth, called, cluster=np.arange(40) // 4)["precision"]
    assert (found.value, found.method) == (pytest.approx(2 / 3), "none")
    assert "Only one cluster" in found.note


def test_uneven_clusters_have_fewer_degrees():
    """One cluster of 100 rows, 30 right, among nineteen of ten, 9 right: 2S₂²/(S₄ − S₂²/20)."""
    right = np.array([1] * 30 + [0] * 70 + ([1] * 9 + [0]) * 19)
    cluster = np.repeat(np.arange(20), [100] + [10] * 19)
    note = measure("accuracy", np.ones(290, int), right, labels=(0, 1), cluster=cluster).note
    p = 201 / 290
    first, other = 30 - 100 * p, 9 - 10 * p
    square, fourth = first**2 + 19 * other**2, first**4 + 19 * other**4
    freedom = 2 * square**2 / (fourth - square**2 / 20)
    assert f"(t distribution, {freedom:.3g} degrees of freedom)" in note


def between(each, truth, cluster, cell):
    each, weight = np.asarray(each, float), np.ones(len(cluster))
    clusters = Clusters.of_entries(
        tuple(range(max(cluster) + 1)), np.array(cluster), np.array(cell), weight, None
    )
    held = np.bincount(cell, minlength=len(each)).astype(float)
    parts = Parts(held, None, clusters, lambda weight, squares: weight, 1, np.array(truth))
    return ByClass.of(parts).between(each)


def test_by_hand():
    """Three clusters hold ±1, 0 of class 1, a row each, and nothing else moves: 2 · 3/2."""
    found = between([1.0, -1.0, 0.0, 1e-6, 0.0], [1, 1, 1, 1, 0], [0, 1, 3, 2, 3], [0, 1, 4, 3, 2])
    assert found.clusters == 3
    assert found.variance == pytest.approx(3, rel=1e-5)
    assert found.freedom == pytest.approx(2)


def test_uneven_shares_by_hand():
    """The third cluster has two rows of four: Σa² = 3/8, Σa³ = 5/32; see Bell and McCaffrey."""
    found = between([1.0, -1.0, 0.5, -0.5, 0.0], [1, 1, 1, 1, 0], [0, 1, 2, 2, 3], [0, 1, 2, 3, 4])
    two, three = Fraction(3, 8), Fraction(5, 32)
    assert found.clusters == 3
    assert found.variance == pytest.approx(float(2 / (1 - two)))
    assert found.freedom == pytest.approx(float((1 - two) ** 2 / (two - 2 * three + two**2)))


def test_uneven_shares_against_the_quadratic_form():
    """Factor and degrees from the matrix of the squares itself, rows being independent."""
    weight = np.array([7.0, 1.0, 2.0, 4.0, 1.0])
    a = weight / weight.sum()
    away = np.eye(5) - np.outer(np.ones(5), a)
    form = away.T @ np.diag(a**2) @ away @ np.diag(1 / a)
    found = uneven_shares(np.zeros(5, np.int64), weight)
    assert found.factor[0] == pytest.approx(1 / np.trace(form))
    assert found.freedom[0] == pytest.approx(np.trace(form) ** 2 / np.trace(form @ form))
    even = uneven_shares(np.array([0, 0, 0, 1]), np.ones(4))
    assert even.factor.tolist() == pytest.approx([1.5, 1.0])
    assert even.freedom.tolist() == pytest.approx([2.0, 0.0])


def test_two_clusters_that_agree_are_still_two():
    """Positives of both clusters outrank the same share: nothing is known of how they vary."""
    cluster = np.repeat(np.arange(12), 10)
    truth = ((cluster < 2) & (np.arange(120) % 2 == 0)).astype(int)
    random = np.random.default_rng(1)
    scores = random.normal(size=120)
    scores[truth == 1] = np.tile([0.4, 0.9, 1.4, 1.9, 2.4], 2)
    note = measure("auroc", truth, y_score=scores, cluster=cluster).note
    degrees = float(note.en.split("distribution, ")[1].split(" degrees")[0])
    assert 1 <= degrees < 2


def test_one_that_moves_it_alone():
    found = between([1.0, -1.0, 0.0], [1, 1, 0], [0, 0, 1], [0, 1, 2])
    assert (found.clusters, found.variance) == (1, 0.0)


def test_at_another_prevalence_both_classes_are_needed():
    truth, score, cluster = hospital(1)
    ev = evaluate(truth, y_score=score, threshold=0.8, cluster=cluster).at_prevalence(0.05)
    for key in ("accuracy", "precision", "recall"):
        assert ev[key].method == "none"
        assert "class 1 occurs in one cluster only" in ev[key].note
    assert ev["specificity"].low < ev["specificity"].value < ev["specificity"].high
