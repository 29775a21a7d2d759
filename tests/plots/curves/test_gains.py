"""The data of the pictures of gain and lift."""

import numpy as np
import pytest

from veracity.curves import gains, lift
from veracity.plots import Here, gains_picture, lift_picture
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([1, 0, 1, 0, 0], [5, 4, 3, 2, 1])  # prevalence 2/5


def test_gain_chance_and_the_best_possible():
    picture = gains_picture(gains(TABLE), here=Here(tp=1, fp=1, fn=1, tn=2))
    assert picture["curve"].x == pytest.approx([0, 0.2, 0.4, 0.6, 0.8, 1])
    assert picture["curve"].y == pytest.approx([0, 0.5, 0.5, 1, 1, 1])
    assert picture["best"].x.tolist() == [0.0, 0.4, 1.0]
    assert picture["best"].y.tolist() == [0.0, 1.0, 1.0]
    assert (picture["point"].x, picture["point"].y) == (0.4, 0.5)


def test_lift_at_the_thresholds():
    # called 1, 2, 3, 4, 5 of 5 with 1, 1, 2, 2, 2 of 2 positives: lift = (TP/2) / (called/5)
    line = lift_picture(lift(TABLE))["curve"]
    found = {round(x, 12): y for x, y in zip(line.x, line.y, strict=True)}
    wanted = {0.2: 2.5, 0.4: 1.25, 0.6: 5 / 3, 0.8: 1.25, 1.0: 1.0}
    assert {x: found[x] for x in wanted} == pytest.approx(wanted)
    assert np.isnan(found[0.0])


def test_lift_between_thresholds_never_beats_the_best_possible():
    table = ScoreTable.of_rows([1, 1, 0], [3, 2, 1])
    picture = lift_picture(lift(table))
    line = picture["curve"]
    inside = line.x > 0
    assert (line.y[inside] <= np.minimum(1.5, 1 / line.x[inside]) + 1e-12).all()
    halfway = np.interp(5 / 6, line.x[inside], line.y[inside])
    assert halfway == pytest.approx(6 / 5, abs=1e-4)  # all positives among 5/6 of the cases


def test_the_point_of_lift_is_precision_over_prevalence():
    point = lift_picture(lift(TABLE), here=Here(tp=1, fp=1, fn=1, tn=2))["point"]
    assert (point.x, point.y) == (0.4, pytest.approx(0.5 / 0.4))


@pytest.mark.parametrize(("curve", "picture"), [(gains, gains_picture), (lift, lift_picture)])
def test_without_positives_the_picture_says_so(curve, picture):
    made = picture(curve(ScoreTable.of_rows([0, 0], [1, 2])))
    assert made.layers == ()
    assert "no positive" in made.note
    assert made.x.label.zh
