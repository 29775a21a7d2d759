"""The ruler finds the buckets that the codes find, or says that it cannot tell."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from veracity.engines.kernels.buckets import PIECE, BucketReader
from veracity.engines.kernels.ruler import ACROSS, ruler
from veracity.statistics.grid.cells import planned, separated
from veracity.statistics.grid.codes import codes_of

FINITE = st.floats(-1e6, 1e6, allow_subnormal=True)


def cells_of(family, scores, bits=10):
    return planned(family, codes_of(family, scores), np.ones(len(scores)), bits)


def read(one, scores):
    found = np.empty(len(scores), np.int64)
    one.read(scores, np.empty(len(scores)), np.empty(len(scores), np.int64), found)
    return found


def around(one):
    """Every place where a step may end, and its neighbours."""
    edges = (np.arange(len(one.bucket)) + one.first) / one.scale
    return np.concatenate([edges, np.nextafter(edges, -np.inf), np.nextafter(edges, np.inf)])


@pytest.mark.parametrize("family", ["unit", "line"])
def test_at_the_edges_of_its_steps_it_is_right_or_silent(family):
    scores = np.random.default_rng(0).beta(2, 5, 20_000)
    if family == "line":
        scores = 8 * scores - 3
    cells = separated(cells_of(family, scores), int(codes_of(family, scores[:1])[0]))
    one = ruler(cells, scores.min(), scores.max())
    tried = around(one)
    if family == "unit":
        tried = tried[(tried >= 0) & (tried <= 1)]
    found, expected = read(one, tried), cells.buckets_of(codes_of(family, tried))
    told = found != ACROSS
    assert told.mean() > 0.5
    assert np.array_equal(found[told], expected[told])
    assert (read(one, scores) != ACROSS).mean() > 0.9


@example([0.0, 1.1125369292536007e-308], [])
@given(st.lists(FINITE, min_size=2, max_size=40), st.lists(FINITE | st.just(np.inf), max_size=40))
def test_any_scores_of_any_range(planned_for, others):
    known = np.array(planned_for)
    one = ruler(cells := cells_of("line", known, 6), known.min(), known.max())
    if one is None:
        assert known.min() == known.max() or np.abs(known).max() > 2.0**40 * np.ptp(known)
        return
    scores = np.array([*planned_for, *others, -np.inf, 0.0, -0.0, 5e-324, -5e-324, 1e300])
    found, expected = read(one, scores), cells.buckets_of(codes_of("line", scores))
    told = found != ACROSS
    assert np.array_equal(found[told], expected[told])


@pytest.mark.parametrize("kind", [np.float32, np.float16, np.int16])
def test_scores_of_shorter_types(kind):
    scores = (np.random.default_rng(1).normal(0, 9, 5_000)).astype(kind)
    wide = scores.astype(np.float64)
    cells = cells_of("line", wide)
    one = ruler(cells, wide.min(), wide.max())
    found, expected = read(one, scores), cells.buckets_of(codes_of("line", wide))
    told = found != ACROSS
    assert told.any()
    assert np.array_equal(found[told], expected[told])


def test_nothing_to_measure():
    cells = cells_of("line", np.array([3.0, 4.0]))
    assert ruler(cells, 3.0, 3.0) is None
    assert ruler(cells, -np.inf, 4.0) is None
    assert ruler(cells, 1e15, 1e15 + 1) is None


@pytest.mark.parametrize(("crowded", "kept"), [(False, True), (True, False)])
def test_the_reader_lays_it_aside_where_it_cannot_tell(crowded, kept):
    scores = np.random.default_rng(2).random(PIECE)
    if crowded:
        scores = scores**40
    cells = cells_of("unit", scores)
    reader = BucketReader(cells)
    reader.measure(10**9, 0.0, 1.0)
    for _ in range(2):
        expected = cells.buckets_of(codes_of("unit", scores))
        assert np.array_equal(reader.buckets(scores), expected)
    assert (reader._ruler is not None) == kept


def test_few_rows_are_not_worth_a_ruler():
    reader = BucketReader(cells_of("unit", np.array([0.2, 0.4])))
    reader.measure(10, 0.0, 1.0)
    assert reader._ruler is None
    assert reader.buckets(np.empty(0)).size == 0
