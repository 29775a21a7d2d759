"""The page of a comparison of detectors: one HTML file with everything in it."""

from __future__ import annotations

from veracity.reports.page.shell import outlined
from veracity.reports.tables.document import Outline
from veracity.reports.wording.first_screen import warnings_line
from veracity.results.page.page import ComparedPage
from veracity.words import Language


def html(page: ComparedPage, outline: Outline, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both."""
    made = {} if page.provenance is None else page.provenance.versions
    warnings = warnings_line(page.cautions)
    version = made.get("veracity", "")
    return outlined(outline, page, language, version=version, warnings=warnings)
