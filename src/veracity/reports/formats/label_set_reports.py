"""Reports of rows with several labels: averages, each label, how it was made, in every format."""

from __future__ import annotations

from veracity.reports.formats.report_files import written_as
from veracity.reports.formats.result_tables import part_table, summary_table
from veracity.reports.outline.aggregate import notes_by_figure
from veracity.reports.outline.as_text import columns
from veracity.reports.outline.evaluation import cautions_blocks, provenance_section
from veracity.reports.page.shell import outlined
from veracity.reports.tables.document import Listed, Outline, Paragraph, Section
from veracity.reports.wording.first_screen import warnings_line
from veracity.reports.wording.page import WORDS
from veracity.results.page.label_sets import LabelSetProfile
from veracity.words import Language, Text, say, use
from veracity.words.layout import one_line

MOST_LABELS = 200  # that a report lists
MOST_PRINTED = 20


def outline_of_label_sets(profile: LabelSetProfile) -> Outline:
    """What there is, the averages, the labels, provenance."""
    notes = _notes(profile)
    figures = summary_table(profile.lines)
    labels = part_table("label", profile.labels, most=MOST_LABELS)
    remark = Paragraph(labels.note, quiet=True)
    sections = (
        Section("verdict", WORDS["verdict"], _first(profile)),
        Section("cautions", WORDS["cautions"], cautions_blocks(profile.cautions))
        if profile.cautions
        else None,
        Section(
            "figures",
            say("section_figures"),
            (figures.layout, *((Listed(notes),) if notes else ())),
        ),
        Section("labels", say("section_labels"), (labels.layout, remark)),
        provenance_section(profile.provenance, []),
    )
    return Outline(say("title_of_labels"), tuple(one for one in sections if one is not None))


def text(profile: LabelSetProfile, language: Language) -> str:
    """The same for a terminal."""
    with use(language):
        labels = part_table("label", profile.labels, most=MOST_PRINTED)
        parts = [
            *(one_line(one.text.within(language)) for one in _first(profile)),
            columns(summary_table(profile.lines).layout, language),
            columns(labels.layout, language),
            labels.note.within(language),
            "\n".join(f"· {one_line(note.within(language))}" for note in _notes(profile)),
            "\n".join(f"! {caution.line(language)}" for caution in profile.cautions),
        ]
    return "\n\n".join(part for part in parts if part)


def _first(profile: LabelSetProfile) -> tuple[Paragraph, ...]:
    if not profile.lead:
        return (Paragraph(_which(profile), loud=True),)
    return Paragraph(profile.lead, loud=True), Paragraph(_which(profile))


def _which(profile: LabelSetProfile) -> Text:
    return say("labels_of_rows", rows=profile.rows, n=len(profile.labels))


def _notes(profile: LabelSetProfile) -> tuple[Text, ...]:
    figures = [(line.names, line.estimate.note) for line in profile.lines]
    return notes_by_figure(profile.notes, figures)


def written(profile: LabelSetProfile, ending: str, language: Language) -> str:
    """A report by its ending."""
    outline = outline_of_label_sets(profile)
    if ending != ".html":
        return written_as(ending, outline, language)
    made = {} if profile.provenance is None else profile.provenance.versions
    at_once = ["verdict", "figures", "labels"]
    given = {"version": made.get("veracity", ""), "at_once": at_once}
    warnings = warnings_line(profile.cautions) if profile.cautions else None
    return outlined(outline, profile, language, warnings=warnings, **given)
