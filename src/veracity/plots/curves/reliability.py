"""The picture of the reliability curve, with the distributions of the probabilities beneath."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats
from veracity.curves.reliability.bands import IF_TRUE
from veracity.curves.reliability.reliability import NAMES
from veracity.curves.reliability.score_histogram import ScoreHistogram
from veracity.plots.picture.picture import (
    NOTHING,
    Axis,
    Bars,
    Layer,
    Path,
    Picture,
    ReferenceLine,
    Region,
    Words,
)
from veracity.plots.picture.series import Curves, each, share_axis, why_empty
from veracity.results import Band, Curve, percent, whole
from veracity.words import Text

TITLE = Text("Reliability", "可靠性曲线")
TRUE = Text("Perfect calibration", "完全校准")
OBSERVED = Text("Share of positives", "正例比例")
STRIP = (-0.30, -0.05)  # where the distributions lie, below 0
HALF = 0.11


def reliability_picture(
    curves: Curves, histogram: ScoreHistogram | None = None, *, binned: bool = False
) -> Picture:
    """The share of positives against the predicted probability; on the diagonal it is calibrated.

    Beneath, how the probabilities of the positives (up) and of the negatives (down) are
    distributed, each on its own scale, since a rare class would not be seen on the other's.
    `binned` draws the points of bins with their bars.
    """
    named = each(curves)
    below = histogram is not None
    axes = share_axis(NAMES["predicted"]), _upwards(below)
    blank = Picture("reliability", TITLE, *axes, square=True)
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    diagonal = np.array([0.0, 1.0])
    layers: list[Layer] = [Path("true", diagonal, diagonal, TRUE, "chance")]
    alone = len(named) == 1 and not named[0][0]
    for tone, (name, curve) in enumerate(named):
        layers += [_bars(curve, tone)] if binned else _band(curve, tone, alone=alone)
        id = "curve" if alone else f"curve-{tone + 1}"
        layers.append(Path(id, curve.x, curve.y, name or OBSERVED, tone, dotted=binned))
    if histogram is not None:
        layers += distributions(histogram)
    return blank.of(layers)


def _upwards(below: bool) -> Axis:
    axis = share_axis(NAMES["observed"])
    low = STRIP[0] - 0.02 if below else axis.limits[0]
    return Axis(axis.label, (low, axis.limits[1]), ticks=axis.ticks)


def _band(curve: Curve, tone: int, *, alone: bool) -> list[Region]:
    """A band, named as where the curve may lie or where it would, were it calibrated."""
    band = curve.band
    if band is None or np.isnan(band.low).all():
        return []
    id, label = ("band", _notes_on(band)) if alone else (f"band-{tone + 1}", NOTHING)
    return [Region(id, curve.x, band.low, band.high, label, tone)]


def _bars(curve: Curve, tone: int) -> Path:
    """A bar through each bin, as one broken line."""
    between = np.full(len(curve), np.nan)
    low, high = (between, between) if curve.band is None else (curve.band.low, curve.band.high)
    x = np.column_stack([curve.x, curve.x, between]).ravel()
    y = np.column_stack([low, high, between]).ravel()
    return Path(f"bars-{tone + 1}", x, y, _notes_on(curve.band), "ink", thin=True)


def _notes_on(band: Band | None) -> Text:
    """What a band or the bars mean."""
    if band is None:
        return NOTHING
    level = percent(band.level)
    if band.method == IF_TRUE:
        return Text(f"{level}: where it would lie if calibrated", f"{level}：概率已校准时所在范围")
    return Text(f"{level} confidence", f"{level} 置信范围")


def distributions(histogram: ScoreHistogram) -> list[Layer]:
    """Positives upwards and negatives downwards from one line, each to its own full height."""
    base = sum(STRIP) / 2
    layers: list[Layer] = [ReferenceLine("zero", "y", 0.0, tone="guide")]
    both: tuple[tuple[str, Floats, int, Text], ...] = (
        ("positives", histogram.positive, 1, Text("Positives", "正例")),
        ("negatives", histogram.negative, -1, Text("Negatives", "负例")),
    )
    for id, weight, way, name in both:
        most, n = float(weight.max(initial=0.0)), whole(float(weight.sum()))
        side = Text("up", "向上") if way > 0 else Text("down", "向下")
        label = Text(f"{name.en}, {n} ({side.en})", f"{name.zh}，{n}（{side.zh}）")
        heights = way * HALF * weight / most if most > 0 else np.zeros_like(weight)
        layers.append(Bars(id, histogram.edges, heights, base, label, 1 if way > 0 else 5))
    words = Text("own scales", "各自比例")
    layers.append(Words("scales", 1.0, STRIP[0], words, "right", "bottom"))
    return layers
