"""Absent classes, averages that are equal or are two, figures without a value."""

from fractions import Fraction

import numpy as np
import pytest

from tests.cautions.samples import BY_KEY, counts, evidence, matrix
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ConfusionMatrix


def test_a_class_that_is_never_true():
    found = evidence("class_absent_from_truth", matrix([[40, 5, 3], [5, 40, 2], [0, 0, 0]]))
    assert (found["labels"], found["called"]) == ("'c'", 5)
    assert evidence("class_absent_from_truth", counts()) is None


def test_a_class_in_neither_truth_nor_calls_is_left_out_and_said_so():
    said = BY_KEY["class_absent_from_truth"](matrix([[40, 5, 0], [5, 40, 0], [0, 0, 0]])).message
    assert said == (
        "No row truly belongs to class 'c'. "
        "The figures say nothing about how it would be recognised."
    )
    said = BY_KEY["class_absent_from_truth"](matrix([[40, 5, 1], [5, 40, 0], [0, 0, 0]])).message
    assert "1 row called so" in said
    assert "判为这样类别的 1 行" in said.zh


def test_one_class_alone_is_said_elsewhere():
    assert evidence("class_absent_from_truth", counts(tp=9, fn=1, fp=0, tn=0)) is None


def test_a_class_that_is_never_called():
    found = evidence("class_never_predicted", matrix([[40, 5, 0], [5, 40, 0], [7, 5, 0]]))
    assert (found["labels"], found["rows"]) == ("'c'", 12)
    assert evidence("class_never_predicted", matrix([[40, 5, 0], [5, 40, 0], [7, 4, 1]])) is None
    assert evidence("class_never_predicted", counts(tp=0, fp=0))["labels"] == "1"


def test_many_absent_classes_are_named_briefly():
    cells = np.diag([5.0] * 4 + [0.0] * 20)
    facts = facts_of(confusion=ConfusionMatrix(cells, labels=range(24)))
    assert evidence("class_absent_from_truth", facts)["labels"].endswith("11 …")


def test_micro_averages_that_are_accuracy():
    cells = [[40, 5, 3], [5, 40, 2], [4, 1, 50]]
    found = evidence("micro_is_accuracy", matrix(cells, asked=("micro_f1", "mcc")))
    assert found["keys"] == ("micro_f1",)
    both = matrix(cells, asked=("micro_f1", "micro_recall"))
    assert "micro_f1, micro_recall are the accuracy" in BY_KEY["micro_is_accuracy"](both).message
    assert found["accuracy"] == pytest.approx(float(Fraction(130, 150)))


@pytest.mark.parametrize("asked", [(), ("macro_f1",), ("accuracy",), ("micro_specificity",)])
def test_other_averages_are_not_accuracy(asked):
    assert evidence("micro_is_accuracy", matrix([[4, 1], [2, 5]], asked=asked)) is None


# Opitz and Burst (2019), section 3: the two macro F1s part most where precision and recall of
# the classes are unlike in opposite directions
APART = [[1000, 0, 0], [0, 500, 500], [1, 0, 10]]


def test_two_macro_f1s():
    found = evidence("two_macro_f1s", matrix(APART))
    p = [Fraction(1000, 1001), Fraction(1), Fraction(10, 510)]
    r = [Fraction(1), Fraction(1, 2), Fraction(10, 11)]
    of_classes = [2 * a * b / (a + b) for a, b in zip(p, r, strict=True)]
    mean_p, mean_r = sum(p) / 3, sum(r) / 3
    of_means = 2 * mean_p * mean_r / (mean_p + mean_r)
    assert found["macro_f1"].value == pytest.approx(float(sum(of_classes) / 3))
    assert found["f1_of_macro"] == pytest.approx(float(of_means))
    assert found["difference"] == pytest.approx(float(abs(sum(of_classes) / 3 - of_means)))
    assert found["difference"] > found["half"]


def test_macro_f1s_that_nobody_sees_are_left_alone():
    assert evidence("two_macro_f1s", matrix(APART, asked=("mcc",), displayed=("mcc",))) is None
    assert evidence("two_macro_f1s", matrix(APART, asked=("f1_of_macro",))) is not None


def test_macro_f1s_within_the_interval_are_left_alone():
    assert evidence("two_macro_f1s", matrix([[40, 5, 3], [5, 40, 2], [4, 1, 50]])) is None
    assert evidence("two_macro_f1s", counts()) is None


def test_undefined_figures_and_why():
    facts = counts(tp=900, fp=100, fn=0, tn=0, asked=("npv", "recall"))
    found = evidence("undefined_figures", facts)
    assert (found["keys"], found["n"]) == (("npv",), 1)
    said = BY_KEY["undefined_figures"](facts).message
    assert "Nothing was called negative" in said
    assert "没有任何样本被判为负" in said.zh
    assert evidence("undefined_figures", counts(asked=("npv", "recall"))) is None


def test_every_undefined_figure_stands_beside_its_reason():
    facts = counts(tp=0, fp=0, fn=0, tn=50, asked=("recall", "fnr", "precision"))
    said = BY_KEY["undefined_figures"](facts).message
    assert said.startswith("3 figures are undefined here. recall, fnr: ")
    assert said.count("precision: Nothing was called positive") == 1
    assert "recall, fnr：" in said.zh


def test_keys_that_are_not_there_are_not_undefined():
    assert evidence("undefined_figures", counts(asked=("auroc",))) is None
