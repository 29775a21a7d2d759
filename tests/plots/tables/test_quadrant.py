"""The data of the picture of ranking and calibration."""

import pytest

from tests.plots.conftest import estimate
from veracity.plots import QuadrantPoint, quadrant_picture

LARGE = estimate(0.0, -0.2, 0.2)
GOOD = QuadrantPoint(estimate(0.9, 0.85, 0.95), estimate(1.1, 0.9, 1.3), LARGE, "yes")
EXTREME = QuadrantPoint(estimate(0.8, 0.7, 0.9), estimate(0.5, 0.4, 0.6), LARGE, "no")


def test_models_at_their_place_with_both_intervals():
    picture = quadrant_picture({"A": GOOD, "B": EXTREME})
    one, other = picture["model-1"], picture["model-2"]
    assert (one.x, one.y, one.x_span, one.y_span) == (0.9, 1.1, (0.85, 0.95), (0.9, 1.3))
    assert (one.filled, other.filled) == (True, False)
    assert (picture["chance"].at, picture["ideal"].at) == (0.5, 1.0)
    assert one.label == "A: no miscalibration shown, in the large 0.000 [-0.200, 0.200]"
    assert other.label.zh.startswith("B：校准不良，总体校准")


def test_a_slope_off_the_scale_is_brought_to_its_edge():
    wide = QuadrantPoint(estimate(0.9, 0.85, 0.95), estimate(500.0, 2.0, float("inf")), LARGE, "no")
    picture = quadrant_picture(wide)
    assert picture.y.limits[1] == pytest.approx(100)
    assert picture["model-1"].y == pytest.approx(100 / 1.08)  # near the edge, and seen whole
    assert picture["model-1"].y_span == (2.0, picture.y.limits[1])


def test_a_turned_slope_says_why():
    turned = QuadrantPoint(estimate(0.3, 0.2, 0.4), estimate(-0.5, -0.8, -0.2), LARGE, "no")
    picture = quadrant_picture(turned)
    assert picture.layers == ()
    assert picture.note == "The calibration slope is not above 0."


def test_worse_than_chance_stays_in_sight():
    low = QuadrantPoint(estimate(0.3, 0.2, 0.4), estimate(1.0, 0.8, 1.2), LARGE, "yes")
    assert quadrant_picture(low).x.limits[0] < 0.2


def test_words_in_both_languages():
    picture = quadrant_picture(GOOD)
    assert (picture.x.label.zh, picture.y.label.zh) == ("ROC 曲线下面积", "校准斜率")
    assert picture["model-1"].label.startswith("no miscalibration shown")
