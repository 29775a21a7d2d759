"""A constraint met in the sample, and in the population: order statistics and simulation."""

import math

import numpy as np
import pytest
from scipy.stats import beta, binom, norm

from tests.decisions.samples import QUICK, normal_table
from veracity.decisions.thresholds.choosing import choose
from veracity.decisions.thresholds.order_statistics import (
    chance_at_least,
    chance_at_most,
    least_count,
    least_trials,
    most_count,
)
from veracity.statistics.scores.score_table import ScoreTable

RUNS = 4000


@pytest.mark.parametrize("n", [1, 2, 20, 59, 60, 137, 1000])
@pytest.mark.parametrize("share", [0.0, 0.05, 0.5, 0.9, 0.95, 1.0])
@pytest.mark.parametrize("assurance", [0.5, 0.9, 0.95, 0.999])
def test_counts_are_the_first_that_assure(n, share, assurance):
    """Against the beta distribution of each order statistic, one after the other."""
    chances = [1.0 if share == 0 else 0.0]
    chances += [beta.sf(share, k, n - k + 1) for k in range(1, n + 1)]
    expected = next((k for k, chance in enumerate(chances) if chance >= assurance - 1e-12), n + 1)
    assert least_count(n, share, assurance) == expected
    chances = [beta.cdf(share, k + 1, n - k) for k in range(n)] + [1.0 if share == 1 else 0.0]
    expected = max(
        (k for k, chance in enumerate(chances) if chance >= assurance - 1e-12), default=-1
    )
    assert most_count(n, share, assurance) == expected


def test_the_chances_are_binomial():
    for k in range(21):
        assert chance_at_least(k, 20, 0.8) == pytest.approx(binom.cdf(k - 1, 20, 0.8), abs=1e-14)
        assert chance_at_most(k, 20, 0.3) == pytest.approx(binom.sf(k, 20, 0.3), abs=1e-14)


@pytest.mark.parametrize("share", [0.5, 0.9, 0.95, 0.99, 0.999])
@pytest.mark.parametrize("assurance", [0.8, 0.9, 0.95, 0.99])
def test_the_smallest_number_that_can_be_enough(share, assurance):
    n = least_trials(share, assurance)
    assert 1 - share**n >= assurance > 1 - share ** (n - 1)
    assert least_count(n, share, assurance) == n
    assert least_count(n - 1, share, assurance) == n if n > 1 else True


def test_recall_95_on_20_positives_is_missed_in_74_percent_of_runs():
    """19 of 20 are enough in the sample; P(Binomial(20, 0.95) >= 19) = 0.736 in the population."""
    draw = np.random.default_rng(0)
    missed = 0
    for run in range(300):
        choice = choose(normal_table(20, 60, 2, run), min_recall=0.95, settings=QUICK)
        assert choice.holds_with["min_recall"] == pytest.approx(0.264, abs=5e-4)
        assert choice.value == choice.estimates["specificity"].value
        missed += norm.sf(choice.threshold - 2) < 0.95
    assert missed / 300 == pytest.approx(0.736, abs=4 * math.sqrt(0.736 * 0.264 / 300))
    thresholds = np.sort(draw.normal(2, 1, (RUNS, 20)))[:, 1]  # the same, without the rest
    missed = (norm.sf(thresholds - 2) < 0.95).mean()
    assert missed == pytest.approx(0.736, abs=4 * math.sqrt(0.736 * 0.264 / RUNS))


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ({"min_recall": 0.9}, lambda t: norm.sf(t - 1.5) >= 0.9),
        ({"min_recall": 0.8, "maximize": "f1"}, lambda t: norm.sf(t - 1.5) >= 0.8),
        ({"max_fpr": 0.1}, lambda t: norm.sf(t) <= 0.1),
        (
            {"max_alarms": 0.2},
            lambda t: (80 * norm.sf(t - 1.5) + 120 * norm.sf(t)) / 200 <= 0.2,
        ),
    ],
)
def test_what_is_assured_holds(asked, kept):
    """At least as often as promised, whatever is maximised, within Monte-Carlo error."""
    runs, held = 250, 0
    for run in range(runs):
        draw = np.random.default_rng([7, run])
        positives = int(draw.binomial(200, 0.4)) if "max_alarms" in asked else 80
        table = normal_table(positives, 200 - positives, 1.5, [8, run])
        choice = choose(table, **asked, assurance=0.9, settings=QUICK)
        assert min(choice.holds_with.values()) >= 0.9
        held += bool(kept(choice.threshold))
    assert held / runs >= 0.9 - 3 * math.sqrt(0.9 * 0.1 / runs)


def test_the_assured_threshold_is_that_order_statistic():
    table = normal_table(100, 300, 1, 4)
    choice = choose(table, min_recall=0.9, assurance=0.95, settings=QUICK)
    scores = table.scores[table.positive > 0]
    assert choice.threshold == scores[int(least_count(100, 0.9, 0.95)) - 1]
    assert choice.holds_with["min_recall"] >= 0.95 > chance_at_least(94, 100, 0.9)
    assert (choice.assurance, choice.constraints) == (0.95, {"min_recall": 0.9})


def test_ties_keep_the_promise():
    """Scores with few values: the order statistics are then cautious, never bold."""
    held = 0
    for run in range(200):
        table = normal_table(80, 80, 1.5, [9, run])
        rounded = np.round(table.scores * 2) / 2
        coarse = ScoreTable.of_rows((table.positive > 0).astype(int), rounded)
        choice = choose(coarse, min_recall=0.8, assurance=0.9, settings=QUICK)
        held += norm.sf(choice.threshold - 0.25 - 1.5) >= 0.8
    assert held / 200 >= 0.9 - 3 * math.sqrt(0.09 / 200)


def test_several_assured_constraints_say_what_holds_together():
    table = normal_table(100, 100, 4, 0)
    choice = choose(table, min_recall=0.9, max_fpr=0.1, assurance=0.95, settings=QUICK)
    assert set(choice.holds_with) == {"min_recall", "max_fpr"}
    assert "all jointly with at least 0.9" in choice.note


def test_how_likely_a_precision_holds_is_not_said_and_why():
    """Over samples of one population what was said had a rank correlation of −0.4 with it."""
    for bounds in ({"min_precision": 0.5}, {"min_precision": 0.5, "min_recall": 0.3}):
        choice = choose(normal_table(60, 240, 1.5, 3), **bounds, settings=QUICK)
        assert math.isnan(choice.holds_with["min_precision"])
        assert "How likely Precision ≥ 0.5 holds in the population is unknown" in choice.note
        assert "a good model from luck" in choice.note
        assert "运气" in choice.note.zh
        assert 0.4 < choice.constraint_corrected["min_precision"] < 0.6
        assert "Precision expected on new rows: 0." in choice.text("en")
    assert 0 < choice.holds_with["min_recall"] <= 1
