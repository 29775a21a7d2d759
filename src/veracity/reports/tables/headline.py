"""The main figures as a table: name, value with interval, n."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.reports.tables.document import Cell, Table, table
from veracity.results import Estimate, Line, n_title, percent, whole
from veracity.words import Text, say


def headline_table(lines: Sequence[Line]) -> Table:
    """One line for each figure."""
    level = percent(lines[0].estimate.level) if lines else ""
    head = [
        say("column_metric"),
        say("column_value", level=level),
        n_title(one.estimate.n for one in lines),
    ]
    rows = [
        [Cell(one.title, one.key), value_text(one.estimate), whole(one.estimate.n)] for one in lines
    ]
    return table(say("section_figures"), head, rows)


def value_text(estimate: Estimate) -> Text:
    """A value with its interval, or that there is none; its chance level is in the title."""
    text = estimate.with_interval
    return Text(text, text) if estimate.defined else say("undefined")
