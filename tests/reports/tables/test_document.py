"""One outline, every format: the same sections, nothing of users as markup."""

import re

import pytest

from tests.reports.formats.test_documents import tables
from tests.reports.wording.test_escaping_labels import HOSTILE
from veracity.reports.outline.as_latex import latex
from veracity.reports.outline.as_markdown import markdown
from veracity.reports.outline.as_text import text
from veracity.reports.tables.document import (
    Drawn,
    Listed,
    Outline,
    Paragraph,
    Section,
    cells,
    label,
    plain,
    section,
    table,
)
from veracity.words import Text

WORDS = Text("Figures", "指标")


def made(name="a|b"):
    figures = table(WORDS, (WORDS, "n"), [(label(name), 3), ("other", 12)])
    listed = Listed((plain("one"), plain(name)), numbered=True, folded=Text("Sources", "来源"))
    return Outline(
        Text("A report", "报告"),
        (
            Section("verdict", Text("Verdict", "结论"), (Paragraph(plain(name), loud=True),)),
            Section("figures", WORDS, (figures, Drawn("roc"), listed)),
        ),
    )


def test_markdown():
    assert markdown(made(), "en") == (
        "# A report\n\n**a\\|b**\n\n## Figures\n\n"
        "| Figures | n |\n|:--|--:|\n| a\\|b | 3 |\n| other | 12 |\n\n"
        "Sources:\n\n1. one\n2. a\\|b\n"
    )


def test_text():
    assert text(made(), "zh") == (
        "报告\n====\n\na|b\n\n指标\n----\n\n指标    n\na|b     3\nother  12\n\n"
        "来源：\n1. one\n2. a|b\n"
    )


def test_latex_is_a_document_with_tables_that_break_over_pages():
    source = latex(made("50%_"), "en")
    assert source.startswith("% compile with xelatex or lualatex\n\\documentclass")
    assert source.rstrip().endswith(r"\end{document}")
    assert r"\section*{A report}" in source
    assert r"\subsection*{Figures}" in source
    assert r"\textbf{50\%\_}" in source
    assert r"50\%\_ & 3 \\" in source
    assert "\\toprule Figures & n \\\\ \\midrule\n\\endhead" in source
    for name in ("document", "longtable", "enumerate"):
        assert source.count(rf"\begin{{{name}}}") == source.count(rf"\end{{{name}}}") == 1
    assert r"{ctexart}" in latex(made(), "zh")


@pytest.mark.parametrize("name", HOSTILE, ids=repr)
def test_what_users_wrote_never_becomes_markup(name):
    page = markdown(made(name), "en")
    for rows in tables(page):
        assert len({len(row) for row in rows}) == 1
    rest = re.sub(r"\\.", "", page.replace("**", ""))
    assert not re.search(r"[<`$~]|\]\(|!\[", rest)
    source = latex(made(name), "en").split(r"\begin{document}")[1]
    known = r"\\(?:textbackslash|textasciicircum|textasciitilde|textless|textgreater|textbar)\{\}"
    body = re.sub(rf"{known}|\\[a-z]+\*?|\\\\|\\[{{}}$&#%_]|\$-\$", "", source)
    assert not re.search(r"[\\$#%^~|<>]", body)
    for sign in "\x1b\u202e\0":
        assert sign not in page + source + text(made(name), "en")


def test_a_section_without_blocks_is_none():
    assert section("x", WORDS, [None]) is None
    there = section("x", WORDS, [None, Paragraph(WORDS)])
    assert there is not None
    assert len(there.blocks) == 1


def test_sections_are_found_by_their_keys():
    outline = made()
    assert outline.keys == ("verdict", "figures")
    assert outline["figures"].title.zh == "指标"
    assert cells((1, label("x")))[1].user
