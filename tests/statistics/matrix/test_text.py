"""A matrix as text says which axis is which, on any labels."""

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.words import use
from veracity.words.layout import width


def text(counts, labels, lang="en", **options):
    with use(lang):
        return repr(ConfusionMatrix(counts, labels=labels, **options))


def test_axes_and_positive_class_are_named():
    assert text([[5, 1], [2, 14]], [0, 1]).splitlines() == [
        "truth \\ predicted  0   1",
        "0                  5   1",
        "1                  2  14",
        "(rows are truth, columns are predictions, positive: 1)",
    ]


def test_in_chinese():
    lines = text([[5, 1], [2, 14]], ["阴性", "阳性"], "zh", pos_label="阳性").splitlines()
    assert lines[0].split() == ["真实", "\\", "预测", "阴性", "阳性"]
    assert lines[-1] == "（行为真实标签，列为预测，正类：阳性）"


@pytest.mark.parametrize(
    "labels", [("a", "世界"), ("🙂", "ab"), ("e\u0301", "é"), ("👩\u200d🔬", "x"), ("", " ")]
)
def test_columns_line_up_whatever_the_script(labels):
    lines = text([[5, 100], [2000, 14]], labels).splitlines()[:-1]
    assert len({width(line) for line in lines}) == 1


def test_no_label_breaks_the_table():
    lines = text([[1, 2], [3, 4]], ["a\nb", "c\x1b[2J"]).splitlines()
    assert len(lines) == 4
    assert "\x1b" not in "".join(lines)


def test_many_classes_and_leading_axes_are_summed_up():
    assert text(np.eye(21), range(21)) == "<confusion matrix of 21 classes>"
    stacked = text(np.ones((3, 2, 2)), [0, 1])
    assert stacked == "<confusion matrix of 2 classes, leading axes (3,), positive: 1>"


def test_twenty_classes_are_shown():
    assert len(text(np.eye(20), range(20)).splitlines()) == 22
