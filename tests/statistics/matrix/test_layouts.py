"""A bare 2×2 never enters without its labels and layout."""

import pytest

from tests.statistics.refusals import refused
from veracity.statistics import ConfusionMatrix


def test_rows_are_truth():
    matrix = ConfusionMatrix([[50, 10], [20, 40]], labels=[0, 1])
    assert (matrix.tn, matrix.fp, matrix.fn, matrix.tp) == (50, 10, 20, 40)


def test_rows_may_be_predictions():
    matrix = ConfusionMatrix([[50, 20], [10, 40]], labels=[0, 1], rows="prediction")
    assert matrix == ConfusionMatrix([[50, 10], [20, 40]], labels=[0, 1])


def test_the_order_of_the_labels_is_the_order_of_the_rows():
    matrix = ConfusionMatrix([[40, 20], [10, 50]], labels=[1, 0])
    assert (matrix.tn, matrix.fp, matrix.fn, matrix.tp) == (50, 10, 20, 40)


def test_a_two_by_two_needs_labels():
    words = ("[[TN, FP], [FN, TP]]", "labels=[0, 1]", 'rows="prediction"', "from_counts(tp=")
    refused(lambda: ConfusionMatrix([[50, 10], [20, 40]]), *words)


@pytest.mark.parametrize("size", [1, 3, 4])
def test_other_sizes_are_numbered(size):
    assert ConfusionMatrix([[1] * size] * size).labels == tuple(range(size))


@pytest.mark.parametrize("rows", ["predictions", "pred", "columns", None])
def test_an_unknown_layout(rows):
    words = (repr(rows), '"truth"', '"prediction"')
    refused(lambda: ConfusionMatrix([[1, 0], [0, 1]], labels="ab", rows=rows), *words)


@pytest.mark.parametrize("labels", ["a", "abc"])
def test_labels_must_be_as_many_as_classes(labels):
    words = (f"{len(labels)} labels", "2 classes")
    refused(lambda: ConfusionMatrix([[1, 0], [0, 1]], labels=labels), *words)


def test_labels_are_named_once():
    refused(lambda: ConfusionMatrix([[1, 0], [0, 1]], labels=[1, True]), "repeats")


def test_labels_are_not_missing_values():
    refused(lambda: ConfusionMatrix([[1, 0], [0, 1]], labels=["a", None]), "missing value")
