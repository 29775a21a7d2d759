"""The same page in the dark, on paper and on a phone."""

import re

import pytest

from tests.browser.conftest import PHONE
from veracity.plots import DARK, LIGHT

pytestmark = pytest.mark.browser

COLOURS = "e => [getComputedStyle(e).backgroundColor, getComputedStyle(e).color]"
PAPER = {"width": 718, "height": 1000}  # A4 less its margins, in pixels of 1/96 inch
CUT_OFF = """() => Array.from(document.querySelectorAll('main *')).filter(e => {
  const box = e.getBoundingClientRect();
  return box.width > 0 && box.right > document.documentElement.clientWidth + 1;
}).map(e => e.tagName + '.' + e.className + ' ' + Math.round(e.getBoundingClientRect().right))"""


def rgb(colour):
    return "rgb({}, {}, {})".format(*(int(colour[i : i + 2], 16) for i in (1, 3, 5)))


def test_dark_and_light_follow_the_reader(opened):
    seen = opened("probabilities", color_scheme="dark")
    for scheme, theme in (("dark", DARK), ("light", LIGHT)):
        seen.page.emulate_media(color_scheme=scheme)
        page = seen.page.eval_on_selector("html", COLOURS)
        assert page == [rgb(theme.background), rgb(theme.ink)]
        inks = seen.page.eval_on_selector_all(
            "figure svg text", "all => Array.from(new Set(all.map(e => getComputedStyle(e).fill)))"
        )
        assert set(inks) == {rgb(theme.ink), rgb(theme.muted)}
        mark = seen.page.locator('[data-picture="roc"] .live')
        assert mark.evaluate("e => getComputedStyle(e).stroke") == rgb(theme.series[1])


def test_a_picture_made_of_pixels_stays_light_as_a_whole(opened):
    """The cells of a large matrix are an image: light words on it would not be read."""
    seen = opened("fifty_classes", color_scheme="dark")
    query = '[data-picture="confusion"] svg'
    assert seen.page.locator(f"{query} image").count() == 1
    inks = seen.page.eval_on_selector_all(
        f"{query} text", "all => Array.from(new Set(all.map(e => getComputedStyle(e).fill)))"
    )
    assert set(inks) <= {rgb(LIGHT.ink), rgb(LIGHT.muted), rgb(LIGHT.background)}
    assert seen.page.eval_on_selector(query, COLOURS)[0] == rgb(LIGHT.background)
    assert seen.page.eval_on_selector("html", COLOURS)[0] == rgb(DARK.background)


def test_paper_is_light_and_has_no_controls(opened):
    seen = opened("probabilities", "t=0.7", color_scheme="dark", viewport=PAPER)
    seen.page.emulate_media(media="print", color_scheme="dark")
    assert seen.page.eval_on_selector("html", COLOURS) == [rgb(LIGHT.background), rgb(LIGHT.ink)]
    for query in ("button", "input", "nav", ".controls"):
        found = seen.page.locator(query)
        assert not any(found.nth(i).is_visible() for i in range(found.count())), query
    shown = float(seen.text(".now [data-now=threshold]"))
    assert shown == pytest.approx(0.7, abs=0.02)  # paper says which threshold was looked at


@pytest.mark.parametrize("name", ["probabilities", "hostile_classes", "three_classes"])
def test_nothing_is_cut_off_on_paper(opened, name):
    seen = opened(name, viewport=PAPER)
    seen.page.emulate_media(media="print")
    assert seen.page.evaluate(CUT_OFF) == []


def test_it_prints(opened):
    seen = opened("probabilities")
    pdf = seen.page.pdf(format="A4", print_background=True)
    assert pdf.startswith(b"%PDF-")
    pages = len(re.findall(rb"/Type\s*/Page\b", pdf))
    assert 15 <= pages <= 32  # with all figures and what they mean, in two columns
    unfolded = seen.page.locator("details.section[open]").count()
    assert unfolded == 0  # as they were


def test_paper_has_every_section_also_without_a_script(opened):
    seen = opened("probabilities", java_script_enabled=False, viewport=PAPER)
    seen.page.emulate_media(media="print")
    for section in ("figures", "ranking", "calibration", "methods", "provenance", "glossary"):
        assert seen.page.locator(f"#{section}").bounding_box()["height"] > 150, section
    folded = seen.page.locator("details")
    for i in range(folded.count()):  # those within a section too: all figures, references
        inside = folded.nth(i).locator(":scope > :visible:not(summary)")
        assert inside.count(), folded.nth(i).locator("summary").first.inner_text()


@pytest.mark.parametrize("name", ["probabilities", "hostile_classes", "fifty_classes"])
def test_a_phone_does_not_scroll_sideways(opened, name):
    seen = opened(name, viewport=PHONE, is_mobile=True, has_touch=True)
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert seen.sideways() == 0
    assert seen.page.evaluate("innerWidth") == PHONE["width"]  # nor was it zoomed out to fit


SMALL = """() => Array.from(document.querySelectorAll('main *')).filter(e => {
  const own = Array.from(e.childNodes).some(n => n.nodeType === 3 && n.data.trim());
  const svg = e.closest('svg'), box = svg && svg.viewBox.baseVal;
  const scale = box && box.width ? svg.getBoundingClientRect().width / box.width : 1;
  const size = scale * parseFloat(getComputedStyle(e).fontSize);
  return own && e.getClientRects().length && size < 10.99;
}).map(e => e.tagName + ' ' + e.textContent.slice(0, 20))"""


def test_every_word_on_a_phone_has_11_pixels(opened):
    seen = opened("probabilities", viewport=PHONE, is_mobile=True, has_touch=True)
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    assert seen.page.evaluate(SMALL) == []


def test_a_finger_moves_the_slider(opened):
    seen = opened("probabilities", viewport=PHONE, is_mobile=True, has_touch=True)
    slider = seen.page.locator("#threshold")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    before = seen.figures()
    seen.page.touchscreen.tap(box["x"] + 0.9 * box["width"], box["y"] + box["height"] / 2)
    assert seen.figures() != before
    assert box["height"] >= 24  # WCAG 2.2, 2.5.8: target size
