"""The threshold moves by mouse and by keyboard, and everything that depends on it moves along."""

import pytest

from tests.browser.evaluations import evaluation
from tests.browser.library import equals_the_library, thresholds, whole_numbers_of

pytestmark = pytest.mark.browser

EV = "probabilities"


def start():
    """Where the page begins: the threshold of the evaluation."""
    return thresholds(EV).index(evaluation(EV).threshold)


def test_arrows_go_one_threshold_on(seen):
    seen.page.locator("#threshold").focus()
    place = start()
    for key, step in (("ArrowRight", 1), ("ArrowUp", 1), ("ArrowLeft", -1), ("ArrowDown", -1)):
        for _ in range(3):
            seen.page.keyboard.press(key)
            place += step
        assert seen.place() == place
        equals_the_library(seen, EV)
        place -= 2 * step
        seen.page.locator("#threshold").fill(str(place))


def test_home_and_end_go_to_both_ends(seen):
    seen.page.locator("#threshold").focus()
    seen.page.keyboard.press("Home")
    assert seen.place() == 0
    equals_the_library(seen, EV)
    assert seen.counts()["fn"] == seen.counts()["tn"] == "0"
    seen.page.keyboard.press("End")
    assert seen.place() == len(thresholds(EV)) - 1
    equals_the_library(seen, EV)
    assert seen.counts()["tp"] == seen.counts()["fp"] == "0"
    assert seen.text("#threshold-value") == "∞"


def test_page_keys_take_longer_steps(seen):
    seen.page.locator("#threshold").focus()
    seen.page.keyboard.press("PageUp")
    up = seen.place()
    assert up > start() + 5
    equals_the_library(seen, EV)
    for _ in range(2):
        seen.page.keyboard.press("PageDown")
    assert seen.place() < start() - 5
    equals_the_library(seen, EV)


def test_the_mouse_drags_it(seen):
    slider = seen.page.locator("#threshold")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    last = len(thresholds(EV)) - 1
    thumb = 16  # a range of Chromium leaves half a thumb free at both ends

    def across(share):
        return box["x"] + thumb / 2 + share * (box["width"] - thumb)

    seen.page.mouse.move(across(start() / last), middle)
    seen.page.mouse.down()
    for share in (0.6, 0.4, 0.25):
        seen.page.mouse.move(across(share), middle)
        assert seen.place() == pytest.approx(share * last, abs=0.02 * last)
        equals_the_library(seen, EV)  # while it is held, not only when it is let go
    seen.page.mouse.up()
    assert seen.place() == pytest.approx(0.25 * last, abs=0.02 * last)


def test_figures_are_the_library_s_in_between(seen):
    for part in (0.03, 0.1, 0.3, 0.5, 0.7, 0.9, 0.97):
        seen.page.locator("#threshold").fill(str(int(part * len(thresholds(EV)))))
        equals_the_library(seen, EV)


def test_it_begins_as_the_evaluation_and_comes_back_to_it(seen):
    first = (seen.figures(), seen.counts(), seen.thousand())
    assert equals_the_library(seen, EV)["mcc"].value == evaluation(EV)["mcc"].value
    seen.page.locator("#threshold").fill("3")
    assert seen.figures() != first[0]
    seen.page.locator("#again").click()
    assert (seen.figures(), seen.counts(), seen.thousand()) == first
    assert seen.place() == start()


def test_a_thousand_cases_follow_from_the_matrix(seen):
    seen.page.locator("#threshold").fill("40")
    n = {key: int(text) for key, text in seen.counts().items()}
    total = sum(n.values())
    expected = {"called": n["tp"] + n["fp"], "right": n["tp"], "missed": n["fn"]}
    whole_numbers_of({key: part / total for key, part in expected.items()}, seen.thousand())


def test_infinite_scores_have_their_ends(opened):
    seen = opened("infinite_scores")
    seen.page.locator("#threshold").focus()
    for key in ("Home", "End"):
        seen.page.keyboard.press(key)
        equals_the_library(seen, "infinite_scores")
    assert seen.counts()["tp"] == "1"  # a score of +inf is called at every threshold


def test_a_screen_reader_hears_the_threshold_not_its_place(seen):
    slider = seen.page.locator("#threshold")
    slider.fill("10")
    assert slider.get_attribute("aria-valuetext") == seen.text("#threshold-value")
    assert float(seen.text("#threshold-value")) == pytest.approx(thresholds(EV)[10], rel=1e-4)
