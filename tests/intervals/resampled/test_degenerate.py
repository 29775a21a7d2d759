"""Redraws that all agree are no certainty: another interval, or none with the reason."""

import math

import numpy as np
import pytest
from scipy.special import expit, logit, stdtrit
from scipy.stats import beta

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.metrics import find
from veracity.statistics.matrix import cells

PERFECT = ([0] * 20 + [1] * 20, [0] * 20 + [1] * 20)


@pytest.mark.parametrize("key", ["mcc", "f1", "kappa", "balanced_accuracy", "macro_f1"])
def test_perfect_predictions_are_not_certainly_perfect(key):
    found = evaluate(*PERFECT)[key]
    assert (found.value, found.high) == pytest.approx((1, 1))
    assert found.method == "bayes"
    assert 0.7 < found.low < 0.99
    assert "The sample shows no variation in this value" in found.note
    assert "Dirichlet posterior" in found.note


def worst_first(positives: int = 100, negatives: int = 9900):
    """All positives behind all negatives."""
    scores = np.arange(positives + negatives, 0.0, -1.0)
    truth = np.zeros(len(scores), int)
    truth[-positives:] = 1
    return evaluate(truth, y_score=scores)


@pytest.mark.parametrize(
    ("key", "trials", "scale"),
    [
        ("tpr_at_fpr(0.01)", 100, 1.0),
        ("break_even_point", 100, 1.0),
        ("partial_auroc(0.1)", 100, 0.1),
        ("precision_at_k(50)", 50, 1.0),
        ("recall_at_k(50)", 100, 1.0),
    ],
)
def test_nothing_found_among_the_top_is_as_sure_as_none_of_so_many(key, trials, scale):
    """Jeffreys' interval of 0 of n, whatever lies behind: Beta(1/2, n + 1/2), upper end.

    Before, the prior lay evenly on all scores: 0 of 20 positives gave an upper end of 0.002.
    """
    found = worst_first()[key]
    assert (found.value, found.low, found.method) == (0, 0, "bayes")
    assert found.high == pytest.approx(scale * beta.ppf(0.975, 0.5, trials + 0.5), rel=0.15)


@pytest.mark.parametrize(
    ("key", "most"), [("precision_at_k(10)", 1), ("recall_at_k(10)", 1 / 40), ("lift(10)", 2.5)]
)
def test_ten_of_ten_are_not_almost_certain(key, most):
    """Only the first ten rows say how precise the first ten are, however many follow."""
    truth = [1] * 400 + [0] * 600
    found = evaluate(truth, y_score=np.arange(1000, 0, -1.0))[key]
    assert (found.value, found.method) == (pytest.approx(most), "bayes")
    assert found.low == pytest.approx(most * beta.ppf(0.025, 10.5, 0.5), rel=0.07)
    assert "all positive" in found.note


def test_all_positives_found_are_not_all_there_are():
    """Of 40 rows called the precision is 10 of 40, and no resample finds an eleventh."""
    truth = [1] * 10 + [0] * 990
    found = evaluate(truth, y_score=np.arange(1000, 0, -1.0))
    assert (found["recall_at_k(40)"].value, found["recall_at_k(40)"].method) == (1, "bayes")
    assert found["recall_at_k(40)"].low == pytest.approx(beta.ppf(0.025, 10.5, 0.5), abs=0.05)
    assert found["precision_at_k(40)"].method == "bayes"


def test_more_rows_make_it_surer():
    lows = [evaluate(PERFECT[0] * n, PERFECT[1] * n)["mcc"].low for n in (1, 5, 25)]
    assert lows == sorted(lows)
    assert lows[-1] > 0.99


def test_perfect_with_weights():
    found = evaluate(*PERFECT, sample_weight=[0.5, 2] * 20)["mcc"]
    assert (found.value, found.high) == pytest.approx((1, 1))
    assert found.method == "bayes"
    assert found.low < 0.99


def test_perfect_with_clusters_is_as_sure_as_so_many_rows():
    """8 clusters that are all right say what 8 rows say, however many rows they have."""
    clusters = [i % 8 for i in range(40)]
    found = evaluate(*PERFECT, cluster=clusters)["mcc"]
    rows = evaluate([0] * 4 + [1] * 4, [0] * 4 + [1] * 4)["mcc"]
    assert (found.value, found.method) == (pytest.approx(1), "bayes (clusters)")
    assert found.low == pytest.approx(rows.low, abs=0.02)
    assert "each cluster as one row" in found.note


def test_perfect_with_sparse_cells_has_none(monkeypatch):
    monkeypatch.setattr(cells, "DENSE_CLASSES", 0)
    found = evaluate(["a", "b", "c"] * 9, ["a", "b", "c"] * 9, n_resamples=100)["mcc"]
    assert found.method == "none"
    assert "every resample gave the same value" in found.note


def test_one_class_alone_has_none():
    found = evaluate(["a"] * 9, ["a"] * 9)["macro_f1"]
    assert (found.value, found.method) == (1, "none")
    assert "No interval" in found.note


def test_an_infinite_value_has_a_low_end():
    found = ConfusionMatrix.from_counts(tp=20, fp=0, fn=0, tn=20).evaluate()["dor"]
    assert (found.value, found.high) == (math.inf, math.inf)
    assert 10 < found.low < math.inf
    assert find("dor").infinite_when[0].words.en[1:] in found.note.en


@pytest.mark.parametrize(("clusters", "rows", "positive"), [(40, 250, 1), (3, 30, 10), (2, 4, 1)])
def test_a_balanced_design_is_no_ignorance(clusters, rows, positive):
    """The logit of the share ± t · 1/√(n p (1 − p)), with one degree less than clusters."""
    truth = [int(i < positive) for i in range(rows)] * clusters
    part = [j for j in range(clusters) for _ in range(rows)]
    found = evaluate(truth, truth, cluster=part)["prevalence"]
    share = positive / rows
    half = stdtrit(clusters - 1, 0.975) / math.sqrt(clusters * rows * share * (1 - share))
    ends = [expit(logit(share) + side * half) for side in (-1, 1)]
    assert (found.low, found.high) == pytest.approx(ends, rel=1e-6)
    assert "All clusters agree on this value" in found.note.en


def test_clusters_that_all_agree_never_make_an_interval_without_width():
    """3 × 30 rows with 10, 17, 18, 20 or 21 positives each: rounding was taken for a variance."""
    for positive in range(1, 30):
        truth = [int(i < positive) for i in range(30)] * 3
        found = evaluate(truth, truth, cluster=[j for j in range(3) for _ in range(30)])
        assert found["prevalence"].high - found["prevalence"].low > 0.2
