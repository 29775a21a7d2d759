"""Events in time as text for a terminal, and as the card that a notebook shows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from veracity.metrics.event_figures.figures import find_figure
from veracity.reports.formats.brief import cautions_brief
from veracity.reports.formats.texts import footnotes
from veracity.reports.outline.as_text import columns
from veracity.reports.tables.document import Table
from veracity.reports.tables.events import HEADLINE, details, layout, parts_table, pieces_table
from veracity.reports.wording.events import WORDS
from veracity.results import Estimate, Line
from veracity.results.page.events import EventBrief, FiguresByRule
from veracity.words import Language, Text, use

MOST_PIECES = 12  # types or channels that are printed


def events_text(brief: EventBrief, language: Language, *, verbose: bool) -> str:
    """Verdict, the rules side by side, types and channels, cautions of one line each, notes."""
    with use(language):
        parts = [brief.verdict.within(language), columns(layout(brief.figures), language)]
        for name, pieces in (("type", brief.types), ("channel", brief.channels)):
            if len(pieces) > 1:
                parts += _apart(name, pieces, language, verbose=verbose)
        if verbose:
            parts += [footnotes(_lines(brief.figures), language)]
            parts += ["\n".join(f"! {one.text(language)}" for one in brief.cautions)]
        else:
            parts.append(cautions_brief(brief.cautions, language))
        parts.append("\n".join(note.within(language) for note in brief.notes))
    return "\n\n".join(part for part in parts if part)


def rule_text(found: Mapping[str, Estimate], rule: str, language: Language) -> str:
    """The figures under one rule that are defined, a line for each."""
    with use(language):
        made = details({key: one for key, one in found.items() if one.defined}, rule)
    rows = tuple(row[:2] for row in made.rows)
    return f"{rule}\n{columns(replace(made, head=made.head[:2], rows=rows), language)}"


def _apart(
    name: str, pieces: Mapping[str, FiguresByRule], language: Language, *, verbose: bool
) -> list[str]:
    """Types or channels: one line each under the first rule, or all rules of each."""
    if verbose:
        return [f"{one}\n{columns(layout(found), language)}" for one, found in pieces.items()]
    table, note = pieces_table(name, pieces, MOST_PIECES)
    return [f"{columns(table, language)}\n{note.within(language)}"]


def _lines(figures: FiguresByRule) -> tuple[Line, ...]:
    """Every figure of the table, under the name of its rule too."""
    made = []
    for rule, found in figures.items():
        for key in HEADLINE:
            names = find_figure(key).names
            named = Text(f"{names.en} ({rule})", f"{names.zh}（{rule}）")
            made.append(Line("all", None, key, named, "", found[key]))
    return tuple(made)


def event_card(brief: EventBrief, language: Language) -> str:
    """The verdict, and tabs of rules, subjects, cautions, help."""
    from veracity.reports.formats.card import HELP, card, cautions_pane, help_pane
    from veracity.reports.formats.result_table import ResultTable
    from veracity.reports.wording import escaping

    def in_html(table: Table) -> str:
        return ResultTable((), table)._repr_html_()

    notes = "".join(f"<p>{escaping.html(note.within(language))}</p>" for note in brief.notes)
    panes: list[tuple[Text | str, str]] = [(WORDS["rule"], in_html(layout(brief.figures)) + notes)]
    if len(brief.subjects) > 1:
        alone = brief.recordings_as_subjects
        table = parts_table(brief.subjects, recordings=alone)
        panes.append((table.label, in_html(table)))
    number = f" ({len(brief.cautions)})" if brief.cautions else ""
    cautions = HELP["tab_cautions"].within(language) + number
    panes.append((cautions, cautions_pane(brief.cautions, language)))
    panes.append((HELP["tab_help"], help_pane("events", language)))
    return card(escaping.html(brief.verdict.within(language)), panes, language)
