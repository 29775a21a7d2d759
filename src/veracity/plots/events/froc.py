"""The FROC curve: sensitivity against false alarms per hour as the threshold falls."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.plots.picture.picture import Axis, Layer, Path, Picture
from veracity.plots.picture.series import Curves, band_of, each, legend_words, share_axis, why_empty
from veracity.results import Estimate
from veracity.statistics.labels import Label
from veracity.words import Text

TITLE = Text("FROC curve", "FROC 曲线")
AREA = Text("mean sensitivity", "平均灵敏度")
X, Y = EVENT_FIGURES["false_alarms_per_hour"].names, EVENT_FIGURES["sensitivity"].names
ROOM = 0.02


def froc_picture(
    curves: Curves,
    *,
    areas: Estimate | Mapping[Label, Estimate] | None = None,
    max_rate: float | None = None,
) -> Picture:
    """One curve with its band, or one for each rule with its name; up to a rate if one is given."""
    named = each(curves, thin=False)
    reach = max((float(np.nanmax(c.x, initial=0.0)) for _, c in named), default=0.0)
    most = max_rate or reach or 1.0
    axis = Axis(X, (-ROOM * most, most * (1 + ROOM)))
    blank = Picture("event-froc", TITLE, axis, share_axis(Y))
    empty = why_empty(named)
    if empty:
        return blank.saying(empty)
    alone = len(named) == 1 and not named[0][0]
    layers: list[Layer] = []
    keys = [None] if not isinstance(curves, Mapping) else list(curves)
    for tone, (key, (name, curve)) in enumerate(zip(keys, named, strict=True)):
        area = areas if isinstance(areas, Estimate) else (areas or {}).get(key)
        id = "curve" if alone else f"curve-{tone + 1}"
        layers += band_of(curve, tone, id=id.replace("curve", "band"), alone=alone)
        words = legend_words(name, AREA if area else Y, area)
        layers.append(Path(id, curve.x, curve.y, words, tone))
    return blank.of(layers)
