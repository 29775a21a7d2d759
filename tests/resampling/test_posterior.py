"""Draws from the Dirichlet posterior with prior weight 2 in all."""

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.resampling.dirichlet import posterior

TIMES = 20_000


def flat(matrix, seed=2):
    return posterior(matrix, TIMES, seed).cells.array().reshape(TIMES, -1)


@pytest.mark.parametrize("classes", [2, 3])
def test_moments_are_those_of_the_dirichlet(classes):
    counts = np.arange(classes**2).reshape(classes, classes) * 3
    alpha = counts.reshape(-1) + 2 / classes**2
    share = alpha / alpha.sum()
    theory = (np.diag(share) - np.outer(share, share)) / (alpha.sum() + 1)
    labels = range(classes)
    shares = flat(ConfusionMatrix(counts, labels=labels)) / counts.sum()
    assert np.abs(shares.mean(0) - share).max() < 5 * np.sqrt(theory.max() / TIMES)
    assert np.abs(np.cov(shares.T) - theory).max() < 0.05 * theory.max()


def test_two_classes_have_jeffreys_half_in_each_cell():
    empty_cells = flat(ConfusionMatrix([[10, 0], [0, 10]], labels=(0, 1)))
    # a Dirichlet share is a beta: mean α/Σα with α = 1/2 and Σα = 22
    assert empty_cells[:, 1].mean() / 20 == pytest.approx(0.5 / 22, rel=0.05)


def test_the_total_is_the_number_of_rows():
    assert np.allclose(flat(ConfusionMatrix([[3, 1], [4, 9]], labels=(0, 1))).sum(-1), 17)


def test_weights_count_as_effective_rows():
    one = ConfusionMatrix.from_labels([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=[4.0] * 4)
    other = ConfusionMatrix([[1, 1], [0, 2]], labels=(0, 1))
    assert np.allclose(flat(one), flat(other))


def test_equal_seeds_give_equal_draws():
    matrix = ConfusionMatrix([[3, 1], [4, 9]], labels=(0, 1))
    assert np.array_equal(flat(matrix, 3), flat(matrix, 3))
    assert not np.array_equal(flat(matrix, 3), flat(matrix, 4))
