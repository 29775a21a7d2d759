"""Sums of 1/log2(rank + 1), against sums in extended precision."""

import math

import numpy as np
import pytest

from veracity.metrics.ranking.discounts import (
    CLOSE,
    FIRST,
    discount_sums,
    discounts,
    discounts_between,
)


def test_few_ranks():
    assert discounts(np.array([1.0, 3.0, 7.0])).tolist() == [1, 0.5, pytest.approx(1 / 3)]
    expected = [0, 1, 1 + 1 / math.log2(3), 1.5 + 1 / math.log2(3)]
    assert discount_sums(3)(np.arange(4.0)) == pytest.approx(expected, rel=1e-15)


def test_many_ranks():
    most = FIRST + 2_605
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


def test_sums_far_down_go_on_in_longer_blocks():
    """Held to the logarithmic integral: Σ f = ∫ f + (f(a) + f(b))/2 + (f′(b) − f′(a))/12 + …"""
    from scipy.special import expi

    ranks = np.array([3e5, 2.0**24, 2.0**24 + 12345, 1e9, 2.0**32 + 7, 2.0**36, 2.0**41])
    sums = discount_sums(int(ranks[-1]))(ranks)
    near = float(discount_sums(1 << 16)(np.array([2.0**16]))[0])

    def f(rank):
        return np.log(2) / np.log(rank + 1)

    def slope(rank):
        return -np.log(2) / ((rank + 1) * np.log(rank + 1) ** 2)

    area = np.log(2) * (expi(np.log(ranks + 1)) - expi(np.log(2.0**16 + 1)))
    far = (f(ranks) - f(2.0**16)) / 2 + (slope(ranks) - slope(2.0**16)) / 12
    assert np.allclose(sums, near + area + far, rtol=2e-14, atol=0)
    blocks = discount_sums(1 << 23)(np.array([2.0**22, 2.0**23]))
    assert np.allclose(discount_sums(1 << 25)(np.array([2.0**22, 2.0**23])), blocks, rtol=1e-15)


@pytest.mark.parametrize("before", [0, 1, FIRST - 3, FIRST, 10**6, 10**9])
@pytest.mark.parametrize("terms", [0, 1, 2, 30, 400, 20_000])
def test_neighbouring_ranks_are_added_around_their_middle(before, terms):
    """Of few ranks beside those before them no digit is lost to the difference of two sums."""
    ranks = np.arange(before + 1, before + terms + 1, dtype=np.longdouble)
    exact = float((1 / np.log2(ranks + 1)).sum())
    found = discounts_between(before + terms)(*np.array([[before], [before + terms]], float))
    few = before >= FIRST and terms * CLOSE <= before
    assert float(found[0]) == pytest.approx(exact, rel=2e-15 if few else 1e-12)
