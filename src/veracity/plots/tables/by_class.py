"""The profile of each class: its metrics against the rest, row by row."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from veracity.plots.picture.picture import Axis, Layer, Picture, user_texts
from veracity.plots.picture.rows import down, height, reach, whiskers
from veracity.results import Estimate, percent, whole
from veracity.results.page.profile import Line
from veracity.statistics.labels import Label
from veracity.words import Text

TITLE = Text("Each class against the rest", "各类别对其余类别")
CLASS = Text("Class (rows of it)", "类别（样本数）")
NO_LINES = Text("There are no figures by class.", "没有按类别的结果。")
MOST_KEYS = 3
UNDEFINED = (2, 0.0)  # as badness: after those without an interval


def by_class_picture(
    lines: Sequence[Line],
    *,
    keys: Sequence[str] | None = None,
    support: Mapping[Label, float] | None = None,
) -> Picture:
    """Up to three metrics of each class with their intervals, in the order of the labels.

    `lines` are those of a profile; only those of classes are looked at. `support` is how much
    of each class there is in the truth.
    """
    own = [line for line in lines if line.scope == "class"]
    chosen = list(keys or dict.fromkeys(line.key for line in own))[:MOST_KEYS]
    found = {(line.of, line.key): line for line in own if line.key in chosen}
    classes = list(dict.fromkeys(line.of for line in own))
    unit = Axis(Text("Value", "取值"), (0.0, 1.0))
    if not found:
        return Picture("by_class", TITLE, unit, down([]), note=NO_LINES)
    limits = reach([line.estimate for line in found.values()])
    layers: list[Layer] = []
    for tone, key in enumerate(chosen):
        series = [found[of, key].estimate for of in classes if (of, key) in found]
        if len(series) < len(classes):
            continue
        shift = 0.25 * (tone - (len(chosen) - 1) / 2)
        names = found[classes[0], key].names
        layers.append(whiskers(key, series, limits, shift=shift, label=names, tone=tone))
    level = percent(next(iter(found.values())).estimate.level)
    label = Text(f"Value, {level} interval", f"取值及 {level} 区间")
    return Picture(
        "by_class",
        TITLE,
        Axis(label, limits),
        down(_named(classes, support), CLASS),
        tuple(layers),
        size=(5.6, height(len(classes), 0.12 + 0.1 * len(chosen)) + 0.3),
        grid="x",
    )


def _named(classes: Sequence[Label | None], support: Mapping[Label, float] | None) -> list[Text]:
    """The labels, with how much of each there is where that is known."""
    labels = []
    for label, name in zip(classes, user_texts(classes, 22), strict=True):
        if support is None or label is None or label not in support:
            labels.append(name)
            continue
        n = whole(float(support[label]))
        labels.append(Text(f"{name.en} ({n})", f"{name.zh}（{n}）"))
    return labels


def ordered(lines: Sequence[Line], key: str) -> list[Line]:
    """The lines with the classes or groups that are worst in one metric first.

    Those without an interval follow, as in every table; undefined ones come last.
    """
    worst = {line.of: _badness(line.estimate, line.better) for line in lines if line.key == key}
    return sorted(lines, key=lambda line: worst.get(line.of, UNDEFINED))


def _badness(estimate: Estimate, better: str) -> tuple[int, float]:
    if not estimate.defined:
        return UNDEFINED
    alone = int(math.isnan(estimate.low) or math.isnan(estimate.high))
    return alone, -estimate.value if better == "lower" else estimate.value
