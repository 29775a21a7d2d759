"""The data of forest plots."""

import numpy as np

from tests.plots.conftest import estimate
from veracity.plots import forest_picture
from veracity.results.page.profile import Line
from veracity.words import Text


def line(key, e, better="higher", names=None):
    return Line("all", None, key, names or Text(key, f"{key}中"), better, e)


LINES = [
    line("recall", estimate(0.6, 0.5, 0.7), names=Text("Recall", "召回率")),
    line("error_rate", estimate(0.2, 0.1, 0.3), "lower"),
    line("dor", estimate(60.0, 20.0, 180.0)),
    line("mcc", estimate(np.nan, np.nan, np.nan)),
]


def test_rows_values_ends_and_figures():
    picture = forest_picture(LINES)
    rows = picture["estimates"]
    assert rows.rows.tolist() == [0, 1, 2, 3]
    assert rows.value[:2].tolist() == [0.6, 0.2]
    assert (rows.low[0], rows.high[0]) == (0.5, 0.7)
    assert picture["figure-1"].text == "0.600 [0.500, 0.700]"
    assert picture["figure-3"].text == "60.00 [20.00, 180.00]"
    assert picture["figure-4"].text == "—"


def test_what_is_not_on_the_scale_is_there_in_figures_only():
    rows = forest_picture(LINES)["estimates"]
    assert np.isnan(rows.value[2:]).all()
    assert np.isnan(rows.low[2:]).all()


def test_arrows_point_to_where_it_is_better():
    names = [name for _, name in forest_picture(LINES).y.ticks]
    assert names[:2] == ["Recall ↑", "error_rate ↓"]
    assert names[0].zh == "召回率 ↑"


def test_the_scale_goes_below_nought_only_where_something_is():
    assert -0.05 < forest_picture(LINES).x.limits[0] < 0
    lower = forest_picture([line("mcc", estimate(-0.2, -0.4, 0.1))])
    assert -0.45 < lower.x.limits[0] < -0.4


def test_bars_end_at_the_edge():
    wide = forest_picture([line("mcc", estimate(0.9, 0.5, 7.0))])
    assert wide["estimates"].high[0] == wide.x.limits[1]


def test_the_first_row_is_on_top_and_words_are_there_twice():
    picture = forest_picture(LINES)
    assert picture.y.limits == (3.5, -0.5)
    assert (picture.x.label, picture.x.label.zh) == ("Value, 95% interval", "取值及 95% 区间")


def test_no_lines_say_so():
    assert forest_picture([]).note == "There are no estimates."
