"""An average with an undefined class is nan, and its note gives both means."""

import math

import pytest

from veracity.evaluation import ConfusionMatrix, evaluate

# class c is never called: its precision is 0/0. Precisions: a 3/4, b 2/4; truth 4, 3, 1
MATRIX = ConfusionMatrix([[3, 1, 0], [1, 2, 0], [0, 1, 0]], labels="abc")


def test_macro():
    found = MATRIX.evaluate()["macro_precision"]
    assert math.isnan(found.value)
    assert math.isnan(found.low)
    assert found.method == "none"
    without, as_zero = (3 / 4 + 2 / 4) / 2, (3 / 4 + 2 / 4) / 3
    assert "Undefined for 'c'" in found.note
    assert f"the mean is {without:.4g} without them" in found.note
    assert f"{as_zero:.4g} with them as 0" in found.note
    assert f"{without:.4g}" in found.note.zh
    assert f"{as_zero:.4g}" in found.note.zh


def test_weighted():
    found = MATRIX.evaluate()["weighted_precision"]
    total = 4 * 3 / 4 + 3 * 2 / 4
    assert math.isnan(found.value)
    assert f"the mean is {total / 7:.4g} without them" in found.note
    assert f"{total / 8:.4g} with them as 0" in found.note


def test_micro_is_defined():
    assert MATRIX.evaluate()["micro_precision"].value == 5 / 8


def test_a_class_nobody_saw_is_left_out():
    wider = ConfusionMatrix.from_labels(
        ["a", "b", "b"], ["a", "b", "a"], labels=["a", "b", "unseen"]
    ).evaluate()
    narrow = evaluate(["a", "b", "b"], ["a", "b", "a"])
    for key in ("macro_precision", "macro_recall", "macro_f1", "weighted_f1", "f1_of_macro"):
        assert wider[key].value == narrow[key].value
        assert "unseen" not in wider[key].note


def test_many_undefined_classes_are_counted_not_all_named():
    truth = [f"class {i:02}" for i in range(20)]
    note = evaluate(truth, ["class 00"] * 20)["macro_precision"].note
    assert "'class 01'" in note
    assert "(+11)" in note
    assert "'class 19'" not in note


def test_all_classes_undefined():
    found = evaluate(["a", "b"], ["b", "a"])["macro_f1"]
    assert found.value == 0
    every = evaluate(["a", "a"], ["b", "b"])["macro_recall"]
    assert math.isnan(every.value)
    assert "with them as 0" in every.note


@pytest.mark.parametrize("key", ["mcc"])
def test_mcc_is_zero_by_its_limit_and_says_so(key):
    found = evaluate([0, 0, 1, 1], [0, 0, 0, 0])[key]
    assert found.value == 0
    assert found.note
    both = evaluate([0, 0, 0], [0, 0, 0])[key]
    assert math.isnan(both.value)
    assert both.note
