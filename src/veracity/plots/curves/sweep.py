"""The picture of metrics at every threshold."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from veracity.arrays import Floats
from veracity.curves.kinds.sweep import THRESHOLD
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine, held_back
from veracity.plots.picture.series import ERROR, light
from veracity.results import Curve
from veracity.results.estimate.curve import Window
from veracity.words import Text

TITLE = Text("Metrics at every threshold", "各阈值下的指标")
VALUE = Text("Value", "取值")
NO_THRESHOLD = Text("No score is finite.", "没有有限的分数。")
NO_VALUE = Text("No metric has a value at any threshold.", "任何阈值下指标都没有取值。")


def sweep_picture(curve: Curve, *, threshold: float | None = None) -> Picture:
    """Count metrics against the threshold; between two scores the calls are those at the higher.

    At +inf nothing is called positive: that value holds from the highest score on upwards, and
    is drawn to the right of it. Metrics without a value break off.
    """
    keys = [key for key in curve.columns if key in curve.names and key != "threshold"]  # no counts
    curve = light(curve)
    unit = (0.0, 1.0)
    blank = Picture("sweep", TITLE, Axis(THRESHOLD, unit), Axis(VALUE, unit))
    finite = curve.thresholds[np.isfinite(curve.thresholds)]
    if not len(finite):
        return blank.saying(NO_THRESHOLD)
    left, right = _span(float(finite.min()), float(finite.max()))
    x = np.clip(curve.thresholds, left, right)
    layers: list[Layer] = []
    for tone, key in enumerate(keys):
        y = np.where(np.isfinite(curve[key]), curve[key], np.nan)
        corners = held_back(x, y, ERROR * (right - left))
        layers.append(Path(key, *corners, curve.names[key], tone))
    if threshold is not None and left <= threshold <= right:
        at = f"{threshold:.4g}"
        layers.append(
            ReferenceLine("point", "x", threshold, Text(f"Threshold {at}", f"阈值 {at}"), "ink")
        )
    values = np.concatenate([curve[key] for key in keys])
    values = values[np.isfinite(values)]
    if not len(values):
        return blank.saying(NO_VALUE)
    x_axis, y_axis = Axis(THRESHOLD, (left, right)), Axis(VALUE, _upwards(values))
    return replace(blank.of(layers), x=x_axis, y=y_axis)


def _span(low: float, high: float) -> Window:
    """From the lowest to the highest score with some room on both sides."""
    room = 0.03 * (high - low) or max(abs(low) * 0.1, 0.1)
    return low - room, high + room


def _upwards(values: Floats) -> Window:
    """From 0 to 1, further only where values lie there."""
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 1.0)
    room = 0.02 * (high - low)
    return low - room, high + room
