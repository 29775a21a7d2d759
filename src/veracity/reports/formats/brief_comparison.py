"""The little that is printed of a comparison: the models, then their differences."""

from __future__ import annotations

import math

from veracity.reports.formats.brief import cautions_brief
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.formats.result_tables import contrast_table
from veracity.reports.formats.texts import footnotes
from veracity.reports.outline.as_text import columns
from veracity.reports.tables.comparisons import with_models
from veracity.reports.tables.document import Cell, Table
from veracity.results import Comparison, Line
from veracity.words import Language, say, use
from veracity.words.layout import width

TERMINAL = 80  # columns
FEW = 3  # models that stand beside each other


def brief_comparison(comparison: Comparison, models: ResultTable, language: Language) -> str:
    """The models beside each other, then every difference with its verdict, then cautions.

    Of the first that is undecided, how many rows would decide (`verbose`: of each).
    """
    with use(language):
        differences = contrast_table(comparison)
        unsure = [
            Line("model", None, one.key, one.names, one.better, one.difference)
            for one in comparison.contrasts
            if math.isnan(one.difference.low)
        ]
        parts = [_models(models, language), _differences(differences, comparison, language)]
        parts += [footnotes(tuple(unsure), language)]
        open_ones = [one.more_rows for one in comparison.contrasts if one.times_the_rows >= 1]
        parts += [f"· {with_models(comparison, note, language)}" for note in open_ones[:1]]
        parts.append(cautions_brief(comparison.cautions, language))
        if comparison.rows is not None:
            parts.append(comparison.rows.words().within(language))
    return "\n\n".join(part for part in parts if part)


def _models(models: ResultTable, language: Language) -> str:
    """A line for each model; where that is too wide for a few of them, for each figure."""
    layout = models.layout
    text = columns(layout, language)
    if len(layout.rows) <= FEW and _too_wide(text):
        text = columns(layout.transposed(Cell(say("column_metric"))), language)
    return _with_note(text, models, language)


def _differences(table: ResultTable, comparison: Comparison, language: Language) -> str:
    """Of two models alone their difference has their names at its head."""
    layout = table.layout
    text = columns(layout, language)
    pairs = {(one.first, one.second) for one in comparison.contrasts}
    if len(pairs) == 1 and _too_wide(text):
        _, metric, _, *others = layout.head
        rows = tuple(row[1:] for row in layout.rows)
        text = columns(Table(layout.label, (metric, layout.rows[0][0], *others), rows), language)
    return _with_note(text, table, language)


def _with_note(text: str, table: ResultTable, language: Language) -> str:
    note = table.note.within(language)
    return f"{text}\n{note}" if note else text


def _too_wide(text: str) -> bool:
    return max(map(width, text.split("\n"))) > TERMINAL
