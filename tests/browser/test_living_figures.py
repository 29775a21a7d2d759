"""The living figures of the site: what they say at first stands in the page, and what they say when
moved is what the library computes."""

import re
from pathlib import Path

import numpy as np
import pytest
from scipy.stats import binom, norm

import veracity as vc

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
SCRIPTS = (ROOT / "src/veracity/reports/page/templates/figures.js", DOCS / "living.js")
PAGES = {"en": "living_figures.md", "zh": "living_figures.zh-CN.md"}
PLACE = re.compile(r'<div class="living" data-living="(\w+)"><p>(.*?)</p></div>')


def places(language):
    return dict(PLACE.findall((DOCS / PAGES[language]).read_text("utf-8")))


@pytest.fixture(scope="module")
def shown(chromium):
    """Both pages with their figures and scripts, nothing else."""
    rooms, complaints = {}, []
    script = "\n".join(path.read_text("utf-8") for path in SCRIPTS)
    for language in PAGES:
        tab = chromium.new_page()
        tab.on("pageerror", lambda error: complaints.append(str(error)))
        tab.on("request", lambda asked: complaints.append(asked.url))
        body = "".join(
            found[0] for found in PLACE.finditer((DOCS / PAGES[language]).read_text("utf-8"))
        )
        tab.set_content(
            f'<html lang="{language}"><body>{body}<script>{script}</script></body></html>'
        )
        rooms[language] = tab
    yield rooms
    for tab in rooms.values():
        tab.close()
    assert complaints == []


def said(tab, key):
    return tab.locator(f"[data-living={key}] p").inner_text()


def moved(tab, key, **values):
    """What a figure says with its sliders there."""
    for name, value in values.items():
        tab.locator(f"[data-living={key}] input[name={name}]").fill(str(value))
    return [float(one) for one in re.findall(r"\d+\.\d+", said(tab, key))]


@pytest.mark.parametrize("language", PAGES)
def test_the_page_says_without_a_script_what_the_figure_says_first(shown, language):
    found = places(language)
    assert len(found) >= 10
    assert {key: said(shown[language], key) for key in found} == found
    assert set(found) == set(places("en"))


def test_every_slider_moves_by_keys_and_has_a_name(shown):
    tab = shown["en"]
    for key in places("en"):
        inputs = tab.locator(f"[data-living={key}] input")
        assert inputs.count() >= 1
        picture = tab.locator(f"[data-living={key}] svg").first
        before = (said(tab, key), picture.inner_html())
        inputs.first.press("ArrowRight" if key not in ("macro",) else "ArrowLeft")
        assert (said(tab, key), picture.inner_html()) != before
        assert tab.locator(f"[data-living={key}] label").first.inner_text().strip()


@pytest.mark.parametrize(("r", "s", "pi"), [(0.8, 0.95, 0.05), (0.5, 0.99, 0.3)])
def test_predictive_values(shown, r, s, pi):
    ev = (
        vc.ConfusionMatrix.from_counts(
            tp=1000 * r, fn=1000 * (1 - r), fp=1000 * (1 - s), tn=1000 * s
        )
        .evaluate()
        .at_prevalence(pi)
    )
    wanted = [ev[key].value for key in ("precision", "npv", "accuracy")]
    assert moved(shown["en"], "ppv", r=r, s=s, pi=pi) == pytest.approx(wanted, abs=6e-4)


def test_kappa_and_mcc(shown):
    m = vc.ConfusionMatrix.from_counts(tp=40, fn=10, fp=190, tn=760)
    wanted = [m.metric(key) for key in ("mcc", "cohen_kappa", "balanced_accuracy")]
    assert moved(shown["en"], "agreement", pi=0.05, r=0.8) == pytest.approx(wanted, abs=6e-4)


def test_rankings_and_distributions(shown):
    truth, score = [1, 1, 0, 1, 1, 0, 0, 1, 0, 0], list(range(10, 0, -1))
    ev = vc.evaluate(truth, y_score=score, threshold=4)
    wanted = [ev[key].value for key in ("recall", "fpr", "precision")]
    assert moved(shown["en"], "ranking", k=7) == pytest.approx(wanted, abs=6e-4)
    recall, fpr, area = norm.sf(0.5 - 1.5), norm.sf(0.5), norm.cdf(1.5 / 2**0.5)
    precision = 0.2 * recall / (0.2 * recall + 0.8 * fpr)
    assert moved(shown["en"], "distributions", d=1.5, c=0.5, pi=0.2) == pytest.approx(
        [0.2, recall, fpr, precision, area], abs=6e-4
    )
    # matrix, ROC and PR move with the two distributions
    assert shown["en"].locator("[data-living=distributions] svg").count() == 3


def test_bins(shown):
    p = [(i + 0.5) / 60 for i in range(60)]
    y = [int((i * 37) % 60 < p[i] ** 2 * 60) for i in range(60)]
    wanted = vc.measure("ece(bins=4, strategy=uniform)", y, y_proba=p).value
    assert moved(shown["en"], "bins", n=4)[0] == pytest.approx(wanted, abs=6e-4)


def test_events_and_means(shown):
    rules = ["any_overlap(before=0, after=0, merge=0)", "iou(0.5)"]
    events, detections = [(10, 20), (30, 34), (45, 55)], [(8, 17), (46, 54)]
    er = vc.events.evaluate(events, detections, duration=60, rules=rules)
    keys = ("true_positives", "false_positives")
    by_any, by_iou = ([round(er[rule][key].value) for key in keys] for rule in rules)
    moved(shown["en"], "events", a=8, l=9)
    assert said(shown["en"], "events") == (
        f"Any overlap: {by_any[0]} of 3 events found, false alarms {by_any[1]}. "
        f"IoU ≥ 0.5: {by_iou[0]} of 3, false alarms {by_iou[1]}. By seconds: 15 of 24 found."
    )
    assert moved(shown["en"], "harmonic", p=0.5, r=0.25, b=2)[0] == pytest.approx(5 / 18, abs=6e-4)
    moved(shown["en"], "costs", r=26)
    assert f"S costs {9 + 26 * 40}, detector B {900 + 26 * 5}: B" in said(shown["en"], "costs")


@pytest.mark.parametrize(("b", "c", "k"), [(10, 5, 1), (10, 5, 4), (0, 6, 10), (7, 7, 2)])
def test_which_cases_differ(shown, b, c, k):
    n, b_times, c_times = 100 * k, b * k, c * k
    d, a_right, b_right = (b - c) / 100, (60 + b) / 100, (60 + c) / 100
    mid_p = 2 * binom.cdf(min(b_times, c_times), b_times + c_times, 0.5) - binom.pmf(
        min(b_times, c_times), b_times + c_times, 0.5
    )
    paired = 1.959964 * ((b + c) / 100 - d**2) ** 0.5 / n**0.5
    apart = 1.959964 * ((a_right * (1 - a_right) + b_right * (1 - b_right)) / n) ** 0.5
    moved(shown["en"], "pairs", b=b, c=c, r=60, k=k)
    numbers = re.findall(r"-?\d[\d.]*(?:e-\d+)?", said(shown["en"], "pairs").rstrip("."))
    wanted = [n, b_times, c_times, d, 95, d - paired, d + paired, d - apart, d + apart, mid_p]
    assert [float(one.rstrip(".")) for one in numbers] == pytest.approx(wanted, abs=6e-4)


@pytest.mark.parametrize(("n", "right", "seconds"), [(4, 90, 4), (8, 75, 2.5), (4, 20, 4)])
def test_bits_of_a_trial(shown, n, right, seconds):
    even = [[right if i == j else (100 - right) / (n - 1) for j in range(n)] for i in range(n)]
    bits = vc.ConfusionMatrix(even, labels=list(range(n))).metric("information_transfer_rate")
    wanted = [bits, np.log2(n), bits * 60 / seconds, 1 / n]
    found = moved(shown["en"], "bits", n=n, p=right / 100, s=seconds)
    assert found == pytest.approx(wanted, abs=6e-3)
    assert ("taken as 0" in said(shown["en"], "bits")) == (right < 100 / n)


def test_the_absolute_error_rewards_nothing_where_both_are_equally_likely(shown):
    moved(shown["en"], "proper", q=0.5)
    assert "the same everywhere" in said(shown["en"], "proper")
    moved(shown["en"], "proper", q=0.45)
    assert "least at 0:" in said(shown["en"], "proper")
