"""How an evaluation shows itself: text, tables, documents."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from veracity.evaluation.single.provenance import made_from, settings_of
from veracity.evaluation.state.fingerprinting import covered, fingerprint_of
from veracity.evaluation.state.keys import MOST_LINES, baseline_keys, class_keys, headline
from veracity.evaluation.state.remarks import of_counts
from veracity.metrics import find
from veracity.reports.formats import documents, texts
from veracity.reports.formats.report_files import write_report, written_as
from veracity.reports.tables import plain as tables
from veracity.reports.tables.frames import pandas_frame, polars_frame
from veracity.results import Line, Profile
from veracity.results.decisions.baselines import Baselines
from veracity.results.page.provenance import Provenance
from veracity.statistics.labels import Label
from veracity.words import Language, current

if TYPE_CHECKING:
    from veracity.evaluation.comparison.comparison import Comparison
    from veracity.evaluation.single.evaluation import Evaluation


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
            settings=settings_of(self),
            said_of_counts=of_counts(self.held, self.population),
            cautions=self.cautions,
            baselines=_beside(self, short=short),
        )

    @cached_property
    def fingerprint(self: Evaluation) -> str:  # type: ignore[misc]
        """A short code of the rows behind this: the same from every file, engine and order."""
        return fingerprint_of(self)

    @property
    def provenance(self: Evaluation) -> Provenance:  # type: ignore[misc]
        """Versions, seed, data fingerprint and command: what every report ends with."""
        codes = {"": self.fingerprint}
        return made_from(codes, covered(self), self.settings.random_state)

    def __repr__(self: Evaluation) -> str:  # type: ignore[misc]
        return self.text()

    def text(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """The headline figures with their intervals, beside rules without knowledge, as text."""
        return texts.text(self.profile(short=True), current(lang))

    def _repr_html_(self: Evaluation) -> str:  # type: ignore[misc]
        from veracity.reports.page.shell import in_notebook

        language = current()
        return in_notebook(documents.html(self.profile(short=True), language), language)

    def show(  # type: ignore[misc]
        self: Evaluation, lang: str | None = None, *, compare: Comparison | None = None
    ) -> None:
        """Show the page of `report`: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self._reported(".html", current(lang), compare))

    def report(  # type: ignore[misc]
        self: Evaluation,
        path: str | os.PathLike[str],
        lang: str | None = None,
        *,
        compare: Comparison | None = None,
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections. `compare` is a comparison in which this evaluation is one of
        the models; it becomes a section of its own.
        """
        write_report(path, lambda ending: self._reported(ending, current(lang), compare))

    def _reported(  # type: ignore[misc]
        self: Evaluation, ending: str, language: Language, compare: Comparison | None
    ) -> str:
        from veracity.evaluation.single.page import page_of
        from veracity.reports.outline.comparison import section_blocks
        from veracity.reports.outline.evaluation import outline_of
        from veracity.reports.page.page import html

        drawn = ending == ".html"
        compared = None if compare is None else compare.section_of(self, pictures=drawn)
        if ending == ".json":
            more = {} if compare is None else {"comparison": compare.to_dict()}
            return tables.as_json(self.to_dict() | more, 2)
        if ending == ".html":
            return html(page_of(self, compared=compared), language)
        beside = () if compared is None else section_blocks(compared)
        outline = outline_of(page_of(self, compared=compared, pictures=False), beside)
        return written_as(ending, outline, language)

    def _documented(self: Evaluation) -> Profile:  # type: ignore[misc]
        return replace(self.profile(), provenance=self.provenance)

    def to_html(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """The whole page as one text: no network, readable without scripts."""
        return self._reported(".html", current(lang), None)

    def to_dict(self: Evaluation) -> dict[str, Any]:  # type: ignore[misc]
        """Everything as plain values under stable keys."""
        return tables.as_dict(self._documented())

    def to_json(self: Evaluation, *, indent: int | None = 2) -> str:  # type: ignore[misc]
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return tables.as_json(self.to_dict(), indent)

    def to_pandas(self: Evaluation) -> Any:  # type: ignore[misc]
        """One row for each figure, as a pandas DataFrame."""
        return pandas_frame(tables.rows(self.profile()))

    def to_polars(self: Evaluation) -> Any:  # type: ignore[misc]
        """One row for each figure, as a polars DataFrame."""
        return polars_frame(tables.rows(self.profile()))

    def to_markdown(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """Verdict, figures, rules without knowledge and matrix as Markdown."""
        return documents.markdown(self._documented(), current(lang))

    def to_latex(self: Evaluation, lang: str | None = None) -> str:  # type: ignore[misc]
        """Figures as a LaTeX table, rules without knowledge as a second one."""
        return documents.latex(self._documented(), current(lang))


def _beside(ev: Evaluation, *, short: bool) -> Baselines | None:
    """Rules without knowledge, where there is a matrix that they could be wrong in."""
    matrix = ev.held.confusion
    if matrix is None or matrix.classes < 2 or not matrix.total > 0:
        return None
    return ev.baselines(baseline_keys(ev.held, ev.asked), short=short)


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
