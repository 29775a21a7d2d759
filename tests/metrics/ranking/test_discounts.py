"""Sums of 1/log2(rank + 1), against sums in extended precision."""

import math

import numpy as np
import pytest

from veracity.metrics.ranking.discounts import BLOCK, FIRST, discount_sums, discounts


def test_few_ranks():
    assert discounts(np.array([1.0, 3.0, 7.0])).tolist() == [1, 0.5, pytest.approx(1 / 3)]
    expected = [0, 1, 1 + 1 / math.log2(3), 1.5 + 1 / math.log2(3)]
    assert discount_sums(3)(np.arange(4.0)) == pytest.approx(expected, rel=1e-15)


def test_many_ranks():
    most = FIRST + 40 * BLOCK + 5
    exact = 1 / np.log2(np.arange(2, most + 2, dtype=np.longdouble))
    expected = np.concatenate([[0], np.cumsum(exact)]).astype(float)
    found = discount_sums(most)(np.arange(most + 1.0))
    assert found == pytest.approx(expected, rel=5e-14)
    assert np.diff(found) == pytest.approx(exact.astype(float), rel=1e-9)


def test_axes_are_kept():
    ranks = np.array([[1.0, FIRST + 3.0], [FIRST + 700.0, 0.0]])
    found = discount_sums(FIRST + 1000)(ranks)
    assert found.shape == (2, 2)
    assert (found[1, 1], found[0, 0]) == (0, 1)
    assert found[1, 0] > found[0, 1]
