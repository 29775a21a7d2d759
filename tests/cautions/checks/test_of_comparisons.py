"""Two evaluations of unequal prevalence, compared by what moves with it."""

import math

import numpy as np
import pytest

from tests.cautions.samples import clustered
from veracity.cautions.catalogue.compared import PAIR_CHECKS
from veracity.cautions.catalogue.finding import asked
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.grid.building import gridded


def cautions_of_pair(first, second, **more):
    return asked(PAIR_CHECKS, ComparedPair(first, second, **more))


def table(positives, negatives):
    scores = np.linspace(0, 1, positives + negatives)
    return ScoreTable.of_rows([1] * positives + [0] * negatives, scores)


def test_pr_curves_at_different_prevalences():
    (one,) = cautions_of_pair(table(300, 300), table(60, 540), keys=("average_precision",))
    assert one.key == "compared_at_different_prevalences"
    assert (one.evidence["mine"], one.evidence["yours"]) == (0.5, 0.1)
    pooled = 360 / 1200
    z = 0.4 / math.sqrt(pooled * (1 - pooled) * 2 / 600)
    assert one.evidence["p_value"] == pytest.approx(math.erfc(z / math.sqrt(2)))
    assert "50.0%" in one.message
    assert "10.0%" in one.message.zh


@pytest.mark.parametrize("keys", [("auroc",), ("recall", "specificity"), ()])
def test_what_does_not_move_with_prevalence_can_be_compared(keys):
    assert cautions_of_pair(table(300, 300), table(60, 540), keys=keys) == ()


def test_equal_prevalences_say_nothing():
    keys = ("average_precision", "f1")
    assert cautions_of_pair(table(300, 300), table(290, 310), keys=keys) == ()
    assert cautions_of_pair(table(3, 3), table(1, 9), keys=keys) == ()


def test_a_grid_and_a_matrix_are_looked_at_too():
    grid = gridded(table(300, 300), 6)
    matrix = ConfusionMatrix([[500, 40], [20, 40]], labels=(0, 1))
    (one,) = cautions_of_pair(grid, matrix, names=("here", "there"), keys=("precision",))
    assert one.message.startswith("Positives are 50.0% of the rows of here and 10.0% of those of")


def test_shares_of_several_classes_are_not_looked_at():
    one, other = (ConfusionMatrix(np.diag(cells), labels="abc") for cells in ([50] * 3, [9, 90, 1]))
    assert said(one, other, keys=("accuracy",)) == []


def said(*both, keys=("accuracy",), **more):
    return [caution.key for caution in cautions_of_pair(*both, keys=keys, **more)]


def four(tp=40, fp=10, fn=20, tn=50):
    return ConfusionMatrix([[tn, fp], [fn, tp]], labels=(0, 1))


def test_equal_numbers_of_every_class_may_be_the_same_rows():
    (one,) = cautions_of_pair(four(), four(tp=30, fn=30), keys=("recall",))
    assert (one.key, one.severity) == ("compared_as_if_unpaired", "note")
    assert one.evidence["rows"] == 120
    assert said(four(), four(tn=51), keys=("recall",)) == []
    assert said(four(4, 1, 2, 5), four(4, 1, 2, 5), keys=("recall",)) == []  # too few to wonder


def test_counts_at_two_thresholds():
    both = four(), four(tn=53)
    cut = {"thresholds": (0.5, 0.3)}
    assert said(*both, keys=("recall",), **cut) == ["compared_at_different_thresholds"]
    assert said(*both, keys=("auroc",), **cut) == []
    assert said(*both, keys=("recall",), thresholds=(0.5, 0.5)) == []
    assert said(*both, keys=("recall",), thresholds=(None, 0.5)) == []


def test_a_threshold_chosen_on_rows_that_are_compared():
    (one,) = cautions_of_pair(
        four(), four(tn=53), names=("new", "old"), keys=("f1", "auroc"), chosen_here=(True, False)
    )
    assert one.key == "compared_threshold_chosen_here"
    assert one.evidence == {"names": ("new",), "keys": ("f1",)}
    assert said(four(), four(tn=53), keys=("auroc",), chosen_here=(True, True)) == []
    assert said(four(), four(tn=53), keys=("f1",)) == []


def test_clusters_on_one_side():
    grouped_rows = clustered([5] * 26).confusion  # 130 rows
    (one,) = cautions_of_pair(four(), grouped_rows, names=("A", "B"), keys=("recall",))
    assert one.key == "clusters_on_one_side"
    assert (one.evidence["clustered"], one.evidence["clusters"]) == ("B", 26)
    assert said(grouped_rows, clustered([5] * 30).confusion, keys=("recall",)) == []
