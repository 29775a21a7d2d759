"""Which class is positive: given, or known for {0, 1}, {-1, 1} and booleans."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.statistics import ConfusionMatrix

COUNTS = [[5, 1], [2, 4]]


def matrix(labels, pos_label=None):
    return ConfusionMatrix(COUNTS, labels=labels, pos_label=pos_label)


@pytest.mark.parametrize(
    ("labels", "positive"),
    [
        ((0, 1), 1),
        ((1, 0), 1),
        ((-1, 1), 1),
        ((0.0, 1.0), 1),
        ((False, True), True),
        ((np.int8(0), np.int8(1)), 1),
        (("a", "b"), None),
        ((1, 2), None),
        (("0", "1"), None),
        (("no", "yes"), None),
    ],
)
def test_what_is_known_without_being_told(labels, positive):
    found = matrix(labels).pos_label
    assert found == positive
    assert type(found) is type(positive)


def test_what_is_given_counts():
    assert matrix((0, 1), 0).tp == 5
    assert matrix(("a", "b"), "b").tp == 4


def test_numbers_are_equal_by_value():
    assert matrix((0, 1), 1.0).pos_label == 1
    assert matrix((False, True), 1).pos_label is True


@pytest.mark.parametrize("pos_label", ["1", 2, "yes"])
def test_it_must_be_one_of_the_labels(pos_label):
    refused(lambda: matrix((0, 1), pos_label), f"pos_label {pos_label!r}", "0, 1")


def test_without_it_there_is_no_true_positive():
    refused(lambda: matrix(("no", "yes")).tp, "'no', 'yes'", "pos_label=")


def test_three_classes_have_none():
    three = ConfusionMatrix(np.eye(3), labels="abc", pos_label="b")
    assert three.pos_label is None
    refused(lambda: three.tp, "this matrix has 3", "one_vs_rest(label)")
    refused(lambda: ConfusionMatrix(np.eye(3), labels="abc", pos_label="d"), "'d'")


def test_the_classes_can_be_swapped():
    swapped = matrix((0, 1)).classes_swapped()
    assert (swapped.pos_label, swapped.tp, swapped.fp, swapped.fn, swapped.tn) == (0, 5, 2, 1, 4)


def test_matrices_with_different_positive_classes_cannot_be_added():
    one, other = matrix(("a", "b"), "a"), matrix(("a", "b"), "b")
    refused(lambda: one + other, "'a' in one and 'b' in the other", error=CannotMerge)


def test_one_that_is_not_told_takes_the_other_ones():
    assert (matrix(("a", "b")) + matrix(("a", "b"), "a")).pos_label == "a"
