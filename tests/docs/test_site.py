"""The plan of the site: every page exists once, nothing is left out, both languages are whole."""

import importlib.util
import re
from pathlib import Path

import pytest

from veracity.practice.catalogue import LEVELS, TOPICS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
spec = importlib.util.spec_from_file_location("docs_site", DOCS / "site.py")
site = importlib.util.module_from_spec(spec)
spec.loader.exec_module(site)
PAGES = site.pages()
CONCEPTS = sorted(p.stem for p in (DOCS / "concepts").glob("*.md") if "zh-CN" not in p.name)
IN_BOTH = [
    *(f"concepts/{name}" for name in CONCEPTS),
    "mistakes",
    "practice",
    "index",
    "living_figures",
    "cookbook",
]


def test_every_page_of_the_plan_exists_once():
    made = set(site.PLAN["made"]["pages"])
    assert [page for page in PAGES if page not in made and not site.origin(page).exists()] == []
    assert len(PAGES) == len(set(PAGES))


def test_no_guide_is_left_out():
    here = {path.name for path in DOCS.glob("*.md") if "zh-CN" not in path.name}
    assert here - set(PAGES) == set()
    assert {f"concepts/{name}.md" for name in CONCEPTS} <= set(PAGES)


def test_sections_are_named_in_both_languages():
    for section in site.PLAN["section"]:
        assert section["en"]
        assert re.search(r"[一-鿿]", section["zh"])


@pytest.mark.parametrize("page", IN_BOTH)
def test_both_languages_say_the_same(page):
    """As many headings, and the same code with the same numbers."""
    english, chinese = (
        (DOCS / f"{page}{ending}").read_text("utf-8") for ending in (".md", ".zh-CN.md")
    )
    assert english != chinese
    if page.startswith(("concepts", "mistakes")):
        headings = [re.findall(r"^#+ ", text, re.M) for text in (english, chinese)]
        assert headings[0] == headings[1]
        blocks = [re.findall(r"```python\n.*?```", text, re.S) for text in (english, chinese)]
        assert blocks[0] == blocks[1] != []
    prose = re.sub(r"```.*?```|`[^`]*`", "code", chinese, flags=re.S)
    assert not re.search(r"[一-鿿] +[一-鿿]", prose)
    assert len(re.findall(r"[一-鿿]", prose)) > 60


def test_every_recipe_ends_with_a_paragraph_in_both_languages():
    """Ten fields; the same code, but for the language in which a sentence is asked."""
    pages = [(DOCS / f"cookbook{e}").read_text("utf-8") for e in (".md", ".zh-CN.md")]
    for text in pages:
        recipes = re.split(r"^## ", text, flags=re.M)[1:-1]  # the last names the notebooks
        assert len(recipes) == 10
        assert all("```python" in one and "\n> " in one for one in recipes)
    code = [
        [line.replace('("zh")', "()") for line in re.findall(r"^(?:>>>|\.\.\.) .*", text, re.M)]
        for text in pages
    ]
    assert code[0] == code[1]


def test_figures_that_move_are_in_the_chapters_of_both_languages():
    """Every figure stands in a chapter, and in the same ones in both languages."""
    placed = {}
    for ending in (".md", ".zh-CN.md"):
        names = site.living(DOCS / f"index{ending}")
        order = list(names)
        for name in CONCEPTS:
            path = DOCS / "concepts" / f"{name}{ending}"
            text = path.read_text("utf-8")
            found = site.MOVES.findall(text)
            placed.setdefault(ending, []).append([order.index(one) for one in found])
            for one in found:
                assert 'data-living="' in names[one]
    assert placed[".md"] == placed[".zh-CN.md"]
    assert {one for page in placed[".md"] for one in page} == set(range(15))


@pytest.mark.parametrize("ending", [".md", ".zh-CN.md"])
def test_chapters_end_with_an_exercise_of_each_level_and_its_solution(ending, monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    for name in TOPICS:
        path = DOCS / "concepts" / f"{name}{ending}"
        assert [found == name for found in site.PRACTISE.findall(path.read_text("utf-8"))] == [True]
        made = site._practise(name, path)
        assert made.count("</details>") == len(LEVELS), name
        assert len(re.findall(r"^\*\*\d\.\*\*", made, re.M)) == len(LEVELS), name


@pytest.mark.parametrize(
    ("topic", "english", "chinese"),
    [
        ("metrics", "F2", "F2"),
        ("metrics", "diagnostic odds ratio", "诊断优势比"),
        ("metrics", "positive likelihood ratio", "阳性似然比"),
        ("thresholds", "Youden", "约登指数"),
        ("calibration", "observed over expected", "观察/预期"),
        ("calibration", "log loss", "对数损失"),
        ("calibration", "skill score", "技巧分数"),
        ("calibration", "pool adjacent violators", "相邻违例者合并"),
        ("uncertainty", "standard error", "标准误"),
        ("uncertainty", "design effect", "设计效应"),
        ("uncertainty", "rule of three", "三法则"),
        ("comparison", "Bonferroni", "Bonferroni"),
        ("comparison", "Holm", "Holm"),
        ("comparison", "chi-squared", "卡方"),
        ("prevalence", "Rogan", "Rogan"),
        ("prevalence", "Net benefit", "净获益"),
        ("signals", "criterion", "判断标准"),
        ("signals", "a minute", "每分钟"),
        ("events", "median", "中位数"),
        ("events", "one-to-one", "一对一"),
    ],
)
def test_chapters_teach_what_exercises_ask(topic, english, chinese):
    for ending, term in ((".md", english), (".zh-CN.md", chinese)):
        assert term in (DOCS / "concepts" / f"{topic}{ending}").read_text("utf-8")


def test_links_stay_inside_the_site():
    page = DOCS / "decisions" / "README.md"
    text = "[a](sub_rooms.md) [b](../coverage.md#x) [c](../../LICENSE) [d](../../ARCHITECTURE.md)"
    found = site.LINK.sub(lambda one: site._link(one, page), text)
    assert found == "[a](sub_rooms.md) [b](../coverage.md#x) c [d](../architecture.md)"


def test_cautions_that_pages_name_exist():
    for page in ("mistakes.md", "mistakes.zh-CN.md"):
        named = re.findall(r"(?:caution|提醒) `(\w+)`", (DOCS / page).read_text("utf-8"))
        assert len(named) > 8
        assert [key for key in named if not (DOCS / "cautions" / f"{key}.md").exists()] == []


@pytest.mark.parametrize("ending", [".md", ".zh-CN.md"])
def test_every_mistake_is_computed_under_its_number_and_its_caution_speaks(ending):
    text = (DOCS / f"mistakes{ending}").read_text("utf-8")
    stated = [int(one) for one in re.findall(r"^\| (\d+) \|", text, re.M)]
    assert stated == list(range(1, 75))
    computed = {int(n) for line in re.findall(r"# ([\d, ]+):", text) for n in line.split(",")}
    assert computed == set(stated)
    named = set(re.findall(r"(?:caution|提醒) `(\w+)`", text))
    spoke = re.findall(r"warns\([^\n]*\"(\w+)\"\)[^\n]*\n[^\n]*True", text)
    assert named - set(spoke) == set()


def test_printed_prose_is_broken_and_tables_are_not():
    table = "key" + " " * 90 + "value"
    said = "one of two sentences that a method printed on a single line, " * 3
    block = site._broken(f">>> print(1)\n{said.strip()}\n<BLANKLINE>\n{table}\n")
    first, *rest = block.splitlines()
    assert first == ">>> print(1)"
    assert rest[-2:] == ["", table]
    assert all(len(line) <= site.WIDEST for line in rest[:-1])
    assert " ".join(rest[:-2]) == said.strip()
    chinese = "每个数都有区间，或说明为何没有。" * 8
    lines = site._filled(chinese).splitlines()
    assert "".join(lines) == chinese
    assert all(len(line) <= site.WIDEST / 2 and line[0] not in "，。" for line in lines)
