"""The rules side by side as a table, and the figures of subjects, whatever they are written as."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from typing import Any

from veracity.metrics.event_figures.figures import EVENT_FIGURES, EventFigure, find_figure
from veracity.reports.tables.document import Cell, Table, cells, label, plain
from veracity.reports.wording.events import WORDS
from veracity.results import Estimate, percent
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say

Figures = Mapping[str, Mapping[str, Estimate]]
HEADLINE = ("sensitivity", "precision", "f1", "false_alarms_per_day", "delay_median")
TABLE = (
    "sensitivity",
    "precision",
    "f1",
    "false_alarms_per_hour",
    "false_alarms_per_day",
    "time_in_false_alarm",
    "delay_median",
)
# what fits a screen and differs between rules
ON_PAGE = tuple(k for k in TABLE if k not in ("false_alarms_per_hour", "time_in_false_alarm"))
COUNTS = ("true_positives", "missed", "false_positives")
UNITS = {"s": "s", "1/h": "1/h", "1/d": "1/d"}


def display(estimate: Estimate) -> str:
    """A value with its interval; a dash where it is undefined."""
    return "—" if math.isnan(estimate.value) else str(estimate)


def named(figure: EventFigure) -> Text:
    """The name of a figure with its unit, where the name does not say it."""
    if figure.unit != "s":
        return figure.names
    return Text(f"{figure.names.en} (s)", f"{figure.names.zh}（秒）")


def layout(figures: Figures, keys: Iterable[str] = HEADLINE) -> Table:
    """A line for each rule, a column for each figure."""
    listed = [find_figure(key) for key in keys]
    head = [WORDS["rule"], *(Cell(named(figure)) for figure in listed)]
    rows = [
        [Cell(plain(rule), f"rule-{n}"), *(display(found[figure.spelled]) for figure in listed)]
        for n, (rule, found) in enumerate(figures.items(), 1)
    ]
    return Table(WORDS["rules"], cells(head), tuple(cells(row) for row in rows))


def records(figures: Figures) -> tuple[dict[str, Any], ...]:
    """The same as data: every figure with its ends, and the counts."""
    made = []
    for rule, found in figures.items():
        row: dict[str, Any] = {"rule": rule}
        for key in TABLE:
            one = found[key]
            row |= {key: one.value, f"{key}_low": one.low, f"{key}_high": one.high}
        made.append(row | {key: found[key].value for key in COUNTS})
    return tuple(made)


def _number(value: float) -> str:
    """A count; a dash where the rule counts nothing."""
    return "—" if math.isnan(value) else f"{value:g}"


def parts_table(
    parts: Iterable[tuple[Label, Mapping[str, Estimate]]], *, recordings: bool = False
) -> Table:
    """A line for each subject under one rule."""
    keys = ("sensitivity", "precision", "false_alarms_per_hour", "delay_median")
    counts = ("reference_events", "true_positives", "false_positives")
    head = [
        WORDS["recording" if recordings else "subject"],
        *(EVENT_FIGURES[key].names for key in counts),
        *(named(EVENT_FIGURES[key]) for key in keys),
    ]
    rows = [
        [
            label(name),
            *(_number(found[key].value) for key in counts),
            *(display(found[key]) for key in keys),
        ]
        for name, found in parts
    ]
    title = WORDS["by_recording" if recordings else "subjects"]
    return Table(title, cells(head), tuple(cells(row) for row in rows))


def pieces_table(name: str, pieces: Mapping[str, Figures], most: int) -> tuple[Table, Text]:
    """A line for each type or channel under the first rule, and which rule that is."""
    keys = tuple(key for key in HEADLINE if key != "delay_median")
    rule = next(iter(next(iter(pieces.values()))))
    counted = EVENT_FIGURES["reference_events"]
    head = [WORDS[name], counted.names, *(find_figure(key).names for key in keys)]
    rows = [
        [
            label(one),
            f"{found[rule][counted.key].value:g}",
            *(display(found[rule][k]) for k in keys),
        ]
        for one, found in list(pieces.items())[:most]
    ]
    notes = [WORDS["under"].filled(rule=rule)]
    if len(pieces) > most:
        notes.append(say("table_more", n=len(pieces) - most))
    return Table(WORDS[name], cells(head), tuple(cells(row) for row in rows)), joined(notes)


def details(found: Mapping[str, Estimate], rule: str) -> Table:
    """Every figure of one rule, with what there is to know of it."""
    level = next((percent(one.level) for one in found.values()), "")
    head = [WORDS["figure"], say("column_value", level=level), say("column_note")]
    rows = [
        [
            named(find_figure(key)) if not key.startswith("macro_") else _macro(key),
            display(one),
            one.note,
        ]
        for key, one in found.items()
        if key != "delay_quantile"  # without its share it is the median
    ]
    return Table(plain(rule), cells(head), tuple(cells(row) for row in rows))


def _macro(key: str) -> Text:
    return say("event_macro_name", name=find_figure(key.removeprefix("macro_")).names)
