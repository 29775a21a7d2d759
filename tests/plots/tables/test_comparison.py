"""The data of the picture of differences."""

import pytest

from tests.plots.conftest import estimate
from veracity.plots import comparison_picture
from veracity.results import Contrast, Superiority, Test


def contrast(first, second, key, difference, verdict, margin=None, p=0.2):
    return Contrast(
        first,
        second,
        key,
        (estimate(0.8, 0.7, 0.9), estimate(0.7, 0.6, 0.8)),
        difference,
        Test(1.0, None, p, "delong"),
        Superiority(0.9, 0.0, 0.1, 0.0, 0),
        p_adjusted=p,
        verdict=verdict,
        margin=margin,
    )


ALL = [
    contrast("A", "B", "auroc", estimate(0.1, 0.02, 0.18), "better", 0.05, 0.01),
    contrast("A", "B", "mcc", estimate(-0.02, -0.2, 0.1), "cannot_tell", 0.05),
]


def test_differences_margin_and_zero():
    picture = comparison_picture(ALL)
    rows = picture["differences"]
    assert rows.value.tolist() == [0.1, -0.02]
    assert (rows.low.tolist(), rows.high.tolist()) == ([0.02, -0.2], [0.18, 0.1])
    assert rows.filled == (True, False)
    assert picture["margin"].x.tolist() == [-0.05, 0.05]
    assert picture["zero"].at == 0.0
    low, high = picture.x.limits
    assert low == -high
    assert high > 0.2


def test_figures_say_p_and_verdict():
    picture = comparison_picture(ALL)
    assert picture["figure-1"].text == "0.100 [0.020, 0.180], p = 0.010, better"
    assert picture["figure-2"].text.zh.endswith("，p = 0.200，无法判断")
    names = [name for _, name in picture.y.ticks]
    assert names[0] == "Area under the ROC curve: A − B"
    assert names[1].zh == "马修斯相关系数：A − B"


def test_different_margins_have_no_strip():
    mixed = [ALL[0], contrast("A", "C", "mcc", estimate(0, -0.1, 0.1), "cannot_tell", 0.1)]
    assert "margin" not in comparison_picture(mixed).ids


def test_keys_choose():
    assert comparison_picture(ALL, keys=["mcc"])["differences"].value.tolist() == [-0.02]
    nothing = comparison_picture(ALL, keys=["f1"])
    assert (nothing.layers, bool(nothing.note)) == ((), True)


def test_no_difference_at_all_has_limits():
    same = [contrast("A", "B", "auroc", estimate(0.0, 0.0, 0.0), "cannot_tell")]
    low, high = comparison_picture(same).x.limits
    assert low < 0 < high


@pytest.mark.parametrize("verdict", ["better", "worse", "equivalent", "non_inferior"])
def test_every_verdict_that_says_something_is_a_full_mark(verdict):
    one = contrast("A", "B", "auroc", estimate(0.0, -0.01, 0.01), verdict, 0.05)
    assert comparison_picture([one])["differences"].filled == (True,)
