"""How an evaluation shows itself: text, tables, documents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veracity.errors import refuse
from veracity.evaluation.keys import MOST_LINES, class_keys, headline
from veracity.evaluation.provenance import provenance
from veracity.evaluation.remarks import of_counts
from veracity.files import written_whole
from veracity.metrics import find
from veracity.reports import documents, tables, texts
from veracity.results import Line, Profile
from veracity.statistics.labels import Label
from veracity.words import current

if TYPE_CHECKING:
    from veracity.evaluation.evaluation import Evaluation


class Shown:
    """The part of an evaluation that people read; everything comes from its profile."""

    def profile(self: Evaluation, *, short: bool = False) -> Profile:  # type: ignore[misc]
        """Everything that a page or a table shows, as one frozen value; `short`: no parts."""
        first = self.asked[:MOST_LINES] or headline(self.held)
        return Profile(
            verdict=self.verdict,
            headline=tuple(_line("all", None, self, key) for key in first),
            lines=() if short else tuple(_lines(self)),
            labels=self.held.labels,
            pos_label=self.held.pos_label,
            counts=None if self.confusion is None else self.confusion.counts,
            rows=self.rows,
            notes=self.notes,
            settings=provenance(self),
            said_of_counts=of_counts(self.held, self.population),
            cautions=self.cautions,
        )

    def __repr__(self: Evaluation) -> str:  # type: ignore[misc]
        return self.text()

    def text(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """The headline figures with their intervals, as plain text."""
        return texts.text(self.profile(short=True), current(lang))

    def _repr_html_(self: Evaluation) -> str:  # type: ignore[misc]
        return documents.html(self.profile(short=True), current())

    def report(  # type: ignore[misc]
        self: Evaluation, path: str | os.PathLike[str], lang: str | None = None
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending."""
        writers: dict[str, Callable[[], str]] = {
            ".html": lambda: self.to_html(lang),
            ".md": lambda: self.to_markdown(lang),
            ".tex": lambda: self.to_latex(lang),
            ".json": self.to_json,
            ".txt": lambda: self.text(lang) + "\n",
        }
        ending = Path(path).suffix.casefold()
        if ending not in writers:
            raise refuse("report_ending", path=os.fspath(path))
        content = writers[ending]()
        with written_whole(path) as stream:
            stream.write(content.encode())

    def to_html(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """The whole page as one text: no network, readable without scripts."""
        from veracity.evaluation.paged import page_of
        from veracity.reports.page import html

        return html(page_of(self), current(lang))

    def to_dict(self: Evaluation) -> dict[str, Any]:  # type: ignore[misc]
        """Everything as plain values under stable keys."""
        return tables.as_dict(self.profile())

    def to_json(self: Evaluation, *, indent: int | None = 2) -> str:  # type: ignore[misc]
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return tables.as_json(self.profile(), indent)

    def to_pandas(self: Evaluation) -> Any:  # type: ignore[misc]
        """One row for each figure, as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame(tables.rows(self.profile()))

    def to_polars(self: Evaluation) -> Any:  # type: ignore[misc]
        """One row for each figure, as a polars DataFrame."""
        import polars as pl

        return pl.DataFrame(tables.rows(self.profile()), infer_schema_length=None)

    def to_markdown(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """Verdict, figures and matrix as Markdown."""
        return documents.markdown(self.profile(), current(lang))

    def to_latex(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """Figures as a LaTeX table."""
        return documents.latex(self.profile(), current(lang))


def _lines(ev: Evaluation) -> Iterator[Line]:
    shown = ev.asked or ev.keys()
    for key in shown:
        yield _line("all", None, ev, key)
    if len(ev.held.labels) > 2:
        for label, part in ev.by_class.items():
            for key in class_keys(part.held):
                yield _line("class", label, part, key)
    for value, part in ev.by_group.items():
        for key in shown:
            yield _line("group", value, part, key)


def _line(scope: str, of: Label | None, part: Evaluation, key: str) -> Line:
    metric = find(key)
    return Line(scope, of, metric.key, metric.shown, metric.better, part[key])
