"""The page of events in a real browser: quiet, both languages, every width, timelines that zoom."""

import pytest

import veracity as vc
from tests.browser.axe import serious
from tests.browser.conftest import PHONE, WIDE

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    reference = {f"s{i}": [(1000.0, 1060.0 + i), (40000.0, 40050.0)] for i in range(7)}
    reference |= {EVIL: [(100.0, 200.0)]}
    detected = {name: [(a + 5, b) for a, b in one] for name, one in reference.items()}
    detected["s1"] = [(20000.0, 20010.0)]
    er = vc.events.evaluate(reference, detected, duration=86400.0)
    made = tmp_path_factory.mktemp("events") / "page.html"
    er.report(made, lang="en", title=EVIL)
    return made


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_fits_and_is_accessible(opened, path, size, scheme):
    seen = opened(path, viewport=size, color_scheme=scheme, bypass_csp=True)
    assert seen.page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    assert serious(seen) == {}


def test_both_languages(opened, path):
    seen = opened(path)
    assert "Under any_overlap" in seen.text("#verdict")
    seen.page.locator("[data-speak=zh]").click()
    assert "灵敏度" in seen.text("#verdict")
    assert "时间线" in seen.text("#timelines")


def test_a_timeline_zooms_by_buttons_and_keys(opened, path):
    seen = opened(path)
    line = seen.page.locator(".timeline").first
    window = lambda: [  # noqa: E731
        float(n) for n in line.locator("svg.track").first.get_attribute("viewBox").split()
    ]
    assert window() == [0, 0, 86400, 10]
    line.locator("[data-zoom=in]").click()
    assert window() == [21600, 0, 43200, 10]
    line.locator("[data-zoom=later]").click()
    assert window()[0] == 43200
    line.locator(".tracks").press("Home")
    assert window() == [0, 0, 86400, 10]
    line.locator("[data-zoom=next]").click()
    start, _, wide, _ = window()
    assert start < 1000 < 1060 < start + wide
    assert line.locator(".ticks span").count() >= 2


def test_without_script_everything_is_there(opened, path):
    seen = opened(path, java_script_enabled=False)
    assert seen.page.locator(".timeline rect").count() == 29  # 15 events, 14 alarms
    assert not seen.page.locator(".zoom").first.is_visible()


def test_names_of_rules_explain_themselves(opened, path):
    seen = opened(path)
    seen.page.locator("#rules a.metric").first.hover()
    assert "30 s before an event" in seen.text("#tip")


def test_the_first_screen_holds_verdict_rules_and_warnings(opened, path):
    seen = opened(path, viewport={"width": 1280, "height": 800})
    for place in ("#verdict", "#rules table", "#cautions > summary"):
        box = seen.page.locator(place).bounding_box()
        assert box["y"] + box["height"] <= 800
    assert seen.page.evaluate("document.documentElement.scrollHeight") <= 2400
    assert not seen.page.locator("#methods-text").is_visible()
    assert seen.page.locator(".timeline:visible").count() == 3


def test_a_folded_timeline_is_drawn_when_it_opens(opened, path):
    seen = opened(path)
    seen.page.locator("#timelines > details > summary").click()
    last = seen.page.locator(".timeline").last
    assert last.locator(".ticks span").count() > 2
    wide = last.locator("rect").first.bounding_box()["width"]
    assert wide < 20  # 100 s of a day, or as wide as a line


def test_words_and_tables_can_be_copied(opened, path):
    seen = opened(path, permissions=["clipboard-read", "clipboard-write"])
    taken = {}
    for what in ("sentence", "markdown", "latex"):
        seen.page.locator(f"[data-copy={what}]").click()
        taken[what] = seen.page.evaluate("navigator.clipboard.readText()")
    assert taken["sentence"].startswith("Under any_overlap")
    assert taken["markdown"].count("\n") == 3  # a head, its line, two rules
    assert "tabular" in taken["latex"]
