"""The rank of the truth among the probabilities."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.top_ranks import TopRanks

P = np.array([[0.5, 0.3, 0.2], [0.4, 0.4, 0.2], [0.4, 0.4, 0.2], [0.1, 0.2, 0.7]])


def ranks(truth, **options):
    return TopRanks.of_rows(truth, P.T, labels="abc", **options)


def test_ties_go_to_the_first_label():
    """Row 2 has a tie of a and b: a ranks first, b second."""
    assert ranks([0, 0, 1, 2]).weight.tolist() == [3, 1, 0]
    assert ranks([2, 2, 2, 0]).weight.tolist() == [0, 0, 4]


def test_all_tied_rows_rank_in_the_order_of_the_labels():
    flat = TopRanks.of_rows([0, 1, 2, 2], np.full((3, 4), 1 / 3), labels="abc")
    assert flat.weight.tolist() == [1, 1, 2]


@st.composite
def rows(draw):
    size, classes = draw(st.integers(1, 20)), draw(st.integers(2, 5))
    values = st.sampled_from([0.0, 0.1, 0.2, 0.25, 0.5])
    table = [draw(st.lists(values, min_size=size, max_size=size)) for _ in range(classes)]
    truth = draw(st.lists(st.integers(0, classes - 1), min_size=size, max_size=size))
    return np.array(truth), np.array(table)


@given(rows())
def test_ranks_are_the_places_in_a_sorted_list(drawn):
    truth, table = drawn
    classes = len(table)
    expected = [0] * classes
    for i, k in enumerate(truth):
        expected[sorted(range(classes), key=lambda j: (-table[j, i], j)).index(k)] += 1
    found = TopRanks.of_rows(truth, table, labels=range(classes))
    assert found.weight.tolist() == expected
    joint = JointScores.of_rows(truth, dict(enumerate(table)), labels=range(classes))
    assert TopRanks.of_joint(joint) == found


@given(rows(), st.randoms(use_true_random=False))
def test_parts_are_the_whole_with_clusters_too(drawn, random):
    truth, table = drawn
    labels, cluster = range(len(table)), np.array([random.randrange(3) for _ in truth])

    def made(kept):
        return TopRanks.of_rows(
            truth[kept], table[:, kept], labels=labels, cluster=cluster[kept], cluster_labels="xyz"
        )

    half = len(truth) // 2
    parts = [made(slice(half)), made(slice(half, None))]
    whole = made(slice(None))
    assert sum(parts) == whole == parts[1] + parts[0]
    times = np.array([[1.0, 1, 1], [0, 2, 1]])
    resampled = whole.resampled(times)
    np.testing.assert_array_equal(resampled.weight[0], whole.weight)
    joint = JointScores.of_rows(
        truth, dict(enumerate(table)), labels=labels, cluster=cluster, cluster_labels="xyz"
    )
    assert TopRanks.of_joint(joint) == whole
    repeated = np.repeat(np.arange(len(truth)), times[1][cluster].astype(int))
    np.testing.assert_array_equal(made(repeated).weight, resampled.weight[1])


def test_weights_and_squares():
    r = ranks([0, 0, 1, 2], weight=[1, 2, 3, 4])
    assert r.weight.tolist() == [7, 3, 0]
    assert (r.squares.tolist(), r.weighted) == ([21, 9, 0], True)
    assert (r.total, r.effective_total) == (10, 100 / 30)
    assert ranks([0, 0, 1, 2], weight=[1, 2, 3, 4], squares=False).squares is None
    both = r + ranks([0, 0, 1, 2])
    assert both.squares.tolist() == [24, 10, 0]


def test_how_many_are_within_k():
    r = ranks([0, 0, 1, 2])
    assert [r.within(k) for k in (1, 2, 3, 99)] == [3, 4, 4, 4]
    refused(lambda: r.within(1.5), "whole")
    refused(lambda: r.within(0), "whole")
    assert r.by_chance().weight.tolist() == [4 / 3] * 3


def test_each_cluster_on_a_leading_axis():
    clustered = ranks([0, 0, 1, 2], cluster=[0, 0, 1, 1], cluster_labels="xy")
    each = clustered.by_cluster()
    assert each.weight.sum(0).tolist() == clustered.weight.tolist()
    assert each.weight.sum(1).tolist() == [2, 2]
    refused(ranks([0, 0, 1, 2]).by_cluster, "cluster")


def test_what_does_not_fit_is_refused():
    r = ranks([0, 0, 1, 2])
    other = TopRanks.of_rows([0], [[1.0], [0.0], [0.0]], labels="acb")
    refused(lambda: r + other, "labels", error=CannotMerge)
    clustered = ranks([0, 0, 1, 2], cluster=[0, 0, 1, 1], cluster_labels="xy")
    refused(lambda: r + clustered, "clusters", error=CannotMerge)
    refused(lambda: r.resampled(np.ones((1, 2))), "cluster")
    lacking = JointScores.of_rows([2], {"a": [0.5], "b": [0.5]}, labels="abc")
    refused(lambda: TopRanks.of_joint(lacking), "'c'")
    with pytest.raises(ValueError, match="read-only"):
        r.weight[0] = 9
    assert r != clustered
    assert "3 ranks" in repr(r)
