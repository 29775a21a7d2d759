"""Figures as the table that people hold: one line a figure, or one line a part."""

from __future__ import annotations

import math
from collections.abc import Sequence

from veracity.reports.formats.result_table import Record, ResultTable
from veracity.reports.outline.aggregate import figures_table
from veracity.reports.tables.comparisons import p_figure
from veracity.reports.tables.comparisons import rows as contrast_rows
from veracity.reports.tables.document import NOTHING, Cell, label, table
from veracity.reports.tables.headline import headline_table, value_text
from veracity.results import Comparison, Line, percent, whole
from veracity.results.page.parts_together import AggregateProfile
from veracity.results.page.profile import PartLines
from veracity.statistics.labels import Label
from veracity.words import Text, say
from veracity.words.layout import number, one_line


def summary_table(lines: Sequence[Line], note: Text = NOTHING) -> ResultTable:
    """One line for each figure: value, interval, n."""
    records = tuple(
        {"key": one.key, "name": one.names.en, **one.estimate.to_dict()} for one in lines
    )
    return ResultTable(records, headline_table(lines), note)


def part_table(
    kind: str, parts: Sequence[PartLines], *, most: int | None = None, worst_first: bool = True
) -> ResultTable:
    """One line for each part, one column for each figure; the worst by the first figure first.

    Parts without that figure come last. `most` is how many the print shows; it says how many
    more there are, and frames hold all.
    """
    ordered = sorted(parts, key=_badness) if worst_first else list(parts)
    first = max(ordered, key=lambda part: len(part.lines)).lines if ordered else ()
    printed = ordered if most is None else ordered[:most]
    level = percent(first[0].estimate.level) if first else ""
    head = [say(f"column_{kind}"), "n", *(_named(one) for one in first)]
    rows = [
        [label(_one_name(part.name)), _rows_of(part), *_values(part, first)] for part in printed
    ]
    notes = [say("table_intervals", level=level)] if first else []
    if worst_first and len(ordered) > 1 and first:
        notes.append(say("table_worst_first", name=first[0].names))
    if len(printed) < len(ordered):
        notes.append(say("table_more", n=len(ordered) - len(printed)))
    title = say("table_by", kind=say(f"column_{kind}"))
    records = tuple(_record(kind, part) for part in ordered)
    return ResultTable(records, table(title, head, rows), _joined(notes))


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
    return ResultTable(tuple(contrast_rows(comparison)), layout, comparison.note)


def model_table(comparison: Comparison) -> ResultTable:
    """One line for each model, one column for each metric, every figure with its interval."""
    found: dict[Label, dict[str, Line]] = {name: {} for name in comparison.names}
    for one in comparison.contrasts:
        for name, value in zip((one.first, one.second), one.values, strict=True):
            line = Line("model", name, one.key, one.names, one.better, value)
            found[name].setdefault(one.key, line)
    used = math.nan if comparison.rows is None else float(comparison.rows.used)
    parts = [PartLines(name, used, tuple(lines.values())) for name, lines in found.items()]
    return part_table("model", parts, worst_first=False)


def aggregate_table(profile: AggregateProfile) -> ResultTable:
    """One line for each metric: its mean over the parts, pooled, and how far the parts differ."""
    records = tuple(line.to_dict() for line in profile.lines)
    return ResultTable(records, figures_table(profile), say("aggregate_columns"))


def _named(line: Line) -> Cell:
    return Cell(line.names, line.key)


def _values(part: PartLines, columns: Sequence[Line]) -> list[Text]:
    known = {line.key: line.estimate for line in part.lines}
    return [value_text(known[one.key]) if one.key in known else _plain("—") for one in columns]


def _record(kind: str, part: PartLines) -> Record:
    record: dict[str, object] = {
        kind: _one_name(part.name),
        "n": int(part.n) if part.n.is_integer() else part.n,
    }
    for line in part.lines:
        found = line.estimate
        record |= {line.key: found.value, f"{line.key}_low": found.low}
        record[f"{line.key}_high"] = found.high
    return record


def _badness(part: PartLines) -> float:
    """The first figure, signed so that the worst comes first; what is undefined comes last."""
    if not part.lines or not part.lines[0].estimate.defined:
        return math.inf
    first = part.lines[0]
    return -first.estimate.value if first.better == "lower" else first.estimate.value


def _rows_of(part: PartLines) -> str:
    return "—" if math.isnan(part.n) else whole(part.n)


def _one_name(name: Label) -> Label:
    """Several group columns make one name of their values."""
    return " · ".join(map(str, name)) if isinstance(name, tuple) else name


def _plain(text: str) -> Text:
    return Text(text, text)


def _joined(notes: Sequence[Text]) -> Text:
    return Text(" ".join(one.en for one in notes), "".join(one.zh for one in notes))
