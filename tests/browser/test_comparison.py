"""The page of a comparison in a real browser: quiet, alone, in both languages, in every width."""

import re

import numpy as np
import pytest

import veracity as vc
from tests.browser.axe import serious
from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_quiet import LOST

pytestmark = pytest.mark.browser

EVIL = "<img src=x onerror=alert(1)>"
RNG = np.random.default_rng(8)
TRUTH = (RNG.random(200) < 0.4).astype(int)
A = 1 / (1 + np.exp(-RNG.normal(2 * TRUTH - 1, 1)))
B = 1 / (1 + np.exp(-RNG.normal(TRUTH - 0.5, 1)))


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    both = vc.compare(TRUTH, {"A": A, EVIL: B}, margin=0.05, n_resamples=100)
    both.report(folder / "two.html", lang="en")
    rare = vc.evaluate((RNG.random(400) < 0.1).astype(int), y_proba=RNG.random(400))
    mine = vc.evaluate(TRUTH, y_proba=A)
    vc.compare(mine, rare, n_resamples=100).report(folder / "sites.html", lang="en")
    mine.report(folder / "beside.html", lang="en", compare=both)
    return {path.stem: path for path in folder.iterdir()}


@pytest.mark.parametrize("name", ["two", "sites", "beside"])
def test_it_opens_and_fits(opened, paths, name):
    seen = opened(paths[name])
    assert seen.page.locator(".script").count() == 1
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    said = seen.page.evaluate(
        "Array.from(document.querySelectorAll('body *:not(script):not(style):not(code)'))"
        ".flatMap(e => Array.from(e.childNodes)).filter(n => n.nodeType === 3).map(n => n.data)"
    )
    assert [text for text in said if LOST.search(text)] == []
    for window in (WIDE, PHONE):
        seen.page.set_viewport_size(window)
        assert seen.sideways() == 0, window


def test_the_language_switches_and_the_address_keeps_it(opened, paths):
    seen = opened(paths["sites"])
    assert seen.text(".verdict").startswith("A is better than B in ")
    assert "WARNING" in seen.text("#cautions").upper()
    seen.page.click('[data-speak="zh"]')
    assert seen.text(".verdict").startswith("A 的")
    assert seen.page.title() == "分类器比较"
    assert seen.fragment() == "lang=zh"
    shown = seen.text("main")
    assert not re.search(r"\b(better|worse|cannot tell|Differences|interval)\b", shown)


def test_the_models_come_first_then_who_wins_with_the_interval(opened, paths):
    seen = opened(paths["two"], viewport={"width": 1280, "height": 800})
    tops = [
        seen.page.locator(place).bounding_box()["y"]
        for place in ("#models table", ".verdict", "#verdict table", "#cautions summary")
    ]
    assert tops == sorted(tops)
    assert tops[2] < 800  # without scrolling
    assert seen.page.locator("details.section[open]").count() == 0
    assert seen.page.locator("[data-copy]:visible").count() == 3


def test_metrics_explain_themselves(opened, paths):
    seen = opened(paths["two"])
    seen.page.locator("#models a.metric").first.hover()
    assert "random positive" in seen.text("#tip")


def test_the_section_on_the_page_of_one_model(opened, paths):
    seen = opened(paths["beside"])
    seen.unfold()
    assert "This page is about A." in seen.text("#comparison")
    assert seen.page.locator("#comparison figure svg").count() >= 4
    seen.page.locator("#threshold").focus()
    seen.page.keyboard.press("ArrowRight")  # the sliders of the page still work
    assert seen.page.locator("[data-picture=roc] .live").count() == 1
    assert seen.page.locator("[data-picture^=compared] .live").count() == 0


def test_without_script_all_is_there(opened, paths):
    seen = opened(paths["two"], java_script_enabled=False)
    for section in ("verdict", "cautions", "differences", "models", "curves", "provenance"):
        assert seen.page.locator(f"#{section}").is_visible()
    assert seen.page.locator("figure svg").count() == 5


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_serious(opened, paths, scheme):
    seen = opened(paths["two"], bypass_csp=True, color_scheme=scheme)
    assert serious(seen) == {}
