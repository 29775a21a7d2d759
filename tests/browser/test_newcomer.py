"""From a file of predictions to five answers: the command line, the page, a person in a hurry."""

import subprocess
import sys

import pytest

import veracity as vc
from veracity.results import figure

pytestmark = pytest.mark.browser

WORDS = {
    "--true": "infection",
    "--proba": "p_logistic",
    "--threshold": "0.1",
    "--cluster": "patient",
}


@pytest.fixture(scope="module")
def evaluation():
    return vc.evaluate(
        "infection",
        y_proba="p_logistic",
        threshold=0.1,
        cluster="patient",
        data=str(vc.examples()["infections"]),
    )


@pytest.fixture(scope="module")
def page_file(tmp_path_factory):
    path = tmp_path_factory.mktemp("newcomer") / "page.html"
    command = [sys.executable, "-c", "from veracity.cli import main; main()", "evaluate"]
    command += [str(vc.examples()["infections"]), *(w for pair in WORDS.items() for w in pair)]
    done = subprocess.run([*command, "--report", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return path


@pytest.fixture(scope="module")
def seen(opened_once, page_file):
    return opened_once(page_file)


def card(seen, key):
    """What a card says; it must be seen without scrolling on a small desktop screen."""
    found = seen.page.locator(f'[data-card="{key}"]')
    box = found.bounding_box()
    assert box["y"] + box["height"] <= 800
    return " ".join(found.inner_text().split())


def led_to(seen, section):
    """The section that the list of contents leads to, opened and seen after one click."""
    seen.page.locator(f'nav a[href="#{section}"]').click()
    found = seen.page.locator(f"#{section}")
    heading = found.locator("h2").bounding_box()
    assert 0 <= heading["y"] < 780
    return " ".join(found.inner_text().split())


def interval(estimate):
    return f"{figure(estimate.value)} [{figure(estimate.low)}, {figure(estimate.high)}]"


def test_five_answers_without_scrolling(seen, evaluation):
    seen.page.set_viewport_size({"width": 1280, "height": 800})
    seen.page.evaluate("scrollTo(0, 0)")
    assert seen.sideways() == 0
    assert seen.text("h1").startswith("infections.csv · p_logistic")
    assert "1,194 rows" in seen.text("h1")
    said = seen.text(".verdict p")
    (_, false), (missed, found) = evaluation.confusion.counts.astype(int)  # 64 positives: counted
    counts = f"{found} of {found + missed} positives, and {found} of {found + false} alarms"
    assert f"finds {counts} are right" in said
    assert f"MCC {interval(evaluation['mcc'])}" in card(seen, "guessing")
    assert f"Recall {interval(evaluation['recall'])}" in card(seen, "sure")
    assert "F1" in card(seen, "threshold")
    assert "Keep 0.1" in card(seen, "threshold")  # no other one is shown to be better
    there = evaluation.at_prevalence(0.01)["precision"]
    assert f"Precision {interval(there)}" in card(seen, "prevalence")
    expected = evaluation["observed_expected"]
    assert f"{interval(expected)} observed positives per expected one" in card(
        seen, "probabilities"
    )


def test_the_page_is_short_as_it_opens(seen):
    tall = "document.documentElement.scrollHeight"
    seen.page.set_viewport_size({"width": 1280, "height": 800})
    assert seen.page.evaluate(tall) <= 2400


def test_warnings_are_one_line_that_unfolds(opened):
    for name in ("three_rows", "weights"):
        page = opened(name, viewport={"width": 1280, "height": 800}).page
        line = page.locator("#cautions > summary")
        folded = line.bounding_box()["height"]
        assert folded < 40  # one line of 25 px, and its margins
        line.click()
        assert page.locator("#cautions li").first.is_visible()


def test_a_phone_has_the_answers_within_two_screens(opened, page_file):
    phone = opened(page_file, viewport={"width": 390, "height": 844}, is_mobile=True)
    for key in ("guessing", "sure", "threshold", "prevalence", "probabilities"):
        box = phone.page.locator(f'[data-card="{key}"]').bounding_box()
        assert box["y"] + box["height"] <= 2 * 844
    assert phone.sideways() == 0
    small = """() => Array.from(document.querySelectorAll('main *, header *')).filter(e =>
      e.getClientRects().length && !e.closest('svg') &&
      parseFloat(getComputedStyle(e).fontSize) < 11
    ).length"""
    assert phone.page.evaluate(small) == 0


def test_the_prevalence_card_follows_the_slider_and_comes_back(seen, evaluation):
    before = card(seen, "prevalence")
    places = seen.page.evaluate("figures.shares()")
    seen.page.locator("#prevalence").fill(str(places.index(0.2)))
    moved = card(seen, "prevalence")
    there = evaluation.at_prevalence(0.2)["precision"].value
    assert moved.startswith(f"At 20% prevalence? {round(100 * there)} of 100 alarms right")
    assert "no interval" in moved
    seen.page.locator("#again").click()
    assert card(seen, "prevalence") == before


def test_which_threshold(seen, evaluation):
    said = led_to(seen, "thresholds")
    best = evaluation.choose(maximize="f1")
    assert f"Highest F1 score: {figure(best.value)} at threshold {best.threshold:.5g}" in said
    assert f"on new rows expect {figure(best.corrected)}" in said


def test_what_happens_at_one_per_cent(seen, evaluation):
    """In the table, and live."""
    there = evaluation.at_prevalence(0.01)
    precision = there["precision"]
    said = led_to(seen, "rarer")
    row = f"1% {figure(precision.value)} [{figure(precision.low)}, {figure(precision.high)}]"
    assert row in said
    places = seen.page.evaluate("figures.shares()")
    seen.page.locator("#prevalence").fill(str(places.index(0.01)))
    assert seen.figures()["precision"] == figure(precision.value)
    assert seen.figures()["npv"] == figure(there["npv"].value)


def test_are_the_probabilities_true(seen, evaluation):
    said = led_to(seen, "calibration")
    assert evaluation.quadrant.text.en in said
    slope = evaluation["calibration_slope"]
    assert f"{figure(slope.value)} [{figure(slope.low)}, {figure(slope.high)}]" in said
