"""The data of the ROC picture."""

from dataclasses import replace

import numpy as np
import pytest

from tests.plots.conftest import estimate
from veracity.curves import roc
from veracity.plots import Here, roc_picture
from veracity.results.estimate.curve import Band, Curve


def test_curve_area_above_chance_and_point(table):
    # at threshold 0.4 the two highest scores are called: one positive of two, one negative of two
    picture = roc_picture(roc(table), here=Here(1, 1, 1, 1, 0.4), areas=estimate(0.75, 0.5, 1.0))
    assert picture.ids == ("above", "curve", "chance", "point")
    above = picture["above"]
    assert above.low.tolist() == [0.0, 0.5, 0.5, 1.0, 1.0]
    assert above.high.tolist() == [1.0] * 5
    assert 1 - np.trapezoid(above.high - above.low, above.x) == pytest.approx(0.75)
    assert (picture["point"].x, picture["point"].y) == (0.5, 0.5)
    assert picture["chance"].x.tolist() == picture["chance"].y.tolist() == [0.0, 1.0]
    assert picture.square


def test_words_in_both_languages(table):
    picture = roc_picture(roc(table), here=Here(1, 1, 1, 1, 0.4), areas=estimate(0.75, 0.5, 1.0))
    assert (picture.x.label, picture.y.label) == ("False positive rate", "Recall")
    assert (picture.x.label.zh, picture.y.label.zh) == ("假阳性率", "召回率")
    assert picture["curve"].label == "AUROC 0.750 [0.500, 1.000]"
    assert picture["point"].label == "Operating point, threshold 0.4"
    assert picture["point"].label.zh == "工作点，阈值 0.4"
    assert "0.250" in picture["above"].label


def test_a_band_is_drawn_where_the_curve_has_one(table):
    curve = roc(table)
    band = Band(curve.y * 0.5, np.minimum(curve.y * 1.5, 1), 0.9, "simultaneous")
    shown = roc_picture(replace(curve, band=band))["band"]
    assert shown.low.tolist() == [0.0, 0.25, 0.25, 0.5, 0.5]
    assert shown.label == "90% band, simultaneous"
    assert shown.label.zh == "90% 置信带（同时）"


def test_several_curves_have_names_and_tones_and_no_shade(table):
    curve = roc(table)
    picture = roc_picture({"A": curve, 7: curve}, areas={"A": estimate(0.75, 0.5, 1)})
    assert picture.ids == ("curve-1", "curve-2", "chance")
    assert picture["curve-1"].label == "A: AUROC 0.750 [0.500, 1.000]"
    assert picture["curve-2"].label == "7"
    assert picture["curve-2"].tone == 1


@pytest.mark.parametrize("curves", [{}, None])
def test_nothing_to_draw_is_said(curves, nothing_but_positives):
    picture = roc_picture(roc(nothing_but_positives) if curves is None else curves)
    assert picture.layers == ()
    assert picture.note
    assert picture.note.zh


def test_an_operating_point_without_negatives_has_no_place(table):
    assert "point" not in roc_picture(roc(table), here=Here(1, 0, 1, 0)).ids


def test_many_points_are_thinned_within_the_stated_error():
    n = 50_000
    x = np.linspace(0, 1, n)
    curve = Curve(
        "roc",
        {"fpr": x, "tpr": np.sqrt(x)},
        np.linspace(1, 0, n),
        {},
        {"fpr": (0, 1), "tpr": (0, 1)},
    )
    line = roc_picture(curve)["curve"]
    assert len(line.x) < 3000
    assert np.abs(np.interp(x, line.x, line.y) - np.sqrt(x)).max() < 0.002
