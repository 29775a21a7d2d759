"""The same margins without any association."""

from fractions import Fraction

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix


def test_cells_are_products_of_margins():
    chance = ConfusionMatrix([[5, 1, 2], [0, 7, 3], [4, 0, 9]], labels="abc").by_chance()
    truth, called = (8, 10, 13), (9, 8, 14)
    expected = [[float(Fraction(t * c, 31)) for c in called] for t in truth]
    assert np.allclose(chance.counts, expected, rtol=1e-15)


@pytest.mark.parametrize("key", ["mcc", "kappa", "informedness", "markedness"])
def test_nothing_is_left_to_know(key):
    chance = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).by_chance()
    assert chance.metric(key) == pytest.approx(0, abs=1e-15)


def test_an_empty_matrix_has_no_chance():
    assert np.isnan(ConfusionMatrix([[0, 0], [0, 0]], labels="ab").by_chance().counts).all()
