"""How figures of boxes read: one under the other, or parts (classes, sizes) in rows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veracity.metrics.detection_figures.figures import find_detection_figure
from veracity.results import Estimate
from veracity.words import Language, Text
from veracity.words.layout import in_columns

MOST_CLASSES = 20
HEADLINE = ("map", "map_50", "ap(0.75)", "ar(1)", "ar(10)", "ar(100)")
BY_PART = ("map", "map_50", "ar(100)")
Figures = Mapping[str, Estimate]


def headline(found: Figures, language: Language) -> str:
    """The usual figures, one under the other."""
    here = set(found)
    return in_columns(
        [[_name(key, language), _display(found[key])] for key in HEADLINE if key in here]
    )


def part_rows(head: Text, parts: Iterable[tuple[str, Figures]], language: Language) -> str:
    """Parts in rows, a column for each of the usual figures."""
    listed = list(parts)
    keys = [key for key in BY_PART if all(key in set(found) for _, found in listed)]
    lines = [[head.within(language), *(_name(key, language) for key in keys)]]
    lines += [[name, *(_display(found[key]) for key in keys)] for name, found in listed]
    return in_columns(lines)


def _name(key: str, language: Language) -> str:
    return find_detection_figure(key).display_name.within(language)


def _display(found: Estimate) -> str:
    return str(found) if found.defined else "—"
