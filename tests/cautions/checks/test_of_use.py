"""Thresholds chosen on the same rows, prevalences elsewhere, bounds of grids."""

import numpy as np
import pytest

from tests.cautions.samples import BY_KEY, counts, evidence, matrix, probable, scored, true_rows
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ScoreTable
from veracity.statistics.grid.building import gridded

Y, ODDS = true_rows(800)
P = 1 / (1 + np.exp(-ODDS))


def test_a_threshold_chosen_on_the_same_rows():
    found = evidence("threshold_chosen_here", probable(Y, P, chosen_here=True))
    assert (found["threshold"], found["rows"]) == (0.5, 800)
    assert evidence("threshold_chosen_here", probable(Y, P)) is None


def test_precision_at_the_stated_prevalence():
    # TPR 3/5, FPR 1/100, prevalence 1/100: precision 20/53 (seed case s003.paradox_S)
    facts = counts(tp=600, fn=400, fp=10, tn=990, deployment_prevalence=0.01)
    found = evidence("prevalence_differs", facts)
    assert found["there"] == pytest.approx(20 / 53)
    assert found["precision"] == pytest.approx(60 / 61)
    assert "0.377" in BY_KEY["prevalence_differs"](facts).message


@pytest.mark.parametrize("stated", [None, 0.5, 0.49])
def test_a_prevalence_that_fits_says_nothing(stated):
    facts = counts(tp=600, fn=400, fp=10, tn=990, deployment_prevalence=stated)
    assert evidence("prevalence_differs", facts) is None


def test_a_certain_but_small_difference_is_left_alone():
    many = counts(tp=600_000, fn=400_000, fp=10_000, tn=990_000, deployment_prevalence=0.49)
    assert evidence("prevalence_differs", many) is None


def test_few_rows_do_not_tell_prevalences_apart():
    facts = counts(tp=6, fn=4, fp=10, tn=10, deployment_prevalence=0.25)
    assert evidence("prevalence_differs", facts) is None


def test_scores_alone_have_no_precision_to_tell():
    facts = scored(Y, ODDS, deployment_prevalence=0.01)
    assert np.isnan(evidence("prevalence_differs", facts)["precision"])
    assert "Precision at every threshold" in BY_KEY["prevalence_differs"](facts).message


def test_a_coarse_grid_is_told():
    truth, odds = true_rows(5000)
    grid = gridded(ScoreTable.of_rows(truth, 1 / (1 + np.exp(-odds))), 4, "unit")
    found = evidence("grid_bound_not_small", facts_of(probabilities=grid))
    assert found["bound"] == found["estimate"].bound > 0
    half = (found["estimate"].high - found["estimate"].low) / 2 - found["bound"]
    assert found["part"] == pytest.approx(found["bound"] / half)


def test_a_fine_grid_and_an_exact_table_say_nothing():
    table = ScoreTable.of_rows(Y, P)
    assert evidence("grid_bound_not_small", facts_of(probabilities=table)) is None
    fine = facts_of(probabilities=gridded(table, 18, "unit"))
    assert evidence("grid_bound_not_small", fine) is None


def test_shares_of_several_classes_elsewhere():
    cells = [[30, 5, 2], [4, 40, 3], [2, 1, 33]]
    stated = {"a": 0.9, "b": 0.05, "c": 0.05}
    facts = matrix(cells, deployment_prevalence=stated)
    found = evidence("prevalence_differs", facts)
    assert (found["label"], found["stated"]) == ("'a'", 0.9)
    assert found["here"] == pytest.approx(37 / 120)
    there = 0.9 * 30 / 37 + 0.05 * 40 / 47 + 0.05 * 33 / 36
    assert f"accuracy would be {there:.3f} there instead of {103 / 120:.3f}" in found["told"]
    near = {"a": 0.3, "b": 0.4, "c": 0.3}
    assert evidence("prevalence_differs", matrix(cells, deployment_prevalence=near)) is None


def test_a_class_that_does_not_occur_elsewhere():
    cells = [[30, 5, 2], [4, 40, 3], [2, 1, 33]]
    facts = matrix(cells, deployment_prevalence={"a": 0.5, "b": 0.5})
    assert evidence("prevalence_differs", facts)["label"] == "'c'"


def test_grid_and_chance_are_told_apart():
    truth, odds = true_rows(5000)
    grid = gridded(ScoreTable.of_rows(truth, 1 / (1 + np.exp(-odds))), 4, "unit")
    facts = facts_of(probabilities=grid)
    found = evidence("grid_bound_not_small", facts)
    said = BY_KEY["grid_bound_not_small"](facts).message
    assert f"±{found['bound']:.2g}, while chance alone makes ±{found['half']:.2g}" in said
