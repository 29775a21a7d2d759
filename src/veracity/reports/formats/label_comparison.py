"""The table of two evaluations of rows with several labels."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.reports.formats.report_files import written_as
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.outline.as_text import columns
from veracity.reports.page.shell import outlined
from veracity.reports.tables.comparisons import p_figure
from veracity.reports.tables.document import Listed, Outline, Section, table
from veracity.results import Estimate, percent
from veracity.words import Language, Text, say, use
from veracity.words.layout import one_line

Row = tuple[str, Text, tuple[Estimate, Estimate], Estimate, float, str]


def label_comparison_table(rows: Sequence[Row]) -> ResultTable:
    """One line for each average."""
    level = percent(rows[0][3].level) if rows else ""
    head = [
        say("column_metric"),
        "A",
        "B",
        say("column_difference", level=level),
        "p",
        say("column_verdict"),
    ]
    cells = [
        [name, f"{a.value:.3f}", f"{b.value:.3f}", str(d), p_figure(p), say(f"verdict_word_{v}")]
        for _, name, (a, b), d, p, v in rows
    ]
    records = tuple(
        {
            "key": key,
            "first": a.value,
            "second": b.value,
            "difference": d.value,
            "low": d.low,
            "high": d.high,
            "p_value": p,
            "verdict": v,
        }
        for key, _, (a, b), d, p, v in rows
    )
    return ResultTable(records, table(say("section_differences"), head, cells), rows[0][3].note)


def comparison_text(found: ResultTable, notes: Sequence[Text], language: Language) -> str:
    """The table and its notes, for a terminal."""
    with use(language):
        lines = [f"· {one_line(note.within(language))}" for note in notes]
        return "\n\n".join([columns(found.layout, language), *lines])


def comparison_report(
    found: ResultTable, notes: Sequence[Text], ending: str, language: Language
) -> str:
    """A report by its ending."""
    body = (found.layout, *((Listed(tuple(notes)),) if notes else ()))
    section = Section("differences", say("section_differences"), body)
    outline = Outline(say("title_of_label_comparison"), (section,))
    if ending != ".html":
        return written_as(ending, outline, language)
    return outlined(outline, None, language, at_once=["differences"])
