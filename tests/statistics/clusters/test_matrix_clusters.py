"""What each cluster adds to each cell."""

import numpy as np

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.evaluation import ConfusionMatrix, evaluate


def matrix(truth, called, cluster, **options):
    return evaluate(list(truth), list(called), cluster=cluster, **options).confusion


def tables(c):
    """The table of each cluster, by id."""
    each = c.clusters.resampled(np.eye(len(c.clusters)), c.classes**2)
    return dict(zip(c.clusters.ids, each.reshape(-1, c.classes, c.classes).tolist(), strict=True))


def test_each_unit_by_hand():
    c = matrix("abab", "aabb", [7, 7, 3, 7])
    assert tables(c) == {3: [[0, 1], [0, 0]], 7: [[1, 0], [1, 1]]}


def test_units_with_equal_ids_are_one():
    one, other = matrix("ab", "ab", ["p", "q"]), matrix("ab", "aa", ["q", "r"])
    both = one + other
    assert both.clusters.ids == ("p", "q", "r")
    assert tables(both)["q"] == [[1, 0], [0, 1]]


def test_only_occupied_entries_are_kept():
    c = matrix([0] * 1000, [0] * 1000, list(range(1000)), labels=range(50))
    assert len(c.clusters.cluster) == 1000


def test_taking_units_several_times():
    c = matrix("abab", "aabb", [7, 7, 3, 7])
    drawn = c.clusters.resampled(np.array([[2.0, 0], [0, 3]]), 4)
    assert drawn.tolist() == [[0, 2, 0, 0], [3, 0, 3, 3]]


def test_weights_and_squares():
    c = matrix("aab", "aab", [1, 1, 2], sample_weight=[0.5, 2, 3])
    assert c.clusters.weight.tolist() == [2.5, 3]
    assert c.clusters.sum_of_squares.tolist() == [4.25, 9]


def test_a_matrix_without_clusters_cannot_be_added():
    plain = ConfusionMatrix.from_labels(["a", "b"], ["a", "b"])
    words = ("has clusters", "cluster=")
    refused(lambda: plain + matrix("ab", "ab", [1, 2]), *words, error=CannotMerge)
    refused(lambda: matrix("ab", "ab", [1, 2]) + plain, *words, error=CannotMerge)


def test_moving_to_other_labels():
    c = matrix("ab", "ba", [1, 2]).relabelled(("b", "x", "a"))
    assert tables(c) == {
        1: [[0, 0, 0], [0, 0, 0], [1, 0, 0]],
        2: [[0, 0, 1], [0, 0, 0], [0, 0, 0]],
    }
