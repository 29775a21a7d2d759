"""The data of the picture of the cost curve."""

import pytest

from veracity.curves.kinds.cost import cost_curve
from veracity.decisions.costs.cost_curves import cost_line
from veracity.plots import cost_picture
from veracity.statistics import ConfusionMatrix
from veracity.statistics.scores.score_table import ScoreTable


def test_envelope_trivial_rules_and_place():
    # truth 1, 0, 1, 0 from the top: hull corners (0, ½), (½, 1); lines ½x and ½(1 − x) meet at ½
    curve = cost_curve(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1]))
    picture = cost_picture(curve, at=0.2)
    assert picture["curve"].x == pytest.approx([0, 0.5, 1])
    assert picture["curve"].y == pytest.approx([0, 0.25, 0])
    assert picture["trivial"].y.tolist() == [0.0, 0.5, 0.0]
    assert picture["point"].at == 0.2
    assert picture.x.label.zh == "概率代价 PC(+)"


def test_an_operating_point_is_a_straight_line_from_fpr_to_fnr():
    curve = cost_curve(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1]))
    line = cost_line(ConfusionMatrix([[90, 10], [30, 70]], labels=(0, 1)))
    picture = cost_picture(curve, line=line)
    shown = picture["line"]
    assert (shown.y[0], shown.y[-1]) == (pytest.approx(0.1), pytest.approx(0.3))
    assert picture["line-band"].label == "95% band of it"


def test_a_costly_line_stays_in_sight():
    curve = cost_curve(ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1]))
    line = cost_line(ConfusionMatrix([[10, 90], [30, 70]], labels=(0, 1)))
    assert cost_picture(curve, line=line).y.limits[1] > 0.9


def test_one_class_says_why(nothing_but_positives):
    picture = cost_picture(cost_curve(nothing_but_positives))
    assert (picture.layers, "no negative" in picture.note) == ((), True)
