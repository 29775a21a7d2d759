"""The data of the precision-recall-gain picture."""

import numpy as np
import pytest

from tests.plots.conftest import estimate
from veracity.curves import pr_gain
from veracity.plots import Here, pr_gain_picture
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([1, 1, 0, 1, 0], [5, 4, 3, 2, 1])  # P = 3, N = 2


def test_the_curve_enters_where_recall_is_the_prevalence():
    # recall gain 0 at TP = P²/(P+N) = 9/5, before the first false positive: precision gain 1;
    # then (TP, FP) = (2, 0), (2, 1), (3, 1), (3, 2) with gains 1 − (3/2)(FN/TP), 1 − (3/2)(FP/TP)
    line = pr_gain_picture(pr_gain(TABLE))["curve"]
    assert line.x == pytest.approx([0.0, 0.25, 0.25, 1.0, 1.0])
    assert line.y == pytest.approx([1.0, 1.0, 0.25, 0.5, 0.0])


def test_entering_in_the_middle_of_a_tie():
    # one tie of (2 positives, 1 negative) and one of (1, 1): TP = 9/5 is 9/10 of the way,
    # FP there 0.9, and the precision gain 1 − (3/2)(0.9/1.8) = 0.25
    table = ScoreTable.of_rows([1, 1, 0, 1, 0], [2, 2, 2, 1, 1])
    line = pr_gain_picture(pr_gain(table))["curve"]
    assert (line.x[0], line.y[0]) == pytest.approx((0.0, 0.25))


def test_the_dashed_line_has_the_f1_of_calling_all_positive():
    ends = pr_gain_picture(pr_gain(TABLE))["all"]
    assert (ends.x[-1], ends.y[-1]) == (1.0, 0.0)
    assert (ends.x + ends.y).tolist() == [1.0, 1.0]


def test_operating_point_and_area():
    picture = pr_gain_picture(
        pr_gain(TABLE), here=Here(tp=3, fp=1, fn=0, tn=1), area=estimate(0.7, 0.5, 0.9)
    )
    assert (picture["point"].x, picture["point"].y) == (1.0, 0.5)
    assert picture["curve"].label == "Area under the gain curve 0.700 [0.500, 0.900]"
    below = pr_gain_picture(pr_gain(TABLE), here=Here(tp=1, fp=2, fn=2, tn=0))
    assert "point" not in below.ids  # negative gains lie outside of the square


def test_one_class_says_why(nothing_but_positives):
    picture = pr_gain_picture(pr_gain(nothing_but_positives))
    assert (picture.layers, bool(picture.note)) == ((), True)
    assert picture.x.label.zh == "召回率增益"
    assert np.isfinite(picture.x.limits).all()
