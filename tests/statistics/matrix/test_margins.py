"""Margins, totals and effective totals, by hand."""

from fractions import Fraction

import numpy as np

from veracity.evaluation import ConfusionMatrix

COUNTS = [[5, 1, 2], [0, 7, 3], [4, 0, 9]]


def test_counts():
    matrix = ConfusionMatrix(COUNTS, labels="abc")
    assert matrix.truth.tolist() == [8, 10, 13]
    assert matrix.predicted.tolist() == [9, 8, 14]
    assert matrix.hits.tolist() == [5, 7, 9]
    assert (matrix.right, matrix.total, matrix.effective_total) == (21, 31, 31)
    assert not matrix.weighted


def test_effective_total_is_kish():
    weights = [Fraction(1, 2), Fraction(3, 4), Fraction(2), Fraction(1, 4)]
    matrix = ConfusionMatrix.from_labels(
        list("aabb"), list("abbb"), sample_weight=[float(w) for w in weights]
    )
    kish = sum(weights) ** 2 / sum(w**2 for w in weights)
    assert matrix.weighted
    assert matrix.effective_total == float(kish)
    assert matrix.squares.array().tolist() == [[0.25, 0.5625], [0, 4.0625]]


def test_sums_over_cells():
    matrix = ConfusionMatrix(COUNTS, labels="abc")
    distance = matrix.over_cells(lambda truth, called, weight: weight * np.abs(truth - called))
    assert distance == 1 * 1 + 2 * 2 + 3 * 1 + 4 * 2
