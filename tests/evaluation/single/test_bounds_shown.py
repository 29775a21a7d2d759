"""A bound that matters is seen, and what a grid cannot tell is said."""

import math

import numpy as np
import pytest

from veracity.evaluation import evaluate, measure
from veracity.metrics import find
from veracity.results import Estimate

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 300)
PROBA = 1 / (1 + np.exp(-RNG.normal(TRUTH, 1.0)))
INSIDE = evaluate(TRUTH, y_proba=PROBA, resolution=4).at(0.47)


def estimate(value, bound, low=math.nan, high=math.nan):
    return str(Estimate(value, low, high, 0.95, "none", 10, bound))


def test_a_bound_is_printed_where_a_digit_may_change():
    assert estimate(0.3849, 0.0117) == "0.385 (± 0.012)"
    assert estimate(0.3849, 0.0117, 0.34, 0.43) == "0.385 (± 0.012) [0.340, 0.430]"
    assert estimate(0.385, 1e-9) == "0.385"
    assert estimate(0.5, 0.0) == "0.500"
    assert estimate(0.5, math.inf) == "0.500 (± ∞)"


def test_every_page_shows_it():
    shown = str(INSIDE["auroc"])
    assert "(± " in shown
    assert shown in str(INSIDE)
    assert shown.partition(" [")[0] in INSIDE.to_markdown()
    assert shown.partition(" [")[0] in INSIDE.to_latex()
    assert shown in INSIDE._repr_html_()


def test_a_matrix_inside_a_cell_says_so():
    few = INSIDE.held.fewest
    words = f"TP {few.tp:g}, FP {few.fp:g}, FN {few.fn:g}, TN {few.tn:g}"
    for page in (str(INSIDE), INSIDE.to_markdown(), INSIDE._repr_html_(), INSIDE.to_latex()):
        assert words in page
    assert words in INSIDE.to_dict()["confusion"]["notes"][0]
    assert evaluate(TRUTH, y_proba=PROBA).to_dict()["confusion"]["notes"] == []


@pytest.mark.parametrize("bits", [4, 6, 10])
@pytest.mark.parametrize("kind", ["crowded below 0", "uniform"])
def test_recall_at_a_precision_is_held_or_said_to_be_unknown(kind, bits):
    for seed in range(12):
        rng = np.random.default_rng(seed)
        truth = rng.integers(0, 2, 230 if kind != "uniform" else 320)
        scores = rng.random(len(truth))
        if kind != "uniform":
            scores = -np.exp(rng.normal(size=len(truth))) + 0.001 * truth
        for p in (0.5, 0.6, 0.9):
            key = f"recall_at_precision({p})"
            exact = measure(key, truth, y_score=scores, method="none")
            told = measure(key, truth, y_score=scores, resolution=bits, method="none")
            if told.defined:
                assert abs(told.value - exact.value) <= told.bound + 1e-12
            elif exact.defined:
                assert "too coarse" in told.note
                assert "No threshold" not in told.note
            else:
                assert told.note


def test_a_reason_that_holds_in_any_order_stays():
    told = measure("recall_at_precision(0.9)", [0, 0, 1], y_score=[3, 2, 1], resolution=8)
    assert "No threshold reaches this precision" in told.note


def test_intervals_stay_inside_the_range():
    told = measure("ndcg", [1] * 5, y_score=[1, 2, 3, 4, 5])
    assert told.high <= 1.0
    assert told.low >= find("ndcg").bounds[0]


def test_effective_trials_are_no_more_than_there_are_rows():
    truth, scores = np.r_[np.zeros(100, int), np.ones(5, int)], np.r_[np.zeros(99), np.ones(6)]
    weight = np.ones(105)
    weight[99] = 0.05
    told = evaluate(truth, y_score=scores, sample_weight=weight, threshold=0.5)["specificity"]
    assert told.n == pytest.approx(99.05**2 / (99 + 0.05**2), rel=1e-12)  # Kish
    assert told.low < 0.97


def test_an_absent_class_leaves_the_mean_of_the_others():
    rng = np.random.default_rng(0)
    truth, proba = rng.integers(0, 3, 90), rng.dirichlet([1] * 4, 90)
    ev = evaluate(truth, y_proba=proba, labels=[0, 1, 2, 3])
    areas = [measure("auroc", truth == k, y_score=proba[:, k]).value for k in range(3)]
    note = ev["auroc_ovr_macro"].note
    assert f"the mean without them is {np.mean(areas):.4g}" in note
    shares = np.bincount(truth) / 90
    weighted = f"the mean without them is {np.dot(shares, areas):.4g}"
    assert weighted in ev["auroc_ovr_weighted"].note
    assert "the mean without them" in ev["auroc_ovo_macro"].note
