"""The little that is printed of a comparison: the models, then their differences."""

from __future__ import annotations

import math

from veracity.reports.formats.brief import cautions_brief
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.formats.result_tables import contrast_table
from veracity.reports.formats.texts import footnotes
from veracity.reports.tables.comparisons import with_models
from veracity.results import Comparison, Line
from veracity.words import Language, use


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
        parts = [models.text(language), differences.text(language)]
        parts += [footnotes(tuple(unsure), language)]
        open_ones = [one.more_rows for one in comparison.contrasts if one.times_the_rows >= 1]
        parts += [f"· {with_models(comparison, note, language)}" for note in open_ones[:1]]
        parts.append(cautions_brief(comparison.cautions, language))
        if comparison.rows is not None:
            parts.append(comparison.rows.words().within(language))
    return "\n\n".join(part for part in parts if part)
