"""The page of a comparison: one HTML file with everything in it, as that of an evaluation."""

from __future__ import annotations

from veracity.metrics import find
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.reports.outline.comparison import outline_of_comparison
from veracity.reports.page.copied import copied_comparison
from veracity.reports.page.shell import outlined
from veracity.reports.tables.live import in_script
from veracity.reports.tables.page import record
from veracity.reports.wording.first_screen import facts_of_comparison, warnings_line
from veracity.results.page.page import ComparedPage
from veracity.words import Language


def html(page: ComparedPage, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both.

    All sections come from the outline, so that the page says what every other format says.
    """
    outline = outline_of_comparison(page)
    return outlined(
        outline,
        page,
        language,
        facts=facts_of_comparison(page.comparison),
        version=page.comparison.settings.get("veracity", ""),
        warnings=warnings_line(page.cautions, len(page.comparison.ignore)),
        data=in_script({"copy": copied_comparison(page.comparison)}),
        records=[record(find(key), plain_formula) for key in page.comparison.keys],
    )
