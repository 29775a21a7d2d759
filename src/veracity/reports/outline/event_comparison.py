"""The outline of a comparison of detectors: the sections of its page, for every format."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from veracity.reports.outline.comparison import (
    MOST_AT_ONCE,
    differences_table,
    verdicts,
    with_better_first,
)
from veracity.reports.outline.evaluation import cautions_blocks, methods_section, provenance_section
from veracity.reports.outline.event_methods import BELL
from veracity.reports.tables.comparisons import remarks
from veracity.reports.tables.document import (
    Drawn,
    Listed,
    Outline,
    Paragraph,
    Section,
    Table,
    section,
    table,
)
from veracity.reports.tables.events import display
from veracity.reports.wording.comparison import WORDS
from veracity.reports.wording.page import WORDS as PAGE
from veracity.results import percent
from veracity.results.comparisons.comparison import Contrast
from veracity.results.comparisons.event_comparison import ComparedEvents
from veracity.results.page.provenance import Provenance
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say
from veracity.words.layout import one_line

TITLE = Text("Comparison of detectors", "检测器比较")
NAMES = {"clusters": "subjects"}
EXACT = "Pitman EJG (1937) Supplement to the Journal of the Royal Statistical Society 4:119–130"


def outline_of_compared_events(
    comparison: ComparedEvents, made: Provenance | None, drawn: Sequence[str] = ()
) -> Outline:
    """Each detector, who wins, notes, differences, sentences, methods, provenance.

    `drawn` are the pictures of the differences that there are.
    """
    notes = tuple(note for note in remarks(comparison) if note != comparison.note)
    settings = comparison.settings.items()
    sentences = tuple(Paragraph(one, loud=True) for one in verdicts(comparison))
    pair = len(comparison.names) == 2
    contrasts = with_better_first(comparison.contrasts) if pair else comparison.contrasts
    few = len(comparison.contrasts) <= MOST_AT_ONCE  # then they are seen with the verdict
    differences = (
        _without_links(differences_table(contrasts)),
        Paragraph(WORDS["first_minus_second"], quiet=True),
    )
    parts = (
        section("models", WORDS["models"], [detectors_table(comparison)]),
        Section("verdict", WORDS["who_wins"], (*sentences, *(differences if few else ()))),
        Section(
            "cautions",
            PAGE["cautions"],
            (*cautions_blocks(comparison.cautions), Paragraph(comparison.note, quiet=True)),
        ),
        section(
            "differences",
            say("section_differences"),
            [
                *map(Drawn, drawn),
                *(() if few else differences),
                Listed(notes) if notes else None,
            ],
        ),
        section(
            "sentences",
            say("section_sentences"),
            [Listed(tuple(one.sentence for one in comparison.contrasts))],
        ),
        methods_section(compared_methods(comparison), _references(comparison)),
        provenance_section(made, [(NAMES.get(k, k), str(v)) for k, v in settings]),
    )
    return Outline(TITLE, tuple(one for one in parts if one is not None))


def detectors_table(comparison: ComparedEvents) -> Table:
    """Each figure under each rule in a row, each detector in a column."""
    found: dict[tuple[str, Label], str] = {}
    names: dict[str, Text] = {}
    for one in comparison.contrasts:
        names[one.key] = one.names
        for name, estimate in zip((one.first, one.second), one.values, strict=True):
            found[one.key, name] = display(estimate)
    head = [PAGE["column_metric"], *(one_line(name) for name in comparison.names)]
    rows = [
        [text, *(found.get((key, name), "—") for name in comparison.names)]
        for key, text in names.items()
    ]
    return table(WORDS["models"], head, rows)


def compared_methods(comparison: ComparedEvents) -> Text:
    """What a paper says of the comparison."""
    settings = comparison.settings
    level = percent(float(settings["confidence_level"]))
    tests = {one.test.name for one in comparison.contrasts}
    sentences = [say("event_compared_methods", n=settings["clusters"], level=level)]
    if tests & {"delta", "mover"}:
        sentences.append(say("event_compared_t"))
    if "exchange" in tests:
        sentences.append(say("event_compared_exchange"))
    margins = _margins(comparison.contrasts)
    return joined([*sentences, comparison.note, *margins])


def _references(comparison: ComparedEvents) -> tuple[str, ...]:
    exact = any(one.test.name == "exchange" for one in comparison.contrasts)
    return (BELL, EXACT) if exact else (BELL,)


def _margins(contrasts: tuple[Contrast, ...]) -> list[Text]:
    found = {one.names: one.margin for one in contrasts if one.margin is not None}
    listed_en = ", ".join(f"{names.en} {margin:g}" for names, margin in found.items())
    listed_zh = "，".join(f"{names.zh} {margin:g}" for names, margin in found.items())
    return [say("event_compared_margins", margins=Text(listed_en, listed_zh))] if found else []


def _without_links(made: Table) -> Table:
    """Figures of events have no entry in the glossary of a page."""
    rows = tuple(tuple(replace(cell, key="") for cell in row) for row in made.rows)
    return replace(made, rows=rows)
