"""Certified grids: whatever the rows are, the bounds hold."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.statistics.refusals import refused
from tests.statistics.score_rows import (
    ANY,
    UNIT,
    exact_area,
    exact_average_precision,
    scored,
)
from veracity.errors import CannotMerge
from veracity.statistics.grid.bounds import (
    average_precision_bracket,
    extreme_orders,
    harmonic_sum,
    roc_bound,
)
from veracity.statistics.grid.building import bucket_scores, gridded
from veracity.statistics.grid.cells import planned, separated
from veracity.statistics.grid.codes import codes_of, highest_code, lowest_code, scores_of
from veracity.statistics.scores.areas import area_under_roc, average_precision
from veracity.statistics.scores.score_table import ScoreTable

THOUSANDS = settings(max_examples=1000)
FAMILY = st.sampled_from(["line", "unit"])
SLACK = 1e-12


def values(family):
    return ANY if family == "line" else UNIT


def holds(grid, rows):
    """Every promise of a grid, against brute force on the rows."""
    area, precision = float(exact_area(rows)), float(exact_average_precision(rows))
    assert abs(area_under_roc(grid) - area) <= roc_bound(grid) + SLACK
    low, high = average_precision_bracket(grid)
    assert low - SLACK <= precision <= high + SLACK
    worst, best = extreme_orders(grid)
    assert area_under_roc(worst) - SLACK <= area <= area_under_roc(best) + SLACK
    assert average_precision(best) == pytest.approx(high, abs=SLACK)
    assert (grid.low <= grid.high).all()
    assert (grid.low[:-1] > grid.high[1:]).all()
    table = rows.table()
    for edge in grid.low:
        few, many = grid.counts_at(edge)
        assert grid.is_exact_at(edge)
        for part in (few, many):
            assert np.allclose(
                part.cells.array(), table.counts_at(edge).cells.array(), rtol=1e-12, atol=1e-9
            )


@THOUSANDS
@given(st.data(), FAMILY, st.integers(4, 10))
def test_the_certificate_holds(data, family, bits):
    rows = data.draw(scored(values(family)))
    holds(gridded(rows.table(), bits, family), rows)


@THOUSANDS
@given(st.data(), FAMILY, st.integers(4, 12), st.integers(4, 12))
def test_it_holds_after_a_merge_of_different_depths(data, family, mine, yours):
    rows = data.draw(scored(values(family), least=4))
    middle = data.draw(st.integers(1, len(rows) - 1))
    one, other = rows.part(slice(0, middle)), rows.part(slice(middle, None))
    a, b = gridded(one.table(), mine, family), gridded(other.table(), yours, family)
    holds(a + b, rows)
    if rows.weight is None:
        assert a + b == b + a


@given(st.data(), FAMILY)
def test_three_grids_merge_in_any_order(data, family):
    rows = data.draw(scored(values(family), weighted=False, least=6))
    third = len(rows) // 3
    cuts = [slice(0, third), slice(third, 2 * third), slice(2 * third, None)]
    bits = data.draw(st.lists(st.integers(4, 9), min_size=3, max_size=3))
    grids = [gridded(rows.part(cut).table(), b, family) for cut, b in zip(cuts, bits, strict=True)]
    a, b, c = data.draw(st.permutations(grids))
    assert (a + b) + c == a + (b + c) == a.merged([b, c]) == sum(grids)
    holds(a + b + c, rows)


@given(st.data(), FAMILY, ANY)
def test_counts_inside_a_bucket_are_bracketed(data, family, threshold):
    rows = data.draw(scored(values(family), weighted=False))
    few, many = gridded(rows.table(), 4, family).counts_at(threshold)
    exact = rows.table().counts_at(threshold)
    for cell in ("tp", "fp"):
        assert getattr(few, cell) <= getattr(exact, cell) <= getattr(many, cell)


def test_the_bound_is_reached():
    # two rows in one bucket: the order that a grid cannot see decides between 0 and 1
    for truth, area in (([0, 1], 1.0), ([1, 0], 0.0)):
        t = ScoreTable.of_rows(truth, [0.3, np.nextafter(0.3, 1)])
        cells = planned("line", codes_of("line", np.array([7.0])), np.ones(1), 4)
        assert len(np.unique(cells.buckets_of(codes_of("line", t.scores)))) == 1
        grid = gridded(t, 4)
        assert abs(area_under_roc(grid) - area) <= roc_bound(grid)


def test_single_values_are_exact_even_if_heavy():
    rng = np.random.default_rng(0)
    truth = rng.integers(0, 2, 4000)
    scores = rng.choice([0.0, 1.0, 0.3, 0.3000001, 1 - 1e-16], 4000)
    grid = gridded(ScoreTable.of_rows(truth, scores), 8, "unit")
    assert len(grid) == len(np.unique(scores))
    assert roc_bound(grid) == 0
    low, high = average_precision_bracket(grid)
    assert low == pytest.approx(high, abs=1e-15)


def test_ties_known_before_a_merge_stay_known():
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 3000)
    atoms, spread = np.full(3000, 0.3), 0.3 + 1e-5 * rng.normal(size=3000)
    one, other = ScoreTable.of_rows(truth, atoms), ScoreTable.of_rows(truth[:9], spread[:9])
    fine, coarse = gridded(one, 12, "unit"), gridded(other, 4, "unit")
    both = fine + coarse
    assert both.tied.scores.tolist() == [0.3]
    known = float(fine.positive[0] * fine.negative[0])
    within = float((both.positive * both.negative * both.wide).sum())
    assert both.unordered_pairs == within - known
    assert roc_bound(both) < 0.005


def test_half_of_the_mass_within_a_billionth():
    rng = np.random.default_rng(2)
    near = rng.random(20_000) < 0.5
    scores = np.where(near, 0.3 + 1e-9 * rng.random(20_000), rng.random(20_000))
    t = ScoreTable.of_rows(rng.integers(0, 2, 20_000), scores)
    for family in ("line", "unit"):
        assert roc_bound(gridded(t, 12, family)) < 2e-4


def test_finer_grids_promise_more():
    rng = np.random.default_rng(3)
    t = ScoreTable.of_rows(rng.integers(0, 2, 50_000), rng.random(50_000))
    bounds = [roc_bound(gridded(t, bits, "unit")) for bits in (6, 8, 10, 12, 14)]
    assert all(a > 2 * b for a, b in pairwise(bounds))
    widths = [np.diff(average_precision_bracket(gridded(t, bits, "unit")))[0] for bits in (8, 14)]
    assert widths[1] < widths[0] / 10


def test_squares_and_classes_go_along():
    rng = np.random.default_rng(4)
    truth, weight = rng.integers(0, 3, 500), rng.random(500)
    t = ScoreTable.of_rows(truth, rng.random(500), weight, labels="abc")
    grid = gridded(t, 6, "unit")
    assert grid.table.squares.sum() == pytest.approx((weight**2).sum())
    for label in "abc":
        rest = t.one_vs_rest(label)
        coarse = grid.one_vs_rest(label)
        assert abs(area_under_roc(coarse) - area_under_roc(rest)) <= roc_bound(coarse) + SLACK
    pair, fine = grid.one_vs_one("a", "b"), t.one_vs_one("a", "b")
    assert abs(area_under_roc(pair) - area_under_roc(fine)) <= roc_bound(pair) + SLACK
    swapped = pair.classes_swapped()
    assert area_under_roc(swapped) == pytest.approx(1 - area_under_roc(pair))


def test_another_prevalence_moves_the_bracket_and_keeps_the_area():
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, 2000)
    t = ScoreTable.of_rows(truth, np.round(rng.normal(size=2000) + truth, 3))
    fine, coarse = gridded(t, 11), gridded(t.coarsened(50), 5)
    grid, table = fine + coarse, (t + t.coarsened(50)).at_prevalence(0.05)
    shifted = grid.at_prevalence(0.05)
    assert roc_bound(shifted) == pytest.approx(roc_bound(grid))
    low, high = average_precision_bracket(shifted)
    assert low <= average_precision(table) <= high
    assert (shifted.classes, shifted.shape) == (2, ())
    assert shifted.total == pytest.approx(grid.total)


def test_what_a_grid_refuses():
    t = ScoreTable.of_rows([0, 1], [-1.0, 2.0])
    refused(lambda: gridded(t, 16, "unit"), "-1.0", "2.0")
    refused(lambda: gridded(t, 16, "log"), "'log'", "line", "unit")
    for bits in (3, 25, 8.5, True, "16"):
        refused(lambda bits=bits: gridded(t, bits), "4", "24")
    unit, line = (gridded(ScoreTable.of_rows([0, 1], [0.1, 0.2]), 8, f) for f in ("unit", "line"))
    refused(lambda: unit + line, "'unit'", "'line'", error=CannotMerge)
    with pytest.raises(TypeError):
        unit + 1


def test_an_empty_grid_and_a_name():
    nothing = gridded(ScoreTable(np.zeros(0), np.zeros((2, 0)), (0, 1), 1), 8)
    assert len(nothing) == 0
    some = gridded(ScoreTable.of_rows([0, 1], [0.1, 0.2]), 8)
    assert nothing + some == some
    assert repr(some).startswith("ScoreGrid(line, 2 buckets, ")
    assert (some == 3) is False


@given(st.data(), FAMILY)
def test_codes_keep_the_order_of_scores(data, family):
    pair = np.array(data.draw(st.lists(values(family), min_size=2, max_size=2)))
    codes = codes_of(family, pair)
    assert (codes[0] < codes[1]) == (pair[0] < pair[1])
    assert (codes[0] == codes[1]) == (pair[0] == pair[1])
    assert np.array_equal(scores_of(family, codes), pair)
    assert np.array_equal(scores_of(family, codes, up=False), pair)
    assert ((lowest_code(family) <= codes) & (codes <= highest_code(family))).all()


@given(st.data(), FAMILY)
def test_edges_of_buckets_are_scores(data, family):
    ends = st.integers(lowest_code(family), highest_code(family))
    low, high = sorted(data.draw(st.lists(ends, min_size=2, max_size=2)))
    score = data.draw(values(family))
    code = int(codes_of(family, np.array([score]))[0])
    bottom, top = bucket_scores(family, np.array([low]), np.array([high]))
    assert (low <= code <= high) == bool(bottom[0] <= score <= top[0])


@given(st.data(), FAMILY, st.integers(4, 10))
def test_every_code_is_in_the_bucket_that_says_so(data, family, bits):
    sample = np.sort(codes_of(family, np.array(data.draw(st.lists(values(family), max_size=40)))))
    cells = planned(family, sample, np.ones(len(sample)), bits)
    other = codes_of(family, np.array(data.draw(st.lists(values(family), min_size=1))))
    apart = separated(cells, int(other[0]))
    for some in (cells, apart):
        bucket = some.buckets_of(np.concatenate([sample, other]))
        codes = np.concatenate([sample, other])
        assert ((some.low[bucket] <= codes) & (codes <= some.high[bucket])).all()
    at = apart.buckets_of(other[:1])
    assert apart.low[at] == apart.high[at] == other[0]


@given(st.integers(0, 10**9), st.integers(0, 60))
def test_harmonic_sums_of_any_size(after, terms):
    expected = sum(1 / (after + j) for j in range(1, terms + 1))
    found = harmonic_sum(np.array([float(after)]), np.array([float(terms)]))[0]
    assert found == pytest.approx(expected, rel=1e-12, abs=1e-300)
