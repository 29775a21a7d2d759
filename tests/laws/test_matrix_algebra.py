"""What holds for every matrix made from another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.columns import close, columns


@given(st.data())
def test_transposing_twice_is_nothing(data):
    matrix = data.draw(columns(weights=data.draw(st.booleans()))).matrix()
    twice = matrix.T.T
    assert twice == matrix


@given(columns())
def test_transposing_exchanges_the_margins(rows):
    matrix = rows.matrix()
    assert np.array_equal(matrix.T.truth, matrix.predicted)
    assert np.array_equal(matrix.T.predicted, matrix.truth)
    assert np.array_equal(matrix.T.hits, matrix.hits)


@given(columns())
def test_every_row_is_counted_once(rows):
    matrix = rows.matrix()
    assert matrix.total == matrix.truth.sum() == matrix.predicted.sum() == len(rows)


@given(columns())
def test_one_vs_rest_counts_every_row_once_for_each_class(rows):
    matrix = rows.matrix()
    for index, label in enumerate(matrix.labels):
        one = matrix.one_vs_rest(label)
        assert one.tp + one.fp + one.fn + one.tn == len(rows)
        assert one.tp + one.fn == matrix.truth[index]
        assert one.tp + one.fp == matrix.predicted[index]
        assert one.tp == matrix.hits[index]


@given(columns())
def test_all_one_vs_rest_tables_are_the_single_ones(rows):
    matrix = rows.matrix()
    tables = matrix.one_vs_rest().counts
    for index, label in enumerate(matrix.labels):
        assert np.array_equal(tables[index], matrix.one_vs_rest(label).counts)


@given(columns())
def test_pooled_classes_are_their_sum(rows):
    matrix = rows.matrix()
    pooled, n, right = matrix.pooled_classes(), len(rows), int(matrix.right)
    classes = int(((matrix.truth + matrix.predicted) > 0).sum())  # those that occur
    assert (pooled.tp, pooled.fn, pooled.fp) == (right, n - right, n - right)
    assert pooled.tn == classes * n - 2 * n + right


@given(columns(weights=True))
def test_weighted_one_vs_rest_tables_are_never_below_zero(rows):
    tables = rows.matrix().one_vs_rest()
    assert (tables.cells.array() >= 0).all()
    assert (tables.squares.array() >= 0).all()


@given(columns("text", weights=True))
def test_weighted_one_vs_rest_tables_are_empty_exactly_where_no_row_is(rows):
    matrix = rows.matrix()
    for label in matrix.labels:
        one = matrix.one_vs_rest(label)
        pairs = list(zip(rows.truth, rows.called, strict=True))
        assert (one.tn == 0) == all(label in pair for pair in pairs)
        assert (one.fp == 0) == all(t == label or c != label for t, c in pairs)
        assert (one.fn == 0) == all(t != label or c == label for t, c in pairs)


@given(columns("text"))
def test_one_vs_one_keeps_the_four_cells(rows):
    matrix = rows.matrix()
    if matrix.classes < 2:
        return
    a, b = matrix.labels[:2]
    two = matrix.one_vs_one(b, a)
    pairs = list(zip(rows.truth, rows.called, strict=True))
    cells = [pairs.count(pair) for pair in ((b, b), (a, b), (b, a), (a, a))]
    assert [two.tp, two.fp, two.fn, two.tn] == cells
    swapped = matrix.one_vs_one(a, b)
    assert (swapped.tp, swapped.fp, swapped.fn, swapped.tn) == (two.tn, two.fn, two.fp, two.tp)


@given(columns())
def test_clusters_add_up_to_the_cells(rows):
    matrix = rows.matrix()
    if matrix.clusters is None:
        return
    for c in (matrix, matrix.T, matrix.one_vs_rest(matrix.labels[0])):
        summed = c.clusters.resampled(np.ones(len(c.clusters)), c.classes**2)
        assert np.array_equal(summed.reshape(c.classes, c.classes), c.cells.array())


@given(columns())
def test_by_chance_keeps_the_margins(rows):
    matrix = rows.matrix()
    chance = matrix.by_chance()
    assert close(chance.truth, matrix.truth)
    assert close(chance.predicted, matrix.predicted)
    assert close(chance.cells.array() * len(rows), np.outer(matrix.truth, matrix.predicted))
