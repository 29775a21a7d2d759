"""Results with a report: the same document as Markdown, a page, a file or on the screen."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from veracity.reports.formats.report_files import write_report
from veracity.reports.tables import comparisons
from veracity.reports.tables.frames import pandas_frame, polars_frame
from veracity.results import Comparison
from veracity.results.estimate.readable import ReadableResult
from veracity.words import Language, current

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable


class Reported(ReadableResult):
    """A result that can be written as a report; `_reported` makes it for the ending of a file."""

    __slots__ = ()

    def _reported(self, ending: str, language: Language) -> str:
        raise NotImplementedError

    def to_markdown(self, lang: str | None = None) -> str:
        """The whole report as Markdown."""
        return self._reported(".md", current(lang))

    def to_html(self, lang: str | None = None) -> str:
        """The whole page as one text: no network, readable without scripts."""
        return self._reported(".html", current(lang))

    def report(self, path: str | os.PathLike[str], lang: str | None = None) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending.

        All hold the same sections: verdict, cautions, figures, what a paper says of the methods,
        and where the figures come from.
        """
        write_report(path, lambda ending: self._reported(ending, current(lang)))

    def show(self, lang: str | None = None) -> None:
        """Show the page of `report`: in a frame of a notebook, elsewhere in the browser."""
        from veracity.reports.page.showing import show

        show(self.to_html(lang))


class ReportedComparison(Comparison, Reported):
    """Contrasts as text, tables and reports: of models, or of detectors of events."""

    def text(self, lang: str | None = None, *, verbose: bool = False) -> str:
        """The models, their differences with verdicts, and cautions; `verbose`: every note."""
        if verbose:
            return comparisons.text(self, current(lang))
        from veracity.reports.formats.brief_comparison import brief_comparison

        return brief_comparison(self, self.models, current(lang))

    def __repr__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        from veracity.reports.formats.comparison_card import comparison_card

        return comparison_card(self, self.models, current())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        return comparisons.as_dict(self)

    @property
    def models(self) -> ResultTable:
        """A line for each model, a column for each figure, with intervals."""
        from veracity.reports.formats.result_tables import model_table

        return model_table(self)

    def table(self) -> ResultTable:
        """A line for each pair and figure: the difference, p, the verdict."""
        from veracity.reports.formats.result_tables import contrast_table

        return contrast_table(self)

    def to_pandas(self) -> Any:
        """One row for each pair and figure, as a pandas DataFrame."""
        return pandas_frame(comparisons.rows(self))

    def to_polars(self) -> Any:
        """One row for each pair and figure, as a polars DataFrame."""
        return polars_frame(comparisons.rows(self))

    def to_latex(self, lang: str | None = None) -> str:
        """Figures as a LaTeX table."""
        return comparisons.latex(self, current(lang))
