"""The site as `make docs` built it, in a real browser that reaches nothing but the site itself."""

import functools
import http.server
import os
import threading
from pathlib import Path

import pytest

from scripts.chromium import found

SITE = Path(__file__).parents[2] / "build" / "site"
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif("VERACITY_SITE" not in os.environ, reason="'make test-site' runs these"),
]
PAGES = ("index.html", "metrics.html", "concepts/outcomes.html", "concepts/prevalence.html",
         "zh/concepts/curves.html", "zh/mistakes.html", "mistakes.html", "practice.html",
         "zh/index.html", "living_figures.html", "api.html", "coverage.html")  # fmt: skip
PHONE, WIDE = {"width": 375, "height": 740}, {"width": 1200, "height": 900}


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


@pytest.fixture(scope="module")
def address():
    handler = functools.partial(Quiet, directory=SITE)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture(scope="module")
def chromium():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        started = driver.chromium.launch(executable_path=found(), args=["--no-sandbox"])
        yield started
        started.close()


@pytest.fixture
def opened(chromium, address):
    """Opens a page; a request elsewhere is noted and refused, a failed one noted."""
    elsewhere, failed, rooms = [], [], []

    def route(asked):
        if asked.request.url.startswith((address, "data:", "blob:")):
            asked.continue_()
        else:
            elsewhere.append(asked.request.url)
            asked.abort()

    def open_page(page, **context):
        room = chromium.new_context(**{"viewport": WIDE, **context})
        rooms.append(room)
        room.route("**/*", route)
        tab = room.new_page()
        tab.on("response", lambda got: failed.append(got.url) if got.status >= 400 else None)
        tab.on("console", lambda said: failed.append(said.text) if said.type == "error" else None)
        tab.goto(f"{address}/{page}", wait_until="networkidle")
        return tab

    yield open_page
    for room in rooms:
        room.close()
    assert elsewhere == []
    assert failed == []


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("dress", ["light", "dark"])
def test_pages_fit_a_phone_in_light_and_dark(opened, page, dress):
    tab = opened(page, viewport=PHONE, color_scheme=dress)
    assert tab.locator("h1").count() == 1
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert tab.evaluate(wide) <= 0
    ink = "getComputedStyle(document.body).backgroundColor.match(/\\d+/g).slice(0, 3).map(Number)"
    assert (sum(tab.evaluate(ink)) < 384) == (dress == "dark")


@pytest.mark.parametrize(
    ("page", "typed", "wanted"),
    [
        ("index.html", "specificity", "pecificity"),
        ("zh/index.html", "召回率", "召回率"),
        ("zh/index.html", "torchmetrics", "torchmetrics"),  # a page that has no Chinese
    ],
)
def test_search_finds(opened, page, typed, wanted):
    tab = opened(page)
    tab.locator(".md-search__input").click()
    tab.locator(".md-search__input").fill(typed)
    tab.locator(".md-search__input").press("End")  # the search listens to keys
    tab.locator(".md-search-result__item").first.wait_for(timeout=20_000)
    shown = tab.locator(".md-search-result__list").inner_text()
    assert wanted in shown.replace("\u200b", "").replace("\n", "")
    links = tab.locator(".md-search-result__list a").evaluate_all("all => all.map((a) => a.href)")
    assert {"/zh/" in link for link in links} == {page.startswith("zh")}
    address, _, _ = links[0].partition("?")
    assert opened(address.split("/", 3)[3]).locator("h1").count() == 1


def test_formulas_are_mathml(opened):
    tab = opened("metrics.html")
    assert tab.locator("math").count() > 100
    assert "$$" not in tab.locator("main").inner_text()


def test_the_language_is_switched_on_the_same_page(opened):
    tab = opened("concepts/curves.html")
    link = tab.locator(".md-select__link[hreflang=zh]").get_attribute("href")
    assert link.endswith("zh/concepts/curves.html") or "curves" in link
    assert opened("zh/concepts/curves.html").locator("h1").inner_text().startswith("排序与曲线")


def test_exercises_are_answered_on_the_site(opened):
    tab = opened("all_exercises.html")
    assert tab.locator(".exercise").count() == 99
    tab.locator("#a1").fill("x")
    tab.locator("#a1").press("Enter")
    assert tab.locator("#e1 output").inner_text()
    linked = opened("zh/exercises.html").locator("main a", has_text="全部").get_attribute("href")
    assert opened(f"zh/{linked}").locator(".exercise").count() == 99


@pytest.mark.parametrize("page", ["living_figures.html", "zh/living_figures.html"])
def test_living_figures_move(opened, page):
    tab = opened(page)
    assert tab.locator(".living svg").count() >= 10
    before = tab.locator("[data-living=ppv] p").inner_text()
    tab.locator("[data-living=ppv] input[name=pi]").press("ArrowRight")
    assert tab.locator("[data-living=ppv] p").inner_text() != before


@pytest.mark.parametrize("page", ["living_figures.html", "zh/living_figures.html"])
def test_without_a_script_the_figures_stand_as_it_would_draw_them(opened, page):
    drawn = [
        opened(page, java_script_enabled=allowed).locator(".living-drawn")
        for allowed in (True, False)
    ]
    moving, still = ([one.inner_html() for one in each.all()] for each in drawn)
    assert len(still) == 15
    assert still == moving


@pytest.mark.parametrize("page", ["index.html", "mistakes.html", "zh/figures.html"])
def test_pages_fit_a_phone_without_a_script(opened, page):
    tab = opened(page, viewport=PHONE, java_script_enabled=False)
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    assert tab.evaluate(wide) <= 0
