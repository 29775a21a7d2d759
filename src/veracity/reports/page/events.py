"""The page of events in time: one HTML file with everything in it, timelines that zoom."""

from __future__ import annotations

from veracity.reports.outline.events import outline_of_events
from veracity.reports.page.shell import shelled
from veracity.reports.tables.live import in_script
from veracity.reports.wording.events import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results.page.events import EventPage
from veracity.words import Language


def html(page: EventPage, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both.

    All sections come from the outline, so that the page says what every other format says.
    """
    made = {} if page.provenance is None else page.provenance.versions
    return shelled(
        "events.html",
        "timeline.js",
        title=page.title,
        version=made.get("veracity", ""),
        page=page,
        outline=outline_of_events(page),
        lang=language,
        w=PAGE,
        e=WORDS,
        data=in_script({}),
    )
