"""Fisher's exact test: against exact fractions, Fisher's own example and scipy."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from veracity.statistics.numerics.fisher_exact import fisher_exact

cells = st.integers(0, 30)


def exact(a, b, c, d):
    """The sum of the probabilities of all tables that are no likelier, in fractions."""
    row, column, n = a + b, a + c, a + b + c + d
    ways = {
        x: math.comb(row, x) * math.comb(n - row, column - x)
        for x in range(max(0, row + column - n), min(row, column) + 1)
    }
    return Fraction(sum(w for w in ways.values() if w <= ways[a]), math.comb(n, column))


@given(cells, cells, cells, cells)
def test_it_is_the_sum_over_all_tables_that_are_no_likelier(a, b, c, d):
    _, p = fisher_exact([[a, b], [c, d]])
    assert p == pytest.approx(float(exact(a, b, c, d)), rel=1e-12)


@pytest.mark.parametrize("few", [(7, 20), (0, 60), (300, 12)])
def test_ten_million_rows_keep_twelve_digits(few):
    rest = 3_000_000, 7_000_000
    _, p = fisher_exact([[few[0], rest[0]], [few[1], rest[1]]])
    assert p == pytest.approx(float(exact(few[0], rest[0], few[1], rest[1])), rel=1e-12)


def test_the_lady_tasting_tea():
    odds, p = fisher_exact([[3, 1], [1, 3]])
    assert odds == 9
    assert p == pytest.approx(34 / 70, rel=1e-14)  # 4 cups of 8: (1 + 16 + 16 + 1) / 70


@pytest.mark.parametrize(
    "table",
    [
        [[8, 2], [1, 5]],
        [[0, 5], [4, 1]],
        [[190, 800], [200, 900]],
        [[7, 3_000_000], [20, 7_000_000]],
        [[2_101_000, 902_000], [4_899_500, 2_098_500]],
        [[10**9 + 40_000, 10**9], [10**9, 10**9]],
    ],
)
def test_it_agrees_with_scipy(table):
    odds, p = fisher_exact(table)
    theirs = stats.fisher_exact(np.array(table))
    assert odds == pytest.approx(theirs.statistic, rel=1e-12)
    assert p == pytest.approx(theirs.pvalue, rel=1e-6)  # scipy 1.17 has ten digits at 10^7 rows


@pytest.mark.parametrize("table", [[[3, 4], [0, 0]], [[0, 4], [0, 7]], [[0, 0], [0, 0]]])
def test_with_an_empty_row_or_column_nothing_can_be_said(table):
    odds, p = fisher_exact(table)
    assert math.isnan(odds)
    assert p == 1


def test_an_empty_cell_makes_the_odds_infinite():
    odds, p = fisher_exact([[5, 0], [0, 5]])
    assert odds == math.inf
    assert p == pytest.approx(2 / math.comb(10, 5), rel=1e-13)


def test_what_no_number_can_hold_is_nothing():
    assert fisher_exact([[5_000_000, 0], [0, 5_000_000]])[1] == 0


@given(cells, cells, cells, cells)
def test_turning_the_table_does_not_change_it(a, b, c, d):
    p = fisher_exact([[a, b], [c, d]])[1]
    for turned in ([[b, a], [d, c]], [[c, d], [a, b]], [[a, c], [b, d]]):
        assert fisher_exact(turned)[1] == pytest.approx(p, rel=1e-12)
