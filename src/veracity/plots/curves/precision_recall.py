"""The picture of the precision-recall curve: steps, lines of equal F1, base rate, P = R."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from veracity.arrays import ratio
from veracity.metrics.counts.among_predicted import PRECISION
from veracity.metrics.counts.among_truth import RECALL
from veracity.metrics.ranking.areas import AVERAGE_PRECISION
from veracity.plots.picture.picture import (
    NOTHING,
    Layer,
    Path,
    Picture,
    ReferenceLine,
    Words,
    stepped,
)
from veracity.plots.picture.series import (
    Curves,
    Here,
    band_of,
    each,
    legend_words,
    point,
    share_axis,
    why_empty,
)
from veracity.results import Curve, Estimate
from veracity.results.estimate.figures import figure
from veracity.statistics.labels import Label
from veracity.words import Text

TITLE = Text("Precision–recall curve", "查准率–召回率曲线")
EQUAL = Text("Precision = recall", "查准率 = 召回率")
F1_CONTOURS = (0.2, 0.4, 0.6, 0.8)


def pr_picture(
    curves: Curves,
    *,
    here: Here | None = None,
    areas: Estimate | Mapping[Label, Estimate] | None = None,
) -> Picture:
    """Precision against recall, in steps: the area under them is the average precision.

    Thin lines join points of equal F1, P = F R/(2 R − F) (van Rijsbergen 1979). The dotted
    line is the base rate: the precision of calling at random. On the line P = R as many are
    called positive as there are.
    """
    named = each(curves)
    axes = share_axis(RECALL.names), share_axis(PRECISION.names)
    blank = Picture("pr", TITLE, *axes, square=True)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    alone = len(named) == 1 and not named[0][0]
    layers: list[Layer] = [layer for level in F1_CONTOURS for layer in equal_f1(level)]
    diagonal = np.array([0.0, 1.0])
    layers.append(Path("equal", diagonal, diagonal, EQUAL, "guide"))
    given = dict(areas) if isinstance(areas, Mapping) else {}
    keys = list(curves) if isinstance(curves, Mapping) else [None]
    for tone, ((name, curve), key) in enumerate(zip(named, keys, strict=True)):
        area = given.get(key) if key is not None else None
        if isinstance(areas, Estimate) and alone:
            area = areas
        id = "curve" if alone else f"curve-{tone + 1}"
        layers += band_of(curve, tone, id=id.replace("curve", "band"), alone=alone)
        layers.append(
            Path(
                id,
                *stepped(curve.x, curve.y),
                legend_words(name, AVERAGE_PRECISION.names, area),
                tone,
            )
        )
    layers += _base_rates(named)
    if here is not None:
        layers += point(here, here.tpr, here.precision)
    return blank.of(layers)


def equal_f1(level: float) -> list[Layer]:
    """The line of points with one F1, from precision 1 to recall 1, and its figure.

    >>> line, words = equal_f1(0.5)
    >>> line.x[[0, -1]].round(3).tolist(), line.y[[0, -1]].round(3).tolist(), words.text.en
    ([0.333, 1.0], [1.0, 0.333], 'F1 0.5')
    """
    right = np.linspace(level, 1.0, 30)  # from P = R on; what lies to the left mirrors it
    low = level * right / (2 * right - level)
    recall = np.concatenate([low[:0:-1], right])
    precision = np.concatenate([right[:0:-1], low])
    words = Text(f"F1 {level:g}", f"F1 {level:g}")
    label = Text("Equal F1", "F1 相等") if level == F1_CONTOURS[0] else NOTHING
    return [
        Path(f"f1-{level:g}", recall, precision, label, "equal", thin=True),
        Words(f"f1-{level:g}-words", 1.0, float(precision[-1]) + 0.01, words, "right", "bottom"),
    ]


def base_rate(curve: Curve) -> float:
    """The share of positives: what is called positive at the lowest threshold."""
    return float(ratio(curve["tp"][-1], curve["tp"][-1] + curve["fp"][-1]))


def _base_rates(named: list[tuple[Text, Curve]]) -> list[Layer]:
    """One line for each base rate that occurs: the same rows, the same line."""
    rates = dict.fromkeys(
        round(base_rate(curve), 12) for _, curve in named if "tp" in curve.columns
    )
    if len(rates) > 3:
        return []
    notes = [(rate, figure(rate)) for rate in rates]
    return [
        ReferenceLine(f"base-rate-{i}", "y", rate, Text(f"Base rate {f}", f"基准率 {f}"), "chance")
        for i, (rate, f) in enumerate(notes, 1)
    ]
