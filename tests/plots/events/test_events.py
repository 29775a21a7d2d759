"""Pictures of events in time: their data by hand, drawn on axes, in both languages."""

import math

import numpy as np
import pytest
from matplotlib.figure import Figure

import veracity as vc
from tests.plots.conftest import estimate
from veracity.errors import VeracityError
from veracity.plots import as_svg, draw
from veracity.plots.events.delays import delays_picture
from veracity.plots.events.froc import froc_picture
from veracity.plots.events.rules import rules_picture
from veracity.results.estimate.curve import Band, Curve

REFERENCE = {"a": [(100, 160), (900, 930)], "b": [(7200, 7260)], "c": []}
DETECTED = {"a": [(95, 120), (500, 510)], "b": [(7205, 7255)], "c": [(10, 20)]}
DURATION = {"a": 3600, "b": 14400, "c": 3600}


@pytest.fixture(scope="module")
def er():
    rules = ["any_overlap", "iou", "segments(1)"]
    return vc.events.evaluate(REFERENCE, DETECTED, duration=DURATION, rules=rules)


def test_timeline_tells_found_from_missed_and_right_from_false(er):
    picture = er.plot.picture("timeline", recording="a")
    assert picture.ids == ("found", "missed", "right", "false")
    assert picture.x.label == "Time (min)"
    assert (picture["found"].start * 60).round(9).tolist() == [100]
    assert (picture["missed"].stop * 60).round(9).tolist() == [930]
    assert (picture["false"].start * 60).round(9).tolist() == [500]
    assert [one.zh for one in picture.labels] == ["已发现：1", "漏检：1", "正确：1", "误报：1"]


def test_what_went_wrong_is_half_as_high_so_that_no_colour_is_needed(er):
    picture = er.plot.picture("timeline", recording="a")
    for wrong, good in (("missed", "found"), ("false", "right")):
        assert picture[wrong].height == picture[good].height / 2
        assert picture[wrong].rows[0] != picture[good].rows[0]


def test_timeline_of_a_window(er):
    picture = er.plot.picture("timeline", recording="a", window=(90, 170))
    assert picture.ids == ("found", "right")
    assert picture.x.label == "Time (s)"
    assert picture["found"].stop.tolist() == [160]
    with pytest.raises(VeracityError, match="within the 3600 s"):
        er.plot.picture("timeline", recording="a", window=(0, 1e9))
    with pytest.raises(VeracityError, match="No recording"):
        er.plot.picture("timeline", recording="z")
    assert er.plot.picture("timeline", recording="a", window=(2000, 2100)).note


def test_lines_join_pairs_of_one_to_one_rules(er):
    picture = er.plot.picture("timeline", recording="b", rule="iou")
    middle = picture["pairs"].x[:2] * 3600
    assert middle.round(6).tolist() == [7230, 7230]
    assert math.isnan(picture["pairs"].x[2])


def test_rules_without_single_events_show_them_as_given(er):
    picture = er.plot.picture("timeline", recording="a", rule="segments(1)")
    assert picture.ids == ("reference", "detected")
    assert len(picture["detected"].start) == 2


def test_many_events_are_as_many_as_can_be_seen():
    times = np.arange(0, 80_000, 2.0)
    er = vc.events.evaluate(times, times, duration=86400, rules="points")
    picture = er.plot.picture("timeline")
    assert picture["found"].label == "Found: 40000"
    assert len(picture["found"].start) <= 3000


def test_raster_has_a_row_for_each_recording(er):
    picture = er.plot.picture("raster")
    assert [str(words) for _, words in picture.y.ticks] == ["a", "b", "c"]
    assert picture["watched"].stop.round(9).tolist() == [1, 4, 1]
    assert picture["found"].rows.round().tolist() == [0, 1]
    assert sorted(picture["false"].rows.round().tolist()) == [0, 2]


def test_rules_side_by_side(er):
    picture = er.plot.picture("rules")
    assert [str(words) for _, words in picture.y.ticks] == ["any_overlap", "iou", "segments"]
    # any_overlap finds 2 of 3 events
    assert picture["sensitivity"].value[0] == pytest.approx(2 / 3)
    assert picture["figure-3"].text == "—"  # segments count no alarms
    assert picture["head"].text == "False alarms per day"
    assert rules_picture({}).note


def test_froc_with_band_and_area():
    rate, found = np.array([0.0, 0.0, 2.0]), np.array([0.0, 0.5, 1.0])
    band = Band(found * 0.5, np.minimum(found * 1.2, 1), 0.95, "pointwise")
    columns = {"false_alarms_per_hour": rate, "sensitivity": found}
    curve = Curve("froc", columns, np.array([np.inf, 0.9, 0.2]), {}, {}, band=band)
    picture = froc_picture(curve, areas=estimate(0.6, 0.4, 0.8))
    assert picture.ids == ("band", "curve")
    assert picture["curve"].label == "mean sensitivity 0.600 [0.400, 0.800]"
    assert picture.x.limits[1] >= 2
    both = froc_picture({"iou": curve, "taes": curve})
    assert [str(one) for one in both.labels] == ["iou", "taes"]


def test_froc_of_scored_events():
    er = vc.events.evaluate([5, 50], [5, 20, 50], score=[0.9, 0.8, 0.4], duration=3600)
    curve = er.plot.picture("froc", rule="points")["curve"]
    assert curve.x.tolist() == [0.0, 0.0, 1.0, 1.0]
    assert curve.y.tolist() == [0.0, 0.5, 0.5, 1.0]


def test_delays_state_misses_and_early_ones():
    delays = np.array([-5, 2, 3, 8, np.inf]) * 1e9
    picture = delays_picture(delays, "any_overlap")
    assert picture["early"].heights.sum() == 1
    assert picture["late"].heights.sum() == 3
    assert 0.0 in picture["late"].edges
    assert picture["missed"].text == "never detected: 1 of 5"
    assert picture["median"].at == 3  # of five, the third; a miss is later than all
    most_missed = delays_picture(np.array([1e9, np.inf, np.inf]), "iou")
    assert "median" not in most_missed.ids
    assert delays_picture(np.array([np.inf]), "iou").note == "never detected: 1 of 1"
    assert delays_picture(np.zeros(0), "iou").note


def test_axes_in_axes_out(er):
    for name in ("timeline", "raster", "rules", "delays"):
        ax = Figure().subplots()
        assert getattr(er.plot, name)(ax=ax) is ax
        assert ax.get_title(loc="left")
        svg = as_svg(er.plot.picture(name), lang="zh")
        assert any("\u4e00" <= sign <= "\u9fff" for sign in svg)
    with pytest.raises(VeracityError, match="No event picture"):
        er.plot.picture("scatter")


def test_what_users_wrote_is_escaped():
    name = "<script>$x$"
    er = vc.events.evaluate({name: [(1, 2)]}, {name: [(1, 2)]}, duration={name: 10})
    assert "<script>" not in as_svg(er.plot.picture("raster"))
    draw(er.plot.picture("timeline"), Figure().subplots())


def test_the_page_has_its_pictures(er):
    page = er.page()
    assert [one.kind for one in page.drawings] == ["event-rules", "event-raster", "event-delays"]
    html = er.to_html("en")
    assert all(words in html for words in ("All recordings under any_overlap", "误报：2"))
    assert er.page(pictures=False).drawings == ()


def test_a_picture_that_fails_is_left_out(er, monkeypatch):
    monkeypatch.delenv("VERACITY_RAISE", raising=False)
    monkeypatch.setattr("veracity.events.front.plotting.raster_picture", lambda *_: 1 / 0)
    assert [one.kind for one in er.page().drawings] == ["event-rules", "event-delays"]
