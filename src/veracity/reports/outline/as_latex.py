"""An outline as a LaTeX document that compiles as it is."""

from __future__ import annotations

from veracity.reports.tables.document import COLON, Block, Drawn, Listed, Outline, Paragraph, Table
from veracity.reports.wording import escaping
from veracity.words import Language, Text

# XeLaTeX and LuaLaTeX read every script; ctex brings the fonts for Chinese
PREAMBLE: dict[Language, tuple[str, ...]] = {
    "en": (
        "% compile with xelatex or lualatex",
        r"\documentclass[11pt]{article}",
        r"\usepackage{fontspec}",
    ),
    "zh": ("% compile with xelatex or lualatex", r"\documentclass[11pt]{ctexart}"),
}
PACKAGES = (r"\usepackage[margin=2cm]{geometry}", r"\usepackage{booktabs,longtable}")
MOST_LINE = 7  # columns of a table in letters of the usual size


def latex(outline: Outline, language: Language) -> str:
    """A document with sections and tables (booktabs, over several pages where they are long)."""
    parts = [
        "\n".join((*PREAMBLE[language], *PACKAGES)),
        r"\begin{document}",
        rf"\section*{{{_notes(outline.title, language)}}}",
    ]
    for index, section in enumerate(outline.sections):
        if index:
            parts.append(rf"\subsection*{{{_notes(section.title, language)}}}")
        parts += [made for block in section.blocks if (made := _block(block, language))]
    return "\n\n".join([*parts, r"\end{document}"]) + "\n"


def _notes(text: Text, language: Language) -> str:
    return escaping.latex(text.within(language))


def _block(block: Block, language: Language) -> str:
    if isinstance(block, Paragraph):
        notes = _notes(block.text, language)
        return rf"\textbf{{{notes}}}" if block.loud else notes
    if isinstance(block, Listed):
        kind = "enumerate" if block.numbered else "itemize"
        items = "\n".join(rf"\item {{}}{_notes(item, language)}" for item in block.items)
        head = f"{_notes(block.folded, language)}{COLON[language]}\n\n" if block.folded else ""
        return f"{head}\\begin{{{kind}}}\n{items}\n\\end{{{kind}}}"
    return "" if isinstance(block, Drawn) else _table(block, language)


def _table(table: Table, language: Language) -> str:
    """A table over as many pages as it takes."""
    head, *rows = _rows(table, language)
    small = r"\scriptsize" if len(table.head) > MOST_LINE else r"\small"
    body = [
        rf"{{{small}\setlength{{\tabcolsep}}{{3pt}}",
        rf"\begin{{longtable}}{{{_alignment(table)}}}",
        rf"\toprule {head} \midrule",
        r"\endhead",
        *rows,
        r"\bottomrule",
        r"\end{longtable}}",
    ]
    return "\n".join(body)


def tabular(table: Table, language: Language) -> str:
    """One table for a paper (booktabs), without a document around it."""
    head, *rows = _rows(table, language)
    begin = [rf"\begin{{tabular}}{{{_alignment(table)}}}", r"\toprule", head, r"\midrule"]
    return "\n".join([*begin, *rows, r"\bottomrule", r"\end{tabular}"])


def _rows(table: Table, language: Language) -> list[str]:
    return [
        " & ".join(_notes(cell.text, language) for cell in row) + r" \\"
        for row in (table.head, *table.rows)
    ]


def _alignment(table: Table) -> str:
    size = len(table.head)
    return "l" * min(table.left, size) + "r" * max(size - table.left, 0)
