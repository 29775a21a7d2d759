"""Running sums: the same numbers, whichever way they are added."""

from __future__ import annotations

from itertools import accumulate

import numpy as np
import pytest

from veracity.statistics.numerics.running_sums import cumulated, cumulated_from_zero


@pytest.mark.parametrize("largest", [3, 2**45])
@pytest.mark.parametrize("rows", [1, 700])
def test_whole_numbers_in_many_short_rows_add_up_exactly(rows: int, largest: int) -> None:
    weight = np.random.default_rng(rows).integers(0, largest, (rows, 60)).astype(np.float64)
    both = np.stack([weight, weight], axis=1)  # rows that do not follow on each other in memory
    exact = [list(accumulate(map(int, row))) for row in weight]
    assert [list(map(int, row)) for row in cumulated(weight)] == exact
    assert cumulated_from_zero(both[:, 1])[:, 1:].tolist() == exact
    assert not cumulated_from_zero(both[:, 1])[:, 0].any()


@pytest.mark.parametrize("odd", [0.5, np.nan, np.inf])
def test_a_single_fraction_in_many_short_rows_is_not_lost(odd: float) -> None:
    weight = np.ones((700, 60))
    weight[-1, 7] = odd
    expected = np.array([list(accumulate(row)) for row in weight.tolist()])
    np.testing.assert_array_equal(cumulated(weight), expected)
