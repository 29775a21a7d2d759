"""An outline as plain text."""

from __future__ import annotations

from veracity.reports.tables.document import COLON, Block, Drawn, Listed, Outline, Paragraph, Table
from veracity.words import Language
from veracity.words.layout import in_columns, one_line, width


def text(outline: Outline, language: Language) -> str:
    """Headings that are underlined, tables in columns."""
    parts = []
    for index, section in enumerate(outline.sections):
        title = (section if index else outline).title.within(language)
        parts.append(f"{title}\n{('-' if index else '=') * width(title)}")
        parts += [made for block in section.blocks if (made := _block(block, language))]
    return "\n\n".join(parts) + "\n"


def _block(block: Block, language: Language) -> str:
    if isinstance(block, Paragraph):
        return one_line(block.text.within(language))
    if isinstance(block, Listed):
        signs = (f"{n}." if block.numbered else "·" for n in range(1, len(block.items) + 1))
        lines = [
            f"{sign} {one_line(item.within(language))}"
            for sign, item in zip(signs, block.items, strict=True)
        ]
        return "\n".join(
            [
                *([f"{block.folded.within(language)}{COLON[language]}"] if block.folded else []),
                *lines,
            ]
        )
    return "" if isinstance(block, Drawn) else columns(block, language)


def columns(table: Table, language: Language) -> str:
    """A table in columns that line up on a terminal, wide characters too."""
    rows = [[one_line(cell) for cell in row] for row in table.within(language)]
    return in_columns(rows, right=range(table.left, len(rows[0])))
