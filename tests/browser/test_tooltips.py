"""Beside its name stands what a metric means, for the mouse and for the keyboard."""

import pytest

from veracity.metrics import find

pytestmark = pytest.mark.browser


def name_of(seen, key):
    return seen.page.locator(f'#figures a.metric[href="#about-{key}"]').first


def test_the_mouse_asks(seen):
    tip = seen.page.locator("#tip")
    assert not tip.is_visible()
    name_of(seen, "mcc").hover()
    assert find("mcc").question.en in tip.inner_text()
    seen.page.mouse.move(5, 5)
    assert not tip.is_visible()


def test_the_keyboard_asks_and_escape_ends_it(seen):
    tip, name = seen.page.locator("#tip"), name_of(seen, "auroc")
    name.focus()
    assert find("auroc").question.en in tip.inner_text()
    assert name.get_attribute("aria-describedby") == "tip"
    seen.page.keyboard.press("Escape")
    assert not tip.is_visible()


def test_it_stays_inside_the_window(seen):
    """Also of the last column, and at the lower end of the window."""
    names = seen.page.locator("a.metric:visible")
    for place in (0, names.count() // 2, names.count() - 1):
        names.nth(place).scroll_into_view_if_needed()
        names.nth(place).focus()
        box = seen.page.locator("#tip").bounding_box()
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 1200
    assert seen.sideways() == 0


def test_it_speaks_chinese(seen):
    seen.page.locator("[data-speak=zh]").click()
    name_of(seen, "mcc").hover()
    assert find("mcc").question.zh in seen.text("#tip")


def test_a_click_leads_to_the_whole_entry(seen):
    name_of(seen, "mcc").click()
    assert seen.page.locator("#glossary").evaluate("e => e.open")
    entry = seen.page.locator("#about-mcc")
    assert entry.is_visible()
    box = entry.bounding_box()
    assert -1 < box["y"] < 900


def test_the_methods_are_copied(opened):
    seen = opened("probabilities", permissions=["clipboard-read", "clipboard-write"])
    seen.page.locator("#methods > summary").click()
    button = seen.page.locator("#copy")
    assert button.inner_text() == "Copy"
    button.click()
    seen.page.locator("#copied").wait_for(state="visible")
    copied = seen.page.evaluate("navigator.clipboard.readText()")
    assert copied == seen.text("#methods-text").strip()
    assert "400 cases" in copied
