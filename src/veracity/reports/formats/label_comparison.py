"""The table of two evaluations of rows with several labels."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.reports.formats.result_table import ResultTable
from veracity.reports.tables.comparisons import p_figure
from veracity.reports.tables.document import table
from veracity.results import Estimate, percent
from veracity.words import Text, say

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
