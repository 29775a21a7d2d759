"""The picture of metrics against the prevalence."""

from __future__ import annotations

import numpy as np

from veracity.metrics.counts.among_truth import PREVALENCE
from veracity.plots.picture.picture import Axis, Layer, Path, Picture, ReferenceLine, Region
from veracity.plots.picture.series import percent_ticks
from veracity.results import Curve
from veracity.results.estimate.figures import figure
from veracity.words import Text

TITLE = Text("At other prevalences", "其他患病率下的指标")
VALUE = Text("Value", "取值")
NO_VALUE = Text("No metric has a value at any prevalence.", "任何患病率下指标都没有取值。")
TICKS = (1e-4, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
FARTHEST = 1e-4


def prevalence_picture(curve: Curve, *, here: float | None = None) -> Picture:
    """Metrics at other prevalences, true and false positive rates staying as they are.

    The scale is that of log odds: both ends are seen. The rule is the prevalence of the data.
    """
    inside = (curve.x > 0) & (curve.x < 1)
    x = curve.x[inside]
    keys = [k for k in curve.windows if k != "prevalence"]
    low = max(float(x.min(initial=0.5)), FARTHEST)
    high = min(float(x.max(initial=0.5)), 1 - FARTHEST)
    if low >= high:
        low, high = FARTHEST, 1 - FARTHEST
    ticks = percent_ticks(tuple(p for p in TICKS if low * 0.99 <= p <= high * 1.0001))
    across = Axis(PREVALENCE.names, (low, high), "logit", ticks)
    columns = [curve[key][inside] for key in keys]
    values = np.concatenate([column[np.isfinite(column)] for column in columns] or [x[:0]])
    if not len(values):
        return Picture("prevalence", TITLE, across, Axis(VALUE, (0.0, 1.0)), note=NO_VALUE)
    layers: list[Layer] = []
    for tone, key in enumerate(keys):
        if f"{key}_low" in curve.columns:
            low_end, high_end = (curve[f"{key}_{end}"][inside] for end in ("low", "high"))
            layers.append(Region(f"{key}-band", x, low_end, high_end, tone=tone))
        layers.append(Path(key, x, curve[key][inside], curve.names[key], tone))
    if here is not None and low <= here <= high:
        label = Text(f"Prevalence here, {figure(here)}", f"此处患病率 {figure(here)}")
        layers.append(ReferenceLine("point", "x", here, label, "ink"))
    bottom, top = min(float(values.min()), 0.0), max(float(values.max()), 1.0)
    room = 0.02 * (top - bottom)
    up = Axis(VALUE, (bottom - room, top + room))
    return Picture("prevalence", TITLE, across, up, tuple(layers))
