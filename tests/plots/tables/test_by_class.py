"""The data of the profile of classes."""

import pytest

from tests.plots.conftest import estimate
from veracity.plots import by_class_picture
from veracity.plots.tables.by_class import ordered
from veracity.results.page.profile import Line
from veracity.words import Text


def line(of, key, value, better="higher", scope="class"):
    e = estimate(value, value - 0.1, min(value + 0.1, 1))
    return Line(scope, of, key, Text(key, f"{key}中"), better, e)


LINES = [
    line(of, key, value)
    for of, values in (("cat", (0.9, 0.8)), ("dog", (0.5, 0.6)))
    for key, value in zip(("precision", "recall"), values, strict=True)
]


def test_one_series_for_each_metric_side_by_side():
    picture = by_class_picture(LINES, support={"cat": 30.0, "dog": 12.5})
    first, second = picture["precision"], picture["recall"]
    assert first.value.tolist() == [0.9, 0.5]
    assert second.value.tolist() == [0.8, 0.6]
    assert (second.rows - first.rows).tolist() == pytest.approx([0.25, 0.25])
    assert (first.rows + second.rows).tolist() == pytest.approx([0, 2])
    assert [name for _, name in picture.y.ticks] == ["cat (30)", "dog (12.5)"]
    assert picture.labels == ("precision", "recall")
    assert picture["precision"].tone != picture["recall"].tone


def test_keys_choose_and_other_lines_are_left_out():
    extra = [*LINES, line(None, "recall", 0.7, scope="all")]
    picture = by_class_picture(extra, keys=["recall"])
    assert picture.ids == ("recall",)
    assert picture["recall"].value.tolist() == [0.8, 0.6]


def test_the_worst_can_come_first():
    assert [one.of for one in ordered(LINES, "precision")][:2] == ["dog", "dog"]
    costs = [line("a", "fnr", 0.2, "lower"), line("b", "fnr", 0.4, "lower")]
    assert [one.of for one in ordered(costs, "fnr")] == ["b", "a"]


def test_many_classes_make_the_figure_taller():
    many = [line(i, "recall", 0.5) for i in range(50)]
    assert by_class_picture(many).size[1] > by_class_picture(LINES).size[1] + 4


def test_no_classes_say_so():
    picture = by_class_picture([])
    assert (picture.note, picture.note.zh) == (
        "There are no figures by class.",
        "没有按类别的结果。",
    )
