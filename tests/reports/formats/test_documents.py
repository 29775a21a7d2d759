"""Markdown, LaTeX and the notebook's HTML."""

import re
import xml.etree.ElementTree as ET

import pytest

from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.reports.formats import documents

TWO = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate(n_resamples=100)
GROUPED = evaluate(list("aaabbbcccc"), list("aabbbcccca"), group=[1] * 5 + [2] * 5, n_resamples=100)


def tables(text):
    """The tables of a Markdown text, each a list of rows of cells."""
    blocks = re.findall(r"(?:^\|.*\|\n?)+", text, flags=re.MULTILINE)
    split = re.compile(r"(?<!\\)\|")
    return [
        [[cell.strip() for cell in split.split(line)[1:-1]] for line in block.strip().splitlines()]
        for block in blocks
    ]


@pytest.mark.parametrize("ev", [TWO, GROUPED])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_markdown_tables_are_rectangular(ev, lang):
    found = tables(ev.to_markdown(lang))
    assert len(found) == 3
    for table in found:
        assert len({len(row) for row in table}) == 1
        assert set("".join(table[1])) == {":", "-"}


def test_markdown_shows_every_figure():
    figures, _, matrix = tables(TWO.to_markdown("en"))
    assert len(figures) == len(TWO.keys()) + 2
    row = next(row for row in figures if row[0] == "Recall")
    assert row[1].replace("\\", "") == str(TWO["recall"])
    assert row[2:4] == ["60", "wilson"]
    assert matrix[2] == ["negative", "50", "10"]
    assert matrix[0] == ["truth \\\\ predicted", "negative", "positive"]


def test_markdown_has_verdict_rows_and_settings():
    text = TWO.to_markdown("en")
    assert text.startswith("# Evaluation\n\nBetter than guessing")
    assert "120 of 120 rows used" in text
    assert "random_state = 0" in text


def test_markdown_in_chinese():
    text = TWO.to_markdown("zh")
    assert text.startswith("# 评估结果")
    for part in ("## 指标", "## 混淆矩阵", "## 数据行", "## 设置", "召回率"):
        assert part in text


def test_parts_say_whose_they_are():
    figures = tables(GROUPED.to_markdown("en"))[0]
    assert figures[0][0] == "of"
    assert {row[0] for row in figures[2:]} == {"all rows", "a", "b", "c", "1", "2"}


def latex_tables(ev, lang="en"):
    """The figures and the rules without knowledge, each without its comments."""
    parts = ev.to_latex(lang).removesuffix("\n").split("\n\n")
    return [[line for line in part.split("\n") if not line.startswith("%")] for part in parts]


def test_latex_of_the_figures_is_one_table():
    body, _ = latex_tables(TWO)
    assert body[0] == r"\begin{tabular}{lrrrr}"
    assert body[-1] == r"\end{tabular}"
    rows = [line for line in body if line.endswith(r"\\")]
    assert len(rows) == len(TWO.keys()) + 1
    assert {len(re.findall(r"(?<!\\)&", row)) for row in rows} == {4}
    assert r"Recall & 0.667 [0.541, 0.773] & 60 & wilson &  \\" in rows


def test_latex_says_verdict_and_rows_in_comments():
    comments = [line for line in TWO.to_latex("en").splitlines() if line.startswith("%")]
    assert comments[0].startswith("% Better than guessing")
    assert comments[1] == "% 120 of 120 rows used"


def parsed(html):
    return ET.fromstring(html)


def fragment(ev):
    return documents.html(ev.profile(short=True), "en")


@pytest.mark.parametrize("ev", [TWO, GROUPED])
def test_html_is_well_formed(ev):
    root = parsed(fragment(ev))
    assert root.tag == "div"
    assert len(root.findall(".//table")) == 3
    for table in root.findall(".//table"):
        columns = {len(list(row)) for row in table.iter("tr")}
        assert len(columns) == 1


def test_html_says_what_the_text_says():
    text = "".join(parsed(fragment(TWO)).itertext())
    for part in (str(TWO.verdict), str(TWO["mcc"]), "120 of 120 rows used"):
        assert part in text


def test_many_classes_are_not_shown_as_a_matrix():
    ev = evaluate(list(range(60)), list(range(60)), n_resamples=100)
    assert len(parsed(fragment(ev)).findall(".//table")) == 2
    assert len(tables(ev.to_markdown("en"))) == 2
