"""How likely a constraint holds, where another aim chose the threshold."""

import numpy as np
import pytest
from scipy.stats import beta, norm

from tests.decisions.samples import QUICK, normal_table
from veracity.decisions.expected_loss.population import population
from veracity.decisions.thresholds.choosing import choose
from veracity.errors import InputError
from veracity.statistics.scores.score_table import ScoreTable


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
        choose(table, max_alarms=0.12, maximize="f1", where=where, settings=QUICK)
        for where in (population(0.05), population(positives=2, of=40))
    )
    assert known.threshold == counted.threshold
    chances = [one.holds_with["max_alarms"] for one in (known, counted)]
    assert 0.5 < chances[1] < chances[0]


def test_costs_that_make_a_class_worthless_are_told() -> None:
    table = normal_table(20, 50, 1.5, 3)
    assert "a miss is free" in choose(table, cost_fp=1, cost_fn=0, settings=QUICK).note
    assert "a false alarm is free" in choose(table, cost_fp=0, cost_fn=1, settings=QUICK).note
    usual = choose(table, cost_fp=1, cost_fn=4, settings=QUICK).note
    assert "0.200 = cost_fp/(cost_fp + cost_fn" in usual
    assert "0.200" in usual.zh


def over_populations(bound: str, aim: str | None, rows: int, runs: int) -> tuple[float, float]:
    """How often a constraint is said to hold and holds, over populations of all kinds."""
    random, said, held = np.random.default_rng(7), [], []
    for _ in range(runs):
        apart, share = random.uniform(0.5, 2.5), random.uniform(0.05, 0.5)
        least = share + 0.05
        limit = random.uniform(0.02, 0.4) if bound == "max_alarms" else random.uniform(least, 0.95)
        truth = (random.random(rows) < share).astype(int)
        table = ScoreTable.of_rows(truth, random.normal(apart * truth, 1))
        try:
            choice = choose(table, **{bound: limit}, maximize=aim, settings=QUICK)
        except InputError:  # no threshold of this sample has that precision
            continue
        true = share * norm.sf(choice.threshold - apart)
        called = true + (1 - share) * norm.sf(choice.threshold)
        said.append(choice.holds_with[bound])
        held.append(called <= limit if bound == "max_alarms" else true >= limit * called)
    return float(np.mean(said)), float(np.mean(held))


def test_alarms_hold_as_often_as_said() -> None:
    """The threshold is the score of a row: counted as above it, the chance was 0.09 too low."""
    said, held = over_populations("max_alarms", None, 100, 200)
    assert said == pytest.approx(held, abs=0.05)


def test_tied_alarms_keep_the_lower_bound() -> None:
    """Two rows at the threshold: the share above it may be that of the next row."""
    single = ScoreTable.of_rows([1, 1, 1, 0, 0, 0, 0, 0], [9, 8, 7, 6, 5, 4, 3, 2])
    tied = ScoreTable.of_rows([1, 1, 1, 0, 0, 0, 0, 0], [9, 7, 7, 6, 5, 4, 3, 2])
    one, other = (choose(t, max_alarms=0.5, settings=QUICK) for t in (single, tied))
    assert (one.threshold, other.threshold) == (7, 7)
    assert one.holds_with["max_alarms"] == pytest.approx(beta.cdf(0.5, 3, 6))
    assert other.holds_with["max_alarms"] == pytest.approx(beta.cdf(0.5, 4, 5))


def test_both_thresholds_of_calibrated_probabilities_are_named_elsewhere() -> None:
    """Odds 1/25 at prevalence 0.01 are odds 99/25 where half are positive."""
    table = normal_table(100, 100, 2.0, 5)
    note = choose(table, cost_fp=1, cost_fn=25, where=population(0.01), settings=QUICK).note
    assert "0.038" in note
    assert f"{99 / 124:.3f}" in note
    assert f"{99 / 124:.3f}" in note.zh
    limit = choose(table, cost_fp=1, cost_fn=25, where=population(0), settings=QUICK).note
    assert "—" not in limit
