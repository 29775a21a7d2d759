"""The tables of the HTML page (figures, classes, groups, thresholds) as rows of values."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from veracity.metrics import Metric, find
from veracity.metrics.advice.explaining import facts
from veracity.reports.tables.live import threshold_text
from veracity.reports.wording.page import WORDS
from veracity.results import Choice, Estimate, Line, Profile, figure
from veracity.statistics.labels import Label
from veracity.words import Text, say
from veracity.words.layout import near_equal, number, one_line

MOST_NAMES = 3
MOST_PARTS = 200  # classes or groups with a row of their own


@dataclass(frozen=True, slots=True)
class ShadedCount:
    """A count and how dark its cell is: its share of its row, from 0 to 1."""

    text: str
    share: float
    diagonal: bool


@dataclass(frozen=True, slots=True)
class SliceTable:
    """Parts of the rows one under the other, the same metrics beside each other."""

    lines: tuple[Line, ...]  # of the first part: their names head the columns
    parts: tuple[tuple[str, tuple[Line, ...]], ...]
    left_out: int


def heat(profile: Profile) -> list[tuple[str, list[ShadedCount]]] | None:
    """The matrix by rows of truth; None where there is none."""
    if profile.counts is None:
        return None
    counts = profile.counts
    counts = np.asarray(counts.toarray() if hasattr(counts, "toarray") else counts, float)
    sums = counts.sum(-1)
    return [
        (
            one_line(label),
            [
                ShadedCount(
                    number(n), round(n / sums[row], 3) if sums[row] > 0 else 0.0, row == column
                )
                for column, n in enumerate(counts[row])
            ],
        )
        for row, label in enumerate(profile.labels)
    ]


def spread(lines: Iterable[Line], scope: str) -> SliceTable | None:
    """The figures of all classes, or of all groups; None where there are none."""
    parts: dict[Label | None, list[Line]] = {}
    for line in lines:
        if line.scope == scope:
            parts.setdefault(line.of, []).append(line)
    if not parts:
        return None
    longest = max(parts.values(), key=len)
    rows = []
    for of, own in list(parts.items())[:MOST_PARTS]:
        known = {line.key: line for line in own}
        rows.append((one_line(of), tuple(known[line.key] for line in longest if line.key in known)))
    return SliceTable(tuple(longest), tuple(rows), max(len(parts) - MOST_PARTS, 0))


def roles(profile: Profile) -> tuple[str, str]:
    """The labels of the negative and of the positive class, as the live matrix has them."""
    negative = next((label for label in profile.labels if label != profile.pos_label), "−")
    return one_line(negative), one_line(profile.pos_label)


def interval(estimate: Estimate) -> str:
    """Both ends, or nothing where there is no interval."""
    if math.isnan(estimate.low) or math.isnan(estimate.high):
        return "—"
    return f"[{estimate.figures[1]}, {estimate.figures[2]}]"


def footnotes(lines: Iterable[Line]) -> list[tuple[Text, Text]]:
    """Each note once, with the figures it is about; those that differ in numbers as one."""
    with_notes = [line for line in lines if line.estimate.note]
    en = near_equal(line.estimate.note.en for line in with_notes)
    zh = near_equal((line.estimate.note.zh for line in with_notes), to=" 至 ")
    about: dict[Text, list[Text]] = {}
    for line in with_notes:
        of, note = line.names, line.estimate.note
        if line.scope != "all":
            of = Text(f"{one_line(line.of)}, {of.en}", f"{one_line(line.of)}，{of.zh}")
        about.setdefault(Text(en[note.en], zh[note.zh]), []).append(of)
    several = say("several_figures")
    return [
        (_listed(names) if len(names) <= MOST_NAMES else several, note)
        for note, names in about.items()
    ]


def best_words(choice: Choice) -> Text:
    """A threshold that is best for an aim: the value here, and that expected on new rows."""
    words = WORDS["best_at_here"] if math.isnan(choice.corrected) else WORDS["best_at"]
    return words.filled(
        name=find(choice.maximize).names,
        value=figure(choice.value),
        threshold=threshold_text(choice.threshold),
        corrected=figure(choice.corrected),
    )


def _listed(names: list[Text]) -> Text:
    return Text("; ".join(name.en for name in names), "；".join(name.zh for name in names))


def record(metric: Metric, plain: Callable[[str], str]) -> dict[str, Any]:
    """What the page says of a metric: all from its record."""
    notes = facts(metric)
    return {
        "key": metric.key,
        "names": metric.display_name,
        "question": metric.question,
        "formula": plain(metric.formula),
        "facts": [_ended(note) for note in notes[:3]],
        "misleads": say("explain_misleads", case=metric.misleads_when),
        "references": "; ".join(metric.references),
    }


def _ended(note: Text) -> Text:
    """A note as a sentence among others."""
    return Text(note.en.rstrip(".") + ".", note.zh.rstrip("。") + "。")


def settings(profile: Profile) -> list[tuple[str, str]]:
    """Everything that is needed to make the figures again, by name."""
    made = {name: value for name, value in profile.settings.items() if value is not None}
    rows = {"rows_read": profile.rows.read, "rows_used": profile.rows.used}
    refused = {f"refused: {why}": n for why, n in profile.rows.refused.items()}
    return [(name, one_line(value)) for name, value in {**made, **rows, **refused}.items()]
