"""All coefficients of agreement beside each other."""

from __future__ import annotations

from collections.abc import Mapping

from veracity.metrics.rater_figures.figures import RaterFigure
from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.document import table
from veracity.results import Estimate, percent
from veracity.words import joined, say


def agreement_table(found: Mapping[RaterFigure, Estimate], level: str) -> ResultTable:
    """One line for each coefficient with its interval and why there is none."""
    records = tuple(
        {
            "measure": figure.key,
            "name": figure.names.en,
            "measurement_level": "nominal" if figure.nominal else level,
            **one.to_dict(),
        }
        for figure, one in found.items()
    )
    level_text = percent(next(iter(found.values())).level)
    head = [say("column_measure"), say("column_value", level=level_text), "n"]
    rows = [[figure.names, str(one), f"{one.n:g}"] for figure, one in found.items()]
    notes = dict.fromkeys(one.note for one in found.values() if one.note)
    apart = [a for a in notes if not any(a.en in b.en for b in notes if b != a)]
    reported = joined([say("agreement_level", level=say(f"level_{level}")), *apart])
    return ResultTable(records, table(say("section_agreement"), head, rows), reported)
