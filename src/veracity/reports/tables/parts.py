"""Classes, groups or models beside each other: one line each, one column for each figure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from veracity.reports.tables.document import Cell, Table, label, table
from veracity.reports.tables.headline import value_text
from veracity.results import Estimate, Line, percent, whole
from veracity.results.page.profile import PartLines
from veracity.statistics.labels import Label
from veracity.words import Text, joined, say


def worst_first(parts: Sequence[PartLines]) -> list[PartLines]:
    """Parts in the order of the better end of their first figure.

    So three rows that are all wrong do not come before a hundred of which ninety are. What has
    no interval is not shown to be bad: it follows, and what is undefined comes last.
    """
    return sorted(parts, key=_badness)


def parts_layout(
    kind: str,
    parts: Sequence[PartLines],
    *,
    most: int | None = None,
    ranked: bool = True,
    total: int | None = None,
) -> tuple[Table, Text]:
    """The table of the first `most` parts, and a note: their order, how many more of `total`."""
    first = max(parts, key=lambda part: len(part.lines)).lines if parts else ()
    printed = parts if most is None else parts[:most]
    level = percent(first[0].estimate.level) if first else ""
    whole_rows = all(math.isnan(part.n) or part.n.is_integer() for part in printed)
    n = Text("n", "n") if whole_rows else Text("weight", "权重")  # of a class, not of trials
    shared = {one.key for one in first if _one_chance(one.key, printed)}
    titles = (one.title if one.key in shared else one.names for one in first)
    head = [say(f"column_{kind}"), n, *map(Cell, titles, (one.key for one in first))]
    rows = [
        [label(one_name(part.name)), _rows_of(part), *_values(part, first, shared)]
        for part in printed
    ]
    notes = [say("table_intervals", level=level)] if first else []
    if ranked and len(parts) > 1 and first:
        notes.append(say("table_worst_first", name=first[0].names))
    more = (len(parts) if total is None else total) - len(printed)
    if more > 0:
        notes.append(say("table_more", n=more))
    return table(say("table_by", kind=say(f"column_{kind}")), head, rows), joined(notes)


def one_name(name: Label) -> Label:
    """Several group columns make one name of their values."""
    return " · ".join(map(str, name)) if isinstance(name, tuple) else name


def _one_chance(key: str, parts: Sequence[PartLines]) -> bool:
    """Whether all parts have one chance level, which then stands in the head."""
    found = [line.estimate for part in parts for line in part.lines if line.key == key]
    return len({one.chance for one in found if one.defined}) <= 1


def _values(part: PartLines, columns: Sequence[Line], shared: set[str]) -> list[Text]:
    """What stands in the columns; a chance level beside the value where parts differ in it."""
    known = {line.key: line.estimate for line in part.lines}
    return [_value(known.get(one.key), one.key in shared) for one in columns]


def _value(estimate: Estimate | None, shared: bool) -> Text:
    if estimate is None:
        return Text("—", "—")
    return value_text(estimate) if shared else estimate.titled(value_text(estimate))


def _badness(part: PartLines) -> tuple[int, float]:
    """What is known of the first figure, and its better end, signed: the worst comes first."""
    if not part.lines or not part.lines[0].estimate.defined:
        return 2, math.inf
    first, found = part.lines[0], part.lines[0].estimate
    end = found.low if first.better == "lower" else found.high
    alone = math.isnan(end)
    end = found.value if alone else end
    return int(alone), -end if first.better == "lower" else end


def _rows_of(part: PartLines) -> str:
    return "—" if math.isnan(part.n) else whole(part.n)
