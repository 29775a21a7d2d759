"""A matrix as text says which axis is which, on any labels."""

import numpy as np
import pytest

from veracity.evaluation import ConfusionMatrix
from veracity.statistics.matrix.text import number, padded, shown, width
from veracity.words import use


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


@pytest.mark.parametrize(
    ("label", "columns"), [("abc", 3), ("世界", 4), ("🙂", 2), ("e\u0301", 1), ("ﬁ", 1), ("ａ", 2)]
)
def test_width_on_a_terminal(label, columns):
    assert width(label) == columns
    assert width(padded(label, 6, left=True)) == 6


@pytest.mark.parametrize(
    ("label", "safe"),
    [
        ("two\nlines", "two lines"),
        ("tab\there\r\n", "tab here"),
        ("\x1b[31mred", "�[31mred"),
        ("bell\x07", "bell�"),
        ("null\0", "null�"),
        ("\u202eright to left", "�right to left"),
        ("\u2066isolate", "�isolate"),
        ("no\u00a0break\u3000space\u2028end", "no break space end"),
        ("\ud800", "�"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("שלום", "שלום"),
        ("🙂", "🙂"),
        (1.5, "1.5"),
        ((1, "a\n"), "(1, 'a\\n')"),
    ],
)
def test_labels_stay_on_their_line(label, safe):
    assert shown(label) == safe


def test_no_label_breaks_the_table():
    lines = text([[1, 2], [3, 4]], ["a\nb", "c\x1b[2J"]).splitlines()
    assert len(lines) == 4
    assert "\x1b" not in "".join(lines)


@pytest.mark.parametrize(
    ("count", "written"),
    [
        (5.0, "5"),
        (2.0**53, "9007199254740992"),
        (0.25, "0.25"),
        (1 / 3, "0.3333"),
        (0.00001234, "1.234e-05"),
        (1234.56, "1234.6"),
        (999.96, "1000"),
    ],
)
def test_numbers(count, written):
    assert number(count) == written


def test_many_classes_and_leading_axes_are_summed_up():
    assert text(np.eye(21), range(21)) == "<confusion matrix of 21 classes>"
    stacked = text(np.ones((3, 2, 2)), [0, 1])
    assert stacked == "<confusion matrix of 2 classes, leading axes (3,), positive: 1>"


def test_twenty_classes_are_shown():
    assert len(text(np.eye(20), range(20)).splitlines()) == 22
