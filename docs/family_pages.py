"""Figures that are not of classes and scores: of events, raters, sets of labels, and boxes.

Each comes from its record: what it asks, an example with its interval, drawn, where it has no
value, its measured coverage, and data on which it deceives, computed when the site is built.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from drawings import figure, interval

import veracity as vc
from veracity.metrics.detection_figures.figures import DETECTION_FIGURES
from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.metrics.label_sets.records import ROW_FIGURES
from veracity.metrics.rater_figures.figures import FIGURES as RATER_FIGURES

DOCS = Path(__file__).parent
Two = tuple[str, str]
NAMED = r"^(Undefined: |无定义：)"
TITLES = ("Figures of events, raters, label sets and boxes", "事件、评分者、标签集合与检测框的指标")
LEADS = (
    "What [metrics](metrics.md) is for classes and scores, this page is for everything else. "
    "Each figure stands with an example, its interval and data on which it deceives.",
    "[指标](metrics.md)一页讲类别与分数，本页讲其余的一切。每个指标都有例子、区间，以及会误导的数据。",
)


@dataclass(frozen=True)
class Family:
    """Figures of one kind; `{key}` in `shown` and `empty` is the figure."""

    names: Two
    guide: str
    records: Mapping[str, Any]
    code: tuple[str, ...]
    shown: str
    empty: str
    trap: tuple[str, ...]
    sprung: str
    words: Two
    rows: Callable[[str], list[float]] = lambda key: []
    bounds: tuple[float, float] = (0.0, 1.0)
    instead: str = ""  # what is shown where `shown` has no value


def _cells(page: str) -> list[list[str]]:
    text = (DOCS / page).read_text("utf-8")
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in text.splitlines()
        if line.startswith("| ")
    ]


def _second(page: str) -> Callable[[str], list[float]]:
    """Coverage in the third column, the key in the second."""
    return lambda key: [float(row[2]) for row in _cells(page) if row[1] == f"`{key}`"]


def _raters(key: str) -> list[float]:
    """Coverage in a column of its own."""
    rows = [row for row in _cells("agreement.md") if len(row) > 9]
    if key not in rows[0]:
        return []
    place = rows[0].index(key)
    return [float(row[place]) for row in rows if re.fullmatch(r"[\d.]+", row[place])]


FAMILIES = (
    Family(
        ("Events in time", "时间事件"),
        "events.md",
        EVENT_FIGURES,
        (
            "reference = [(100, 160), (1000, 1040), (2500, 2560)]",
            "detected = [(110, 150), (1030, 1060), (1800, 1820)]",
            'rule = "any_overlap(before=0, after=0, merge=0)"',
            'rules = [rule, "iou(0.5)"]',
            "er = vc.events.evaluate(reference, detected, duration=3600, rules=rules)",
        ),
        'er[rule]["{key}"]',
        'vc.events.evaluate([], [], duration=3600, rules=[rule])[rule]["{key}"]',
        ("whole = vc.events.evaluate(reference, [(0, 3600)], duration=3600, rules=rules)",),
        '[round(whole[one]["{key}"].value, 4) for one in rules]',
        (
            "One alarm over the whole hour, under two rules: what the figure says depends on what "
            "counts as found.",
            "一次报警盖住整个小时，按两条规则计：数值取决于怎样算找到。",
        ),
        _second("event_coverage.md"),
        instead='er["iou(0.5)"]["{key}"]',
    ),
    Family(
        ("Several raters", "多名评分者"),
        "agreement.md",
        RATER_FIGURES,
        (
            "ratings = {",
            '    "ann": [1, 1, 2, 2, 3, 3, 1, 2, 3, 1] * 3,',
            '    "bo": [1, 1, 2, 2, 3, 2, 1, 2, 3, 3] * 3,',
            '    "cy": [1, 2, 2, 2, 3, 3, 1, 1, 3, 1] * 3,',
            "}",
        ),
        'vc.agreement(ratings, measure="{key}")',
        'vc.agreement({{"ann": [1] * 9, "bo": [1] * 9}}, measure="{key}")',
        (
            "rare = {",
            '    "ann": [1] * 95 + [0] * 2 + [1] * 3,',
            '    "bo": [1] * 95 + [1] * 2 + [0] * 3,',
            "}",
            'alike = sum(a == b for a, b in zip(rare["ann"], rare["bo"])) / 100',
        ),
        'alike, round(vc.agreement(rare, measure="{key}").value, 4)',
        (
            "Two raters give the same answer in 95 of 100 cases, and agree on none of the rare "
            "ones. The first number is the share of equal answers; coefficients differ in what "
            "they take for chance.",
            "两名评分者 100 例中有 95 例回答相同，而稀少的一类没有一例一致。"
            "第一个数是相同回答的比例；各系数的差别在于把什么当作偶然。",
        ),
        _raters,
        bounds=(-1.0, 1.0),
    ),
    Family(
        ("Sets of labels", "标签集合"),
        "multilabel.md",
        {one.key: one for one in ROW_FIGURES},
        (
            'y = [{"a"}, {"a", "b"}, {"b"}, {"c"}, {"a", "c"}, {"b", "c"}] * 10',
            'p = [{"a"}, {"a"}, {"b", "c"}, {"c"}, {"c"}, {"b", "c"}] * 10',
            "s = [[9, 2, 1], [8, 4, 3], [2, 6, 7], [1, 3, 8], [3, 2, 9], [1, 8, 6]] * 10",
            'ev = vc.evaluate_multilabel(y, p, y_score=s, labels=["a", "b", "c"])',
        ),
        'ev["{key}"]',
        'vc.evaluate_multilabel(none, none, y_score=[[0] * 4] * 50, labels=names)["{key}"]',
        (
            'rare = [{"a"}] + [set()] * 49',
            'names = ["a", "b", "c", "d"]',
            "none = [set()] * 50",
            "silent = vc.evaluate_multilabel(rare, none, y_score=[[0] * 4] * 50, labels=names)",
        ),
        'round(silent["{key}"].value, 4), silent["micro_recall"].value',
        (
            "One row of fifty has a label, and nothing is ever predicted: all scores are equal. "
            "The second number is the recall of labels.",
            "五十行中只有一行有标签，而从不预测任何标签，分数也都相同。第二个数是标签的召回率。",
        ),
        _second("multilabel_coverage.md"),
    ),
    Family(
        ("Boxes in pictures", "图中的检测框"),
        "detections.md",
        DETECTION_FIGURES,
        (
            "boxes = {n: [(0, 0, 40, 40), (60, 10, 90, 50 + n)] for n in range(8)}",
            "seen = {n: [(2, 0, 41, 38, 0.9), (60, 12 + n, 95, 50, 0.5)] for n in range(8)}",
            "found = vc.detections.evaluate(boxes, seen)",
        ),
        'found["{key}"]',
        'vc.detections.evaluate({{1: []}}, {{1: [(0, 0, 9, 9, 0.5)]}})["{key}"]',
        (
            "noise = [(200 + 9 * k, 0, 205 + 9 * k, 5, 0.001) for k in range(50)]",
            "noisy = vc.detections.evaluate(boxes, {n: [*all, *noise] for n, all in seen.items()})",
        ),
        'round(found["{key}"].value, 4), round(noisy["{key}"].value, 4)',
        (
            "Fifty false boxes more in every picture, all with the lowest score: the same value. "
            "It ranks boxes, and says nothing about how many a person will see.",
            "每张图多出五十个误检框，分数都最低：数值不变。它只看排序，不说人会看到多少框。",
        ),
    ),
)


def page(language: int) -> str:
    """The page in one language; 0 is English, 1 Chinese."""
    parts = [f"# {TITLES[language]}", LEADS[language]]
    for family in FAMILIES:
        parts += _family(family, language)
    return "\n\n".join(parts) + "\n"


def _family(family: Family, language: int) -> Iterator[str]:
    room = _run(family)
    yield f"## {family.names[language]}"
    code = "\n".join(
        f"{'...' if line.startswith((' ', '}')) else '>>>'} {line}"
        for line in ("import veracity as vc", *family.code, *family.trap)
    )
    yield (
        f"Guide: [{family.guide.partition('.')[0]}]({family.guide}). The data of every example:",
        f"指南：[{family.names[1]}]({family.guide})。各例所用的数据：",
    )[language]
    yield f"```python\n{code}\n```"
    yield family.words[language]
    for key, record in family.records.items():
        yield from _figure(family, key, record, room, language)


def _run(family: Family) -> dict[str, Any]:
    room: dict[str, Any] = {"vc": vc}
    exec("\n".join((*family.code, *family.trap)), room)
    return room


def _figure(
    family: Family, key: str, record: Any, room: dict[str, Any], language: int
) -> Iterator[str]:
    shown, sprung = family.shown.format(key=key), family.sprung.format(key=key)
    one, trapped = eval(shown, room), eval(sprung, room)
    if family.instead and math.isnan(one.value):
        shown = family.instead.format(key=key)
        one = eval(shown, room)
    yield f"### `{key}` {record.names.within(('en', 'zh')[language])}"
    yield record.question.within(("en", "zh")[language])
    yield "\n".join(f"- {fact}" for fact in _facts(family, key, record, room, language))
    yield f"```python\n>>> print({shown})\n{one}\n>>> {sprung}\n{trapped!r}\n```"
    ends, bounds = (one.low, one.high), getattr(record, "bounds", family.bounds)
    if not getattr(record, "unit", "") and all(map(math.isfinite, (*ends, *bounds))):
        yield interval(one.value, ends, bounds, None, (f"{key} {one}", ""))


def _facts(
    family: Family, key: str, record: Any, room: dict[str, Any], language: int
) -> Iterator[str]:
    """Unit, direction, where it has no value, measured coverage, sources."""
    better = {
        "higher": ("higher is better", "越高越好"),
        "lower": ("lower is better", "越低越好"),
        "neither": ("neither end is better", "两端无优劣"),
    }[getattr(record, "better", "higher")][language]
    unit = getattr(record, "unit", "")
    yield better + (f" ({unit})" if unit and not language else f"（{unit}）" if unit else "")
    nothing = eval(family.empty.format(key=key), room)
    if math.isnan(nothing.value):
        why = nothing.note.within(("en", "zh")[language])
        yield ("Undefined (nan): ", "无定义（nan）：")[language] + re.sub(NAMED, "", why)
    rows = family.rows(key)
    if rows:
        low, high = figure(min(rows)), figure(max(rows))
        yield (
            f"Its 95 % interval held the truth in {low} to {high} of samples, by the design "
            f"({len(rows)} simulated).",
            f"在 {len(rows)} 种模拟设计中，95% 区间包含真值的比例为 {low} 至 {high}。",
        )[language]
    references = getattr(record, "references", ())
    if references:
        yield ("References: ", "文献：")[language] + "; ".join(references)
