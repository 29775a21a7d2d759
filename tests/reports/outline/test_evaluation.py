"""Page, Markdown, LaTeX and text hold the same sections, and the same figures in them."""

import re
from html import unescape

import numpy as np
import pytest

import veracity as vc
from tests.reports.page.test_page import Document, all_kinds
from veracity.evaluation.single.page.page import page_of
from veracity.reports.outline.as_latex import latex
from veracity.reports.outline.as_markdown import markdown
from veracity.reports.outline.as_text import text
from veracity.reports.outline.evaluation import outline_of
from veracity.reports.page.page import html
from veracity.results import figure

RNG = np.random.default_rng(0)
TRUTH = (RNG.random(240) < 0.3).astype(int)
P = 1 / (1 + np.exp(-RNG.normal(1.5 * TRUTH - 1, 1)))
EV = vc.evaluate(TRUTH, y_proba=P, group=np.where(np.arange(240) % 3, "A", "B"), n_resamples=100)
KINDS = all_kinds()
# sliders and curves; figures of ranking are in the table, the matrix on the first screen
ONLY_ON_THE_PAGE = {"live", "ranking", "matrix", "appendix"}  # folded into others there


def sections(page):
    """The sections of a page in their order."""
    ids = re.findall(r'<(?:section|details) id="([a-z]+)"', page)
    return [one for one in ids if one not in ONLY_ON_THE_PAGE]


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_has_the_sections_of_the_page(kind):
    page = page_of(KINDS[kind], pictures=False)
    outline = outline_of(page)
    shown = [key for key in outline.keys if key not in ONLY_ON_THE_PAGE]
    assert sections(html(page, "en")) == shown
    titles = [outline[key].title for key in outline.keys[1:]]
    for language in ("en", "zh"):
        wanted = [title.within(language) for title in titles]
        assert re.findall(r"^## (.*)$", markdown(outline, language), re.M) == wanted
        found = re.findall(r"\\subsection\*\{(.*)\}", latex(outline, language))
        assert found == wanted
        assert re.findall(r"^(.*)\n-{2,}$", text(outline, language), re.M) == wanted


def test_the_sections_that_the_issue_asks_for_in_their_order():
    cmp = vc.compare(TRUTH, {"this": P, "other": 1 - P[::-1]})
    page = page_of(EV, compared=cmp.section_of(EV, pictures=False), pictures=False)
    found = sections(html(page, "en"))
    wanted = ["verdict", "cautions", "figures", "guessing", "thresholds", "rarer"]
    wanted += ["calibration", "decisions", "groups", "comparison", "methods", "checklists"]
    assert found == [*wanted, "provenance", "glossary"]


@pytest.mark.parametrize("ending", ["md", "tex", "txt", "html"])
def test_each_file_says_verdict_cautions_figures_methods_and_provenance(tmp_path, ending):
    path = tmp_path / f"report.{ending}"
    EV.report(path, lang="en")
    said = unescape(path.read_text("utf-8")).replace("\\", "").replace("textless{}", "<")
    parts = [str(EV.verdict), *(str(one.message) for one in EV.cautions)]
    parts += [figure(EV["auroc"].low), "Wilson EB (1927)", EV.fingerprint, "called from Python"]
    parts += ["numpy", "scipy", "Python", figure(EV.at_prevalence(0.01)["precision"].value)]
    parts += [str(EV.quadrant.text), figure(EV.by_group["A"]["recall"].value)]
    for part in parts:
        plain = part.replace("−", "-").replace("$-$", "-")
        assert plain in said.replace("−", "-").replace("$-$", "-"), part


def test_a_few_thresholds_have_their_counts():
    page = page_of(EV, pictures=False)
    assert [cut.own for cut in page.at_thresholds].count(True) == 1
    for cut in page.at_thresholds:
        called = cut.threshold <= P
        assert (cut.tp, cut.fp) == ((called & (TRUTH == 1)).sum(), (called & (TRUTH == 0)).sum())
        assert cut.tp + cut.fn == TRUTH.sum()
    recalls = sorted((cut.tp / (cut.tp + cut.fn) for cut in page.at_thresholds), reverse=True)
    assert recalls[0] >= 0.99
    for share in (0.99, 0.95, 0.9, 0.8, 0.5):  # each is reached, and by no more than is needed
        least = min(recall for recall in recalls if recall >= share)
        assert least - share < 0.05


def test_net_benefit_is_that_of_the_counts():
    page = page_of(EV, pictures=False)
    assert [one.threshold for one in page.benefits] == [0.01, 0.05, 0.1, 0.2, 0.5]
    for one in page.benefits:
        t, called = one.threshold, one.threshold <= P
        tp, fp = (called & (TRUTH == 1)).sum(), (called & (TRUTH == 0)).sum()
        assert one.model.value == pytest.approx((tp - fp * t / (1 - t)) / 240, abs=1e-12)
        share = TRUTH.mean()
        assert one.treat_all == pytest.approx(share - (1 - share) * t / (1 - t), abs=1e-12)
        assert one.model.low <= one.model.value <= one.model.high


def test_without_pictures_nothing_is_drawn():
    assert page_of(EV, pictures=False).drawings == ()


def test_an_evaluation_is_one_of_the_models_compared(tmp_path):
    cmp = vc.compare(TRUTH, {"this": P, "other": 1 - P[::-1]}, metrics="auroc")
    assert cmp.name_of(EV) == "this"
    for ending in ("html", "md", "tex", "txt", "json"):
        EV.report(tmp_path / f"r.{ending}", lang="en", compare=cmp)
        said = unescape((tmp_path / f"r.{ending}").read_text("utf-8"))
        assert "other" in said
        assert "DeLong" in said
    page = (tmp_path / "r.html").read_text("utf-8")
    made = Document(page)
    assert made.open == []
    ids = made.values("id")
    assert len(ids) == len(set(ids))
    assert "This page is about this." in page
    assert len(page.encode()) < 550_000


def test_a_comparison_of_others_is_refused(tmp_path):
    cmp = vc.compare(TRUTH, {"A": P[::-1], "B": 1 - P}, metrics="auroc")
    with pytest.raises(vc.errors.InputError, match="not among the models compared"):
        EV.report(tmp_path / "r.html", compare=cmp)
    assert not list(tmp_path.iterdir())


def test_labels_and_two_evaluations_are_recognised():
    called = (P >= 0.5).astype(int)
    labels = vc.evaluate(TRUTH, called)
    cmp = vc.compare(TRUTH, {"X": 1 - called, "Y": called}, kind="y_pred", metrics="accuracy")
    assert cmp.name_of(labels) == "Y"
    other = vc.evaluate(TRUTH[:100], y_proba=P[:100])
    assert vc.compare(EV, other, metrics="auroc").name_of(other) == "B"
