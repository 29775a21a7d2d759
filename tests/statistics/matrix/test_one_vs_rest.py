"""One class against the others, two classes apart: exact tables."""

import numpy as np

from tests.statistics.refusals import refused
from veracity.evaluation import ConfusionMatrix, evaluate

MATRIX = ConfusionMatrix([[5, 1, 2], [0, 7, 3], [4, 0, 9]], labels="abc")


def four(matrix):
    return matrix.tp, matrix.fp, matrix.fn, matrix.tn


def test_one_vs_rest_by_hand():
    assert four(MATRIX.one_vs_rest("a")) == (5, 4, 3, 19)
    assert four(MATRIX.one_vs_rest("b")) == (7, 1, 3, 20)
    assert four(MATRIX.one_vs_rest("c")) == (9, 5, 4, 13)


def test_its_labels_say_what_it_is():
    one = MATRIX.one_vs_rest("b")
    assert (one.labels, one.pos_label) == (("not b", "b"), "b")


def test_one_vs_one_by_hand():
    two = MATRIX.one_vs_one("a", "c")
    assert four(two) == (5, 4, 2, 9)
    assert (two.labels, two.pos_label) == (("c", "a"), "a")


def test_pairs_are_all_of_them_the_later_label_positive():
    pairs = MATRIX.pairs()
    assert [(p.labels, p.pos_label) for p in pairs] == [
        (("a", "b"), "b"),
        (("a", "c"), "c"),
        (("b", "c"), "c"),
    ]
    assert [four(p) for p in pairs] == [(7, 1, 0, 5), (9, 2, 4, 5), (9, 3, 0, 7)]


def test_unknown_classes():
    refused(lambda: MATRIX.one_vs_rest("d"), "No class 'd'", "'a', 'b', 'c'")
    refused(lambda: MATRIX.one_vs_one("a", "x"), "No class 'x'")


def test_numbers_are_found_by_value():
    matrix = ConfusionMatrix(np.eye(3))
    assert matrix.one_vs_rest(1.0) == matrix.one_vs_rest(True) == matrix.one_vs_rest(np.int8(1))


def test_squares_go_along():
    weighted = ConfusionMatrix.from_labels(list("aabc"), list("abcc"), sample_weight=[0.5, 2, 3, 4])
    assert weighted.one_vs_rest("a").squares.array().tolist() == [[9 + 16, 0], [4, 0.25]]
    assert weighted.one_vs_one("a", "b").squares.array().tolist() == [[0, 0], [4, 0.25]]


def test_clusters_go_along():
    ev = evaluate(list("aabc"), list("abcc"), cluster=[1, 2, 2, 3])
    one = ev.confusion.one_vs_rest("c")
    assert one.clusters.ids == (1, 2, 3)
    tables = one.clusters.resampled(np.eye(3), 4).reshape(3, 2, 2)
    assert tables.tolist() == [[[1, 0], [0, 0]], [[1, 1], [0, 0]], [[0, 0], [0, 1]]]


def test_a_second_class_of_two_is_the_matrix_itself():
    two = ConfusionMatrix([[5, 1], [2, 4]], labels=(0, 1))
    assert four(two.one_vs_rest(1)) == four(two)
    assert four(two.one_vs_rest(0)) == (5, 2, 1, 4)
