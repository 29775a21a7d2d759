"""The page of a comparison of detectors: one HTML file with everything in it."""

from __future__ import annotations

from veracity.reports.page.shell import shelled
from veracity.reports.tables.document import Outline
from veracity.reports.tables.live import in_script
from veracity.reports.wording.first_screen import warnings_line
from veracity.reports.wording.page import WORDS
from veracity.results.page.page import ComparedPage
from veracity.words import Language


def html(page: ComparedPage, outline: Outline, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both."""
    made = {} if page.provenance is None else page.provenance.versions
    return shelled(
        "comparison.html",
        title=outline.title,
        version=made.get("veracity", ""),
        page=page,
        outline=outline,
        lang=language,
        w=WORDS,
        level="",
        warnings=warnings_line(page.cautions),
        data=in_script({}),
        records=[],
    )
