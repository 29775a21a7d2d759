"""How a comparison shows itself: text, tables, pages."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import Any

from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.documented import DocumentedComparison
from veracity.evaluation.comparison.page import compared_page
from veracity.evaluation.comparison.plotting import ComparisonPlots
from veracity.evaluation.single.profile import Profiled
from veracity.reports.formats.report_files import write_report, written_as
from veracity.results.page.page import ComparedPage
from veracity.statistics.labels import Label
from veracity.words import Language, current


class DisplayedComparison(DocumentedComparison):
    """The part of a comparison that people read."""

    @property
    def plot(self) -> ComparisonPlots:
        """Pictures of all models together: `cmp.plot.roc()` and one for each."""
        return ComparisonPlots(self)

    def show(self, lang: str | None = None, *, title: str | None = None) -> None:
        """Show the page of `report`: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self._reported(".html", current(lang), title))

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        return super().to_dict() | {"provenance": self.provenance.to_dict()}

    def report(
        self, path: str | os.PathLike[str], lang: str | None = None, *, title: str | None = None
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections: the models, who wins, cautions, differences, curves, what a
        paper says of the methods, and where the figures come from. `title` names it.
        """
        write_report(path, lambda ending: self._reported(ending, current(lang), title))

    def _reported(self, ending: str, language: Language, title: str | None = None) -> str:
        from veracity.reports.outline.comparison import outline_of_comparison
        from veracity.reports.page.comparison import html

        if ending == ".json":
            return self.to_json()
        page = replace(compared_page(self, pictures=ending == ".html"), title=title or "")
        if ending == ".html":
            return html(page, language)
        return written_as(ending, outline_of_comparison(page), language)

    def section_of(self, ev: Profiled, *, pictures: bool = True) -> ComparedPage:
        """What the page of an evaluation says of this comparison, if it is one of the models."""
        return replace(compared_page(self, pictures=pictures), model=self.name_of(ev))

    def name_of(self, ev: Profiled) -> Label:
        """Which of the models an evaluation is: the one with the same scores, or labels."""
        for name in self.names:
            if self._is(name, ev):
                return name
        raise refuse("compared_without_this", names=quoted(self.names))

    def _is(self, name: Label, ev: Profiled) -> bool:
        if self.paired is None:
            return self.sides[self.names.index(name)].fingerprint == ev.fingerprint
        joint, table = self.paired.joint, self.paired.table
        if joint is not None:
            column = joint.column(name)
            return any(column == held for held in (ev.held.scores, ev.held.probabilities))
        return table is not None and ev.held.confusion == table.matrix(name)
