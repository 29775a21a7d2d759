"""Evaluations of parts, added up, say what the evaluation of all rows says."""

from functools import reduce
from operator import add

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.laws.columns import Columns, columns, divided, many


@given(st.data())
def test_matrix_rows_and_groups(data):
    rows = data.draw(columns())
    merged = reduce(add, [part.evaluation() for part in data.draw(divided(rows))])
    whole = rows.evaluation()
    assert merged.confusion == whole.confusion
    assert merged.rows == whole.rows
    assert merged.groups == whole.groups
    assert merged.keys() == whole.keys()
    for value in whole.groups:
        assert merged.by_group[value].rows == whole.by_group[value].rows


@settings(max_examples=20)
@given(st.data())
def test_values_and_intervals_of_clusters(data):
    rows = many(60, 3)
    rows = Columns(rows.truth, rows.called, cluster=[i % 7 for i in range(60)])
    parts = [part.evaluation(n_resamples=100) for part in data.draw(divided(rows))]
    merged = reduce(add, data.draw(st.permutations(parts)))
    whole = rows.evaluation(n_resamples=100)
    for key in ("accuracy", "kappa", "macro_f1"):
        assert repr(merged[key]) == repr(whole[key])


def test_groups_of_parts_know_the_labels_of_the_whole():
    one = Columns(["a", "b"], ["a", "b"], group=["x", "x"]).evaluation()
    other = Columns(["c"], ["c"], group=["y"]).evaluation()
    both = one + other
    assert both.by_group["x"].confusion.labels == ("a", "b", "c")
    assert "macro_f1" in both.by_group["y"]


def test_rows_of_weighted_groups_are_counted_not_weighed():
    one = Columns([0, 1, 1], [0, 1, 0], weight=[0.01, 0.02, 0.03], group=["x", "y", "y"])
    both = one.evaluation() + one.evaluation()
    assert both.by_group["x"].rows.used == 2
    assert both.by_group["y"].rows.used == 4
