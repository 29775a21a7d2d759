"""The interval of a figure at a threshold chosen on the same rows allows for the choice."""

import numpy as np
import pytest
from scipy.stats import norm

import veracity as vc
from tests.decisions.samples import normal_table
from veracity.decisions.thresholds.choosing import choose
from veracity.intervals import Estimator, Settings
from veracity.metrics import find

FEW = Settings(n_resamples=200)


def rows(seed: int = 4, n: int = 200):
    random = np.random.default_rng(seed)
    truth = (random.random(n) < 0.4).astype(int)
    return truth, 1 / (1 + np.exp(-(random.normal(size=n) + 1.5 * truth - 0.7)))


def test_the_interval_is_drawn_out_by_the_optimism_on_the_side_that_flatters():
    table = normal_table(40, 60, 1.5, 3)
    choice = choose(table, maximize="f1", settings=FEW)
    plain = Estimator(table.counts_at(choice.threshold), FEW).estimate(find("f1"))
    found = choice.estimates["f1"]
    assert choice.optimism.value > 0
    assert found.low == pytest.approx(plain.low - choice.optimism.value)
    assert (found.value, found.high) == (plain.value, plain.high)
    assert found.method == "delta (chosen here)"
    assert found.note.en.startswith("The threshold was chosen here")
    wrong = choose(table, maximize="error_rate", settings=FEW)  # lower is better
    plain = Estimator(table.counts_at(wrong.threshold), FEW).estimate(find("error_rate"))
    assert wrong.estimates["error_rate"].high > plain.high
    assert wrong.estimates["error_rate"].low == plain.low


def test_it_covers():
    """As if the threshold had been given, 0.87 of these intervals held the truth."""
    given = held = 0
    for run in range(150):
        table = normal_table(50, 50, 1.5, [1, run])
        choice = choose(table, maximize="mcc", settings=FEW)
        t = choice.threshold
        tpr, fpr = norm.sf(t - 1.5), norm.sf(t)
        called = tpr + fpr
        known = (tpr - fpr) / np.sqrt(called * (2 - called))
        plain = Estimator(table.counts_at(t), FEW).estimate(find("mcc"))
        given += plain.low <= known <= plain.high
        held += choice.estimates["mcc"].low <= known <= choice.estimates["mcc"].high
    assert given / 150 < 0.92
    assert held / 150 >= 0.93


def test_an_evaluation_at_the_choice_says_it_of_every_figure_and_keeps_it(tmp_path):
    ev = vc.evaluate(*rows()[:1], y_proba=rows()[1])
    choice = ev.choose(maximize="f1")
    there, given = ev.at(choice), ev.at(choice.threshold)
    assert there["f1"].low == pytest.approx(choice.estimates["f1"].low)
    for key in ("f1", "mcc", "accuracy"):
        assert there[key].low < given[key].low
        assert there[key].value == given[key].value
        assert "chosen here" in there[key].note.en
        assert "chosen here" not in given[key].note.en
    assert there["auroc"] == given["auroc"]  # no threshold is in it
    there.save(tmp_path / "kept")
    again = vc.load(tmp_path / "kept")
    assert again["mcc"] == there["mcc"]
    there.save(tmp_path / "shared", bits=12)  # no cells but those shared
    assert "which the interval ignores" in vc.load(tmp_path / "shared")["mcc"].note.en


def test_a_gate_does_not_forget_it():
    truth, score = rows()
    ev = vc.evaluate(truth, y_proba=score)
    there = ev.at(ev.choose(maximize="f1"))
    given = ev.at(there.threshold)
    (one,) = vc.check(there, ["recall >= 0.1"]).requirements
    assert one.estimate == there["recall"]
    assert one.estimate != given["recall"]
    between = (there["f1"].low + given["f1"].low) / 2
    assert vc.check(given, [f"f1 >= {between}"]).state == "pass"
    assert vc.check(there, [f"f1 >= {between}"]).state == "not_enough_data"
