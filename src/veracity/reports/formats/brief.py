"""The little that is printed of an evaluation, as text of at most a screen."""

from __future__ import annotations

import math
from collections.abc import Sequence

from veracity.reports.formats.texts import figures, footnotes
from veracity.results.estimate.caution import Caution
from veracity.results.page.profile import Brief, WorstParts
from veracity.words import Language, Text, joined, say, use

LINES = 28  # of a terminal; the command line adds where to get the rest
FEWEST_PARTS = 2  # classes or groups that are listed, however much else there is to say
MOST_CAUTIONS = 4
DOT = Text(" · ", " · ")
MANY = 20  # parts, from which on some look bad by chance alone


def brief_text(brief: Brief, language: Language, *, every: bool = False) -> str:
    """Verdict, figures with intervals, cautions of one line each, worst parts, cells, rows.

    `every`: all classes and groups that there are, however long it gets.
    """
    with use(language):
        unsure = tuple(one for one in brief.figures if math.isnan(one.estimate.low))
        notes = footnotes(unsure, language)
        head_text = "\n".join(one for one in (figures(brief.figures, language), notes) if one)
        head = [brief.verdict.within(language), head_text]
        counted = joined([one for one in (brief.cells, brief.rows.words()) if one], DOT)
        foot_notes = "\n".join(note.within(language) for note in (*brief.notes, counted))
        tail = [cautions_brief(brief.cautions, language), foot_notes]
        used = sum(part.count("\n") + 2 for part in (*head, *tail) if part)
        room = (LINES - used) // max(len(brief.parts), 1) - 3  # a head, a note, a gap
        most = None if every else max(room, FEWEST_PARTS)
        parts = [_parts(one, language, most) for one in brief.parts]
    return "\n\n".join(part for part in (*head, *parts, *tail) if part)


def cautions_brief(cautions: Sequence[Caution], language: Language) -> str:
    """One line for each; where they are many, how many notes are left out."""
    lines = [f"! {one.line(language)}" for one in cautions]
    grave = sum(one.severity != "note" for one in cautions)
    head_text = max(grave, MOST_CAUTIONS)  # what is more than a note is never left out
    if len(lines) > head_text:
        lines[head_text:] = [
            f"! {say('brief_more_notes', n=len(lines) - head_text).within(language)}"
        ]
    return "\n".join(lines)


def _parts(worst: WorstParts, language: Language, most: int | None) -> str:
    from veracity.reports.outline.as_text import columns
    from veracity.reports.tables.parts import parts_layout

    table, note = parts_layout(worst.kind, worst.parts, most=most, total=worst.total)
    notes = [note]
    if worst.looked_at < worst.total:
        notes.append(say("brief_of_largest", n=worst.looked_at))
    if worst.total >= MANY:
        notes.append(say("worst_by_chance"))
    return f"{columns(table, language)}\n{joined(notes).within(language)}"
