"""An outline as Markdown."""

from __future__ import annotations

from veracity.reports.tables.document import COLON, Block, Drawn, Listed, Outline, Paragraph, Table
from veracity.reports.wording import escaping
from veracity.words import Language, Text


def markdown(outline: Outline, language: Language) -> str:
    """A document with headings, lists and pipe tables; nothing of users becomes markup."""
    parts = [f"# {_notes(outline.title, language)}"]
    for index, section in enumerate(outline.sections):
        if index:
            parts.append(f"## {_notes(section.title, language)}")
        parts += [made for block in section.blocks if (made := _block(block, language))]
    return "\n\n".join(parts) + "\n"


def _notes(text: Text, language: Language) -> str:
    """Escaped, but for what we set in backticks: that is code here too."""
    return escaping.markdown(text.within(language))


def _block(block: Block, language: Language) -> str:
    if isinstance(block, Paragraph):
        notes = _notes(block.text, language)
        return f"**{notes}**" if block.loud else notes
    if isinstance(block, Listed):
        signs = (f"{n}." if block.numbered else "-" for n in range(1, len(block.items) + 1))
        lines = [
            f"{sign} {_notes(item, language)}"
            for sign, item in zip(signs, block.items, strict=True)
        ]
        head = [f"{_notes(block.folded, language)}{COLON[language]}\n"] if block.folded else []
        return "\n".join([*head, *lines])
    return "" if isinstance(block, Drawn) else pipe_table(block, language)


def pipe_table(table: Table, language: Language) -> str:
    """One table; figures stand to the right."""
    rule = "|".join(":--" if index < table.left else "--:" for index in range(len(table.head)))
    rows = [
        f"| {' | '.join(_notes(cell.text, language) for cell in row)} |"
        for row in (table.head, *table.rows)
    ]
    return "\n".join([rows[0], f"|{rule}|", *rows[1:]])
