"""Evaluations added up, and what must not be added."""

import pytest

from tests.statistics.refusals import refused
from veracity.errors import CannotMerge
from veracity.evaluation import ConfusionMatrix, evaluate

ONE = evaluate([0, 0, 1, 1], [0, 1, 1, 1])
OTHER = evaluate([0, 1, 1], [0, 1, 0])


def test_counts_rows_and_settings():
    both = ONE + OTHER
    assert both.confusion.counts.tolist() == [[2, 1], [1, 3]]
    assert (both.rows.read, both.rows.used) == (7, 7)
    assert both.settings == ONE.settings
    assert both["recall"].value == 3 / 4


def test_neither_is_changed():
    before = ONE.confusion.counts.tolist()
    _ = ONE + OTHER
    assert ONE.confusion.counts.tolist() == before
    assert ONE.rows.used == 4


def test_dropped_rows_add_up():
    part = evaluate([0, 1, None], [0, 1, 1], on_invalid="drop")
    assert (part + part).rows.refused == {"null_label": 2}
    assert (part + ONE).rows.refused == {"null_label": 1}


def test_different_positive_classes():
    text = ["a", "b"]
    one, other = (evaluate(text, text, pos_label=label) for label in "ab")
    refused(lambda: one + other, "positive class is 'a'", "'b'", error=CannotMerge)


@pytest.mark.parametrize("kind", ["importance", "sampling", "frequency"])
def test_different_weight_kinds(kind):
    weighted = evaluate([0, 1], [0, 1], sample_weight=[1, 2], weight_kind=kind)
    refused(lambda: ONE + weighted, "weight_kind is None", kind, error=CannotMerge)
    assert (weighted + weighted).weight_kind == kind


def test_clusters_and_no_clusters():
    clustered = evaluate([0, 1], [0, 1], cluster=[1, 2])
    refused(lambda: ONE + clustered, "cluster", error=CannotMerge)


def test_text_and_numbers():
    text = evaluate(["a", "b"], ["a", "b"])
    refused(lambda: ONE + text, "0, 1", "'a', 'b'", error=CannotMerge)


def test_something_else():
    with pytest.raises(TypeError):
        ONE + 1


def test_a_weighted_matrix_is_evaluated_as_weighted():
    matrix = ConfusionMatrix.from_labels([0, 1], [0, 1], sample_weight=[0.5, 2])
    by_matrix, by_rows = matrix.evaluate(), evaluate([0, 1], [0, 1], sample_weight=[0.5, 2])
    assert by_matrix.weight_kind == "importance"
    assert (by_matrix + by_rows).confusion == by_rows.confusion + by_rows.confusion
