"""Rows counted by truth and prediction; the four counts and rates as other entrances."""

from fractions import Fraction

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import ConfusionMatrix


def test_labels_are_found_and_sorted():
    matrix = ConfusionMatrix.from_labels(["b", "a", "b"], ["b", "c", "a"])
    assert matrix.labels == ("a", "b", "c")
    assert matrix.counts.tolist() == [[0, 0, 1], [1, 1, 0], [0, 0, 0]]


def test_listed_labels_are_order_and_universe():
    matrix = ConfusionMatrix.from_labels(["a", "b"], ["b", "b"], labels="cba")
    assert matrix.labels == ("c", "b", "a")
    assert matrix.counts.tolist() == [[0, 0, 0], [0, 1, 0], [0, 1, 0]]


def test_weights_and_their_squares():
    matrix = ConfusionMatrix.from_labels([0, 0, 1], [0, 0, 1], sample_weight=[0.5, 0.25, 2])
    assert matrix.counts.tolist() == [[0.75, 0], [0, 2]]
    assert matrix.squares.array().tolist() == [[0.3125, 0], [0, 4]]


def test_weights_of_one_stay_weights():
    matrix = ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=[1, 1])
    assert matrix.weighted
    assert matrix.counts.dtype == np.float64


def test_from_counts_names_every_cell():
    matrix = ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5)
    assert (matrix.tp, matrix.fp, matrix.fn, matrix.tn) == (4, 1, 2, 5)
    assert matrix.counts.tolist() == [[5, 1], [2, 4]]
    assert (matrix.labels, matrix.pos_label) == (("negative", "positive"), "positive")
    assert type(matrix.tp) is int


def test_from_counts_with_leading_axes():
    matrix = ConfusionMatrix.from_counts(tp=[4, 5], fp=1, fn=2, tn=[[5], [6]], labels=(0, 1))
    assert matrix.shape == (2, 2)
    assert matrix.tp.tolist() == [[4, 5], [4, 5]]
    assert matrix.tn.tolist() == [[5, 5], [6, 6]]


def test_from_counts_needs_all_four():
    refused(lambda: ConfusionMatrix.from_counts(tp=4, tn=5), "missing: fp, fn")
    refused(lambda: ConfusionMatrix.from_counts(tp=4, fp=-1, fn=2, tn=5), "negative", "-1")
    refused(lambda: ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5, labels="abc"), "3 labels")


def test_from_rates_by_fractions():
    tpr, fpr, share, n = Fraction(3, 5), Fraction(1, 100), Fraction(1, 100), 10_000
    matrix = ConfusionMatrix.from_rates(tpr=0.6, fpr=0.01, prevalence=0.01, n=n)
    assert matrix.tp == tpr * share * n == 60
    assert matrix.fn == (1 - tpr) * share * n == 40
    assert matrix.fp == fpr * (1 - share) * n == 99
    assert matrix.tn == (1 - fpr) * (1 - share) * n == 9801
    assert matrix.metric("precision") == float(Fraction(60, 159))


def test_from_rates_keeps_fractions():
    matrix = ConfusionMatrix.from_rates(tpr=0.5, fpr=0.25, prevalence=0.5, n=1)
    assert (matrix.tp, matrix.fp, matrix.fn, matrix.tn) == (0.25, 0.125, 0.25, 0.375)


@pytest.mark.parametrize("name", ["tpr", "fpr", "prevalence"])
@pytest.mark.parametrize("value", [-0.01, 1.01, float("nan")])
def test_rates_lie_between_0_and_1(name, value):
    rates = {"tpr": 0.5, "fpr": 0.5, "prevalence": 0.5, name: value}
    refused(
        lambda: ConfusionMatrix.from_rates(**rates), f"{name} must lie between 0 and 1, not {value}"
    )


@pytest.mark.parametrize("n", [0, -5, float("inf"), float("nan")])
def test_n_is_above_0(n):
    rates = {"tpr": 0.5, "fpr": 0.5, "prevalence": 0.5}
    refused(lambda: ConfusionMatrix.from_rates(**rates, n=n), f"above 0, not {n}")
