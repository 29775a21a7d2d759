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
CLASS, SIZE = Text("Class", "类别"), Text("Size", "大小")
INTERPOLATION_NAMES: dict[str, Text] = {
    "coco": Text("COCO, 101 points", "COCO 101 点"),
    "voc_all_points": Text("VOC, all points", "VOC 全点"),
    "voc_11_points": Text("VOC, 11 points", "VOC 11 点"),
}
SIZE_NAMES = {
    "all": Text("all sizes", "所有大小"),
    "small": Text("small (area up to 32²)", "小（面积不超过 32²）"),
    "medium": Text("medium (32² to 96²)", "中（32² 至 96²）"),
    "large": Text("large (from 96²)", "大（96² 起）"),
}
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
