"""The switch changes every word that a person reads, and what a screen reader hears."""

import re

import pytest

from tests.browser.evaluations import MAKERS

pytestmark = pytest.mark.browser

CHINESE = re.compile(r"[\u3400-\u9fff]")
# Three English words in a row are a sentence, not a name: DeLong, Newcombe, AUROC, F1.
ENGLISH = re.compile(r"[a-z]+ [a-z]+ [a-z]+")
# What is the same in both: code, labels of users, titles of papers, names of settings.
SAME = "code, bdi, .references, .glossary .quiet, .speak, #provenance td, script, style"
SEEN = """same => {
  const kept = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, holder = text.parentElement;
    if (!text.data.trim() || holder.closest(same) || !holder.getClientRects().length) continue;
    kept.push(text.data.trim());
  }
  return kept;
}"""
SPOKEN = "all => all.map(e => e.getAttribute('aria-label'))"


def words(seen):
    """Everything that is written on the page, with all that can be unfolded unfolded."""
    seen.page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true; })")
    return seen.page.evaluate(SEEN, SAME)


@pytest.mark.parametrize("name", ["probabilities", "scores", "three_classes", "three_rows"])
def test_no_english_sentence_is_left_in_chinese(opened, name):
    seen = opened(name, "lang=zh")
    said = words(seen)
    assert len(said) > 200
    assert [text for text in said if ENGLISH.search(text)] == []


@pytest.mark.parametrize("name", ["probabilities", "three_classes"])
def test_no_chinese_word_is_left_in_english(opened, name):
    said = words(opened(name))
    assert len(said) > 200
    assert [text for text in said if CHINESE.search(text)] == []


def test_the_switch_is_seen_heard_and_kept(opened):
    seen = opened("probabilities")
    page = seen.page
    for lang, title in (("zh", "分类器评估"), ("en", "Evaluation of a classifier")):
        page.locator(f"[data-speak={lang}]").click()
        assert page.evaluate("document.documentElement.lang") == lang
        assert page.title() == title
        pressed = page.locator("[data-speak][aria-pressed=true]")
        assert pressed.get_attribute("data-speak") == lang
        labels = page.eval_on_selector_all("[aria-label]", SPOKEN)
        assert len(labels) > 5
        assert all(bool(CHINESE.search(label)) == (lang == "zh") for label in labels)
        assert bool(CHINESE.search(seen.text(".verdict"))) == (lang == "zh")


def test_pictures_speak_it_too(opened):
    seen = opened("probabilities")
    for lang in ("en", "zh"):
        seen.page.locator(f"[data-speak={lang}]").click()
        titles = seen.page.eval_on_selector_all(
            "figure svg text",
            "all => all.map(e => Array.from(e.querySelectorAll('tspan')).filter(t => "
            "t.getClientRects().length).map(t => t.textContent)).filter(t => t.length)",
        )
        assert len(titles) > 30
        assert all(len(shown) == 1 for shown in titles)
        of_other = {"en": CHINESE, "zh": re.compile("[a-z]{3} [a-z]{3}")}[lang]  # Kappa is a name
        assert [text for (text,) in titles if of_other.search(text)] == []


def test_a_page_written_in_chinese_begins_in_it(opened, tmp_path):
    MAKERS["labels"]().report(tmp_path / "page.html", lang="zh")
    seen = opened(tmp_path / "page.html")
    assert seen.page.evaluate("document.documentElement.lang") == "zh"
    assert seen.page.title() == "分类器评估"
    assert seen.fragment() == ""
    seen.page.locator("[data-speak=en]").click()
    assert seen.fragment() == "lang=en"
