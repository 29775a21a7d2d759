"""Average precision by its three published interpolations, of weighted counts.

All take the precision at a recall to be the largest one at this recall or above, so that the
curve never rises. `voc_all_points`: the area under that curve. `voc_11_points`: the mean of it at
the recalls 0, 0.1, …, 1. `coco`: the mean at 0, 0.01, …, 1. Where a recall is never reached the
precision is 0.
"""

from __future__ import annotations

from typing import Literal

import numpy as np

from veracity.arrays import Floats, ratio

Interpolation = Literal["coco", "voc_all_points", "voc_11_points"]
INTERPOLATIONS: tuple[Interpolation, ...] = ("coco", "voc_all_points", "voc_11_points")
HUNDREDTHS = np.linspace(0.0, 1.0, 101)  # as floats have them: pycocotools compares these


def average_precision(right: Floats, false: Floats, there: Floats, how: Interpolation) -> Floats:
    """Of running sums of right and false detections by falling score; the last axis goes.

    there: how many boxes are to be found, without that axis; nan where that is 0.

    >>> right, false = np.array([1.0, 1, 2, 2, 3]), np.array([0.0, 1, 1, 2, 2])
    >>> for how in INTERPOLATIONS:
    ...     print(how, average_precision(right, false, np.array(4.0), how).round(4))
    coco 0.571
    voc_all_points 0.5667
    voc_11_points 0.5636
    """
    precision = np.nan_to_num(ratio(right, right + false))
    falling = np.maximum.accumulate(precision[..., ::-1], axis=-1)[..., ::-1]
    if how == "voc_all_points":
        steps = np.diff(right, axis=-1, prepend=0.0)
        return ratio((steps * falling).sum(-1), there)
    if how == "voc_11_points":  # counts are compared, which no rounding moves
        reached, targets = 10 * right, np.arange(11.0) * there[..., None]
    else:
        reached, targets = ratio(right, there[..., None]), HUNDREDTHS
    return np.where(there > 0, _mean_at(reached, targets, falling), np.nan)


def _mean_at(reached: Floats, targets: Floats, falling: Floats) -> Floats:
    """The mean of the falling curve where each given recall is first reached; 0 where never."""
    shape, size = reached.shape[:-1], reached.shape[-1]
    points = np.broadcast_to(targets, (*shape, targets.shape[-1])).reshape(-1, targets.shape[-1])
    found = np.zeros(points.shape)
    rows = zip(reached.reshape(len(points), size), falling.reshape(len(points), size), strict=True)
    for row, (recall, high) in enumerate(rows):
        index = np.searchsorted(recall, points[row])
        inside = index < size
        found[row, inside] = high[index[inside]]
    return np.asarray(found.mean(-1).reshape(shape), np.float64)
