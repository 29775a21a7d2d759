"""The page of events in time: one HTML file with everything in it, timelines that zoom."""

from __future__ import annotations

from typing import Any

from veracity.matching import Rule
from veracity.reports.outline.events import outline_of_events
from veracity.reports.page.copied import copied_events
from veracity.reports.page.shell import both, shelled
from veracity.reports.tables.live import in_script
from veracity.reports.wording.events import WORDS
from veracity.reports.wording.first_screen import warnings_line
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results import percent
from veracity.results.page.events import EventPage
from veracity.words import Language, Text, say

AT_ONCE = ("verdict", "cautions", "rules", "glossary")
FIRST_LINES = 3  # timelines that are open


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
        facts=_facts(page),
        outline=outline_of_events(page),
        at_once=AT_ONCE,
        first_lines=FIRST_LINES,
        warnings=warnings_line(page.cautions),
        lang=language,
        w=PAGE,
        e=WORDS,
        data=in_script({"copy": copied_events(page)}),
        records=[about(rule, n) for n, rule in enumerate(page.rules, 1)],
    )


def _facts(page: EventPage) -> Text:
    """Recordings, subjects, hours, and the level, in one line."""
    level = say("fact_level", level=percent(page.level))
    watched = page.watched
    return Text(f"{watched.en.rstrip('.')} · {level.en}", f"{watched.zh.rstrip('。')} · {level.zh}")


def about(rule: Rule, n: int) -> dict[str, Any]:
    """What the page says of a rule, beside its name and at its end: all from its record."""
    parts = (("counts", rule.counts), ("matching", rule.shares))
    return {
        "key": f"rule-{n}",
        "names": Text(f"{rule.names.en} · {rule.spelled}", f"{rule.names.zh} · {rule.spelled}"),
        "question": rule.question,
        "formula": both(rule.demanded.sentence()),
        "facts": [
            Text(f"{WORDS[key].en}: {words.en}.", f"{WORDS[key].zh}：{words.zh}。")
            for key, words in parts
        ],
        "misleads": say("explain_misleads", case=rule.misleads_when),
        "references": "; ".join(rule.references),
    }
