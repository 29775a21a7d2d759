"""How likely a constraint holds, where another aim chose the threshold."""

import numpy as np
import pytest
from scipy.stats import norm

from tests.decisions.samples import QUICK, normal_table
from veracity.decisions.choosing import choose
from veracity.decisions.population import population


def test_said_as_often_as_it_holds() -> None:
    """On average over samples; with the recall as it was found it said 0.09 too much."""
    said, held = [], []
    for run in range(100):
        table = normal_table(50, 200, 1.5, [21, run])
        choice = choose(table, min_recall=0.8, maximize="mcc", settings=QUICK)
        said.append(choice.holds_with["min_recall"])
        held.append(norm.sf(choice.threshold - 1.5) >= 0.8)
    assert np.mean(said) == pytest.approx(np.mean(held), abs=0.04)


def test_elsewhere_the_rates_decide() -> None:
    """Alarms at prevalence 0.02 of thresholds chosen at prevalence 0.5."""
    said, held = [], []
    for run in range(50):
        table = normal_table(150, 150, 1.5, [22, run])
        choice = choose(table, max_alarms=0.1, where=population(0.02), settings=QUICK)
        tpr, fpr = norm.sf(choice.threshold - 1.5), norm.sf(choice.threshold)
        said.append(choice.holds_with["max_alarms"])
        held.append(0.02 * tpr + 0.98 * fpr <= 0.1)
    assert np.mean(said) == pytest.approx(np.mean(held), abs=0.12)


def test_a_counted_prevalence_makes_it_less_sure() -> None:
    table = normal_table(200, 200, 2.0, 5)
    known, counted = (
        choose(table, min_precision=0.3, maximize="f1", where=where, settings=QUICK)
        for where in (population(0.05), population(positives=2, of=40))
    )
    assert known.threshold == counted.threshold
    chances = [one.holds_with["min_precision"] for one in (known, counted)]
    assert abs(chances[1] - 0.5) < abs(chances[0] - 0.5)


def test_costs_that_make_a_class_worthless_are_told() -> None:
    table = normal_table(20, 50, 1.5, 3)
    assert "never worth detecting" in choose(table, cost_fp=1, cost_fn=0, settings=QUICK).note
    assert "never worth telling" in choose(table, cost_fp=0, cost_fn=1, settings=QUICK).note
    usual = choose(table, cost_fp=1, cost_fn=4, settings=QUICK).note
    assert "0.200, cost_fp/(cost_fp + cost_fn)" in usual
    assert "0.200" in usual.zh
