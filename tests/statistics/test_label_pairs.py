"""Labels that are probably the same class, however they are written."""

from __future__ import annotations

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.statistics.label_pairs import near_misses, paired, written_twice


@pytest.mark.parametrize(
    ("mine", "yours"),
    [
        ("yes", "yes "),
        ("yes", "YES"),
        ("not spam", "not_spam"),
        ("not spam", "Not-Spam"),
        ("yes", "\ufeffyes"),
        ("yes", "y\u200bes"),
        ("A", "\uff21"),
        ("a b", "a\u00a0b"),
        ("1", "1.0"),
        ("7", "07"),
        ("Straße", "STRASSE"),
    ],
)
def test_ways_of_writing_one_class(mine, yours):
    assert near_misses([mine, "other"], [yours, "other"]) == [(mine, yours)]
    assert near_misses([yours, "other"], [mine, "other"]) == [(yours, mine)]


@pytest.mark.parametrize(
    ("truth", "called"),
    [
        (["A+", "A-"], ["A+", "A-", "B"]),
        (["-1", "1"], ["1"]),
        (["a-b", "x"], ["ab", "x"]),
        (["cat", "dog"], ["cat", "dog", "cart"]),
        (["1", "10"], ["1", "100"]),
        (list("aAbB"), list("aAbC")),
        ([0, 1, 2], [0, 1, 3]),
        ([-1, 0, 1], [0, 1]),
    ],
)
def test_other_classes_are_no_near_miss(truth, called):
    assert near_misses(truth, called) == []


def test_minus_one_is_the_zero_of_the_other_convention():
    assert near_misses([0, 1], [-1, 1]) == [(0, -1)]
    assert near_misses([-1, 1], [False, True]) == [(-1, False)]


def test_a_column_that_writes_one_class_twice():
    assert near_misses(["yes", "Yes", "no"], ["yes", "no"]) == [("Yes", "yes")]


def test_pairs_by_meaning_beginning_order_and_rows():
    assert paired(["no", "yes"], ["negative", "positive"], None) == [
        ("no", "negative"),
        ("yes", "positive"),
    ]
    assert paired(["benign", "malignant"], ["ben", "malign"], None) == [
        ("benign", "ben"),
        ("malignant", "malign"),
    ]
    assert paired([0, 1, 2], [10, 20, 30], None) == [(0, 10), (1, 20), (2, 30)]
    together = np.array([[1.0, 8.0], [9.0, 2.0]])
    assert paired(["cat", "dog"], ["chien", "gato"], together) == [
        ("cat", "gato"),
        ("dog", "chien"),
    ]


def test_no_pair_is_guessed_from_rows_that_do_not_agree():
    assert paired(["cat", "dog"], ["x", "y"], np.array([[5.0, 5.0], [5.0, 5.0]])) == []
    assert paired(["cat", "dog"], ["x"], np.array([[9.0], [5.0]])) == []
    assert paired(["cat"], ["x"], np.array([[9.0]])) == []


def test_labels_of_one_column_that_are_written_twice():
    assert written_twice(["sick", "well", "sick "]) == [("sick", "sick ")]
    assert written_twice(["No", "no", "yes", "YES"]) == [("No", "no"), ("yes", "YES")]
    assert written_twice(["a", "A", "b", "B", "c"]) == []  # an alphabet
    assert written_twice([1, 2, 3]) == []
    with pytest.raises(VeracityError, match="written differently: 'sick' = 'sick '"):
        vc.evaluate(["sick", "well", "sick "], y_proba=[0.9, 0.1, 0.8], pos_label="sick")
    with pytest.raises(VeracityError, match="a column of probabilities for each class"):
        vc.evaluate(["a", "b", "c"], y_proba=[0.9, 0.1, 0.8], pos_label="a")
