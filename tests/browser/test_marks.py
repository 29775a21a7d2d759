"""The marks on all curves stand where the library puts the threshold and the prevalence."""

from statistics import NormalDist

import pytest

from tests.browser.evaluations import evaluation, page_data
from tests.browser.library import thresholds
from veracity.reports.tables.live import MARKS

pytestmark = pytest.mark.browser

EV = "probabilities"
POINTS = {
    "roc": ("fpr", "recall"),
    "pr": ("recall", "precision"),
    "gains": ("predicted_positive_rate", "recall"),
    "det": ("fpr", "fnr"),
}
LINES = ("sweep", "reliability", "decision")


@pytest.fixture(scope="module")
def drawings():
    return {drawing.kind: drawing for drawing in page_data(EV).drawings}


def at(drawing, x, y=None):
    """The place of a value in a drawing."""
    left, top, wide, tall = drawing.box
    across = left + along(drawing.x, x) * wide
    return across if y is None else (across, top + (1 - along(drawing.y, y)) * tall)


def along(axis, value):
    """The share of an axis below a value; a normal deviate where the axis is divided so."""
    low, high = axis.limits
    if axis.scale == "probit":
        low, value, high = map(NormalDist().inv_cdf, (low, value, high))
    return (value - low) / (high - low)


def mark(seen, kind):
    return seen.page.locator(f'[data-picture="{kind}"] .live')


def number(element, name):
    return float(element.get_attribute(name))


def test_every_curve_that_can_has_one(seen):
    for kind in MARKS:
        assert mark(seen, kind).count() == 1, kind
        assert mark(seen, kind).get_attribute("visibility") == "visible", kind


def test_points_stand_on_their_curves(seen, drawings):
    for place in (30, 60, 100):
        seen.page.locator("#threshold").fill(str(place))
        there = evaluation(EV).at(thresholds(EV)[place])
        for kind, keys in POINTS.items():
            across, down = at(drawings[kind], *(there[key].value for key in keys))
            drawn = mark(seen, kind)
            assert number(drawn, "cx") == pytest.approx(across, abs=0.02), (kind, place)
            assert number(drawn, "cy") == pytest.approx(down, abs=0.02), (kind, place)


def test_gains_stand_where_their_formula_puts_them(seen, drawings):
    """Flach & Kull (2015): (v − π) / ((1 − π) v), for recall and for precision."""
    seen.page.locator("#threshold").fill("80")
    there = evaluation(EV).at(thresholds(EV)[80])
    share = there["prevalence"].value
    gains = [
        (there[key].value - share) / ((1 - share) * there[key].value)
        for key in ("recall", "precision")
    ]
    across, down = at(drawings["pr_gain"], *gains)
    assert number(mark(seen, "pr_gain"), "cx") == pytest.approx(across, abs=0.02)
    assert number(mark(seen, "pr_gain"), "cy") == pytest.approx(down, abs=0.02)


def test_lines_stand_at_the_threshold(seen, drawings):
    for place in (40, 120):
        seen.page.locator("#threshold").fill(str(place))
        for kind in LINES:
            across = at(drawings[kind], thresholds(EV)[place])
            for end in ("x1", "x2"):
                assert number(mark(seen, kind), end) == pytest.approx(across, abs=0.02), kind


def test_a_threshold_outside_a_picture_has_no_mark_there(seen):
    seen.page.locator("#threshold").focus()
    seen.page.keyboard.press("End")  # +inf: nothing is called positive, precision has no value
    for kind in ("pr", *LINES):
        assert mark(seen, kind).get_attribute("visibility") == "hidden"
    assert mark(seen, "roc").get_attribute("visibility") == "visible"


def test_the_prevalence_moves_its_own_line_and_leaves_marks_on_their_curves(seen):
    """The curves are those of the rows; what becomes of the figures elsewhere stands beside."""
    before = {kind: mark(seen, kind).evaluate("e => e.outerHTML") for kind in MARKS}
    seen.page.locator("#prevalence").fill("90")
    after = {kind: mark(seen, kind).evaluate("e => e.outerHTML") for kind in MARKS}
    moved = {kind for kind in MARKS if before[kind] != after[kind]}
    assert moved == {"prevalence"}


def test_they_are_drawn_where_a_person_sees_them(seen):
    """On the screen, inside the picture: an attribute alone shows nothing."""
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    for kind in MARKS:
        picture = seen.page.locator(f'[data-picture="{kind}"] svg').bounding_box()
        drawn = mark(seen, kind).bounding_box()
        assert drawn["height"] > 5
        assert picture["x"] <= drawn["x"] <= picture["x"] + picture["width"]
        assert picture["y"] <= drawn["y"] <= picture["y"] + picture["height"]


def test_elsewhere_marks_stand_on_the_curves_that_are_drawn(opened):
    """An evaluation at another prevalence draws its curves there."""
    seen = opened("elsewhere")
    drawn = {drawing.kind: drawing for drawing in page_data("elsewhere").drawings}
    there = evaluation("elsewhere")
    across, down = at(drawn["pr"], there["recall"].value, there["precision"].value)
    assert number(mark(seen, "pr"), "cx") == pytest.approx(across, abs=0.02)
    assert number(mark(seen, "pr"), "cy") == pytest.approx(down, abs=0.02)
