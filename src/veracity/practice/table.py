"""A small table in a question, for a terminal, a page and a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from veracity.reports.wording import escaping
from veracity.words import Language, Text
from veracity.words.layout import in_columns

Cell = Text | str


@dataclass(frozen=True)
class QuestionTable:
    """Names of columns, and rows of cells; numbers to the right."""

    head: tuple[Cell, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def text(self, language: Language) -> str:
        """Columns under their names."""
        lines = [[_in(cell, language) for cell in row] for row in (self.head, *self.rows)]
        return in_columns(lines, right=range(len(self.head)))

    def markdown(self, language: Language) -> str:
        """As a table of Markdown."""
        head, *rows = (
            "| " + " | ".join(escaping.markdown(_in(cell, language)) for cell in row) + " |"
            for row in (self.head, *self.rows)
        )
        return "\n".join([head, "|" + "--:|" * len(self.head), *rows])

    def html(self, language: Language) -> str:
        """As a table of HTML; the first cell of a row names it."""
        head = "".join(f'<th scope="col">{_html(cell, language)}</th>' for cell in self.head)
        rows = "".join(
            f'<tr><th scope="row">{_html(row[0], language)}</th>'
            + "".join(f"<td>{_html(cell, language)}</td>" for cell in row[1:])
            + "</tr>"
            for row in self.rows
        )
        return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"


def table(head: Sequence[Cell], rows: Sequence[Sequence[Cell | int]]) -> QuestionTable:
    """A table of words and numbers."""
    cells = (tuple(one if isinstance(one, str) else str(one) for one in row) for row in rows)
    return QuestionTable(tuple(head), tuple(cells))


def _in(cell: Cell, language: Language) -> str:
    return cell.within(language) if isinstance(cell, Text) else cell


def _html(cell: Cell, language: Language) -> str:
    return escaping.html(_in(cell, language))
