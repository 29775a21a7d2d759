"""Choosing a threshold through an evaluation; `tests/decisions` tests the choice itself."""

import math

import numpy as np
import pytest
from scipy import stats

from tests.statistics.refusals import refused
from veracity.errors import UnknownName
from veracity.evaluation import evaluate

RNG = np.random.default_rng(6)
N = 400
TRUTH = (np.arange(N) % 4 == 0).astype(int)
PROBA = np.round(1 / (1 + np.exp(-RNG.normal(2 * TRUTH - 1, 1.2))), 3)
EV = evaluate(TRUTH, y_proba=PROBA)
CANDIDATES = [math.inf, *np.unique(PROBA).tolist()]


def counts(threshold: float) -> tuple[int, int, int, int]:
    called = threshold <= PROBA
    tp, fp = int((called & (TRUTH == 1)).sum()), int((called & (TRUTH == 0)).sum())
    return tp, fp, 100 - tp, 300 - fp


def best(value, allowed=lambda tp, fp, fn, tn: True) -> float:
    return max(value(*counts(t)) for t in CANDIDATES if allowed(*counts(t)))


def test_the_best_of_all_thresholds_by_brute_force() -> None:
    f1 = best(lambda tp, fp, fn, tn: 2 * tp / (2 * tp + fp + fn))
    choice = EV.choose(maximize="f1")
    assert choice.value == pytest.approx(f1, abs=1e-15)
    assert EV["max_f1"].value == pytest.approx(f1, abs=1e-15)
    assert EV.choose().threshold == choice.threshold


@pytest.mark.parametrize(
    ("asked", "value", "allowed"),
    [
        ({"min_recall": 0.9}, lambda tp, fp, fn, tn: tn / 300, lambda tp, fp, fn, tn: tp >= 90),
        ({"max_fpr": 0.05}, lambda tp, fp, fn, tn: tp / 100, lambda tp, fp, fn, tn: fp <= 15),
        (
            {"max_alarms": 0.2},
            lambda tp, fp, fn, tn: tp / 100,
            lambda tp, fp, fn, tn: tp + fp <= 80,
        ),
        (
            {"min_precision": 0.7},
            lambda tp, fp, fn, tn: tp / 100,
            lambda tp, fp, fn, tn: tp >= 0.7 * (tp + fp) and tp > 0,
        ),
        (
            {"maximize": "fpr", "min_recall": 0.8},
            lambda tp, fp, fn, tn: -fp / 300,
            lambda tp, fp, fn, tn: tp >= 80,
        ),
        (
            {"maximize": "precision", "min_recall": 0.5, "max_alarms": 0.5},
            lambda tp, fp, fn, tn: tp / max(tp + fp, 1),
            lambda tp, fp, fn, tn: tp >= 50 and tp + fp <= 200,
        ),
    ],
)
def test_constraints_by_brute_force(asked, value, allowed) -> None:
    choice = EV.choose(**asked)
    assert allowed(*counts(choice.threshold))
    assert abs(choice.value) == pytest.approx(abs(best(value, allowed)), abs=1e-12)
    assert set(choice.holds_with) == {name for name in asked if name != "maximize"}
    said = {name: chance for name, chance in choice.holds_with.items() if name != "min_precision"}
    assert all(0 <= chance <= 1 for chance in said.values())


def test_costs_by_brute_force() -> None:
    choice = EV.choose(cost_fp=1, cost_fn=25)
    least = -best(lambda tp, fp, fn, tn: -(fp + 25 * fn) / 400)
    assert choice.value == pytest.approx(least, abs=1e-12)
    assert choice.maximize == "expected_cost(25)" or "expected_cost" in choice.maximize


def test_the_evaluation_at_a_choice_says_the_same() -> None:
    choice = EV.choose(maximize="mcc")
    at = EV.at(choice)
    assert at["mcc"].value == choice.value
    assert at["recall"] == choice.estimates["recall"]
    assert choice.corrected == pytest.approx(choice.value - choice.optimism.value)


def test_a_constraint_that_holds_in_the_sample_only() -> None:
    """Of 20 positives 19 are found: the next ones are missed in 74 % of runs (exact)."""
    truth = [1] * 19 + [0, 1] + [0] * 19  # the last positive costs a false alarm
    choice = evaluate(truth, y_score=range(40, 0, -1)).choose(min_recall=0.95)
    # the 19th of 20 order statistics: recall in the population is Beta(19, 2)
    holds = stats.beta(19, 2).sf(0.95)
    assert 1 - holds == pytest.approx(0.7358, abs=1e-4)
    assert choice.holds_with["min_recall"] == pytest.approx(holds, abs=1e-12)
    assert "assurance=" not in choice.note  # 20 positives cannot assure it
    assert "no threshold assures" in choice.note
    assert "assurance=0.95" in EV.choose(min_recall=0.9).note


def test_assurance_makes_it_hold() -> None:
    sample = EV.choose(min_recall=0.9)
    sure = EV.choose(min_recall=0.9, assurance=0.95)
    assert sure.threshold < sample.threshold
    assert sure.holds_with["min_recall"] >= 0.95
    # the k-th of 100 order statistics from the top: recall is Beta(k, 101 − k)
    found = EV.at(sure).confusion.tp
    assert stats.beta(found, 101 - found).sf(0.9) >= 0.95
    assert stats.beta(found - 1, 102 - found).sf(0.9) < 0.95


def test_what_cannot_be_done_is_explained() -> None:
    text = refused(lambda: EV.choose(min_recall=0.99, max_fpr=0.01), "Recall", "Nearest")
    assert "at threshold" in text
    refused(lambda: EV.choose(min_recall=0.999, assurance=0.999), "6905", "100")
    refused(lambda: EV.choose(cost_fp=1), "cost_fn")
    refused(lambda: EV.choose(maximize="f1", cost_fp=1, cost_fn=2), "two aims")
    refused(lambda: EV.choose(min_precision=1.01), "1.01", "between 0 and 1")
    refused(lambda: EV.choose(assurance=0.9), "constraint")
    refused(lambda: EV.choose(maximize="auroc"), "auroc")
    refused(lambda: EV.choose(maximize="nope"), "nope", error=UnknownName)
    one = evaluate([1] * 5, y_score=range(5))
    refused(lambda: one.choose(maximize="f1"), "5 positives and 0 negatives")


def test_weights_and_clusters() -> None:
    weighted = evaluate(TRUTH, y_proba=PROBA, sample_weight=np.full(N, 2.0))
    assert weighted.choose(maximize="f1").threshold == EV.choose(maximize="f1").threshold
    refused(lambda: weighted.choose(min_recall=0.9, assurance=0.9), "weighted")
    clustered = evaluate(TRUTH, y_proba=PROBA, cluster=np.arange(N) // 4)
    refused(lambda: clustered.choose(min_recall=0.9, assurance=0.9), "cluster")
    assert clustered.choose(min_recall=0.9).threshold == EV.choose(min_recall=0.9).threshold


def test_a_grid_offers_its_edges_and_says_so() -> None:
    grid = evaluate(TRUTH, y_proba=PROBA, resolution=5)
    choice = grid.choose(maximize="f1")
    assert "edges" in choice.note
    assert grid.at(choice)["f1"].bound == 0
    assert EV.at(choice.threshold)["f1"].value == pytest.approx(choice.value, abs=1e-15)
    assert choice.value <= EV.choose(maximize="f1").value


def test_the_optimism_by_name_and_repeatable() -> None:
    default, again = EV.choose(maximize="f1"), EV.choose(maximize="f1")
    assert default == again
    bootstrap = EV.choose(maximize="f1", optimism_by="bootstrap")
    assert bootstrap.optimism.method != default.optimism.method
    assert bootstrap.threshold == default.threshold
    assert "chosen" in default.estimates["f1"].note.lower()


def test_text_in_both_languages() -> None:
    choice = EV.choose(min_recall=0.9)
    assert choice.text("en").startswith("Threshold ")
    assert "阈值" in choice.text("zh")
    assert choice.to_dict()["constraints"] == {"min_recall": 0.9}
