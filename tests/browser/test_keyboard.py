"""The keyboard reaches everything, in order, and what has the focus is seen."""

import pytest

pytestmark = pytest.mark.browser


def test_the_keyboard_reaches_everything_in_order(opened):
    """From the top: skip link, languages, sentence, matrix, sliders, warnings, contents."""
    seen = opened("probabilities")
    page = seen.page
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "skip"
    box = page.locator(".skip").bounding_box()
    assert box["x"] >= 0
    order = []
    for _ in range(9):
        page.keyboard.press("Tab")
        order.append(page.evaluate("document.activeElement.tagName"))
        outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
        assert outline == "solid"
    assert order == ["BUTTON"] * 3 + ["DIV", "INPUT", "INPUT", "BUTTON", "SUMMARY", "A"]


def test_nothing_lies_over_the_page(opened):
    """The sliders stay where they are: nothing that is read or has the focus is under them."""
    seen = opened("probabilities")
    seen.unfold()
    over = """() => Array.from(document.querySelectorAll('body *')).filter(e =>
      e.getClientRects().length && ['fixed', 'sticky'].includes(getComputedStyle(e).position)
    ).map(e => e.outerHTML.slice(0, 80))"""
    assert seen.page.evaluate(over) == []
    assert seen.page.locator(".controls").count() == 3  # again beside what they move


def test_a_section_that_is_led_to_has_the_focus(opened):
    seen = opened("probabilities")
    seen.page.locator('nav a[href="#calibration"]').focus()
    seen.page.keyboard.press("Enter")
    assert seen.page.locator("#calibration").evaluate("e => e.open")
    assert seen.page.evaluate("document.activeElement.closest('details').id") == "calibration"
