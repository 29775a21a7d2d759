"""The keyboard reaches everything, in order, and what has the focus is seen."""

import pytest

pytestmark = pytest.mark.browser


def test_the_keyboard_reaches_everything_in_order(opened):
    """From the top: skip link, languages, contents; a new page, where nothing had the focus."""
    seen = opened("probabilities")
    page = seen.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    box = page.locator(".skip").bounding_box()
    assert box["x"] >= 0
    order = []
    for _ in range(6):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.tagName"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
    assert order == ["BUTTON", "BUTTON", "A", "A", "A", "A"]


def test_nothing_that_has_the_focus_is_under_the_sliders(seen):
    """Backwards through the page: the sliders stay at the top and must not cover the focus."""
    page = seen.page
    page.locator("#copy").focus()
    covered = """() => {
      const e = document.activeElement, box = e.getBoundingClientRect();
      const bar = document.querySelector('.controls').getBoundingClientRect();
      if (e.closest('.controls')) return false;
      return box.bottom <= bar.bottom && box.bottom > bar.top && box.top >= bar.top;
    }"""
    for _ in range(40):
        page.keyboard.press("Shift+Tab")
        assert not page.evaluate(covered), page.evaluate("document.activeElement.outerHTML")
