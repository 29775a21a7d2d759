"""The prevalence moves what depends on it, to the values of the library, and nothing else."""

import pytest

from tests.browser.evaluations import evaluation
from tests.browser.library import equals_the_library, thresholds, whole_numbers_of

pytestmark = pytest.mark.browser

EV = "probabilities"
UNMOVED = ("recall", "specificity", "balanced_accuracy")


def put(seen, share):
    """Move the slider to a prevalence by its keys, as a person would look for it."""
    slider = seen.page.locator("#prevalence")
    slider.focus()
    seen.page.keyboard.press("Home")
    places = seen.page.evaluate("figures.shares()")
    slider.fill(str(places.index(share)))


def test_every_round_prevalence_can_be_reached(seen):
    shares = seen.page.evaluate("figures.shares()")
    assert shares == sorted(set(shares))
    assert (shares[0], shares[-1]) == (0.0001, 0.9999)
    assert {0.0005, 0.001, 0.0025, 0.01, 0.05, 0.1, 0.33, 0.5, 0.9, 0.99, 0.999} <= set(shares)
    assert [1 - share for share in reversed(shares)] == pytest.approx(shares, abs=1e-12)


def test_figures_are_the_library_s(seen):
    last = len(thresholds(EV)) - 1
    for share in (0.0001, 0.01, 0.5, 0.9999):
        put(seen, share)
        for place in (0, 20, 100, last):
            seen.page.locator("#threshold").fill(str(place))
            equals_the_library(seen, EV, share)


def test_it_moves_what_depends_on_it_alone(seen):
    before, counts = seen.figures(), seen.counts()
    put(seen, 0.01)
    after = seen.figures()
    assert seen.counts() == counts
    assert {key: after[key] for key in UNMOVED} == {key: before[key] for key in UNMOVED}
    assert all(after[key] != before[key] for key in ("precision", "npv", "accuracy", "mcc"))
    assert float(after["precision"]) < float(before["precision"])


def test_arrows_go_to_the_next_round_share(seen):
    slider = seen.page.locator("#prevalence")
    assert seen.text("#prevalence-value") == "26.25%"  # 105 of 400 rows
    assert seen.page.locator("#prevalence-rows").is_visible()
    slider.focus()
    seen.page.keyboard.press("ArrowRight")
    assert seen.text("#prevalence-value") == "27%"
    assert not seen.page.locator("#prevalence-rows").is_visible()
    equals_the_library(seen, EV, 0.27)
    seen.page.keyboard.press("Home")
    assert seen.text("#prevalence-value") == slider.get_attribute("aria-valuetext") == "0.01%"
    seen.page.keyboard.press("End")
    assert seen.text("#prevalence-value") == "99.99%"
    equals_the_library(seen, EV, 0.9999)


def test_a_thousand_cases_are_those_of_that_prevalence(seen):
    put(seen, 0.01)
    ev = evaluation(EV)
    found = 10 * ev["recall"].value
    called = found + 990 * (1 - ev["specificity"].value)
    expected = {"called": called, "right": found, "missed": 10 - found}
    whole_numbers_of({key: part / 1000 for key, part in expected.items()}, seen.thousand())


def test_an_evaluation_elsewhere_begins_there_and_comes_back(opened):
    seen = opened("elsewhere")
    assert seen.text("#prevalence-value") == "1%"
    first = seen.figures()
    assert first["precision"] == "0.038"
    ev = evaluation("elsewhere")
    assert float(first["precision"]) == pytest.approx(ev["precision"].value, abs=5e-4)
    put(seen, 0.5)
    assert seen.figures()["precision"] != first["precision"]
    seen.page.locator("#again").click()
    assert seen.figures() == first


def test_of_calls_alone_the_prevalence_moves_the_card(opened_once):
    page = opened_once("labels", "p=0.05")
    there = evaluation("labels").at_prevalence(0.05)["precision"].value
    said = page.text('[data-card="prevalence"]')
    assert f"{round(100 * there)} of 100 alarms right" in said
    assert "threshold" not in said
    assert page.page.locator("#threshold").count() == 0
    assert page.page.locator("#live").count() == 0
    page.page.locator("#again").click()
    assert page.text("#prevalence-value") != "5%"
    assert page.fragment() == ""
