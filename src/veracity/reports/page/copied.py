"""What the buttons of a page copy: a sentence for a paper, the main figures as a table."""

from __future__ import annotations

from veracity.reports.outline.as_latex import tabular
from veracity.reports.outline.as_markdown import pipe_table
from veracity.reports.outline.comparison import first_contrasts, models_table
from veracity.reports.tables.events import layout
from veracity.reports.tables.headline import headline_table
from veracity.results import Comparison
from veracity.results.page.events import EventPage
from veracity.results.page.page import Page
from veracity.words import Language, joined

LANGUAGES: tuple[Language, ...] = ("en", "zh")


def copied(page: Page) -> dict[str, dict[str, str]]:
    """The texts in both languages, by what they are."""
    table = headline_table(page.profile.headline)
    return {
        "sentence": {lang: page.results.within(lang) for lang in LANGUAGES},
        "markdown": {lang: pipe_table(table, lang) for lang in LANGUAGES},
        "latex": {lang: tabular(table, lang) for lang in LANGUAGES},
    }


def copied_events(page: EventPage) -> dict[str, dict[str, str]]:
    """The verdict, and the rules side by side as a table."""
    table = layout(page.figures)
    return {
        "sentence": {lang: page.verdict.within(lang) for lang in LANGUAGES},
        "markdown": {lang: pipe_table(table, lang) for lang in LANGUAGES},
        "latex": {lang: tabular(table, lang) for lang in LANGUAGES},
    }


def copied_comparison(comparison: Comparison) -> dict[str, dict[str, str]]:
    """The sentences of the first screen, and the models beside each other as a table."""
    sentence = joined([one.sentence for one in first_contrasts(comparison)])
    made: dict[str, dict[str, str]] = {
        "sentence": {lang: sentence.within(lang) for lang in LANGUAGES}
    }
    table = models_table(comparison)
    if table is not None:
        made["markdown"] = {lang: pipe_table(table, lang) for lang in LANGUAGES}
        made["latex"] = {lang: tabular(table, lang) for lang in LANGUAGES}
    return made
