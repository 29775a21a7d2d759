"""The page of a comparison: whole, both languages, nothing from outside, no name as markup."""

import re
from html import unescape

import numpy as np
import pytest

import veracity as vc
from tests.reports.page.test_page import EVIL, Document
from veracity.evaluation.comparison.page import PICTURES, compared_page
from veracity.reports.outline.as_latex import latex
from veracity.reports.outline.as_markdown import markdown
from veracity.reports.outline.as_text import text
from veracity.reports.outline.comparison import leader, outline_of_comparison, verdicts
from veracity.reports.page.comparison import html
from veracity.reports.page.shell import both
from veracity.reports.wording.comparison import CAPTIONS, WORDS
from veracity.results import figure

RNG = np.random.default_rng(3)
TRUTH = (RNG.random(300) < 0.4).astype(int)
A = 1 / (1 + np.exp(-RNG.normal(2 * TRUTH - 1, 1)))
B = 1 / (1 + np.exp(-RNG.normal(TRUTH - 0.5, 1)))
C = RNG.permutation(B)


def compare(*what, **how):
    return vc.compare(*what, n_resamples=100, **how)


def kinds():
    here, there = vc.evaluate(TRUTH, y_proba=A), vc.evaluate(TRUTH[:200], y_proba=B[:200])
    shares = RNG.dirichlet([1, 1, 1], 150)
    classes = np.array([RNG.choice(3, p=row) for row in shares])
    return {
        "two": compare(TRUTH, {"A": A, "B": B}, margin=0.05),
        "three models": compare(TRUTH, {"A": A, "B": B, "C": C}, metrics=["auroc", "mcc"]),
        "scores": compare(TRUTH, {"A": 3 * A, "B": B}, kind="y_score"),
        "labels": compare(TRUTH, {"A": A > 0.5, "B": B > 0.5}, kind="y_pred"),
        "clusters, weights": compare(
            TRUTH, {"A": A, "B": B}, cluster=np.arange(300) // 6, sample_weight=0.5 + B
        ),
        "unpaired": compare(here, there),
        "three classes": compare(classes, {"A": shares, "B": shares[:, [1, 0, 2]]}),
        "the same": compare(TRUTH, {"A": A, "again": A}, metrics="auroc"),
        "hostile": compare(TRUTH, {EVIL: A, "ok\"&'\n\x1b": B}, metrics=["auroc", "f1"]),
        "one class": compare([1, 1, 1], {"A": [0.2, 0.4, 0.9], "B": [0.3, 0.4, 0.6]}),
    }


KINDS = kinds()


@pytest.fixture(scope="module")
def pages():
    return {name: compared_page(cmp) for name, cmp in KINDS.items()}


@pytest.fixture(scope="module")
def written(pages):
    return {name: html(page, "zh") for name, page in pages.items()}


@pytest.mark.parametrize("kind", KINDS)
def test_it_is_one_well_formed_document(written, kind):
    page = written[kind]
    made = Document(page)
    assert made.open == []
    tags = [tag for tag, _ in made.elements]
    assert tags.count("main") == tags.count("h1") == tags.count("title") == 1
    ids = made.values("id")
    assert len(ids) == len(set(ids))
    assert {link.removeprefix("#") for link in made.values("href")} <= set(ids)
    assert len(page.encode()) < 500_000
    assert made.elements[0][1]["data-first"] == "zh"


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_comes_from_outside(written, kind):
    made = Document(written[kind])
    assert "src" not in {name for _, attrs in made.elements for name in attrs}
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", written[kind]))
    assert addresses <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("kind", KINDS)
def test_every_format_has_the_sections_of_the_page(pages, written, kind):
    outline = outline_of_comparison(pages[kind])
    found = re.findall(r'<(?:section|details) id="([a-z]+)"', written[kind])
    assert found == list(outline.keys)
    titles = [outline[key].title for key in outline.keys[1:]]
    for language in ("en", "zh"):
        wanted = [title.within(language) for title in titles]
        assert re.findall(r"^## (.*)$", markdown(outline, language), re.M) == wanted
        assert re.findall(r"\\subsection\*\{(.*)\}", latex(outline, language)) == wanted
        assert re.findall(r"^(.*)\n-{2,}$", text(outline, language), re.M) == wanted


def test_verdict_first_then_cautions_then_differences(written):
    places = [
        written["unpaired"].index(f'id="{k}"') for k in ("verdict", "cautions", "differences")
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("ending", ["html", "md", "tex", "txt", "json"])
def test_each_file_holds_what_a_reader_needs(tmp_path, ending):
    cmp = KINDS["two"]
    cmp.report(tmp_path / f"r.{ending}", lang="en")
    said = unescape((tmp_path / f"r.{ending}").read_text("utf-8")).replace("\\", "")
    row = cmp["A", "B", "auroc"]
    parts = ["DeLong", cmp.provenance.fingerprints[""]]
    if ending != "json":
        parts += [figure(row.difference.low), figure(row.difference.high), row.test.title.en]
        parts += ["Holm S (1979)", "Newcombe RG (1998)", "called from Python", "scipy"]
        parts += [str(cmp.dominance("roc").text), str(row.sentence)]
        parts += [str(one) for one in verdicts(cmp)]
    for sign, written in (("<", "textless{}"), ("-", "$-$"), ("-", "−")):
        said = said.replace(written, sign)
    for part in parts:
        assert part.replace("−", "-") in said, part


def test_the_same_comparison_gives_the_same_bytes(tmp_path):
    for name in ("a.html", "b.html"):
        compare(TRUTH, {"A": A, "B": B}).report(tmp_path / name)
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()


def test_names_never_become_markup(written):
    made = Document(written["hostile"])
    assert "img" not in {tag for tag, _ in made.elements}
    assert not any(name.startswith("on") for _, attrs in made.elements for name in attrs)
    assert written["hostile"].count("<script") == 2
    assert EVIL not in written["hostile"]
    assert any(EVIL in words for words in made.words)
    assert "\x1b" not in written["hostile"]


def test_curves_of_all_models_are_on_the_page(pages):
    assert {one.kind for one in pages["two"].drawings} == {f"compared-{n}" for n in PICTURES}
    assert {one.kind for one in pages["unpaired"].drawings} == {f"compared-{n}" for n in PICTURES}
    assert pages["labels"].drawings == ()  # differences are in the table, and not again in a plot
    scores = {one.kind for one in pages["scores"].drawings}
    assert "compared-roc" in scores
    assert "compared-decision" not in scores
    assert set(CAPTIONS) == {f"compared-{name}" for name in PICTURES}


def test_curves_of_two_evaluations_are_their_own():
    here, there = vc.evaluate(TRUTH, y_proba=A), vc.evaluate(TRUTH[:200], y_proba=B[:200])
    picture = compare(here, there).plot.picture("roc")
    own = there.roc()
    drawn = set(zip(picture["curve-2"].x, picture["curve-2"].y, strict=True))
    assert drawn <= set(zip(own.x, own.y, strict=True))
    assert compare(here, there).dominance("roc").first == "A"


def test_dominance_of_pr_is_said_of_the_same_rows_only(pages):
    assert any("PR curve" in one for one in pages["two"].dominance)
    assert all("ROC curve" in one for one in pages["unpaired"].dominance)


def test_of_two_models_the_winner_is_named_with_the_interval():
    won = KINDS["two"]["A", "B", "auroc"]
    assert won.verdict == "better"
    (said,) = leader(KINDS["two"])
    assert said.en == (
        f"A is better than B in the area under the ROC curve: the difference is {won.difference}."
    )
    (mirrored,) = leader(compare(TRUTH, {"B": B, "A": A}, metrics="auroc"))
    assert mirrored.en.startswith("A is better than B in ")
    noise = {"C": C, "D": np.random.default_rng(4).permutation(C)}
    (open_,) = leader(compare(TRUTH, noise, metrics="auroc"))
    assert open_.en.startswith("Neither is shown to be better in the area under the ROC curve: ")
    assert leader(KINDS["the same"]) == ()


def test_every_pair_has_one_verdict_sentence():
    three = KINDS["three models"]
    said = verdicts(three)
    assert len(said) == 3
    assert said[0].en.startswith("A vs B: ")
    named = {"better": "better in", "cannot_tell": "inconclusive in", "worse": "worse in"}
    for one in three:
        sentence = said[[("A", "B"), ("A", "C"), ("B", "C")].index((one.first, one.second))]
        assert named[one.verdict] in sentence
        assert one.names.en in sentence
        assert one.names.zh in sentence.zh
    assert verdicts(KINDS["the same"])[0].en == "A and again gave the same answer on every row."


def test_many_pairs_are_counted():
    models = {f"m{n}": RNG.permutation(A) for n in range(5)}
    said = verdicts(compare(TRUTH, models, metrics="auroc"))
    assert len(said) == 7
    assert said[-1].en == "4 more pairs: see the table of differences."


def test_each_model_has_its_own_estimate(written):
    page = written["two"]
    for key in ("auroc", "mcc"):
        first, second = KINDS["two"]["A", "B", key].values
        assert str(both(str(first))) in page
        assert str(both(str(second))) in page


def test_every_word_is_used():
    from veracity.reports.page.shell import TEMPLATES

    source = "".join(path.read_text("utf-8") for path in TEMPLATES.parents[1].rglob("*.py"))
    assert {key for key in WORDS if f'WORDS["{key}"]' not in source} == set()
