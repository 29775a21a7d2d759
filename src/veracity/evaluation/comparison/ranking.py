"""What `rank_models` gives: mean ranks with text, a table, a picture and a page."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, Unpack

from veracity.evaluation.single.plotting import Look, PictureDrawer
from veracity.plots import Picture
from veracity.results import figure
from veracity.results.comparisons.ranking import RankedModels
from veracity.results.estimate.test import p_words
from veracity.words import Language, current, say
from veracity.words.layout import one_line

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from veracity.reports.formats.result_table import ResultTable
    from veracity.reports.tables.document import Outline, Table


class Ranking(RankedModels):
    """Mean ranks of models over data sets: `r["A", "B"]` is one pair, `r.plot` its picture."""

    @property
    def plot(self) -> RankingPlots:
        """`r.plot.critical_difference()`."""
        return RankingPlots(self)

    def __repr__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None) -> str:
        """The verdict, mean ranks, pairs and remarks."""
        from veracity.reports.outline.as_text import columns

        language = current(lang)
        parts = [
            "\n".join(one.within(language) for one in self.verdict),
            columns(self._models(), language),
            columns(self._pairs(), language),
            "\n".join(f"· {one.within(language)}" for one in self.remarks),
        ]
        return "\n\n".join(parts)

    def table(self) -> ResultTable:
        """A line for each pair of models."""
        from veracity.reports.formats.result_table import ResultTable

        return ResultTable(tuple(one.to_dict() for one in self.pairs), self._pairs())

    def to_pandas(self) -> Any:
        """The table as a pandas DataFrame."""
        return self.table().to_pandas()

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "mean_ranks": {str(name): rank for name, rank in self.mean_ranks.items()},
            "data_sets": list(self.data_sets),
            "test": self.test.to_dict(),
            "pairs": [one.to_dict() for one in self.pairs],
            "critical_difference": self.critical_difference,
            "posthoc": self.posthoc,
            "correction": self.correction,
            "better": self.better,
            "confidence_level": self.level,
        }

    def report(self, path: str | os.PathLike[str], lang: str | None = None) -> None:
        """Write a report, whole or not at all; .html, .md, .tex, .json or .txt by its ending."""
        from veracity.reports.formats.report_files import write_report

        write_report(path, lambda ending: self._reported(ending, current(lang)))

    def _reported(self, ending: str, language: Language) -> str:
        from veracity.plots.tables.critical_difference import critical_difference_picture
        from veracity.reports.formats.report_files import written_as
        from veracity.reports.page.ranking import html
        from veracity.reports.page.svg import drawing
        from veracity.results.estimate.json_text import json_text

        if ending == ".json":
            return json_text(self.to_dict(), 2)
        outline = self._outline()
        if ending == ".html":
            return html(outline, drawing(critical_difference_picture(self)), language)
        return written_as(ending, outline, language)

    def _outline(self) -> Outline:
        from veracity.reports.tables.document import Drawn, Listed, Outline, Paragraph, Section

        sentences = tuple(Paragraph(one, loud=True) for one in self.verdict)
        blocks = (self._models(), Drawn("critical_difference"))
        sections = (
            Section("verdict", say("section_ranking"), sentences),
            Section("models", say("section_mean_ranks"), blocks),
            Section("pairs", say("section_differences"), (self._pairs(),)),
            Section("notes", say("section_notes"), (Listed(self.remarks),)),
        )
        return Outline(say("section_ranking"), sections)

    def _models(self) -> Table:
        from veracity.reports.tables.document import label, table

        head = [say("column_model"), say("column_mean_rank")]
        rows = [[label(name), f"{self.mean_ranks[name]:.2f}"] for name in self.names]
        return table(say("section_mean_ranks"), head, rows)

    def _pairs(self) -> Table:
        from veracity.reports.tables.document import label, table

        head = [
            say("column_pair"),
            say("column_wins"),
            say("column_rank_difference"),
            say("column_p"),
            say("column_p_adjusted"),
            say("column_verdict"),
        ]
        rows = [
            [
                label(f"{one_line(one.first)} − {one_line(one.second)}"),
                f"{one.wins}–{one.ties}–{one.losses}",
                figure(one.rank_difference),
                p_words(one.p_value).removeprefix("p ").removeprefix("= "),
                p_words(one.p_adjusted).removeprefix("p ").removeprefix("= "),
                say(f"verdict_word_{one.verdict}"),
            ]
            for one in self.pairs
        ]
        return table(say("section_differences"), head, rows)


class RankingPlots(PictureDrawer):
    """The picture of a ranking."""

    def __init__(self, ranking: Ranking) -> None:
        self._ranking = ranking

    def picture(self, name: str = "critical_difference", **options: Any) -> Picture:  # noqa: ARG002
        """Everything that the picture shows, as one frozen value."""
        from veracity.plots.tables.critical_difference import critical_difference_picture

        return critical_difference_picture(self._ranking)

    def critical_difference(self, ax: Axes | None = None, **look: Unpack[Look]) -> Any:
        """Mean ranks, and which models do not differ significantly."""
        return self._drawn("critical_difference", ax, look)
