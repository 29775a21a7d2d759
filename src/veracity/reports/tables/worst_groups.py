"""The groups that a figure is worst in: one small table where not all groups are listed."""

from __future__ import annotations

from veracity.metrics import find
from veracity.reports.tables.document import Table, label, table
from veracity.reports.tables.guessing import clipped
from veracity.reports.wording.page import WORDS
from veracity.results import n_title, percent, whole
from veracity.results.page.profile import WorstGroups
from veracity.words import Text, joined, say

WIDEST = 40  # columns of a terminal for the name of a group
MANY = 20  # groups, from which on some look bad by chance alone


def groups_table(worst: WorstGroups) -> Table:
    """Each group with its rows and the figure, the most certain first."""
    first = worst.lines[0]
    level = percent(first.estimate.level)
    value = say("column_worst", level=level, name=first.names)
    rows = [
        (
            label(clipped(str(line.of), WIDEST)),
            whole(line.estimate.n),
            line.estimate.words if line.estimate.defined else say("undefined"),
        )
        for line in worst.lines
    ]
    return table(
        WORDS["per_group"],
        (say("column_group"), n_title(one.estimate.n for one in worst.lines), value),
        rows,
    )


def groups_note(worst: WorstGroups) -> Text:
    """In which order they stand, how many more there are, and what to make of the worst."""
    higher = find(worst.lines[0].key).better == "higher"
    notes = [say("worst_by_high" if higher else "worst_by_low")]
    more = worst.groups - len(worst.lines)
    if more and worst.looked_at < worst.groups:
        notes.append(say("worst_of_largest", n=more, looked=worst.looked_at))
    elif more:
        notes.append(say("worst_more", n=more))
    if worst.groups >= MANY:
        notes.append(say("worst_by_chance"))
    return joined(notes)
