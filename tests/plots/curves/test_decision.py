"""The data of the picture of the decision curve."""

import pytest

from veracity.decisions.costs.net_benefit import decision
from veracity.plots import decision_picture
from veracity.statistics.scores.score_table import ScoreTable

TABLE = ScoreTable.of_rows([1, 0, 1, 0, 0], [0.9, 0.6, 0.4, 0.3, 0.1])


def test_net_benefit_beside_treating_all_and_none():
    # t = 1/4: TP 2, FP 2 of 5, so 2/5 − 2/5 · 1/3; all: 2/5 − 3/5 · 1/3. t = 1/2: 1/5 − 1/5
    picture = decision_picture(decision(TABLE, [0.25, 0.5]))
    assert picture["curve"].y == pytest.approx([2 / 5 - 2 / 15, 0.0])
    assert picture["treat-all"].y == pytest.approx([1 / 5, -1 / 5])
    assert picture["treat-none"].at == 0.0


def test_the_axis_ends_at_the_prevalence_and_a_bit_below_nought():
    low, high = decision_picture(decision(TABLE, [0.25, 0.5])).y.limits
    assert high == pytest.approx(1.06 * 0.4)
    assert low == pytest.approx(-0.12 * 0.4)


def test_the_threshold_is_marked():
    picture = decision_picture(decision(TABLE), threshold=0.5)
    assert picture["point"].at == 0.5
    assert "point" not in decision_picture(decision(TABLE), threshold=float("inf")).ids


def test_one_model_has_a_band_and_several_have_none():
    curve = decision(TABLE)
    assert "band" in decision_picture(curve).ids
    several = decision_picture({"A": curve, "B": curve})
    assert [i for i in several.ids if "band" in i] == []
    assert several["curve-2"].label == "B"


def test_words_in_both_languages():
    picture = decision_picture(decision(TABLE))
    assert (picture.x.label, picture.x.label.zh) == ("Threshold probability", "阈值概率")
    assert picture["treat-all"].label.zh == "全部处理"
