"""The page of a comparison: one HTML file with everything in it, as that of an evaluation."""

from __future__ import annotations

from veracity.metrics import find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.reports.outline.comparison import outline_of_comparison
from veracity.reports.page.shell import shelled
from veracity.reports.tables.live import in_script
from veracity.reports.tables.page import record
from veracity.reports.wording.comparison import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results.page.page import ComparedPage
from veracity.words import Language


def html(page: ComparedPage, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both.

    All sections come from the outline, so that the page says what every other format says.
    """
    outline = outline_of_comparison(page)
    return shelled(
        "comparison.html",
        title=WORDS["title"],
        version=page.comparison.settings.get("veracity", ""),
        page=page,
        outline=outline,
        lang=language,
        w=PAGE,
        level="",
        data=in_script({}),
        records=[record(find(key), plain_formula) for key in page.comparison.keys],
    )
