"""The table that people hold: rows as data, and the same as text, Markdown, LaTeX, HTML."""

from __future__ import annotations

import csv
import io
import math
import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

from veracity.reports.formats.report_files import write_text
from veracity.reports.outline.as_latex import tabular
from veracity.reports.outline.as_markdown import pipe_table
from veracity.reports.outline.as_text import columns
from veracity.reports.tables.document import NOTHING, Table
from veracity.reports.tables.frames import arrow_table, pandas_frame, polars_frame
from veracity.reports.wording import escaping
from veracity.words import Language, Text, current

Record = Mapping[str, Any]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class ResultTable(Sequence[Record]):
    """Rows under stable keys, and how people read them.

    `records` are what frames and files get: every figure with its ends, as numbers. `layout`
    is what is printed: one cell for a figure and its interval. `note` stands below the print.
    """

    records: tuple[Record, ...]
    layout: Table
    note: Text = NOTHING

    # as a sequence of rows

    def __len__(self) -> int:
        return len(self.records)

    @overload
    def __getitem__(self, row: int) -> Record: ...
    @overload
    def __getitem__(self, row: slice) -> tuple[Record, ...]: ...
    def __getitem__(self, row: int | slice) -> Record | tuple[Record, ...]:
        return self.records[row]

    def __iter__(self) -> Iterator[Record]:
        return iter(self.records)

    @property
    def columns(self) -> tuple[str, ...]:
        """The keys of the rows, in their order."""
        return tuple(dict.fromkeys(key for record in self.records for key in record))

    # as data

    def to_dict(self) -> dict[str, list[Any]]:
        """The values of each column under its key."""
        return {key: [record.get(key) for record in self.records] for key in self.columns}

    def to_pandas(self) -> Any:
        """A pandas DataFrame."""
        return pandas_frame(self._rows())

    def to_polars(self) -> Any:
        """A polars DataFrame."""
        return polars_frame(self._rows())

    def to_pyarrow(self) -> Any:
        """A PyArrow table."""
        return arrow_table(self._rows())

    def _rows(self) -> list[dict[str, Any]]:
        return [{key: record.get(key) for key in self.columns} for record in self.records]

    def to_csv(self, path: str | os.PathLike[str] | None = None) -> str:
        """The rows as CSV, also written to `path`; what is undefined is empty."""
        lines = io.StringIO()
        writer = csv.DictWriter(lines, self.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows({k: _plain(v) for k, v in row.items()} for row in self._rows())
        if path is not None:
            write_text(path, lines.getvalue())
        return lines.getvalue()

    # as people read it

    def text(self, lang: str | None = None) -> str:
        """Columns that line up on a terminal."""
        language = current(lang)
        return "\n".join([columns(self.layout, language), *self._notes(language)])

    def __str__(self) -> str:
        return self.text()

    __repr__ = __str__

    def to_markdown(self, lang: str | None = None) -> str:
        """A pipe table."""
        language = current(lang)
        notes = [f"\n{escaping.markdown(note)}" for note in self._notes(language)]
        return "\n".join([pipe_table(self.layout, language), *notes]) + "\n"

    def to_latex(self, lang: str | None = None) -> str:
        """A `tabular` (booktabs)."""
        language = current(lang)
        notes = [f"% {escaping.latex(note)}" for note in self._notes(language)]
        return "\n".join([*notes, tabular(self.layout, language)]) + "\n"

    def _repr_html_(self) -> str:
        language = current()
        head, *body = self.layout.within(language)
        lines = [_html_row("th", head, self.layout.left)]
        lines += [_html_row("td", row, self.layout.left) for row in body]
        notes = [f"<p>{escaping.html(note)}</p>" for note in self._notes(language)]
        return "".join(["<table>", *lines, "</table>", *notes])

    def _notes(self, language: Language) -> list[str]:
        note = self.note.within(language)
        return [note] if note else []


def _plain(value: object) -> object:
    """A value as a file holds it: nothing where it is undefined."""
    return None if isinstance(value, float) and math.isnan(value) else value


def _html_row(tag: str, cells: Sequence[str], left: int) -> str:
    sides = ("left" if column < left else "right" for column in range(len(cells)))
    made = (
        f'<{tag} style="text-align:{side}">{escaping.html(cell)}</{tag}>'
        for side, cell in zip(sides, cells, strict=True)
    )
    return f"<tr>{''.join(made)}</tr>"
