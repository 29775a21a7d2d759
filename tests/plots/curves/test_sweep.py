"""The data of the picture of a threshold sweep."""

import numpy as np
import pytest

from veracity.curves import sweep
from veracity.plots import sweep_picture
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([0, 1, 1], [0.9, 0.8, 0.7])


def value_at(line, threshold):
    """What the line shows at a threshold between two scores."""
    flat = (np.diff(line.x) < 0) & (line.x[:-1] >= threshold) & (line.x[1:] <= threshold)
    (place,) = np.flatnonzero(flat)
    return line.y[place]


def test_between_scores_the_line_shows_what_calling_there_gives():
    line = sweep_picture(sweep(TABLE, ["recall"]))["recall"]
    # score >= 0.85 calls the negative alone, >= 0.75 one of two positives, >= 0.65 … all
    assert value_at(line, 0.85) == 0.0
    assert value_at(line, 0.75) == 0.5
    assert value_at(line, 0.905) == 0.0  # above the highest score nothing is called


def test_undefined_values_break_the_line():
    line = sweep_picture(sweep(TABLE, ["precision"]))["precision"]
    assert np.isnan(line.y[line.x > 0.9]).all()
    assert np.isfinite(line.y[line.x < 0.9]).all()


def test_the_threshold_in_use_is_marked_where_it_is_in_sight():
    rule = sweep_picture(sweep(TABLE), threshold=0.75)["point"]
    assert (rule.along, rule.at, rule.label, rule.label.zh) == (
        "x",
        0.75,
        "Threshold 0.75",
        "阈值 0.75",
    )
    for outside in (5.0, float("inf")):
        assert "point" not in sweep_picture(sweep(TABLE), threshold=outside).ids


def test_infinite_scores_do_not_stretch_the_axis():
    table = ScoreTable.of_rows([0, 1, 1, 0], [-np.inf, np.inf, 0.4, 0.2])
    picture = sweep_picture(sweep(table, ["recall"]))
    assert picture.x.limits == pytest.approx((0.194, 0.406))
    assert np.isfinite(picture["recall"].x).all()


def test_one_score_has_room_on_both_sides():
    low, high = sweep_picture(sweep(ScoreTable.of_rows([0, 1], [2.0, 2.0]))).x.limits
    assert low < 2.0 < high


def test_no_finite_score_says_why():
    picture = sweep_picture(sweep(ScoreTable.of_rows([0, 1], [-np.inf, np.inf])))
    assert picture.layers == ()
    assert picture.note == "No score is finite."


def test_metrics_without_limits_widen_the_axis():
    table = ScoreTable.of_rows([0] * 10 + [1] * 10, np.arange(20) % 13)
    limits = sweep_picture(sweep(table, ["lr_plus", "mcc"])).y.limits
    assert limits[1] > 1.02


def test_names_come_from_the_records():
    picture = sweep_picture(sweep(TABLE, ["precision", "recall"]))
    assert [label.zh for label in picture.labels] == ["查准率", "召回率"]
    assert (picture.x.label, picture.x.label.zh) == ("Threshold", "阈值")
