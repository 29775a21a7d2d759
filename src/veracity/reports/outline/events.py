"""The outline of events in time: the sections of its page, for every format."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.matching import Rule
from veracity.reports.outline.evaluation import (
    cautions_blocks,
    methods_section,
    provenance_section,
)
from veracity.reports.outline.event_methods import event_methods, event_references
from veracity.reports.tables.document import (
    Block,
    Drawn,
    Listed,
    Outline,
    Paragraph,
    Section,
    section,
)
from veracity.reports.tables.events import ON_PAGE, details, layout, parts_table
from veracity.reports.tables.timelines import timeline_notes
from veracity.reports.wording.events import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results.page.events import EventPage
from veracity.words import Text
from veracity.words.layout import one_line

PICTURES = ("event-raster", "event-froc", "event-delays")
FIRST_PICTURES = ("event-rules",)


def outline_of_events(page: EventPage) -> Outline:
    """Verdict, cautions, rules side by side, timelines, subjects, figures, methods, provenance."""
    made = (
        Section("verdict", PAGE["verdict"], (Paragraph(page.verdict, loud=True),)),
        Section(
            "cautions",
            PAGE["cautions"],
            (*cautions_blocks(page.cautions), Paragraph(page.watched, quiet=True)),
        ),
        section("rules", WORDS["rules"], [*_rules(page)]),
        section("timelines", WORDS["timelines"], [*_timelines(page)]),
        section("pictures", WORDS["pictures"], [*_pictures(page, PICTURES)]),
        section("subjects", _parts_title(page), [*_parts(page)]),
        section("details", WORDS["details"], [*_details(page)]),
        methods_section(event_methods(page), event_references(page)),
        provenance_section(page.provenance, _settings(page)),
        Section("glossary", WORDS["about_rules"], (Listed(tuple(map(_about, page.rules))),)),
    )
    return Outline(page.title, tuple(one for one in made if one is not None))


def _rules(page: EventPage) -> Iterator[Block]:
    yield layout(page.figures, ON_PAGE)
    yield Paragraph(WORDS["rules_how"], quiet=True)
    yield from _pictures(page, FIRST_PICTURES)
    if page.notes:
        yield Listed(page.notes)


def _pictures(page: EventPage, names: tuple[str, ...]) -> Iterator[Block]:
    for name in names:
        if page.drawing(name) is not None:
            yield Drawn(name)


def _timelines(page: EventPage) -> Iterator[Block]:
    """What a page draws; other formats say it in words."""
    for one in page.timelines:
        notes, name = timeline_notes(one), one_line(one.name)
        yield Paragraph(Text(f"{name}: {notes.en}", f"{name}：{notes.zh}"))
    if page.timelines_left_out:
        yield Paragraph(WORDS["more_recordings"].filled(n=page.timelines_left_out), quiet=True)


def _parts_title(page: EventPage) -> Text:
    return WORDS["by_recording" if page.recordings_as_subjects else "subjects"]


def _parts(page: EventPage) -> Iterator[Block]:
    if len(page.parts) > 1:
        yield parts_table(page.parts, recordings=page.recordings_as_subjects)
        yield Paragraph(WORDS["under"].filled(rule=page.rules[0].spelled), quiet=True)
    if page.parts_left_out:
        yield Paragraph(WORDS["more_subjects"].filled(n=page.parts_left_out), quiet=True)


def _details(page: EventPage) -> Iterator[Block]:
    for rule in page.rules:
        yield Paragraph(rule.names)
        yield details(page.figures[rule.spelled], rule.spelled)


def _about(rule: Rule) -> Text:
    parts = [
        (WORDS["asks"], rule.demanded),
        (WORDS["counts"], rule.counts),
        (WORDS["matching"], rule.shares),
        (WORDS["misleads"], rule.misleads_when),
    ]
    en = "; ".join(f"{head.en.lower()}: {words.en}" for head, words in parts)
    zh = "；".join(f"{head.zh}：{words.zh}" for head, words in parts)
    question = rule.question
    return Text(
        f"`{rule.spelled}` ({rule.names.en}). {question.en} {en}.",
        f"`{rule.spelled}`（{rule.names.zh}）。{question.zh}{zh}。",
    )


def _settings(page: EventPage) -> list[tuple[str, str]]:
    notes = {
        "rules": ", ".join(rule.spelled for rule in page.rules),
        "confidence_level": f"{page.level:g}",
        "recordings": str(page.recordings),
        "subjects": str(page.subjects),
        "model": page.model or "",
    }
    return [(name, value) for name, value in notes.items() if value]
