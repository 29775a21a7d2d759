"""Two evaluations of unequal prevalence, compared by what moves with it."""

import math

import numpy as np
import pytest

from veracity.cautions import cautions_of_pair
from veracity.statistics import ConfusionMatrix, ScoreTable


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
    grid = table(300, 300).grid(6)
    matrix = ConfusionMatrix([[500, 40], [20, 40]], labels=(0, 1))
    (one,) = cautions_of_pair(grid, matrix, names=("here", "there"), keys=("precision",))
    assert one.message.startswith("Positives are 50.0% of the rows of here and 10.0% of those of")


def test_several_classes_are_not_looked_at():
    many = ConfusionMatrix(np.eye(3) * 50, labels="abc")
    assert cautions_of_pair(many, many, keys=("accuracy",)) == ()
