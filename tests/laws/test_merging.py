"""Merging parts gives what one pass over all rows gives: any division, order and grouping."""

from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.columns import Columns, close, columns, divided
from veracity.statistics.matrix import cells
from veracity.statistics.matrix.cells import SparseCells


@given(st.data())
def test_counts_are_equal_bit_for_bit(data):
    rows = data.draw(columns())
    parts = [part.matrix() for part in data.draw(divided(rows))]
    assert reduce(add, parts) == rows.matrix()


@given(st.data())
def test_the_order_of_merging_does_not_matter(data):
    rows = data.draw(columns())
    parts = [part.matrix() for part in data.draw(divided(rows))]
    shuffled = data.draw(st.permutations(parts))
    assert reduce(add, shuffled) == reduce(add, parts)


@given(st.data())
def test_the_grouping_does_not_matter(data):
    rows = data.draw(columns())
    parts = [part.matrix() for part in data.draw(divided(rows))]
    middle = data.draw(st.integers(0, len(parts)))
    halves = [reduce(add, half) for half in (parts[:middle], parts[middle:]) if half]
    assert reduce(add, halves) == rows.matrix()


@given(st.data())
def test_weights_are_equal_to_1e_12(data):
    rows = data.draw(columns(weights=True))
    merged = reduce(add, [part.matrix() for part in data.draw(divided(rows))])
    whole = rows.matrix()
    assert (merged.labels, merged.pos_label) == (whole.labels, whole.pos_label)
    assert close(merged.cells.array(), whole.cells.array())
    assert close(merged.squares.array(), whole.squares.array())
    assert (merged.clusters is None) == (whole.clusters is None)
    if whole.clusters is not None:
        assert merged.clusters.ids == whole.clusters.ids
        assert close(merged.clusters.weight, whole.clusters.weight)


@given(st.data())
def test_sparse_cells_merge_alike(data):
    rows = data.draw(columns("text"))
    parts = data.draw(divided(rows))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "DENSE_CLASSES", 0)
        merged, whole = reduce(add, [part.matrix() for part in parts]), rows.matrix()
        assert isinstance(merged.cells, SparseCells)
        assert merged == whole
    assert merged == rows.matrix()


def test_a_dense_part_and_a_sparse_part():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cells, "DENSE_CLASSES", 3)
        small, large = Columns(["a", "b"], ["a", "a"]), Columns(list("cdeab"), list("cddab"))
        merged = small.matrix() + large.matrix()
        assert isinstance(merged.cells, SparseCells)
        assert merged == large.matrix() + small.matrix()
    both = Columns(small.truth + large.truth, small.called + large.called)
    assert merged == both.matrix()


def test_a_label_that_only_the_other_part_knows():
    merged = Columns(["a"], ["a"]).matrix() + Columns(["c"], ["b"]).matrix()
    assert merged.labels == ("a", "b", "c")
    assert merged.counts.tolist() == [[1, 0, 0], [0, 0, 0], [0, 1, 0]]


@pytest.mark.parametrize(
    ("one", "other", "labels", "positive"),
    [
        ([1], [-1], (-1, 1), 1),
        ([1], [0], (0, 1), 1),
        ([0], [2], (0, 2), None),
        ([1], [1, 2], (1, 2), None),
        ([1], [2, 3], (1, 2, 3), None),
        ([0, 1], [2], (0, 1, 2), None),
        ([1], [1], (0, 1), 1),
        ([True], [False], (False, True), True),
    ],
)
def test_the_second_label_of_a_pair_is_assumed_only_while_nothing_else_is_known(
    one, other, labels, positive
):
    for first, second in ((one, other), (other, one)):
        merged = Columns(first, first).matrix() + Columns(second, second).matrix()
        assert (merged.labels, merged.pos_label) == (labels, positive)
        assert merged == Columns(one + other, one + other).matrix()


def test_a_listed_label_without_rows_stays():
    listed = Columns([1], [1]).matrix(labels=[-1, 1])
    assert (listed + Columns([1], [1]).matrix()).labels == (-1, 1)
    assert (Columns([1], [1]).matrix() + listed).labels == (-1, 1)


def test_sum_of_a_list():
    parts = [Columns(["a", "b"], ["a", "a"]).matrix() for _ in range(3)]
    assert np.array_equal(sum(parts).counts, [[3, 0], [3, 0]])
