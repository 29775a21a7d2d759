"""Cells of numbers that fall: the same whether edges are looked up or every number is told."""

import numpy as np
import pytest

from veracity.statistics.numerics import bisection as module
from veracity.statistics.numerics.bisection import falling_cells


@pytest.mark.parametrize("per_unit", [1.0, 8.0, 256.0])
@pytest.mark.parametrize("n", [1, 2, 100, 20_000])
@pytest.mark.parametrize("spread", [1e-6, 1.0, 40.0])
def test_each_number_is_in_the_cell_it_floors_to(monkeypatch, per_unit, n, spread):
    x = np.sort(np.random.default_rng(n).normal(0.3, spread, n))[::-1]
    found = []
    for numbers_a_cell in (1e-9, 4, 1e9):  # always looked up, as it is, never
        monkeypatch.setattr(module, "_NUMBERS_A_CELL", numbers_a_cell)
        first, cell = falling_cells(x, per_unit)
        found.append(np.repeat(cell, np.diff(first, append=n)))
        assert first[0] == 0
        assert (np.diff(first) > 0).all()
        assert (np.diff(cell) < 0).all()
    for one in found:
        np.testing.assert_array_equal(one, np.floor(x * per_unit))


def test_edges_belong_to_the_cell_above_them():
    first, cell = falling_cells(np.array([1.0, 0.75, 0.5, 0.25, 0.0]), 4.0)
    assert first.tolist() == [0, 1, 2, 3, 4]
    assert cell.tolist() == [4.0, 3.0, 2.0, 1.0, 0.0]
