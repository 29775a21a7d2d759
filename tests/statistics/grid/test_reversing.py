"""A grid seen from the other class, and a grid made coarser."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.score_rows import ANY, UNIT, scored
from veracity.statistics.grid.bounds import roc_bound
from veracity.statistics.grid.building import coarser, gridded
from veracity.statistics.grid.reversing import reversed_grid
from veracity.statistics.scores.areas import area_under_roc
from veracity.statistics.scores.classes import reversed_scores

FAMILY = st.sampled_from(["line", "unit"])


def rows_of(data, family):
    return data.draw(scored(UNIT if family == "unit" else ANY))


@given(st.data(), FAMILY, st.integers(4, 10))
def test_the_turned_grid_holds_the_turned_area(data, family, bits):
    table = rows_of(data, family).table()
    grid = gridded(table, bits, family)
    turned = reversed_grid(grid)
    assert turned.pos_label == 0
    assert (turned.low <= turned.high).all()
    assert (turned.high[1:] < turned.low[:-1]).all()
    assert turned.total == pytest.approx(grid.total)
    # 1 - p makes the least probabilities equal, in the table as in the grid
    area = area_under_roc(reversed_scores(table, reflect=family == "unit"))
    assert abs(area_under_roc(turned) - area) <= roc_bound(turned) + 1e-12
    if family == "line":
        assert area == pytest.approx(area_under_roc(table), abs=1e-12)


@given(st.data(), st.integers(4, 10))
def test_twice_is_the_grid_again(data, bits):
    grid = gridded(rows_of(data, "line").table(), bits, "line")
    again = reversed_grid(reversed_grid(grid))
    assert np.array_equal(again.low, grid.low)
    assert np.array_equal(again.high, grid.high)
    assert np.array_equal(again.table.weight, grid.table.weight)


@given(st.data(), FAMILY, st.integers(4, 7), st.integers(8, 14))
def test_coarser_buckets_are_made_of_whole_ones(data, family, few, many):
    table = rows_of(data, family).table()
    fine = gridded(table, many, family)
    grid = coarser(fine, few)
    assert len(grid) <= len(fine)
    assert len(grid.tied) == 0
    inside = (fine.low[:, None] >= grid.low) & (fine.high[:, None] <= grid.high)
    assert (inside.sum(1) == 1).all()
    assert grid.total == pytest.approx(table.total)
    assert abs(area_under_roc(grid) - area_under_roc(table)) <= roc_bound(grid) + 1e-12


def test_many_rows_end_in_few_buckets():
    from veracity.statistics.scores.score_table import ScoreTable

    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 20_000)
    fine = gridded(ScoreTable.of_rows(truth, rng.normal(truth)), 16)
    assert len(fine) > 10_000
    assert len(coarser(fine, 6)) < 300
