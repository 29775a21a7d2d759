"""The data of the DET picture."""

import numpy as np
import pytest

from veracity.curves import det
from veracity.plots import Here, det_picture, draw
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([0] * 50 + [1] * 50, np.arange(100) % 60)


def test_rates_are_drawn_on_probit_scales():
    picture = det_picture(det(TABLE))
    assert picture.x.scale == picture.y.scale == "probit"
    line, curve = picture["curve"], det(TABLE)
    inside = (curve["fpr"] > 0) & (curve["fpr"] < 1) & (curve["fnr"] > 0) & (curve["fnr"] < 1)
    assert inside.any()
    assert line.x[inside].tolist() == curve["fpr"][inside].tolist()
    assert line.y[inside].tolist() == curve["fnr"][inside].tolist()


def test_rates_of_nought_and_one_lie_out_of_sight():
    picture = det_picture(det(TABLE))
    low, high = picture.x.limits
    line = picture["curve"]
    assert 0 < line.x.min() < low < high < line.x.max() < 1
    assert low < 1 / 50  # the smallest rate above 0 is seen


def test_equal_steps_of_the_normal_deviate_are_equally_long(ax):
    from scipy.special import ndtr

    draw(det_picture(det(TABLE)), ax, lang="en")
    places = ax.transData.transform([(ndtr(z), 0.5) for z in (-1.0, 0.0, 1.0)])[:, 0]
    assert np.diff(places)[0] == pytest.approx(np.diff(places)[1], rel=1e-9)


def test_ticks_are_percentages_inside_the_limits():
    axis = det_picture(det(TABLE)).x
    assert {str(words): place for place, words in axis.ticks}["50%"] == 0.5
    assert all(axis.limits[0] <= place <= axis.limits[1] for place, _ in axis.ticks)


def test_the_operating_point_is_false_alarms_against_misses():
    point = det_picture(det(TABLE), here=Here(tp=30, fp=10, fn=20, tn=40))["point"]
    assert (point.x, point.y) == (0.2, 0.4)


def test_one_class_says_why(nothing_but_positives):
    picture = det_picture(det(nothing_but_positives))
    assert picture.layers == ()
    assert "no negative" in picture.note


def test_words_in_both_languages():
    picture = det_picture(det(TABLE))
    assert (picture.x.label.zh, picture.y.label.zh) == ("假阳性率", "假阴性率")


def test_a_perfect_ranking_lies_on_the_edges_and_says_so():
    picture = det_picture(det(ScoreTable.of_rows([0, 1, 1], [0.2, 0.4, 0.7])))
    assert "both kinds of error" in picture.note
    tied = det_picture(det(ScoreTable.of_rows([0, 1, 1, 0], [0.5, 0.5, 0.5, 0.5])))
    assert not tied.note
    assert "curve" in tied.ids
