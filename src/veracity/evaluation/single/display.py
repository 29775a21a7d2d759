"""How an evaluation shows itself: text, tables, documents, pictures."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from veracity.evaluation.single.figures import line_of
from veracity.evaluation.single.plotting import Plots
from veracity.evaluation.single.profile import Profiled, worst_groups
from veracity.results import Profile
from veracity.unexpected import left_out, unless_broken
from veracity.words import Language, Text, current

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable
    from veracity.results.page.page import ComparedPage


class ComparedSection(Protocol):
    """A comparison, as far as the page of an evaluation has a section on it."""

    def section_of(self, ev: Profiled, *, pictures: bool = True) -> ComparedPage:
        """What the page of an evaluation says of it."""
        ...

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values."""
        ...


class Displayed(Profiled):
    """The part of an evaluation that people read; everything comes from its profile."""

    def __repr__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None, *, verbose: bool = False, every: bool = False) -> str:
        """Verdict, the few figures that say most with their intervals, cautions, as text.

        `verbose`: beside rules without knowledge, with every note, advice and the matrix.
        `every`: all figures that there are, and all classes and groups.
        """
        if verbose:
            from veracity.reports.formats import texts

            return texts.text(self._summary(every=every), current(lang))
        from veracity.evaluation.single.page.brief import brief_of
        from veracity.reports.formats.brief import brief_text

        return brief_text(brief_of(self, every=every), current(lang), every=every)

    def _repr_html_(self) -> str:
        from veracity.reports.formats import documents

        return documents.html(self._summary(), current())

    def _summary(self, *, every: bool = False) -> Profile:
        """The short profile, and the groups that are worst; `every`: with all figures."""
        faults: list[Text] = []
        worst = unless_broken(lambda: worst_groups(self), left_out(faults))
        short = self.profile(short=True)
        if every:
            lines = tuple(line_of("all", None, self, key) for key in self.asked or self.keys())
            short = replace(short, headline=lines)
        return replace(short, worst_groups=worst, notes=(*short.notes, *faults))

    def show(
        self,
        lang: str | None = None,
        *,
        title: str | None = None,
        model: str | None = None,
        compare: ComparedSection | None = None,
    ) -> None:
        """Show the page of `report`: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self._reported(".html", current(lang), compare, title, model))

    def report(
        self,
        path: str | os.PathLike[str],
        lang: str | None = None,
        *,
        title: str | None = None,
        model: str | None = None,
        compare: ComparedSection | None = None,
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections. `title` and `model` name what is evaluated: the file and the
        column of predictions unless they are given. `compare` is a comparison in which this
        evaluation is one of the models; it becomes a section of its own.
        """
        from veracity.reports.formats.report_files import write_report

        language = current(lang)
        write_report(path, lambda end: self._reported(end, language, compare, title, model))

    def _reported(
        self,
        ending: str,
        language: Language,
        compare: ComparedSection | None,
        title: str | None = None,
        model: str | None = None,
    ) -> str:
        from veracity.evaluation.single.page.page import page_of
        from veracity.reports.formats.report_files import written_as
        from veracity.reports.outline.comparison import section_blocks
        from veracity.reports.outline.evaluation import outline_of
        from veracity.reports.page.page import html
        from veracity.results.estimate.json_text import json_text

        drawn = ending == ".html"
        compared = None if compare is None else compare.section_of(self, pictures=drawn)
        if ending == ".json":
            more = {} if compare is None else {"comparison": compare.to_dict()}
            return json_text(self.to_dict() | more)
        if ending == ".html":
            return html(page_of(self, compared=compared, title=title, model=model), language)
        beside = () if compared is None else section_blocks(compared)
        page = page_of(self, compared=compared, pictures=False, title=title, model=model)
        outline = outline_of(page, beside)
        return written_as(ending, outline, language)

    def _documented(self) -> Profile:
        return replace(self.profile(), provenance=self.provenance)

    def to_html(self, lang: str | None = None) -> str:
        """The whole page as one text: no network, readable without scripts."""
        return self._reported(".html", current(lang), None)

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        from veracity.reports.tables import plain as tables

        return tables.as_dict(self._documented())

    def to_json(self, *, indent: int | None = 2) -> str:
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        from veracity.results.estimate.json_text import json_text

        return json_text(self.to_dict(), indent)

    def sentence(self, lang: str | None = None) -> str:
        """The main figures with their intervals in one sentence, as a paper gives its results.

        >>> import veracity as vc
        >>> ev = vc.evaluate([0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10)
        >>> print(ev.sentence())
        Among 40 cases (20 positive), recall was 0.500 (95% CI 0.299 to 0.701), ...
        """
        from veracity.evaluation.single.sentences import results_sentence

        return results_sentence(self).within(current(lang))

    def methods(self, lang: str | None = None) -> str:
        """How the figures were made, as the methods section of a paper says it."""
        from veracity.reports.outline.methods import methods

        return methods(self.profile()).within(current(lang))

    def references(self) -> tuple[str, ...]:
        """The sources that `methods` cites, in their order."""
        from veracity.reports.outline.methods import references

        return tuple(references(self.profile()))

    def checklist(self, name: str = "stard") -> ResultTable:
        """The items of "stard" (STARD 2015) or "tripod_ai": what is answered here, what is not.

        >>> import veracity as vc
        >>> items = vc.evaluate([0, 1, 1, 0] * 10, [0, 1, 0, 0] * 10).checklist("stard")
        >>> [one["item"] for one in items if one["answered"]]
        ['14', '16', '19', '23', '24', '26']
        """
        from veracity.reports.formats.result_tables import checklist_table

        return checklist_table(self.profile(), name)

    def summary(self) -> ResultTable:
        """The few figures that say most, each with its interval, as one table.

        >>> import veracity as vc
        >>> print(vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0], metrics=["recall"]).summary())
        metric   value [95% interval]  n
        Recall  0.500 [0.095, 0.905]  2
        """
        from veracity.reports.formats.result_tables import summary_table

        return summary_table(self.profile(short=True).headline)

    def to_pandas(self) -> Any:
        """One row for each figure, as a pandas DataFrame."""
        from veracity.reports.tables import plain as tables
        from veracity.reports.tables.frames import pandas_frame

        return pandas_frame(tables.rows(self.profile()))

    def to_polars(self) -> Any:
        """One row for each figure, as a polars DataFrame."""
        from veracity.reports.tables import plain as tables
        from veracity.reports.tables.frames import polars_frame

        return polars_frame(tables.rows(self.profile()))

    def to_markdown(self, lang: str | None = None) -> str:
        """Verdict, figures, rules without knowledge and matrix as Markdown."""
        from veracity.reports.formats import documents

        return documents.markdown(self._documented(), current(lang))

    def to_latex(self, lang: str | None = None) -> str:
        """Figures as a LaTeX table, rules without knowledge as a second one."""
        from veracity.reports.formats import documents

        return documents.latex(self._documented(), current(lang))

    @property
    def plot(self) -> Plots:
        """Pictures by name: `ev.plot.roc(ax=None)` and one for each; matplotlib axes."""
        return Plots(self)
