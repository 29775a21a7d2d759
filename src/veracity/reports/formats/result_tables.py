"""Figures as the table that people hold: one line a figure, or one line a part."""

from __future__ import annotations

from collections.abc import Sequence

from veracity.reports.formats.result_table import Record, ResultTable
from veracity.reports.outline.aggregate import figures_table
from veracity.reports.tables.comparisons import p_figure
from veracity.reports.tables.comparisons import rows as contrast_rows
from veracity.reports.tables.document import NOTHING, Cell, label, table
from veracity.reports.tables.headline import headline_table
from veracity.reports.tables.parts import one_name, parts_layout, worst_first
from veracity.results import Comparison, Line, Profile, percent
from veracity.results.page.parts_together import AggregateProfile
from veracity.results.page.profile import PartLines
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say
from veracity.words.layout import number, one_line


def summary_table(lines: Sequence[Line], note: Text = NOTHING) -> ResultTable:
    """One line for each figure: value, interval, n."""
    records = tuple(
        {
            "key": one.key,
            "name": one.names.en,
            **one.estimate.to_dict(),
            "chance": one.estimate.chance,
        }
        for one in lines
    )
    return ResultTable(records, headline_table(lines), note)


def part_table(
    kind: str, parts: Sequence[PartLines], *, most: int | None = None, ranked: bool = True
) -> ResultTable:
    """One line for each part, one column for each figure; the worst by the first figure first.

    `most` is how many the print shows; it says how many more there are, and frames hold all.
    """
    ordered = worst_first(parts) if ranked else list(parts)
    layout, note = parts_layout(kind, ordered, most=most, ranked=ranked)
    return ResultTable(tuple(_record(kind, part) for part in ordered), layout, note)


def matrix_table(labels: Sequence[Label], counts: Sequence[Sequence[float]]) -> ResultTable:
    """The confusion matrix: a line for each true class, a column for each prediction."""
    corner = say("truth_by_prediction")
    rows = [[label(one), *map(number, row)] for one, row in zip(labels, counts, strict=True)]
    records = tuple(
        {"truth": one, **dict(zip(map(str, labels), row, strict=True))}
        for one, row in zip(labels, counts, strict=True)
    )
    layout = table(say("section_matrix"), [corner, *(label(one) for one in labels)], rows)
    return ResultTable(records, layout)


def contrast_table(comparison: Comparison) -> ResultTable:
    """One line for each pair of models and metric: the difference, p and the verdict."""
    contrasts = comparison.contrasts
    level = percent(contrasts[0].difference.level) if contrasts else ""
    head = [
        say("column_pair"),
        say("column_metric"),
        say("column_difference", level=level),
        say("column_p_adjusted"),
        say("column_verdict"),
    ]
    rows = [
        [
            Cell(_plain(f"{one_line(one.first)} − {one_line(one.second)}"), user=True),
            Cell(one.names, one.key),
            str(one.difference),
            p_figure(one.p_adjusted),
            say(f"verdict_word_{one.verdict}"),
        ]
        for one in contrasts
    ]
    layout = table(say("section_differences"), head, rows, left=2)
    of_curves = [one.test.note for one in contrasts if one.test.name == "venkatraman"]
    note = joined([*dict.fromkeys(of_curves), *([comparison.note] if comparison.note else [])])
    return ResultTable(tuple(contrast_rows(comparison)), layout, note)


def model_table(comparison: Comparison) -> ResultTable:
    """One line for each model, one column for each metric, every figure with its interval."""
    found: dict[Label, dict[str, Line]] = {name: {} for name in comparison.names}
    for one in comparison.contrasts:
        for name, value in zip((one.first, one.second), one.values, strict=True):
            line = Line("model", name, one.key, one.names, one.better, value)
            found[name].setdefault(one.key, line)
    parts = [
        PartLines(name, comparison.rows_of(name), tuple(lines.values()))
        for name, lines in found.items()
    ]
    return part_table("model", parts, ranked=False)


def checklist_table(profile: Profile, name: str) -> ResultTable:
    """A checklist of reporting: each item, and what answers it."""
    from veracity.reports.outline.checklists import checklist_layout, items

    records = tuple(
        {
            "item": one.number,
            "topic": str(one.topic),
            "answered": one.answer is not None,
            "answer": str(one.answer or ""),
        }
        for one in items(profile, name)
    )
    return ResultTable(records, checklist_layout(profile, name))


def aggregate_table(profile: AggregateProfile) -> ResultTable:
    """One line for each metric: its mean over the parts, pooled, and how far the parts differ."""
    records = tuple(line.to_dict() for line in profile.lines)
    return ResultTable(records, figures_table(profile), say("aggregate_columns"))


def _record(kind: str, part: PartLines) -> Record:
    record: dict[str, object] = {
        kind: one_name(part.name),
        "n": int(part.n) if part.n.is_integer() else part.n,
    }
    for line in part.lines:
        found = line.estimate
        record |= {line.key: found.value, f"{line.key}_low": found.low}
        record[f"{line.key}_high"] = found.high
    return record


def _plain(text: str) -> Text:
    return Text(text, text)
