"""The data of the precision-recall picture."""

from fractions import Fraction

import numpy as np
import pytest

from tests.plots.conftest import estimate
from veracity.curves import precision_recall
from veracity.plots import Here, pr_picture
from veracity.plots.curves.precision_recall import F1_CONTOURS, equal_f1
from veracity.statistics.scores.score_table import ScoreTable


def test_the_area_under_the_drawn_steps_is_the_average_precision(table):
    # ranked truth 1, 0, 1, 0: AP = (1/1 + 2/3) / 2
    line = pr_picture(precision_recall(table))["curve"]
    assert np.trapezoid(line.y, line.x) == pytest.approx(float(Fraction(5, 6)), rel=1e-15)
    assert (line.x[0], line.y[0]) == (0.0, 1.0)


@pytest.mark.parametrize("level", F1_CONTOURS)
def test_every_point_of_a_line_has_its_f1(level):
    line, words = equal_f1(level)
    f1 = 2 * line.x * line.y / (line.x + line.y)
    assert f1 == pytest.approx(np.full(len(f1), level), rel=1e-12)
    assert (line.x[-1], line.y[0]) == (1.0, 1.0)
    assert (np.diff(line.x) > 0).all()
    assert words.text == f"F1 {level:g}"


def test_base_rate_and_the_line_of_equality():
    table = ScoreTable.of_rows([1, 0, 0, 0], [4, 3, 2, 1])
    picture = pr_picture(precision_recall(table))
    assert picture["base-rate-1"].at == 0.25
    assert picture["base-rate-1"].label == "Base rate 0.250"
    assert picture["base-rate-1"].label.zh == "基准率 0.250"
    assert picture["equal"].x.tolist() == picture["equal"].y.tolist() == [0.0, 1.0]


def test_two_models_on_the_same_rows_share_a_base_rate(table):
    curve = precision_recall(table)
    picture = pr_picture({"A": curve, "B": curve}, areas={"B": estimate(0.8, 0.7, 0.9)})
    assert [i for i in picture.ids if i.startswith("base")] == ["base-rate-1"]
    assert picture["curve-2"].label == "B: Average precision 0.800 [0.700, 0.900]"


def test_the_operating_point(table):
    picture = pr_picture(precision_recall(table), here=Here(1, 1, 1, 1, 0.4))
    assert (picture["point"].x, picture["point"].y) == (0.5, 0.5)


def test_calling_nothing_has_no_precision_and_no_point(table):
    assert "point" not in pr_picture(precision_recall(table), here=Here(0, 0, 2, 2)).ids


def test_without_positives_the_picture_says_so():
    picture = pr_picture(precision_recall(ScoreTable.of_rows([0, 0], [1, 2])))
    assert picture.layers == ()
    assert "no positive" in picture.note


def test_words_in_both_languages(table):
    picture = pr_picture(precision_recall(table))
    assert (picture.x.label.zh, picture.y.label.zh) == ("召回率", "查准率")
    assert picture.title.zh == "查准率–召回率曲线"
