"""Counts as given: a square of numbers not below 0, with any leading axes."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.statistics import ConfusionMatrix


def test_whole_counts_are_whole_numbers():
    counts = ConfusionMatrix([[5.0, 1], [2, 4]], labels="ab").counts
    assert counts.dtype == np.int64
    assert counts.tolist() == [[5, 1], [2, 4]]


def test_one_fraction_keeps_all_as_they_are():
    counts = ConfusionMatrix([[5, 0.5], [2, 4]], labels="ab").counts
    assert counts.dtype == np.float64
    assert counts.tolist() == [[5, 0.5], [2, 4]]


def test_counts_are_exact_up_to_2_53():
    counts = ConfusionMatrix([[2**53, 0], [2**53 - 1, 1]], labels="ab").counts
    assert counts.tolist() == [[2**53, 0], [2**53 - 1, 1]]


def test_larger_counts_are_refused():
    refused(lambda: ConfusionMatrix([[2**53 + 2, 0], [0, 1]], labels="ab"), "2^53", "9.0072e+15")


@pytest.mark.parametrize("bad", [-1, float("nan"), float("inf")])
def test_impossible_counts(bad):
    counts = [[1, 2, 3], [4, bad, 6], [bad, 8, 9]]
    words = ("2 counts", "negative, NaN or infinite", str(float(bad)), "(1, 1)", "counted from 0")
    refused(lambda: ConfusionMatrix(counts), *words)


@pytest.mark.parametrize(
    "counts", [[[1, 2, 3], [4, 5, 6]], [[1], [2]], [1, 2], 3, np.zeros((0, 0)), np.zeros((4, 2, 3))]
)
def test_a_matrix_is_square(counts):
    refused(lambda: ConfusionMatrix(counts, labels="ab"), str(np.shape(counts)), "is square")


@pytest.mark.parametrize("counts", [[["x", "y"], ["z", "u"]], [[1, 2], [3]], [[{}, 1], [1, 1]]])
def test_counts_are_numbers(counts):
    refused(lambda: ConfusionMatrix(counts, labels="ab"), "counts are not numbers")


def test_leading_axes():
    matrix = ConfusionMatrix(np.arange(24).reshape(2, 3, 2, 2), labels="ab")
    assert (matrix.shape, matrix.classes) == ((2, 3), 2)
    assert matrix.total.tolist() == [[6, 22, 38], [54, 70, 86]]


def test_no_matrix_at_all_on_a_leading_axis():
    matrix = ConfusionMatrix(np.zeros((0, 2, 2)), labels=(0, 1))
    assert matrix.shape == (0,)
    assert matrix.tp.shape == (0,)


def test_the_array_given_stays_ones_own():
    given = np.array([[5.0, 1], [2, 4]])
    matrix = ConfusionMatrix(given, labels="ab")
    given[0, 0] = 99
    assert matrix.counts[0, 0] == 5
    assert given.flags.writeable
