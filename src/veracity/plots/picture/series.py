"""One curve or several named ones, as the layers that all pictures of curves share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from veracity.arrays import ratio
from veracity.plots.picture.picture import NOTHING, Axis, Mark, Region, Tone, user_texts
from veracity.results import Curve, Estimate, figure, percent
from veracity.results.estimate.curve import Window
from veracity.statistics.labels import Label
from veracity.words import Text

Curves = Curve | Mapping[Label, Curve]
MOST_POINTS = 1000
ERROR = 0.002  # of an axis: about a pixel on a screen
BAND_NAMES = {
    "pointwise": Text("pointwise", "逐点"),
    "simultaneous": Text("simultaneous", "同时"),
    "kolmogorov": Text("Kolmogorov", "Kolmogorov"),
    "working_hotelling": Text("Working–Hotelling", "Working–Hotelling"),
}


@dataclass(frozen=True, slots=True)
class Here:
    """Where the classifier works: its counts, and the threshold if there is one."""

    tp: float
    fp: float
    fn: float
    tn: float
    threshold: float | None = None

    @property
    def tpr(self) -> float:
        """The true positive rate, recall."""
        return float(ratio(self.tp, self.tp + self.fn))

    @property
    def fpr(self) -> float:
        """The false positive rate."""
        return float(ratio(self.fp, self.fp + self.tn))

    @property
    def precision(self) -> float:
        """The share of positive calls that are right."""
        return float(ratio(self.tp, self.tp + self.fp))

    @property
    def called_positive(self) -> float:
        """The share of cases that are called positive."""
        return float(ratio(self.tp + self.fp, self.tp + self.fp + self.fn + self.tn))

    @property
    def prevalence(self) -> float:
        """The share of positives."""
        return float(ratio(self.tp + self.fn, self.tp + self.fp + self.fn + self.tn))

    @property
    def label(self) -> Text:
        """What the legend says."""
        if self.threshold is None:
            return Text("Operating point", "工作点")
        at = f"{self.threshold:.4g}" if np.isfinite(self.threshold) else figure(self.threshold)
        return Text(f"Operating point, threshold {at}", f"工作点，阈值 {at}")


def each(curves: Curves, *, thin: bool = True) -> list[tuple[Text, Curve]]:
    """The curves with their names, a single one without; few enough points to draw.

    Names are labels of users, or words of ours in both languages.
    """
    if isinstance(curves, Curve):
        return [(NOTHING, light(curves) if thin else curves)]
    names = [
        key if isinstance(key, Text) else name
        for key, name in zip(curves, user_texts(curves), strict=True)
    ]
    named = zip(names, curves.values(), strict=True)
    return [(name, light(one) if thin else one) for name, one in named]


def light(curve: Curve) -> Curve:
    """The curve with so many points as are seen."""
    if len(curve) <= MOST_POINTS:
        return curve
    return curve.thinned(ERROR)


def why_empty(named: list[tuple[Text, Curve]]) -> Text:
    """Why nothing can be drawn, where no curve has a point."""
    if not named:
        return Text("There is no curve.", "没有曲线。")
    if any((np.isfinite(c.x) & np.isfinite(c.y)).any() for _, c in named):
        return NOTHING
    return named[0][1].note or Text("The curve has no value.", "曲线没有取值。")


def legend_words(name: Text, of: Text, estimate: Estimate | None) -> Text:
    """What the legend says of a line: whose it is and its figure with the interval."""
    if estimate is None:
        return name or of
    figures = Text(f"{of.en} {estimate.words.en}", f"{of.zh} {estimate.words.zh}")
    return Text(f"{name.en}: {figures.en}", f"{name.zh}：{figures.zh}") if name else figures


def band_of(curve: Curve, tone: Tone, *, id: str = "band", alone: bool = True) -> list[Region]:
    """The band of a curve, if it has one that can be seen."""
    band = curve.band
    if band is None or not (np.isfinite(band.low) & np.isfinite(band.high)).any():
        return []
    level, method = percent(band.level), BAND_NAMES.get(band.method)
    label = Text(f"{level} band", f"{level} 置信带")
    if method:
        label = Text(f"{level} band, {method.en}", f"{level} 置信带（{method.zh}）")
    band_label = label if alone else NOTHING
    return [Region(id, curve.x, band.low, band.high, band_label, tone)]


def point(here: Here | None, x: float, y: float) -> list[Mark]:
    """The operating point, where it has coordinates."""
    if here is None or not (np.isfinite(x) and np.isfinite(y)):
        return []
    return [Mark("point", x, y, here.label)]


def share_axis(label: Text, limits: Window = (0.0, 1.0)) -> Axis:
    """An axis of shares, with a little room so that lines at its ends are seen."""
    room = 0.02 * (limits[1] - limits[0])
    ticks = tuple((t, Text(f"{t:.1f}", f"{t:.1f}")) for t in (0.0, 0.2, 0.4, 0.6, 0.8, 1.0))
    return Axis(label, (limits[0] - room, limits[1] + room), ticks=ticks)


def percent_ticks(shares: tuple[float, ...]) -> tuple[tuple[float, Text], ...]:
    """Ticks at shares, written as percentages."""
    return tuple((p, Text(percent(p), percent(p))) for p in shares)
