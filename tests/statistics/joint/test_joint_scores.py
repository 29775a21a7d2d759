"""Joint scores: distinct tuples, their columns, merging and redraws."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.joint_rows import joint_rows
from tests.statistics.refusals import refused
from veracity.engines.rows.tables import score_table
from veracity.errors import CannotMerge
from veracity.statistics.joint.entries import one_key
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.labels import completed
from veracity.statistics.scores.score_table import ScoreTable

A, B = [0.9, 0.9, 0.1, 0.9], [0.2, 0.2, 0.3, 0.8]


def joint(**options):
    return JointScores.of_rows([1, 1, 0, 1], {"A": A, "B": B}, **options)


def test_equal_rows_are_one_entry_and_entries_fall():
    j = joint()
    assert j.scores.tolist() == [[0.9, 0.9, 0.1], [0.8, 0.2, 0.3]]
    assert (j.truth.tolist(), j.weight.tolist()) == ([1, 1, 0], [1, 2, 1])
    assert (len(j), j.total, j.class_totals.tolist()) == (3, 4, [1, 3])
    assert "3 entries" in repr(j)


def test_truth_and_cluster_keep_entries_apart():
    j = JointScores.of_rows(
        [0, 1, 1], {"A": [1, 1, 1]}, cluster=[0, 0, 1], cluster_labels=("x", "y")
    )
    assert (j.truth.tolist(), j.cluster.tolist()) == ([0, 1, 1], [0, 0, 1])
    assert joint(cluster=[0, 0, 1, 1], cluster_labels=(7, 8)).cluster.tolist() == [1, 0, 1]


def test_the_zeros_are_one_score():
    j = JointScores.of_rows([0, 0], {"A": [0.0, -0.0], "B": [-0.0, -0.0]})
    assert len(j) == 1
    assert not np.signbit(j.scores).any()


@given(joint_rows(weighted=False))
def test_a_column_is_the_table_that_the_engine_makes(rows):
    found, cluster = (
        (None, None) if rows.cluster is None else np.unique(rows.cluster, return_inverse=True)
    )
    clusters = {} if found is None else {"cluster": cluster, "cluster_labels": found.tolist()}
    j = JointScores.of_rows(rows.truth, rows.columns, labels=rows.labels, **clusters)
    assert j.columns.names == tuple(rows.columns)
    for name, column in rows.columns.items():
        made, _ = score_table(
            rows.truth, column, cluster=rows.cluster, labels=rows.labels, resolution="exact"
        )
        assert j.column(name) == made
        assert j.columns.column(name) == made


@given(joint_rows(weighted=True))
def test_a_column_of_weighted_rows_has_the_same_sums(rows):
    for name, column in rows.columns.items():
        made = ScoreTable.of_rows(rows.truth, column, rows.weight, labels=rows.labels)
        table = rows.joint().column(name)
        assert np.array_equal(table.scores, made.scores)
        np.testing.assert_allclose(table.weight, made.weight, rtol=1e-13)
        np.testing.assert_allclose(table.squares, made.squares, rtol=1e-13)


@given(joint_rows(weighted=False), st.randoms(use_true_random=False))
def test_parts_in_any_order_are_the_whole_bit_for_bit(rows, random):
    order = list(range(len(rows)))
    random.shuffle(order)
    cuts = sorted(random.sample(range(len(rows) + 1), 2))
    parts = [rows.joint(np.array(p, int)) for p in np.split(np.array(order), cuts) if len(p)]
    assert sum(parts) == rows.joint()
    assert parts[0].merged(parts[1:]) == sum(parts[::-1])
    assert sum(parts).columns == rows.joint().columns


@given(joint_rows(weighted=True))
def test_parts_of_weighted_rows_have_the_same_sums(rows):
    half = len(rows) // 2
    both = rows.joint(slice(half)) + rows.joint(slice(half, None))
    whole = rows.joint()
    assert np.array_equal(both.scores, whole.scores)
    np.testing.assert_allclose(both.weight, whole.weight, rtol=1e-13)
    np.testing.assert_allclose(both.squares, whole.squares, rtol=1e-13)


def test_merging_aligns_labels_columns_and_clusters():
    mine = JointScores.of_rows([0, 1], {"A": [1, 2], "B": [3, 4]}, labels="ab", pos_label="b")
    yours = JointScores.of_rows([0], {"B": [4], "A": [2]}, labels="b", pos_label="b")
    both = mine + yours
    assert both.names == ("A", "B")
    assert (both.truth.tolist(), both.weight.tolist()) == ([1, 0], [2, 1])
    clusters = [
        JointScores.of_rows([0], {"A": [1]}, cluster=[0], cluster_labels=(one,))
        for one in (9, 3, 9)
    ]
    assert sum(clusters).cluster_labels == (3, 9)
    assert sum(clusters).weight.tolist() == [1, 2]


def test_an_assumed_label_is_forgotten_in_merging():
    """{1} alone is read as {0, 1}, {-1} as {-1, 1}; together they are {-1, 1}."""
    parts = [
        JointScores.of_rows([index], {"A": [index]}, labels=completed((label,)))
        for label, index in ((1, 1), (-1, 0))
    ]
    assert sum(parts).labels == (-1, 1)
    assert sum(parts).class_totals.tolist() == [1, 1]
    assert sum(parts).pos_label == 1


def test_no_rows_at_all():
    nothing = JointScores.of_rows([], {"A": [], "B": []})
    assert (len(nothing), nothing.total) == (0, 0)
    assert nothing.column("B").weight.shape == (2, 0)
    assert nothing + joint() == joint()


def test_what_cannot_be_merged_is_refused():
    other = JointScores.of_rows([0], {"A": [1], "C": [2]})
    refused(lambda: joint() + other, "columns", error=CannotMerge)
    refused(
        lambda: joint() + joint(cluster=[0, 0, 1, 1], cluster_labels=(7, 8)),
        "clusters",
        error=CannotMerge,
    )
    with pytest.raises(TypeError):
        joint() + 1


@given(joint_rows(), st.integers(0, 2**32 - 1))
def test_new_weights_are_a_loop_over_tables(rows, seed):
    j = rows.joint()
    weight = np.random.default_rng(seed).poisson(1.0, (3, 2, len(j))).astype(float)
    columns = j.columns_with_weights(weight)
    assert columns.shape == (3, 2)
    for i, name in enumerate(j.names):
        table = columns.column(name)
        for index in np.ndindex(3, 2):
            one = ScoreTable.of_rows(j.truth, j.scores[i], weight[index], labels=rows.labels)
            np.testing.assert_array_equal(table.weight[index], one.weight)


@given(joint_rows(clustered=True))
def test_a_redraw_of_clusters_is_that_of_each_column(rows):
    j = rows.joint()
    times = np.array([[1, 1, 1, 1, 1], [0, 3, 1, 0, 1]], float)
    redrawn = j.resampled(times)
    for name in j.names:
        expected = j.column(name).resampled(times)
        np.testing.assert_allclose(redrawn.column(name).weight, expected.weight, rtol=1e-12)


@given(joint_rows())
def test_some_columns_are_those_of_the_rows(rows):
    name = next(iter(rows.columns))
    assert rows.joint().among([name]).column(name).scores.tolist() == (
        rows.joint().column(name).scores.tolist()
    )
    few = rows.joint().among([name])
    assert few.total == pytest.approx(rows.joint().total)
    assert len(few) <= len(rows.joint())


def test_relabelled_keeps_the_weights():
    moved = joint().relabelled((1, 0))
    assert moved.class_totals.tolist() == [3, 1]
    assert moved.column("A").one_vs_rest(1) == joint().column("A").one_vs_rest(1)


def test_bad_input_is_refused():
    refused(lambda: JointScores.of_rows([0], {"A": [np.nan]}), "NaN")
    refused(lambda: joint().column("C"), "'C'")
    refused(lambda: joint().columns_with_weights(np.ones(7)), "3 numbers")
    refused(lambda: joint().resampled(np.ones((1, 2))), "cluster")
    refused(lambda: JointScores.of_rows([0], {"A": [1]}, labels="abc").positive_index, "3")


def test_very_many_values_still_make_one_key():
    """2^40 values in each of three columns are too many for one number: those found are counted."""
    indices = [(np.array([2**40 - 1, 5, 2**40 - 1, 5]), 2**40) for _ in range(3)]
    key = one_key(indices)
    assert key[0] == key[2] > key[1] == key[3]


def test_nothing_changes_it():
    with pytest.raises(ValueError, match="read-only"):
        joint().weight[0] = 9
    assert joint() != joint(weight=[1, 2, 1, 1])
    assert joint() != joint(cluster=[0, 0, 1, 1], cluster_labels=(7, 8))
    with pytest.raises(TypeError, match="unhashable"):
        hash(joint())
