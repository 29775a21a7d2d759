"""Small buckets joined: nothing is lost, nothing small is left."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.statistics import ScoreTable
from veracity.statistics.grid.bounds import roc_bound
from veracity.statistics.grid.building import gridded
from veracity.statistics.grid.suppression import enough_rows, joined_starts, split_at
from veracity.statistics.grid.suppression import without_small_buckets as joined
from veracity.statistics.scores.areas import area_under_roc

COUNTS = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=30)


def held(weight: np.ndarray, starts: list[int]) -> np.ndarray:
    return np.add.reduceat(weight, starts, axis=1)


@given(COUNTS, st.integers(1, 8))
def test_every_joined_bucket_shows_nothing_small(counts, least):
    weight = np.array(counts, float).T
    starts = joined_starts(weight, None, least)
    whole = weight.sum(1)
    if starts is None:
        assert ((whole > 0) & (whole < least)).any()
        return
    cells = held(weight, starts)
    assert starts[0] == 0
    assert ((cells == 0) | (cells >= least)).all()
    assert (cells.sum(1) == whole).all()


def test_what_is_left_at_the_end_joins_those_above():
    weight = np.array([[5.0, 5.0, 1.0], [0.0, 0.0, 5.0]])
    assert joined_starts(weight, None, 5) == [0, 1]
    assert joined_starts(np.array([[4.0]]), None, 5) is None


def test_weights_count_by_effective_rows():
    """Five rows of weight 0.1 are five; four of them and a heavy one are about one."""
    even, heavy = np.full(5, 0.1), np.array([0.1, 0.1, 0.1, 0.1, 10.0])
    for weights, enough in ((even, True), (heavy, False)):
        total, squares = weights.sum()[None], (weights**2).sum()[None]
        assert enough_rows(total, squares, 5).tolist() == [enough]


@pytest.mark.parametrize("least", [3, 5, 20])
@pytest.mark.parametrize("family", ["line", "unit"])
def test_the_certificate_holds_after_joining(least, family):
    rng = np.random.default_rng(least)
    truth = (rng.random(2000) < 0.05).astype(int)
    scores = 1 / (1 + np.exp(-rng.normal(1.5 * truth, 1.0)))
    table = ScoreTable.of_rows(truth, scores)
    (grid,) = joined([gridded(table, 10, family)], least)
    cells = grid.table.weight
    assert cells[cells > 0].min() >= least
    assert cells.sum() == 2000
    assert abs(area_under_roc(grid) - area_under_roc(table)) <= roc_bound(grid) + 1e-12
    assert (grid.low <= grid.high).all()
    assert (grid.low[:-1] > grid.high[1:]).all()


def test_a_whole_and_its_parts_share_their_buckets():
    """Else whole − part would show buckets of the other part that it does not show itself."""
    rng = np.random.default_rng(0)
    truth, scores = rng.integers(0, 2, 400), rng.normal(size=400)
    part = np.arange(400) % 4 == 0
    tables = [ScoreTable.of_rows(truth[k], scores[k]) for k in (part | True, part, ~part)]
    whole, one, other = joined([gridded(table, 8) for table in tables], 5)
    for grid in (whole, one, other):
        assert set(zip(grid.low, grid.high, strict=True)) <= set(
            zip(whole.low, whole.high, strict=True)
        )
    rest = whole.table.weight.copy()
    rest[:, np.searchsorted(-whole.low, -one.low)] -= one.table.weight
    assert ((rest == 0) | (rest >= 5)).all()


def test_a_bucket_is_cut_at_a_threshold():
    table = ScoreTable.of_rows([0, 1, 0, 1, 1], [0.30, 0.301, 0.302, 0.303, 0.9])
    grid = gridded(table, 4)
    assert not grid.is_exact_at(0.302)
    cut = split_at(grid, table, 0.302)
    assert cut.is_exact_at(0.302)
    assert cut.counts_at(0.302)[0] == table.counts_at(0.302)
    assert cut.total == 5
