"""Without JavaScript the page is whole: everything is read, nothing is offered that is dead."""

import re

import pytest

from tests.browser.evaluations import evaluation, page_data
from veracity.evaluation.single.sentences import lead
from veracity.results import figure

pytestmark = pytest.mark.browser

EV = "probabilities"
CONTROLS = ("button", "input", ".controls", "output")


@pytest.fixture(scope="module")
def seen(opened_once):
    return opened_once(EV, java_script_enabled=False)


def test_verdict_cautions_and_figures_are_read(seen):
    ev = evaluation(EV)
    assert seen.text(".verdict p").startswith(lead(ev).en)
    assert "of 100 alarms are right." in seen.text(".verdict p")
    seen.page.locator("#cautions > summary").click()
    said = seen.text("#cautions")
    assert ev.cautions
    for caution in ev.cautions:
        assert caution.message.en in said
    seen.page.locator("#figures > summary").click()
    table = seen.text("#figures table >> nth=0")
    for key in ("auroc", "mcc", "recall"):
        estimate = ev[key]
        row = f"{figure(estimate.value)} [{figure(estimate.low)}, {figure(estimate.high)}]"
        assert row in " ".join(table.split())


def test_nothing_is_offered_that_does_nothing(seen):
    for query in CONTROLS:
        found = seen.page.locator(query)
        assert [i for i in range(found.count()) if found.nth(i).is_visible()] == [], query
    assert "Without JavaScript" in seen.text("noscript")
    assert "Move the sliders" not in seen.text("main")


def test_folded_parts_open_and_every_picture_is_drawn(seen):
    inner = seen.page.locator("#figures details table")
    assert inner.count() == 1
    kinds = [drawing.kind for drawing in page_data(EV).drawings if drawing.svg]
    assert len(kinds) >= 9
    folded = seen.page.locator("details:not([open]) > summary:visible")
    while folded.count():  # what is folded inside a section is seen when that is open
        folded.first.click()
    assert inner.is_visible()
    for kind in kinds:
        box = seen.page.locator(f'[data-picture="{kind}"] svg').bounding_box()
        assert box is not None, kind
        assert min(box["width"], box["height"]) > 60, kind


def test_the_live_panel_shows_the_evaluation(seen):
    text = " ".join(seen.text(".below").split()) + seen.page.locator(".tiles").text_content()
    ev = evaluation(EV)
    assert "Threshold 0.5, Prevalence 26.25%" in text
    for key in ("precision", "npv", "mcc"):
        assert figure(ev[key].value) in text
    assert re.search(rf"TP {int(ev.confusion.tp)}\b", text)


def test_a_name_leads_to_its_meaning(seen):
    seen.page.locator("#figures a.metric:visible").first.click()
    entry = seen.page.locator("#about-auroc")
    assert entry.is_visible()
    assert "positive" in entry.inner_text()
