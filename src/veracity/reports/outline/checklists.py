"""Checklists of reporting (STARD 2015, TRIPOD+AI): what an evaluation answers, what authors must.

Items (`words/checklists.toml`) have the numbers of the statements; their topics are in our words
(TRIPOD+AI: compared item by item with transcriptions of table 2 of the statement). An item is
answered here where the evaluation holds what it asks for, and even then the author says what no
data can tell.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from veracity.errors import refuse
from veracity.reports.tables.document import Block, Listed, Paragraph, Section, Table, plain, table
from veracity.reports.wording.page import WORDS
from veracity.results import Profile, percent, threshold_figure
from veracity.words import Text, say
from veracity.words.messages import entries, text_of

LISTS = entries("checklists.toml")


@dataclass(frozen=True, slots=True)
class Item:
    """One item: its number and topic, and what this evaluation says to it (None: the author)."""

    number: str
    topic: Text
    answer: Text | None


def items(profile: Profile, which: str) -> tuple[Item, ...]:
    """Every item of a checklist, with what the evaluation answers."""
    if which not in LISTS:
        raise refuse("checklist_unknown", given=repr(which), names=", ".join(LISTS))
    known = dict(_answers(profile))
    rows = LISTS[which]["items"]
    return tuple(Item(row["n"], text_of(row), known.get(row.get("by", ""))) for row in rows)


def checklist_layout(profile: Profile, which: str) -> Table:
    """The checklist as a table: number, topic, what is reported here or that the author must."""
    author = WORDS["author_writes"]
    rows = [(one.number, one.topic, one.answer or author) for one in items(profile, which)]
    head = (WORDS["column_item"], WORDS["column_topic"], WORDS["column_here"])
    return table(text_of(LISTS[which]), head, rows, left=3)


def checklists_section(profile: Profile) -> Section:
    """What this evaluation answers of STARD 2015 and TRIPOD+AI, and what the author must."""
    blocks: list[Block] = []
    for name, one in LISTS.items():
        blocks += [Paragraph(text_of(one)), checklist_layout(profile, name)]
    cited = Listed(tuple(plain(one["reference"]) for one in LISTS.values()))
    return Section("checklists", WORDS["checklists"], (*blocks, cited))


def _answers(profile: Profile) -> Iterator[tuple[str, Text]]:
    """What this evaluation can say, by what is asked for."""
    yield "methods", say("checklist_methods")
    account = profile.rows
    yield "rows", say("checklist_rows", used=account.used, read=account.read)
    level = percent(profile.settings["confidence_level"])
    yield "intervals", say("checklist_intervals", level=level)
    threshold = profile.settings.get("threshold")
    if isinstance(threshold, float):
        yield "threshold", say("checklist_threshold", at=threshold_figure(threshold))
    if profile.counts is not None:
        yield "matrix", say("checklist_matrix")
    clusters = profile.settings.get("clusters")
    if clusters:
        yield "clusters", say("checklist_clusters", n=clusters)
    groups = {line.of for line in profile.lines if line.scope == "group"}
    if groups:
        yield "groups", say("checklist_groups", n=len(groups))
    if profile.cautions:
        yield "cautions", say("checklist_cautions", n=len(profile.cautions))
    if profile.counts is not None and profile.pos_label is not None and len(profile.labels) == 2:
        positive = profile.labels.index(profile.pos_label)
        n = float(profile.counts[positive].sum())
        yield "outcomes", say("checklist_outcomes", n=f"{n:g}", used=account.used)
