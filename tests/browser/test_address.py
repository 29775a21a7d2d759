"""The address keeps the state: sent to somebody else, it opens the same view."""

import pytest

from tests.browser.library import thresholds

pytestmark = pytest.mark.browser

EV = "probabilities"


def state(seen):
    return (
        seen.place(),
        seen.text("#threshold-value"),
        seen.text("#prevalence-value"),
        seen.figures(),
        seen.page.evaluate("document.documentElement.lang"),
    )


def test_it_is_bare_at_the_beginning(opened):
    assert opened(EV).fragment() == ""


def test_all_three_are_kept_and_come_back(opened):
    seen = opened(EV)
    seen.page.locator("#threshold").fill("50")
    seen.page.locator("#prevalence").fill("180")
    seen.page.locator("[data-speak=zh]").click()
    kept, before = seen.fragment(), state(seen)
    assert kept == f"t={thresholds(EV)[50]!r}&p=0.01&lang=zh"
    seen.page.reload()
    assert state(seen) == before
    assert state(opened(EV, kept)) == before


def test_as_evaluated_it_is_bare_again(opened):
    seen = opened(EV, "t=0.9&p=0.5")
    assert seen.place() != 0
    seen.page.locator("#again").click()
    assert seen.fragment() == ""


@pytest.mark.parametrize("end", ["Home", "End"])
def test_both_ends_come_back(opened, end):
    seen = opened(EV)
    seen.page.locator("#threshold").focus()
    seen.page.keyboard.press(end)
    seen.page.locator("#prevalence").focus()
    seen.page.keyboard.press(end)
    assert state(opened(EV, seen.fragment())) == state(seen)


def test_a_threshold_in_between_has_the_calls_of_the_next(opened):
    lower, upper = thresholds(EV)[30:32]
    seen = opened(EV, f"t={(lower + upper) / 2!r}")
    assert seen.place() == 31


def test_a_new_address_moves_an_open_page(opened):
    seen = opened(EV)
    seen.page.evaluate("location.hash = 't=0.7&p=0.2'")
    seen.page.wait_for_function("document.getElementById('prevalence-value').innerText === '20%'")
    assert thresholds(EV)[seen.place()] >= 0.7


def test_nonsense_is_the_evaluation(opened):
    seen = opened(EV)
    first = state(seen)
    for given in ("t=x&p=2", "t=&p=&lang=xx", "p=-1", "t=NaN", "a=<b>&t=%00"):
        seen.page.goto("about:blank")
        seen.page.goto(f"{seen.address}#{given}")
        assert state(seen) == first, given


def test_a_place_on_the_page_is_no_state(opened):
    seen = opened(EV, "t=0.7")
    before = state(seen)
    kept = seen.fragment()
    seen.page.goto("about:blank")
    seen.page.goto(f"{seen.address}#methods")
    assert seen.page.locator("#methods").evaluate("e => e.open")
    assert state(seen) != before
    assert kept == "t=0.7"


def test_open_sections_are_kept_and_come_back(opened):
    seen = opened(EV)
    seen.page.locator("nav a[href='#methods']").click()
    seen.page.locator("#figures > summary").click()
    seen.page.wait_for_function("location.hash.includes('figures')")
    kept = seen.fragment()
    assert set(kept.removeprefix("open=").split(",")) == {"methods", "figures"}
    again = opened(EV, kept)
    is_open = "all => all.filter(e => e.open).map(e => e.id)"
    found = again.page.eval_on_selector_all("details.section", is_open)
    assert set(found) == {"methods", "figures"}
