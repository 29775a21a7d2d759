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
def seen(opened_once, tmp_path_factory):
    path = tmp_path_factory.mktemp("newcomer") / "page.html"
    command = [sys.executable, "-c", "from veracity.cli import main; main()", "evaluate"]
    command += [str(vc.examples()["infections"]), *(w for pair in WORDS.items() for w in pair)]
    done = subprocess.run([*command, "--report", str(path)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return opened_once(path)


def led_to(seen, section):
    """The section that the list of contents leads to, seen after one click."""
    seen.page.locator(f'nav a[href="#{section}"]').click()
    found = seen.page.locator(f"#{section}")
    heading = found.locator("h2").bounding_box()
    assert 0 <= heading["y"] < 450  # in the upper half of the window, not under the sliders
    return " ".join(found.inner_text().split())


def test_is_it_better_than_guessing_and_how_sure(seen, evaluation):
    """The first thing on the page, without scrolling."""
    verdict = seen.page.locator(".verdict")
    assert verdict.bounding_box()["y"] < 200
    said = verdict.inner_text()
    assert said.startswith(("Better than guessing", "Not shown to be better than guessing"))
    mcc = evaluation["mcc"]
    assert f"{figure(mcc.value)} [{figure(mcc.low)}, {figure(mcc.high)}]" in said


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
