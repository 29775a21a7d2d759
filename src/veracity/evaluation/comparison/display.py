"""How a comparison shows itself: text, tables, pages."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.cautions import cautions_of_comparison
from veracity.evaluation.single.provenance import made_from
from veracity.evaluation.state.fingerprinting import (
    covered,
    covered_of_models,
    fingerprint_of_models,
)
from veracity.reports.formats.report_files import write_report, written_as
from veracity.reports.tables import comparisons as shown
from veracity.reports.tables.frames import pandas_frame, polars_frame
from veracity.results.estimate.caution import Caution
from veracity.results.page.page import ComparedPage
from veracity.results.page.provenance import Provenance
from veracity.statistics.labels import Label
from veracity.words import Language, Text, current

if TYPE_CHECKING:
    from veracity.evaluation.comparison.comparison import Comparison
    from veracity.evaluation.single.evaluation import Evaluation


class ComparedShown:
    """The part of a comparison that people read."""

    @cached_property
    def cautions(self: Comparison) -> tuple[Caution, ...]:  # type: ignore[misc]
        """What could make these differences lie, with the user's own numbers, gravest first."""
        return cautions_of_comparison(self)

    @cached_property
    def fingerprints(self: Comparison) -> dict[str, str]:  # type: ignore[misc]
        """The code of the rows behind it, under ""; of two evaluations that of each, by name."""
        if self.paired is not None:
            return {"": fingerprint_of_models(self.paired)}
        sides = zip(self.names, self.sides, strict=True)
        return {str(name): ev.fingerprint for name, ev in sides}

    @property
    def provenance(self: Comparison) -> Provenance:  # type: ignore[misc]
        """Versions, seed, data fingerprint and command: what every report ends with."""
        covers = Text("", "")
        if self.paired is not None:
            covers = covered_of_models(self.paired)
        elif self.sides:
            covers = covered(self.sides[0])
        return made_from(self.fingerprints, covers, int(self.settings.get("random_state", 0)))

    def __repr__(self: Comparison) -> str:  # type: ignore[misc]
        return self.text()

    def _repr_html_(self: Comparison) -> str:  # type: ignore[misc]
        from veracity.reports.page.shell import in_notebook
        from veracity.reports.wording.escaping import html

        language = current()
        lines = "\n".join(html(line) for line in self.text(language).splitlines())
        return in_notebook(f"<pre>{lines}</pre>", language)

    def show(self: Comparison, lang: str | None = None) -> None:  # type: ignore[misc]
        """Show the page of `report`: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self._reported(".html", current(lang)))

    def text(self: Comparison, lang: str | None = None) -> str:  # type: ignore[misc]
        """Verdicts, figures and cautions as plain text."""
        return shown.text(self, current(lang))

    def to_dict(self: Comparison) -> dict[str, Any]:  # type: ignore[misc]
        """Everything as plain values under stable keys."""
        return shown.as_dict(self) | {"provenance": self.provenance.to_dict()}

    def to_json(self: Comparison, *, indent: int | None = 2) -> str:  # type: ignore[misc]
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return shown.as_json(self.to_dict(), indent)

    def to_pandas(self: Comparison) -> Any:  # type: ignore[misc]
        """One row for each pair and metric, as a pandas DataFrame."""
        return pandas_frame(shown.rows(self))

    def to_polars(self: Comparison) -> Any:  # type: ignore[misc]
        """One row for each pair and metric, as a polars DataFrame."""
        return polars_frame(shown.rows(self))

    def to_markdown(self: Comparison, lang: str | None = None) -> str:  # type: ignore[misc]
        """The whole report as Markdown."""
        return self._reported(".md", current(lang))

    def to_latex(self: Comparison, lang: str | None = None) -> str:  # type: ignore[misc]
        """Figures as a LaTeX table."""
        return shown.latex(self, current(lang))

    def to_html(self: Comparison, lang: str | None = None) -> str:  # type: ignore[misc]
        """The whole page as one text: no network, readable without scripts."""
        return self._reported(".html", current(lang))

    def report(  # type: ignore[misc]
        self: Comparison, path: str | os.PathLike[str], lang: str | None = None
    ) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections: verdict, cautions, differences, each model, curves, what a
        paper says of the methods, and where the figures come from.
        """
        write_report(path, lambda ending: self._reported(ending, current(lang)))

    def _reported(self: Comparison, ending: str, language: Language) -> str:  # type: ignore[misc]
        from veracity.evaluation.comparison.page import compared_page
        from veracity.reports.outline.comparison import outline_of_comparison
        from veracity.reports.page.comparison import html

        if ending == ".json":
            return self.to_json()
        page = compared_page(self, pictures=ending == ".html")
        if ending == ".html":
            return html(page, language)
        return written_as(ending, outline_of_comparison(page), language)

    def section_of(  # type: ignore[misc]
        self: Comparison, ev: Evaluation, *, pictures: bool = True
    ) -> ComparedPage:
        """What the page of an evaluation says of this comparison, if it is one of the models."""
        from veracity.evaluation.comparison.page import compared_page

        return replace(compared_page(self, pictures=pictures), model=self.name_of(ev))

    def name_of(self: Comparison, ev: Evaluation) -> Label:  # type: ignore[misc]
        """Which of the models an evaluation is: the one with the same scores, or labels."""
        for name in self.names:
            if self._is(name, ev):
                return name
        raise refuse("compared_without_this", names=quoted(self.names))

    def _is(self: Comparison, name: Label, ev: Evaluation) -> bool:  # type: ignore[misc]
        if self.paired is None:
            return self.sides[self.names.index(name)].fingerprint == ev.fingerprint
        joint, table = self.paired.joint, self.paired.table
        if joint is not None:
            column = joint.column(name)
            return any(column == held for held in (ev.held.scores, ev.held.probabilities))
        return table is not None and ev.held.confusion == table.matrix(name)
