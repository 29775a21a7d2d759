"""One concept, one word: every sentence keeps to the glossary of its language (docs/style.md)."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import veracity

ROOT = Path(__file__).parents[2]
WORDS = Path(veracity.__file__).parent / "words"
FILES = ("messages", "help", "reports", "situations", "terms")
HAN = "\u4e00-\u9fff"
# Chinese data beside each other: labels, names and values that a sentence fills in
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)
# by simulations and records, whose words are held above; or they quote what is wrong, or
# the words of other fields
MADE = {"coverage.md", "sentences.md", "metrics.md", "metrics.zh-CN.md", "glossary.md"}
QUOTING = {"style.md", "mistakes.md", "mistakes.zh-CN.md"} | {
    f"{name}{end}" for name in ("outcomes", "signals") for end in (".md", ".zh-CN.md")
}
SPACED = re.compile(f"[{HAN}，。；：（）] +[{HAN}]|[{HAN}] +[，。；：（）]")


@cache
def glossary(language: str) -> dict[str, dict[str, list[str]]]:
    return tomllib.loads((ROOT / f"docs/glossary.{language}.toml").read_text("utf-8"))


def _in(table: dict, language: str) -> Iterator[str]:
    for key, value in table.items():
        if key == language and isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from _in(value, language)


def _texts(language: str) -> Iterator[str]:
    """What records, cautions and pictures say: every `Text("…", "…")` of the source."""
    for path in sorted(WORDS.parent.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", None) == "Text":
                said = [one.value for one in node.args if isinstance(one, ast.Constant)]
                if len(said) == 2:
                    yield said[language == "zh"]


@cache
def sentences(language: str) -> tuple[str, ...]:
    """What the program can say in a language: files of words, records."""
    tables = (tomllib.loads((WORDS / f"{file}.toml").read_text("utf-8")) for file in FILES)
    found = (said for table in tables for said in _in(table, language))
    return (*found, *_texts(language))


@cache
def guides(language: str) -> tuple[tuple[str, str], ...]:
    """Lines of the guides and the README, without code, tables of aliases and simulated tables."""
    chinese = language == "zh"
    found = [*sorted((ROOT / "docs").rglob("*.md")), ROOT / f"README{'.zh-CN' * chinese}.md"]
    lines = []
    for path in found:
        if path.name.endswith("zh-CN.md") == chinese and path.name not in MADE | QUOTING:
            prose = CODE.sub("", path.read_text("utf-8"))
            lines += [(path.name, line) for line in prose.splitlines()]
    return tuple(lines)


CONCEPTS = [(language, key) for language in ("en", "zh") for key in glossary(language)]


@pytest.mark.parametrize(("language", "concept"), CONCEPTS)
def test_one_concept_one_word(language: str, concept: str) -> None:
    for wrong in glossary(language)[concept]["not"]:
        found = [said for said in sentences(language) if re.search(wrong, said, re.I)]
        assert not found, (glossary(language)[concept]["word"], wrong, found)


@pytest.mark.parametrize(("language", "concept"), CONCEPTS)
def test_guides_keep_to_the_same_words(language: str, concept: str) -> None:
    for wrong in glossary(language)[concept]["not"]:
        found = [at for at in guides(language) if re.search(wrong, at[1], re.I)]
        assert not found, (glossary(language)[concept]["word"], wrong, found)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_an_entry_names_its_word_and_what_it_replaces(language: str) -> None:
    for concept, entry in glossary(language).items():
        assert set(entry) == {"word", "not"}, concept
        assert entry["word"], concept
        assert entry["not"], concept
        assert not any(re.search(wrong, entry["word"]) for wrong in entry["not"]), concept


def test_no_blanks_between_chinese_characters() -> None:
    assert [said for said in sentences("zh") if SPACED.search(said)] == []


def test_the_glossary_would_find_a_wrong_word() -> None:
    wrong = glossary("zh")["cluster"]["not"][0]
    assert re.search(wrong, "共 12 个聚类")
    assert SPACED.search("正 例")
    assert len(sentences("en")) == len(sentences("zh")) > 2000
