"""The page of models ranked over data sets: one HTML file with everything in it."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.reports.page.shell import outlined
from veracity.reports.tables.document import Outline
from veracity.results.page.page import Drawing
from veracity.words import Language


@dataclass(frozen=True, slots=True)
class RankingPage:
    """The one picture of the page."""

    drawn: Drawing

    def drawing(self, kind: str) -> Drawing | None:
        """The picture of this name, if the page has it."""
        return self.drawn if kind == self.drawn.kind else None


def html(outline: Outline, drawn: Drawing, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both."""
    from importlib.metadata import version

    return outlined(outline, RankingPage(drawn), language, version=version("veracity"))
