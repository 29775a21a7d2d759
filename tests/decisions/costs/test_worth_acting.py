"""The model is said to be worth more than treating all or none only where that is shown."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest

import veracity as vc
from veracity.decisions.costs.net_benefit import decision, net_benefit_words
from veracity.statistics.scores.score_table import ScoreTable


def rows(n, seed, signal=True):
    rng = np.random.default_rng(seed)
    p = rng.beta(1, 3, n)
    truth = rng.random(n) < (p if signal else 0.25)
    return truth.astype(int), p


def tail(hits, n, share):
    """P(Bin(n, share) >= hits), exactly."""
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(hits, n + 1))


def test_at_one_threshold_both_exact_tests_have_to_hold():
    shown = {True: 0, False: 0}
    for seed in range(30):
        truth, p = rows(60, seed)
        curve = decision(ScoreTable.of_rows(truth, p), [0.25])
        called, t = p >= 0.25, Fraction(1, 4)
        worst = max(
            tail(int(truth[called].sum()), int(called.sum()), t),
            tail(int((1 - truth[~called]).sum()), int((~called).sum()), 1 - t),
        )
        found = bool(curve["shown_better"][0])
        shown[found] += 1
        if found:
            assert worst <= 0.025  # two tests, so the level of each lies between these
        if worst <= Fraction(1, 80):
            assert found
    assert min(shown.values()) > 3


def test_a_clear_model_is_shown_and_more_rows_show_more():
    few, many = (decision(ScoreTable.of_rows(*rows(n, 1)))["shown_better"] for n in (400, 20_000))
    assert 0 < few.sum() < many.sum()
    said = net_benefit_words(decision(ScoreTable.of_rows(*rows(20_000, 1))))
    assert "simultaneous 95% confidence" in said
    assert "95%" in said.zh


def test_probabilities_without_signal_are_hardly_ever_called_worth_it():
    said = [
        decision(ScoreTable.of_rows(*rows(200, seed, signal=False)))["shown_better"].any()
        for seed in range(100)
    ]
    assert sum(said) <= 5


def test_weights_clusters_and_cells_never_show_more():
    truth, p = rows(2000, 2)
    plain = vc.evaluate(truth, y_proba=p).decision()["shown_better"]
    same = vc.evaluate(truth, y_proba=p, sample_weight=np.full(2000, 3.0)).decision()
    assert (same["shown_better"] <= plain).all()
    assert same["shown_better"].sum() > 0.5 * plain.sum()
    alone = vc.evaluate(truth, y_proba=p, cluster=np.arange(2000)).decision()["shown_better"]
    assert 0.5 * plain.sum() < alone.sum() <= 1.1 * plain.sum()
    five = np.repeat(truth[:400], 5), np.repeat(p[:400], 5)
    copies = vc.evaluate(five[0], y_proba=five[1], cluster=np.arange(2000) // 5).decision()
    once = vc.evaluate(truth[:400], y_proba=p[:400]).decision()
    assert copies["shown_better"].sum() <= 1.2 * once["shown_better"].sum() + 2
    cells = vc.evaluate(truth, y_proba=p, resolution=6).decision()["shown_better"]
    assert (cells <= plain).all()


@pytest.mark.parametrize("share", [0.0, 1.0])
def test_where_a_class_is_missing_nothing_is_shown(share):
    truth, p = rows(500, 3)
    assert not vc.evaluate(truth, y_proba=p).decision(prevalence=share)["shown_better"].any()


def test_at_the_same_prevalence_the_range_is_nearly_the_same():
    truth, p = rows(3000, 4)
    ev = vc.evaluate(truth, y_proba=p)
    here, there = ev.decision(), ev.decision(prevalence=float(truth.mean()))
    assert abs(here["shown_better"].sum() - there["shown_better"].sum()) <= 4
    assert (there["shown_better"] <= (there["net_benefit"] > 0)).all()


def test_the_page_says_it():
    truth, p = rows(300, 5, signal=False)
    page = vc.evaluate(truth, y_proba=p)
    assert "is the model shown to beat" in net_benefit_words(page.decision())
