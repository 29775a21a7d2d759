"""Figures that act at a probability of their own: the calls at t, priced at t."""

from fractions import Fraction

import numpy as np
import pytest

import veracity as vc
from veracity.errors import NotHere

RNG = np.random.default_rng(7)
N = 600
P = np.round(RNG.beta(1, 3, N), 3)
TRUTH = (RNG.random(N) < P).astype(int)
Q = np.round(np.clip(P + RNG.normal(0, 0.15, N), 0, 1), 3)
GROUP = np.where(np.arange(N) % 3, "a", "b")
AT = (0.05, 0.1, 0.2, 0.35, 0.5, 0.8)
PRICED = "are priced"


def by_hand(truth, p, t, share=None):
    """Vickers and Elkin 2006, as dcurves has it: TP/n − FP/n · t/(1 − t), called from t on."""
    called, odds = np.asarray(p) >= t, Fraction(str(t)) / (1 - Fraction(str(t)))
    truth = np.asarray(truth)
    tp, fp = int((called & (truth == 1)).sum()), int((called & (truth == 0)).sum())
    if share is None:
        return float(Fraction(tp, len(truth)) - Fraction(fp, len(truth)) * odds)
    positives = int(truth.sum())
    tpr, fpr = Fraction(tp, positives), Fraction(fp, len(truth) - positives)
    share = Fraction(str(share))
    return float(share * tpr - (1 - share) * fpr * odds)


@pytest.fixture(scope="module")
def ev():
    return vc.evaluate(TRUTH, y_proba=P, group=GROUP)


@pytest.mark.parametrize("t", AT)
def test_net_benefit_acts_at_its_threshold(ev, t):
    expected = by_hand(TRUTH, P, t)
    curve = ev.decision([t])
    for one in (ev, ev.at(0.3), ev.at(top=20), vc.evaluate(TRUTH, y_proba=P, threshold=0.7)):
        found = one[f"net_benefit({t})"]
        assert found.value == pytest.approx(expected, abs=1e-14)
        assert found.value == pytest.approx(curve["net_benefit"][0], abs=1e-14)
        assert (found.low, found.high) == pytest.approx((curve.band.low[0], curve.band.high[0]))
        part = one[f"standardised_net_benefit({t})"]
        assert part.value == pytest.approx(expected / TRUTH.mean(), abs=1e-13)
        assert part.low < part.value < part.high
        assert PRICED not in found.note


def test_with_labels_beside_it_and_with_another_score_it_acts_too():
    called = (P >= 0.5).astype(int)
    expected = by_hand(TRUTH, P, 0.1)
    for ev in (
        vc.evaluate(TRUTH, called, y_proba=P),
        vc.evaluate(TRUTH, y_score=Q - 3, y_proba=P),
        vc.evaluate(TRUTH, y_proba=np.column_stack([1 - P, P])),
    ):
        assert ev["net_benefit(0.1)"].value == pytest.approx(expected, abs=1e-14)


def test_each_class_acts_on_its_own_probability(ev):
    other = ev.by_class[0]["net_benefit(0.2)"].value
    assert other == pytest.approx(by_hand(1 - TRUTH, 1 - P, 0.2), abs=1e-14)
    rows = RNG.dirichlet([1, 1, 1], 300)
    truth = np.array([RNG.choice(3, p=row) for row in rows])
    many = vc.evaluate(truth, y_proba=rows)
    for k in range(3):
        found = many.by_class[k]["net_benefit(0.25)"]
        assert found.value == pytest.approx(by_hand(truth == k, rows[:, k], 0.25), abs=1e-14)
        assert PRICED not in found.note
    assert "by_class" in many["macro_net_benefit(0.25)"].note


def test_groups_and_gates_act_at_it(ev):
    for name in ("a", "b"):
        found = ev.at(0.6).by_group[name]["net_benefit(0.1)"]
        mine = name == GROUP
        assert found.value == pytest.approx(by_hand(TRUTH[mine], P[mine], 0.1), abs=1e-14)
    verdict = vc.check(ev, ["net_benefit(0.1) >= 0.05", "group a: net_benefit(0.1) >= 0.05"])
    assert verdict.requirements[0].estimate.value == pytest.approx(by_hand(TRUTH, P, 0.1))


def test_at_another_prevalence_it_is_that_of_the_decision_curve(ev):
    there = ev.at_prevalence(0.02)
    found, curve = there["net_benefit(0.05)"], there.decision([0.05])
    assert found.value == pytest.approx(by_hand(TRUTH, P, 0.05, 0.02), abs=1e-14)
    assert found.value == pytest.approx(curve["net_benefit"][0], abs=1e-14)
    assert (found.low, found.high) == pytest.approx((curve.band.low[0], curve.band.high[0]))
    assert "Probabilities are taken as those of that population" in found.note
    line = ev.against_prevalence(["precision", "net_benefit(0.05)", "net_benefit(0.2)"], [0.02])
    for t in (0.05, 0.2):
        expected = by_hand(TRUTH, P, t, 0.02)
        assert line[f"net_benefit({t})"][0] == pytest.approx(expected, abs=1e-14)


def test_comparisons_act_at_it():
    keys = ["accuracy", "net_benefit(0.1)", "net_benefit(0.3)"]
    paired = vc.compare(TRUTH, {"P": P, "Q": Q}, metrics=keys, threshold=0.6)
    for t in (0.1, 0.3, 0.8):  # the last is made when it is asked for
        row = paired["P", "Q", f"net_benefit({t})"]
        expected = by_hand(TRUTH, P, t) - by_hand(TRUTH, Q, t)
        assert row.difference.value == pytest.approx(expected, abs=1e-14)
        assert row.difference.low < expected < row.difference.high
        assert PRICED not in row.difference.note
    half = N // 2
    sides = [vc.evaluate(TRUTH[part], y_proba=P[part]) for part in (slice(half), slice(half, N))]
    apart = vc.compare(*sides, metrics=keys)
    for t in (0.1, 0.3):
        expected = by_hand(TRUTH[:half], P[:half], t) - by_hand(TRUTH[half:], P[half:], t)
        row = apart["A", "B", f"net_benefit({t})"]
        assert row.difference.value == pytest.approx(expected, abs=1e-14)
        alone = [side[f"net_benefit({t})"] for side in sides]
        assert [one.low for one in row.values] == pytest.approx([one.low for one in alone])


def test_given_calls_are_priced_and_the_note_says_so():
    called = (P >= 0.5).astype(int)
    ev = vc.evaluate(TRUTH, called)
    found = ev["net_benefit(0.1)"]
    assert found.value == pytest.approx(by_hand_fixed(called, 0.1), abs=1e-14)
    assert found.value == pytest.approx(ev.decision([0.1])["net_benefit"][0], abs=1e-14)
    assert ev.confusion.metric("net_benefit(0.1)") == pytest.approx(found.value, abs=1e-14)
    assert PRICED in found.note
    assert "计价" in found.note.zh
    assert PRICED in ev["standardised_net_benefit"].note
    row = vc.compare(
        TRUTH, {"A": called, "B": 1 - called}, kind="y_pred", metrics="net_benefit(0.1)"
    )["A", "B", "net_benefit(0.1)"]
    assert PRICED in row.difference.note


def by_hand_fixed(called, t):
    tp, fp = int((called & TRUTH).sum()), int((called & (1 - TRUTH)).sum())
    return (tp - fp * t / (1 - t)) / N


def test_scores_that_are_no_probabilities_are_refused_as_a_decision_curve_is():
    ev = vc.evaluate(TRUTH, y_score=P)
    assert "net_benefit(0.1)" not in ev
    with pytest.raises(NotHere, match="y_proba="):
        ev["net_benefit(0.1)"]
    with pytest.raises(NotHere):
        ev.decision()
    with pytest.raises(NotHere, match="y_proba="):
        vc.compare(TRUTH, {"P": P, "Q": Q}, kind="y_score", metrics="net_benefit(0.1)")
    cut = ev.at(0.5)["net_benefit(0.1)"]
    assert cut.value == pytest.approx(by_hand_fixed((P >= 0.5).astype(int), 0.1), abs=1e-14)
    assert PRICED in cut.note


def test_a_grid_knows_the_thresholds_that_were_asked_for():
    p = RNG.random(20_000)
    truth = (RNG.random(len(p)) < p).astype(int)
    asked = vc.evaluate(truth, y_proba=p, resolution=6, metrics=["net_benefit(0.137)"])
    found = asked["net_benefit(0.137)"]
    assert found.bound == 0
    assert found.value == pytest.approx(by_hand(truth, p, 0.137), abs=1e-13)
    inside = vc.evaluate(truth, y_proba=p, resolution=6)["net_benefit(0.137)"]
    assert inside.bound > 0
    assert abs(inside.value - found.value) <= inside.bound + 1e-12


def test_a_sweep_and_a_choice_say_that_they_price_every_threshold(ev):
    assert "prices the calls of each threshold" in ev.sweep("net_benefit(0.1)").note
    assert "prices the calls of each threshold" in ev.choose(maximize="net_benefit(0.1)").note


@pytest.mark.parametrize("threshold", [0.1, 0.3, 0.5, 0.7])
def test_the_surest_are_judged_by_the_calls_of_the_evaluation(ev, threshold):
    there = ev.at(threshold)
    called = threshold <= P
    right, sure = called == (TRUTH == 1), np.where(called, P, 1 - P)
    assert there["accuracy_at_coverage(1)"].value == pytest.approx(there["accuracy"].value)
    curve = there.risk_coverage()
    assert curve.y[-1] == pytest.approx(there["error_rate"].value)
    for level in (0.95, 0.8, 0.6):
        kept = sure >= level
        index = np.flatnonzero(curve.thresholds >= level)[-1]
        assert curve.x[index] == pytest.approx(kept.mean())
        assert curve.y[index] == pytest.approx(1 - right[kept].mean())
    picture = there.plot.risk_coverage().lines[0].get_ydata()
    assert picture[-1] == pytest.approx(there["error_rate"].value)
    other = there.by_class[0]["accuracy_at_coverage(0.5)"].value
    assert other == pytest.approx(there["accuracy_at_coverage(0.5)"].value)
    clustered = vc.evaluate(TRUTH, y_proba=P, threshold=threshold, cluster=np.arange(N) // 5)
    for key in ("accuracy_at_coverage(0.5)", "aurc"):
        assert clustered[key].value == pytest.approx(there[key].value, abs=1e-13)
    cmp = vc.compare(
        TRUTH, {"P": P, "Q": Q}, threshold=threshold, metrics="accuracy_at_coverage(1)"
    )
    row = cmp["P", "Q", "accuracy_at_coverage(1)"]
    assert row.values[0].value == pytest.approx(there["accuracy"].value)


def test_labels_beside_probabilities_do_not_tell_who_was_sure():
    beside = vc.evaluate(TRUTH, (P >= 0.2).astype(int), y_proba=P)
    assert "0.5" in beside["accuracy_at_coverage"].note
    assert "0.5" not in vc.evaluate(TRUTH, y_proba=P)["accuracy_at_coverage"].note
