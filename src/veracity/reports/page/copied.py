"""What the buttons of a page copy: a sentence for a paper, the main figures as a table."""

from __future__ import annotations

from veracity.reports.outline.as_latex import tabular
from veracity.reports.outline.as_markdown import pipe_table
from veracity.reports.tables.headline import headline_table
from veracity.results.page.page import Page
from veracity.words import Language

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def copied(page: Page) -> dict[str, dict[str, str]]:
    """The texts in both languages, by what they are."""
    table = headline_table(page.profile.headline)
    return {
        "sentence": {lang: page.results.within(lang) for lang in LANGUAGES},
        "markdown": {lang: pipe_table(table, lang) for lang in LANGUAGES},
        "latex": {lang: tabular(table, lang) for lang in LANGUAGES},
    }
