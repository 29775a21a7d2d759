"""A matrix is a value: nothing changes it."""

import copy
import pickle

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.statistics import RowAccount


@pytest.fixture
def matrix():
    return ConfusionMatrix.from_labels([0, 0, 1, 1], [0, 1, 1, 1], sample_weight=[1, 2, 0.5, 3])


@pytest.mark.parametrize("name", ["cells", "labels", "pos_label", "squares", "clusters", "new"])
def test_no_attribute_can_be_set(matrix, name):
    with pytest.raises(AttributeError, match=f"{name} was not set"):
        setattr(matrix, name, None)


@pytest.mark.parametrize("name", ["counts", "truth", "predicted", "hits"])
def test_no_array_can_be_written(matrix, name):
    with pytest.raises(ValueError, match="read-only"):
        getattr(matrix, name)[0] = 99


def test_writing_into_counts_of_whole_numbers_changes_the_copy_only():
    whole = ConfusionMatrix([[5, 1], [2, 4]], labels=(0, 1))
    whole.counts[0, 0] = 99
    assert whole.tn == 5


def test_it_has_no_hash_but_is_equal_by_value(matrix):
    with pytest.raises(TypeError, match="unhashable"):
        hash(matrix)
    assert matrix == ConfusionMatrix.from_labels(
        [1, 0, 1, 0], [1, 1, 1, 0], sample_weight=[3, 2, 0.5, 1]
    )
    assert matrix != "a matrix"


@pytest.mark.parametrize(
    "other",
    [
        ConfusionMatrix([[1, 2], [0, 3.5]], labels=("a", "b")),
        ConfusionMatrix([[1, 2], [0, 3.5]], labels=(0, 1), pos_label=0),
        ConfusionMatrix([[1, 2], [0, 3]], labels=(0, 1)),
        ConfusionMatrix([[1, 2], [0, 3.5]], labels=(0, 1)),
        ConfusionMatrix.from_labels([0, 0, 1], [0, 1, 1], sample_weight=[1, 2, 3.5]),
    ],
    ids=["labels", "positive", "cells", "no weights", "other squares"],
)
def test_what_makes_two_matrices_different(matrix, other):
    assert matrix != other


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda c: pickle.loads(pickle.dumps(c))]
)
def test_copies_are_equal(matrix, copied):
    assert copied(matrix) == matrix
    one = ConfusionMatrix.from_labels([1, 1], [1, 1])
    assert (copied(one) + ConfusionMatrix.from_labels([-1], [-1])).labels == (-1, 1)


def test_an_account_of_rows_is_frozen_too():
    with pytest.raises(AttributeError):
        RowAccount(1, 1).read = 2


def test_adding_something_else_is_a_type_error(matrix):
    with pytest.raises(TypeError):
        matrix + 1
    with pytest.raises(TypeError):
        np.eye(2).tolist() + matrix
