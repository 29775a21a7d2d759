"""The outline of several parts together: means, pooled figures, how far the parts differ."""

from __future__ import annotations

import math
from collections.abc import Sequence

from veracity.reports.outline.as_text import columns
from veracity.reports.outline.evaluation import cautions_blocks, glossary, provenance_section
from veracity.reports.tables.document import (
    Cell,
    Listed,
    Outline,
    Paragraph,
    Section,
    Table,
    label,
    table,
)
from veracity.reports.wording.page import WORDS
from veracity.results import Estimate, figure, percent, whole
from veracity.results.page.parts_together import AggregateProfile
from veracity.words import Language, Text, joined, say, use
from veracity.words.layout import in_prose, one_line

MOST_NAMES = 8  # of parts, in a sentence
MOST_FIGURES = 3  # that a note names


def outline_of_aggregate(profile: AggregateProfile) -> Outline:
    """Which parts there are, the figures of all together, each part, how it was made."""
    notes = _notes(profile)
    sections = (
        Section("verdict", WORDS["verdict"], _first(profile)),
        Section(
            "figures",
            say("section_figures"),
            (
                figures_table(profile),
                Paragraph(say("aggregate_columns"), quiet=True),
                *((Listed(notes),) if notes else ()),
            ),
        ),
        Section("parts", say(f"each_of_{profile.kind}"), (parts_table(profile),)),
        *_cautions(profile),
        provenance_section(
            profile.provenance,
            [(name, str(value)) for name, value in profile.settings if value is not None],
        ),
        glossary(line.key for line in profile.lines),
    )
    title = say(f"title_of_{profile.kind}")
    if profile.title is not None:
        named = one_line(profile.title)
        title = Text(f"{title.en}: {named}", f"{title.zh}：{named}")
    return Outline(title, tuple(one for one in sections if one is not None))


def text(profile: AggregateProfile, language: Language, *, parts: bool = False) -> str:
    """The same for a terminal: better than guessing or not, the figures, what to know of them.

    With `parts`, each of them too, and cautions in full.
    """
    with use(language):
        blocks = [
            *(one_line(one.text.within(language)) for one in _first(profile)),
            columns(figures_table(profile), language),
            say("aggregate_columns").within(language),
        ]
        notes = [f"· {one_line(note.within(language))}" for note in _notes(profile)]
        if parts:
            blocks.append(columns(parts_table(profile), language))
        warned = [one.text(language) if parts else one.line(language) for one in profile.cautions]
        blocks += ["\n".join(notes), "\n".join(f"! {one_line(one)}" for one in warned)]
    return "\n\n".join(one for one in blocks if one)


def figures_table(profile: AggregateProfile) -> Table:
    """A row for each metric: mean, pooled, smallest and largest, standard deviation."""
    level = percent(profile.level)
    head = (
        say("column_metric"),
        say("column_macro", level=level),
        say("column_pooled", level=level),
        say("column_range"),
        say("column_sd"),
    )
    rows = [
        (
            Cell(line.title, line.key),
            *(line.cell(one) for one in (line.macro, line.pooled)),
            f"{figure(line.spread.smallest)} … {figure(line.spread.largest)}",
            figure(line.spread.sd),
        )
        for line in profile.lines
    ]
    return table(say("section_figures"), head, rows)


def parts_table(profile: AggregateProfile) -> Table:
    """A row for each part: its rows and the value of every metric."""
    head = (
        say("column_part"),
        say("column_rows"),
        *(Cell(line.names, line.key) for line in profile.lines),
    )
    rows = [
        (label(name), whole(n), *(figure(line.each[index]) for line in profile.lines))
        for index, (name, n) in enumerate(zip(profile.names, profile.rows, strict=True))
    ]
    return table(say(f"each_of_{profile.kind}"), head, rows)


def _which(profile: AggregateProfile) -> Text:
    names = ", ".join(one_line(name) for name in profile.names[:MOST_NAMES])
    more = len(profile.names) - MOST_NAMES
    if more > 0:
        names += f", … (+{more})"
    rows = sum(profile.rows) if profile.cases is None else profile.cases
    return say(f"together_of_{profile.kind}", n=len(profile.names), names=names, rows=rows)


def _first(profile: AggregateProfile) -> tuple[Paragraph, ...]:
    """Better than guessing or not, as far as that can be known; of which parts, and of what."""
    verdict, parts = guessing(profile), joined([_which(profile), profile.estimand])
    if not verdict:
        return (Paragraph(parts, loud=True),)
    return Paragraph(verdict, loud=True), Paragraph(parts)


def guessing(profile: AggregateProfile) -> Text:
    """What the means of calls and of scores say beside guessing, each by its interval."""
    lines = {line.key: line for line in profile.lines}
    kinds = (("calls", 0.0, ("mcc",)), ("scores", 0.5, ("auroc", "auroc_ovr_macro")))
    notes = []
    for what, chance, keys in kinds:
        line = next((lines[key] for key in keys if key in lines), None)
        if line is not None and line.macro.defined:
            state = _beside(line.macro, chance)
            facts = {"metric": in_prose(line.names), "found": line.macro}
            notes.append(say(f"together_{what}_{state}", **facts))
    return joined(notes)


def _beside(found: Estimate, chance: float) -> str:
    if math.isnan(found.low) or math.isnan(found.high):
        return "unknown"
    return "better" if found.low > chance else "worse" if found.high < chance else "unsure"


def _cautions(profile: AggregateProfile) -> tuple[Section, ...]:
    """Those of folds; parts that were given one by one have theirs in their own reports."""
    if profile.kind == "parts":
        return ()
    return (Section("cautions", WORDS["cautions"], cautions_blocks(profile.cautions)),)


def _notes(profile: AggregateProfile) -> tuple[Text, ...]:
    return notes_by_figure(profile.notes, [(one.names, one.macro.note) for one in profile.lines])


def notes_by_figure(
    notes: Sequence[Text], figures: Sequence[tuple[Text, Text]]
) -> tuple[Text, ...]:
    """Each note once: those of all figures, then those of single ones, with their names."""
    noted = [(names, note) for names, note in figures if note]
    every = tuple(dict.fromkeys(note for _, note in noted))
    if len(every) == 1 and len(noted) == len(figures):
        return (*dict.fromkeys(notes), *every)
    named = [_of([names for names, its in noted if its == note], note) for note in every]
    return (*dict.fromkeys(notes), *named)


def _of(names: list[Text], note: Text) -> Text:
    several = say("several_figures")
    between = "; " if any("," in n.en for n in names) else ", "
    en, zh = between.join(n.en for n in names), "、".join(n.zh for n in names)
    if len(names) > MOST_FIGURES:
        en, zh = several.en, several.zh
    return Text(f"{en}: {note.en}", f"{zh}：{note.zh}")
