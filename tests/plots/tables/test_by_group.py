"""The data of the picture by group."""

from tests.plots.conftest import estimate
from veracity.plots import by_group_picture
from veracity.results.page.profile import Line
from veracity.words import Text

RECALL = Text("Recall", "召回率")


def line(of, e, scope="group"):
    return Line(scope, of, "recall", RECALL, "higher", e)


LINES = [line(("EU", 1), estimate(0.6, 0.4, 0.8, 40)), line("US", estimate(0.8, 0.7, 0.9, 60))]
ALL = line(None, estimate(0.7, 0.65, 0.75), "all")


def test_groups_beside_all_rows():
    picture = by_group_picture(LINES, ALL)
    assert picture["groups"].value.tolist() == [0.6, 0.8]
    assert picture["all"].at == 0.7
    assert picture["all"].label == "All rows, 0.700 [0.650, 0.750]"
    assert picture["all-band"].x.tolist() == [0.65, 0.75]
    assert picture["figure-2"].text == "0.800 [0.700, 0.900], n = 60"
    assert [name for _, name in picture.y.ticks] == ["EU · 1", "US"]


def test_words_in_both_languages():
    picture = by_group_picture(LINES, ALL)
    assert (picture.title, picture.title.zh) == ("Recall by group", "召回率（各组）")
    assert picture.x.label.zh == "召回率 ↑，95% 区间"


def test_an_overall_figure_without_a_value_is_left_out():
    nan = float("nan")
    picture = by_group_picture(LINES, line(None, estimate(nan, nan, nan), "all"))
    assert picture.ids == ("groups", "figure-1", "figure-2")
    bare = by_group_picture(LINES, line(None, estimate(0.7, nan, nan), "all"))
    assert "all" in bare.ids
    assert "all-band" not in bare.ids


def test_no_groups_say_so():
    assert by_group_picture([]).note == "There are no figures by group."
