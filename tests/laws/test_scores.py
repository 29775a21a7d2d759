"""Scores: parts are the whole, the order of rows is nothing, weights have no scale."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.score_rows import ANY, scored
from veracity.engines.rows.tables import score_table
from veracity.statistics.grid.building import gridded
from veracity.statistics.scores.areas import area_under_roc, average_precision, delong_variance
from veracity.statistics.scores.score_table import ScoreTable


@st.composite
def divided(draw, rows):
    """The rows dealt to a few parts, each with at least one."""
    part = draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows)))
    numbers = np.array(part)
    return [rows.part(numbers == number) for number in np.unique(numbers)]


def engine_table(rows):
    return score_table(rows.truth, rows.scores, rows.weight, labels=(0, 1))[0]


@given(st.data())
def test_counts_are_equal_bit_for_bit(data):
    rows = data.draw(scored(weighted=False))
    parts = [part.table() for part in data.draw(divided(rows))]
    whole = rows.table()
    assert reduce(add, data.draw(st.permutations(parts))) == whole
    assert parts[0].merged(parts[1:]) == whole
    middle = data.draw(st.integers(0, len(parts)))
    halves = [reduce(add, half) for half in (parts[:middle], parts[middle:]) if half]
    assert reduce(add, halves) == whole


@given(st.data())
def test_weights_are_equal_to_1e_12(data):
    rows = data.draw(scored(weighted=True))
    merged = reduce(add, [part.table() for part in data.draw(divided(rows))])
    whole = rows.table()
    assert np.array_equal(merged.scores, whole.scores)
    assert np.allclose(merged.weight, whole.weight, rtol=1e-12, atol=0)
    assert np.allclose(merged.squares, whole.squares, rtol=1e-12, atol=0)


@given(scored())
def test_the_engine_gives_the_table_of_the_rows(rows):
    made, whole = engine_table(rows), rows.table()
    assert np.array_equal(made.scores, whole.scores)
    if rows.weight is None:
        assert made == whole
    else:
        assert np.allclose(made.weight, whole.weight, rtol=1e-12, atol=0)


@given(scored(weighted=False), st.randoms())
def test_the_order_of_rows_is_nothing(rows, random):
    order = list(range(len(rows)))
    random.shuffle(order)
    assert engine_table(rows.part(np.array(order))) == engine_table(rows)


@given(scored(weighted=True), st.floats(0.01, 100))
def test_weights_have_no_scale(rows, factor):
    plain = rows.table()
    rows.weight = rows.weight * factor
    scaled = rows.table()
    for function in (area_under_roc, average_precision, delong_variance):
        expected = pytest.approx(function(plain), rel=1e-9, abs=1e-12, nan_ok=True)
        assert function(scaled) == expected


@given(scored(ANY))
def test_only_the_order_of_scores_counts(rows):
    ranks = np.unique(rows.scores, return_inverse=True)[1].reshape(-1)
    ranked = ScoreTable.of_rows(rows.truth, ranks * 3.0 - 7, rows.weight)
    assert np.array_equal(ranked.weight, rows.table().weight)
    for function in (area_under_roc, average_precision, delong_variance):
        assert function(ranked) == pytest.approx(function(rows.table()), nan_ok=True)


@pytest.mark.parametrize("rows", [1000, 30_000, 200_000])
def test_many_rows_in_parts(rows):
    rng = np.random.default_rng(rows)
    truth, scores = rng.integers(0, 2, rows), np.round(rng.normal(size=rows), 3)
    whole = score_table(truth, scores)[0]
    cuts = np.sort(rng.integers(0, rows, 4))
    parts = zip(np.split(truth, cuts), np.split(scores, cuts), strict=True)
    tables = [score_table(t, s, labels=(0, 1))[0] for t, s in parts if len(t)]
    rng.shuffle(tables)
    assert reduce(add, tables) == whole
    grids = [gridded(table, 10) for table in tables]
    exact = area_under_roc(whole)
    from veracity.statistics.grid.bounds import roc_bound

    merged = reduce(add, grids)
    assert abs(area_under_roc(merged) - exact) <= roc_bound(merged)
