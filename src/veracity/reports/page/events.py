"""The page of events in time: one HTML file with everything in it, timelines that zoom."""

from __future__ import annotations

from typing import Any

from veracity.matching import Rule
from veracity.reports.outline.events import outline_of_events
from veracity.reports.page.shell import both, shelled
from veracity.reports.tables.live import in_script
from veracity.reports.wording.events import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results.page.events import EventPage
from veracity.words import Language, Text, say


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
        records=[about(rule, n) for n, rule in enumerate(page.rules, 1)],
    )


def about(rule: Rule, n: int) -> dict[str, Any]:
    """What the page says of a rule, beside its name and at its end: all from its record."""
    parts = (("counts", rule.counts), ("matching", rule.shares))
    return {
        "key": f"rule-{n}",
        "names": Text(f"{rule.names.en} · {rule.spelled}", f"{rule.names.zh} · {rule.spelled}"),
        "question": rule.question,
        "formula": both(rule.demanded.sentence()),
        "facts": [
            Text(f"{WORDS[key].en}: {notes.en}.", f"{WORDS[key].zh}：{notes.zh}。")
            for key, notes in parts
        ],
        "misleads": say("explain_misleads", case=rule.misleads_when),
        "references": "; ".join(rule.references),
    }
