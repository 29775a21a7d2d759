"""The page as a document: whole, both languages, nothing from outside, no label as markup."""

import base64
import hashlib
import re
from html.parser import HTMLParser

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.single.page.page import MANY_ROWS, PICTURES, display_keys, page_of
from veracity.plots import DARK, LIGHT
from veracity.reports.page.page import TEMPLATES, both, framed, html, with_code
from veracity.reports.wording.page import CAPTIONS, WORDS
from veracity.results import figure
from veracity.words import Text

EVIL = "</script><img src=x onerror=alert(1)>"
VOID = {"meta", "input", "br", "img", "link", "hr"}


class Document(HTMLParser):
    """Elements with their attributes; fails where one is closed that is not open."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [str(attrs[name]) for _, attrs in self.elements if name in attrs]


def rows(n: int = 300, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(int)
    return truth, 1 / (1 + np.exp(-rng.normal(1.5 * truth - 1, 1)))


@pytest.fixture(scope="module")
def evaluation() -> vc.Evaluation:
    truth, p = rows()
    return vc.evaluate(truth, y_proba=p, group=np.where(np.arange(300) % 3, "A", "B"))


@pytest.fixture(scope="module")
def page(evaluation: vc.Evaluation) -> str:
    return html(page_of(evaluation), "en")


@pytest.fixture(scope="module")
def document(page: str) -> Document:
    return Document(page)


def hostile() -> vc.Evaluation:
    truth, p = rows(80)
    names = np.array(["ok\"&'", EVIL])
    return vc.evaluate(names[truth], y_proba=p, pos_label=EVIL, group=names[np.arange(80) % 2])


def three() -> vc.Evaluation:
    rng = np.random.default_rng(1)
    p = rng.dirichlet([1, 1, 1], 120)
    return vc.evaluate(np.array([rng.choice(3, p=one) for one in p]), y_proba=p)


def all_kinds() -> dict[str, vc.Evaluation]:
    truth, p = rows(80)
    weights = np.random.default_rng(2).random(80)
    return {
        "scores": vc.evaluate(truth, y_score=7 * p),
        "labels": vc.evaluate(truth, (p > 0.4).astype(int)),
        "labels and scores": vc.evaluate(truth, (p > 0.4).astype(int), y_score=p),
        "three": three(),
        "weights, clusters": vc.evaluate(
            truth, y_proba=p, sample_weight=weights, cluster=np.arange(80) // 4
        ),
        "elsewhere": vc.evaluate(truth, y_proba=p).at_prevalence(0.01),
        "one class": vc.evaluate([1, 1, 1], y_proba=[0.2, 0.5, 0.9], labels=[0, 1]),
        "matrix": vc.ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5).evaluate(),
        "hostile": hostile(),
    }


@pytest.fixture(scope="module")
def kinds() -> dict[str, str]:
    return {name: html(page_of(ev), "zh") for name, ev in all_kinds().items()}


def test_it_is_one_well_formed_document(document: Document) -> None:
    assert document.open == []
    tags = [tag for tag, _ in document.elements]
    assert tags.count("main") == tags.count("h1") == tags.count("title") == 1


def test_every_kind_of_evaluation_has_a_page(kinds: dict[str, str]) -> None:
    for name, text in kinds.items():
        made = Document(text)
        assert made.open == [], name
        ids = made.values("id")
        assert len(ids) == len(set(ids)), name
        assert 'lang="zh"' in text[:200]


def test_the_verdict_comes_first_then_the_cautions(page: str, evaluation: vc.Evaluation) -> None:
    places = [page.index(f'id="{name}"') for name in ("verdict", "cautions", "figures", "live")]
    assert places == sorted(places)
    assert str(both(evaluation.verdict)) in page
    for caution in evaluation.cautions:
        assert str(both(caution.message)) in page


def test_each_figure_has_one_row_of_its_own(page: str, evaluation: vc.Evaluation) -> None:
    """In the main table, among the further ones, or beside the calibration; never in two."""
    rows = re.findall(r'<tr><th scope="row"><a class="metric" href="#about-([^"]+)">', page)
    assert len(rows) == len(set(rows))
    assert set(display_keys(evaluation)[0]) >= {"auroc", "brier", "dor"}
    assert {"auroc", "brier", "dor"} <= set(rows)


def test_figures_are_those_of_the_library(page: str, evaluation: vc.Evaluation) -> None:
    for key in ("auroc", "mcc", "precision", "brier"):
        estimate = evaluation[key]
        row = re.search(
            rf'<tr><th scope="row"><a class="metric" href="#about-{key}">.*?</tr>', page
        )
        assert row is not None
        assert f">{figure(estimate.value)}<" in row[0]
        assert f"[{figure(estimate.low)}, {figure(estimate.high)}]" in row[0]
    for value in ("A", "B"):
        assert figure(evaluation.by_group[value]["recall"].value) in page


def test_both_languages_are_there_and_one_is_shown(page: str, document: Document) -> None:
    assert document.elements[0] == ("html", document.elements[0][1])
    assert document.elements[0][1]["lang"] == "en"
    inner = [attrs["lang"] for tag, attrs in document.elements[1:] if "lang" in attrs]
    assert inner.count("en") == inner.count("zh") > 200
    assert 'html[lang="en"] [lang="zh"]' in page
    for text in (WORDS["calibration"], CAPTIONS["roc"]):
        assert text.en in page
        assert text.zh in page


def test_links_and_names_lead_somewhere(document: Document) -> None:
    ids = set(document.values("id"))
    links = document.values("href")
    assert len(links) > 50
    assert {link.removeprefix("#") for link in links} <= ids
    for name in ("for", "aria-labelledby"):
        assert set(document.values(name)) <= ids


def test_nothing_comes_from_outside(page: str, document: Document) -> None:
    assert "src" not in {name for _, attrs in document.elements for name in attrs}
    addresses = set(re.findall(r"https?://[^\s\"'<)]+", page))
    assert addresses <= {"http://www.w3.org/2000/svg"}
    assert "@import" not in page


def test_only_the_script_of_the_page_may_run(page: str) -> None:
    script = re.search(r"<script>(.*?)</script>", page, re.DOTALL)
    assert script is not None
    digest = base64.b64encode(hashlib.sha256(script[1].encode()).digest()).decode()
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    allowed = policy[1].replace("&#39;", "'").replace("&#43;", "+")
    assert f"script-src 'sha256-{digest}';" in allowed
    assert allowed.startswith("default-src 'none';")


def test_labels_never_become_markup(kinds: dict[str, str]) -> None:
    text = kinds["hostile"]
    made = Document(text)
    assert "img" not in {tag for tag, _ in made.elements}
    assert not any(name.startswith("on") for _, attrs in made.elements for name in attrs)
    assert text.count("<script") == text.count("</script>") == 2
    assert EVIL not in text
    assert EVIL in made.words


def test_the_page_is_small(page: str) -> None:
    assert len(page.encode()) < 540_000  # 187 figures, named and explained in two languages


def test_the_same_evaluation_gives_the_same_page(evaluation: vc.Evaluation, page: str) -> None:
    assert html(page_of(evaluation), "en") == page


def test_averages_of_two_classes_are_left_out_and_said_so(evaluation: vc.Evaluation) -> None:
    shown, left_out = display_keys(evaluation)
    assert "macro_f1" in left_out
    assert "auroc" in shown
    assert sorted(shown + left_out) == sorted(evaluation.keys())


def test_of_many_rows_what_is_slow_is_left_out() -> None:
    truth = np.arange(MANY_ROWS + 2) % 2
    ev = vc.evaluate(truth, y_proba=np.round(np.linspace(0, 1, MANY_ROWS + 2), 2))
    shown, left_out = display_keys(ev)
    assert {"auroc", "mcc", "brier"} <= set(shown)
    assert "h_measure" in left_out


def test_asked_keys_are_the_figures() -> None:
    truth, p = rows(60)
    made = page_of(vc.evaluate(truth, y_proba=p, metrics=["macro_f1", "brier"]))
    assert [line.key for line in made.profile.lines] == ["macro_f1", "brier"]
    assert made.left_out == ()


def test_words_in_both_languages_are_escaped() -> None:
    assert both(Text("a<b", "甲<乙")) == (
        '<span lang="en">a&lt;b</span><span lang="zh">甲&lt;乙</span>'
    )
    assert both("<i>") == "&lt;i&gt;"
    assert with_code(both("see `a<b` and `ev.at`")) == (
        "see <code>a&lt;b</code> and <code>ev.at</code>"
    )


def test_every_word_is_used() -> None:
    templates = "".join(path.read_text("utf-8") for path in TEMPLATES.glob("*.html"))
    source = "".join(path.read_text("utf-8") for path in TEMPLATES.parents[1].rglob("*.py"))
    used = re.findall(r"\bw\.(\w+)", templates) + re.findall(r'(?:WORDS|PAGE)\["(\w+)"\]', source)
    unused = set(WORDS) - set(used)
    assert unused == set()
    assert set(CAPTIONS) == set(PICTURES)


def test_no_word_is_hidden_by_what_every_dictionary_has() -> None:
    """`w.copy` in a template is a method, not a word."""
    assert set(WORDS) & set(dir(dict)) == set()


def test_in_a_frame_it_is_the_same_page(page: str) -> None:
    (frame,) = Document(framed(page)).elements
    assert frame[1]["sandbox"] == "allow-scripts"
    assert frame[1]["srcdoc"] == page


def test_many_classes_have_a_picture_of_their_matrix() -> None:
    truth = np.arange(600) % 40
    made = page_of(vc.evaluate(truth, np.where(np.arange(600) % 3, truth, 0), metrics=["mcc"]))
    drawn = made.drawing("confusion")
    assert drawn is not None
    assert "data:image/png" in drawn.svg
    assert Document(html(made, "en")).open == []


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=lambda theme: theme.name)
def test_words_stand_out_enough(theme: object, page: str) -> None:
    """WCAG AA asks for 4.5 to 1 for text."""
    blocks = re.findall(r":root \{ [^}]*--link: (#\w+); --panel: (#\w+); [^}]*?"
                        r"--serious: (#\w+); --warning: (#\w+)", page)  # fmt: skip
    link, panel, serious, warning = blocks[theme is DARK]
    for paper in (theme.background, panel):  # type: ignore[attr-defined]
        for ink in (theme.ink, theme.muted, link, serious, warning):  # type: ignore[attr-defined]
            assert contrast(ink, paper) >= 4.5
    assert contrast("#ffffff", "#000000") == pytest.approx(21)


def test_bars_have_a_scale_and_their_mark_a_name(evaluation: vc.Evaluation) -> None:
    written = html(page_of(evaluation), "en")
    bars = re.findall(r'<div class="bar".*?</div>', written)
    assert len(bars) == len([one for one in page_of(evaluation).answers if one.bar])
    scales = [re.findall(r">([^<>]+)<", bar) for bar in bars]
    assert all(re.fullmatch(r"-?[\d.]+.*", one[0]) or len(one) > 2 for one in scales)
    assert {"guessing", "ideal", "here"} <= {word for one in scales for word in one}
